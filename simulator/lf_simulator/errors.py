"""Every way in which the API refuses a request: status, code and title of each, and the problem body that says it.

A refusal is an `ApiError`. Its title goes to the client, in the words of a real build where they are known; its reason
goes to the journal, in plain words for whoever wrote the client. Codes from 9000 are those of the Laserfiche Server,
smaller ones belong to the API server in front of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

API_SERVER = "Api Server"
LASERFICHE_SERVER = "Laserfiche Server"

BAD_PARAMETER = 216
"""The API server's "parameter not valid", also used for unrelated refusals (seen live)."""
FIRST_SERVER_CODE = 9000
API_WORDING = "Error:"
"""How texts of the API server's own begin. No code follows them: the official tests know one of them word for word."""

INVALID_OPERATION = 9000
ENTRY_NOT_FOUND = 9001
NAME_TAKEN = 9002
PART_NOT_FOUND = 9003
VOLUME_NOT_FOUND = 9006
PATH_TOO_LONG = 9007
BAD_CREDENTIALS = 9010
ACCESS_DENIED = 9013
LOCKED = 9014
TEMPLATE_NOT_FOUND = 9015
FIELD_NOT_FOUND = 9016
BAD_FIELD_VALUE = 9017
REPOSITORY_NOT_FOUND = 9018
INVALID_NAME = 9019
PARAMETER_TOO_LONG = 9020
PAGE_NOT_FOUND = 9021
TOO_MANY_SESSIONS = 9030
TOO_DEEP = 9033
TOO_MANY_OPERATIONS = 9035
SESSION_INVALID = 9037
MULTISTATUS = 9039
REQUIRED_FIELDS = 9066
CONSTRAINT_VIOLATED = 9072
TAG_NOT_FOUND = 9077
ATTRIBUTE_NOT_FOUND = 9080
LINK_DEFINITION_NOT_FOUND = 9094
AUDIT_REASON_NOT_FOUND = 9125
AUDIT_REASON_REQUIRED = 9126
SEARCH_ENGINE_OFFLINE = 9131
PAGE_TEXT_TOO_LONG = 9133
BAD_DATE = 9161
BAD_DATE_TIME = 9162
BAD_TIME = 9178
CHECKED_OUT = 9232
LINK_TO_ITSELF = 9235
HIDES_ENTRY = 9246
SEARCH_TIMED_OUT = 9294
"""*Decision*: one of five numbers that the vendor has for an engine in trouble; which of them is for time is ours."""
BAD_CONSTRAINT = 9337
NOT_READY = 9527
TARGET_NOT_FOUND = 9537

UNKNOWN_REPOSITORY_TITLE = "Error: Repository with the given Id not found or no connection could be made."
NO_EDOC_TITLE = "This entry does not contain an electronic document"

TYPE_WORDS: Mapping[int, str] = MappingProxyType(
    {
        400: "invalidRequest",
        401: "unauthorized",
        403: "accessDenied",
        404: "notFound",
        405: "methodNotAllowed",
        409: "conflict",
        413: "requestTooLarge",
        414: "uriTooLong",
        415: "unsupportedMediaType",
        423: "locked",
        429: "tooManyRequests",
        431: "requestHeadersTooLarge",
        500: "serverError",
        501: "notImplemented",
    }
)
"""`type` where a build writes words. Seen live: `invalidRequest`. *Decision*: the others, formed after it."""


@dataclass(slots=True, eq=False)
class ApiError(Exception):
    """A refused request. `reason` is one plain sentence; without one the title has to do."""

    status: int
    title: str
    code: int | None = None
    reason: str = ""
    detail: str = ""
    headers: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        self.reason = self.reason or self.title

    def __str__(self) -> str:
        return self.reason

    @property
    def source(self) -> str:
        """Which part of a real installation speaks: its codes tell."""
        return LASERFICHE_SERVER if (self.code or 0) >= FIRST_SERVER_CODE else API_SERVER


def problem(error: ApiError, *, style: str, code_in_title: bool, origin: Mapping[str, str]) -> dict[str, Any]:
    """The problem body of a refusal, members in the order of the published description.

    `style` is `word` or `address`: how the build writes `type`. `origin` holds `instance`, `operationId` and `traceId`.
    """
    code = error.code
    bracketed = code_in_title and error.source == LASERFICHE_SERVER and not error.title.startswith(API_WORDING)
    body: dict[str, Any] = {
        "type": problem_type(error.status, style),
        "title": f"{error.title} [{code}]" if bracketed else error.title,
        "status": error.status,
        "instance": origin["instance"],
        "operationId": origin["operationId"],
        "errorSource": error.source,
        "traceId": origin["traceId"],
    }
    if code is not None:  # never null: the official .NET client cannot read that
        body["errorCode"] = code
    if error.detail:
        body["detail"] = error.detail
    return body


def problem_type(status: int, style: str) -> str:
    """`invalidRequest` or `https://httpstatuses.io/400`, by the build."""
    if style == "address":
        return f"https://httpstatuses.io/{status}"
    return TYPE_WORDS.get(status, "serverError" if status >= 500 else "invalidRequest")


def phrase(status: int) -> str:
    """The usual words for an HTTP status."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"Status {status}"


def framework(status: int, reason: str, headers: tuple[tuple[str, str], ...] = ()) -> ApiError:
    """What the web framework refuses before the API sees it: no route, wrong method or content type, too large.

    *Decision*: it gets a problem like everything else; no body of these is on record.
    """
    return ApiError(status, phrase(status), reason=reason, headers=headers)


def bad_parameter(name: str, reason: str) -> ApiError:
    """A parameter or member of the body that cannot be used as it stands."""
    return ApiError(400, f"Error: Invalid value for {name}.", BAD_PARAMETER, reason)


def bad_request(title: str, reason: str = "") -> ApiError:
    return ApiError(400, title, BAD_PARAMETER, reason)


def out_of_range(name: str, value: int, version: str) -> ApiError:
    """A number that no id can have: the official tests know this text of each version."""
    reason = f"{name} must be a whole number from 1 to 2147483647, not {value}."
    if version == "v1":
        title = f"Specified argument was out of the range of valid values. (Parameter '{name}')"
        return ApiError(400, title, BAD_PARAMETER, reason)
    return bad_parameter(name, reason)


def unknown_repository(name: str) -> ApiError:
    return ApiError(404, UNKNOWN_REPOSITORY_TITLE, REPOSITORY_NOT_FOUND, f'There is no repository "{name}" here.')


def not_signed_in(reason: str) -> ApiError:
    headers = (("www-authenticate", "Bearer"),)
    return ApiError(401, "The session is invalid or has expired.", SESSION_INVALID, reason, headers=headers)


def too_many_sessions(limit: int) -> ApiError:
    reason = f"{limit} sessions are open, and this build allows no more (profile setting most_sessions)."
    return ApiError(429, "Session limit reached.", TOO_MANY_SESSIONS, reason)


def scope_missing(scope: str, held: Sequence[str]) -> ApiError:
    """The token of a service app is not good for that. Official tests: 403. *Decision*: the words, and no code."""
    reason = f"The operation needs the scope {scope}, and the access token has {' '.join(held) or 'none'}."
    return ApiError(403, f"Error: The access token lacks the scope {scope}.", reason=reason)


def no_guid(reason: str) -> ApiError:
    """What one build says of a token that it never gave out. Seen live: that it speaks of a GUID; the rest is ours."""
    title = "Error: The access token must be a GUID of 32 digits with 4 dashes."
    return ApiError(401, title, reason=reason, headers=(("www-authenticate", "Bearer"),))


def oauth(status: int, error: str, description: str, reason: str) -> ApiError:
    """A refusal of the OAuth service, whose name for it is `error`. *Decision*: the texts, and 400 after RFC 6749."""
    return ApiError(status, description, reason=reason, detail=error)


def invalid_client(reason: str) -> ApiError:
    """The assertion signs nobody in (documented: 401). The client is told no more; the journal has the `reason`."""
    return oauth(401, "invalid_client", "The client credentials are invalid.", reason)


def bad_credentials(reason: str, code: int = BAD_CREDENTIALS) -> ApiError:
    return ApiError(401, "Error: Invalid user name or password.", code, reason)


def entry_not_found(what: str, reason: str = "") -> ApiError:
    """`what` names the entry: `Entry 999`, or its path. `reason`: why it is not found although it is there."""
    return ApiError(404, "Entry not found.", ENTRY_NOT_FOUND, reason or f"{what} does not exist.")


def access_denied(reason: str) -> ApiError:
    """The user sees the entry and may not do that with it."""
    return ApiError(403, "Access denied.", ACCESS_DENIED, reason)


def name_taken(name: str, folder: str) -> ApiError:
    """A folder has an entry of that name already; names are compared without case."""
    reason = f'"{folder}" already has an entry named "{name}", and autoRename was not asked for.'
    return ApiError(409, "An object with this name already exists.", NAME_TAKEN, reason)


def invalid_name(reason: str) -> ApiError:
    """A text that cannot be the name of an entry."""
    return ApiError(400, "The name is not valid.", INVALID_NAME, reason)


def locked(reason: str, code: int = LOCKED) -> ApiError:
    """Somebody else holds the entry."""
    return ApiError(423, "The entry is locked.", code, reason)


def page_not_found(entry_id: int, number: int, count: int) -> ApiError:
    """The document has no page of that number."""
    reason = f"Entry {entry_id} has no page {number}; it has {count}, which are counted from 1."
    return ApiError(404, "Page not found.", PAGE_NOT_FOUND, reason)


def no_part(part: str, what: str) -> ApiError:
    """`what` names the page or document that lacks the `part`: `text` or `image`."""
    title = "The requested rendition does not exist."
    return ApiError(404, title, PART_NOT_FOUND, f"{what} has no {part}.")


def definition_not_found(kind: str, what: str, code: int, status: int = 404) -> ApiError:
    """`kind` is `Field`, `Template`, `Tag` or `Link type`; `what` says which one was asked for."""
    return ApiError(status, f"{kind} not found.", code, what)


def bad_field_value(field: str, reason: str, code: int = BAD_FIELD_VALUE, title: str = "") -> ApiError:
    """A value that the field cannot hold; the title names the field, as people who fill in forms want it."""
    return ApiError(400, title or f'The value for the field "{field}" is not valid.', code, reason)


def required_fields(names: Sequence[str], *, as_multistatus: bool) -> ApiError:
    """Fields that the template demands and that have no value.

    Both were met: a code of their own, or a status of several, whose list we write into the detail (*decision*).
    """
    listed = ", ".join(f'"{name}"' for name in names)
    title, reason = "Required fields are missing.", f"The template requires a value for {listed}."
    if as_multistatus:
        return ApiError(400, "Multistatus response.", MULTISTATUS, reason, f"{title} [{REQUIRED_FIELDS}] {listed}")
    return ApiError(400, title, REQUIRED_FIELDS, reason)


def search_not_found(token: str) -> ApiError:
    title = "Error: The search was not found or has expired."
    return ApiError(404, title, reason=f'There is no open search "{token}": unknown, closed or expired.')


def search_timed_out(seconds: int) -> ApiError:
    """A simple search that takes longer than those have. *Decision*: status, words and code."""
    reason = f"Searches of this build take longer (setting search_seconds) than the {seconds} seconds of a simple one."
    return ApiError(500, "The search timed out.", SEARCH_TIMED_OUT, reason)


def too_many_searches(limit: int, whose: str) -> ApiError:
    reason = f"This {whose} already has {limit} searches open, and a finished one stays open until it is deleted."
    return ApiError(429, "Too many operations are running.", TOO_MANY_OPERATIONS, reason)


def operation_not_found(token: str) -> ApiError:
    title = "Error: The operation was not found or has expired."
    return ApiError(404, title, reason=f'There is no operation "{token}": unknown, or it ended a while ago.')


def operation_has_ended(token: str, status: str) -> ApiError:
    """v1 refuses to cancel what has ended; the official tests of Java and .NET know the text word for word."""
    title = "Error: Cannot cancel completed operation."
    return ApiError(400, title, INVALID_OPERATION, f'The operation "{token}" is {status} and so cannot be cancelled.')


def too_many_operations(limit: int) -> ApiError:
    reason = f"This user already has {limit} long-running operations under way; the next one must wait for an end."
    return ApiError(429, "Too many operations are running.", TOO_MANY_OPERATIONS, reason)


def too_many_calls(limit: int, what: str, headers: tuple[tuple[str, str], ...]) -> ApiError:
    """*Decision*: words and code; the guides have the numbers only."""
    reason = f"This user has made {limit} {what} within a minute, as many as this build lets him."
    return ApiError(429, "Too many requests.", None, reason, headers=headers)


def not_simulated(operation: str) -> ApiError:
    """An operation that a real build has and this simulator does not."""
    return ApiError(501, f"{operation} is not simulated yet.")


def missing_part(name: str, instead: Sequence[str]) -> ApiError:
    """A form without a file that it must have; `instead` says what else came. The title was seen live."""
    came = f"; instead there was {', '.join(instead)}" if instead else ""
    reason = f"The form needs a part named {name} that has a file name{came}."
    return ApiError(400, "Invalid Request. Property file not found in the request body.", BAD_PARAMETER, reason)


def unknown_members(names: Sequence[str], operation: str) -> ApiError:
    """Members of a body that the operation does not have, for a build that refuses them."""
    reason = f"{operation} does not know {', '.join(names)}, and this build refuses that (setting unknown_members)."
    return ApiError(400, f"Error: Invalid value for {', '.join(names)}.", BAD_PARAMETER, reason)


def validation(names: Sequence[str], reason: str) -> ApiError:
    """A body that does not fit; `names` are the members that are wrong."""
    return ApiError(400, f"Error: Invalid value for {', '.join(names)}.", BAD_PARAMETER, reason)
