"""How long who may do what: sign-in, tokens, sessions, and what is told of things that are hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lf_simulator.checks import FLAG, Check, one_of, whole
from lf_simulator.profiles.setting import setting

AUDIT_EVENTS = Check(
    "a list of DeleteEntry and ExportDocument",
    lambda value: isinstance(value, list | tuple) and all(item in ("DeleteEntry", "ExportDocument") for item in value),
)


@dataclass(frozen=True, kw_only=True)
class AccessSettings:
    """How long who may do what: sign-in, tokens, sessions, and what is told of things that are hidden."""

    repositories_list: Literal["open", "token", "disabled"] = setting(
        "token",
        one_of("open", "token", "disabled"),
        "Who may list the repositories: anyone, whoever signed in, or nobody.",
        "Documented: on self-hosted the list is off by default and, when on, needs no token; Cloud asks for one.",
    )
    repositories_body: Literal["described", "array", "object", "empty"] = setting(
        "described",
        one_of("described", "array", "object", "empty"),
        "The list of repositories: as its version is described, a bare array, an object with value, or no body at all.",
        "Seen live: a bare array; documented: an array on v1, an object on v2. Reported: an empty body.",
    )
    web_client_addresses: bool = setting(
        True,
        FLAG,
        "Whether the list of repositories tells where the web client is, or has an empty address.",
        "Documented (official tests): it may be empty on self-hosted, where a setting of the server names the host.",
    )
    user_names: Literal["any", "with-domain"] = setting(
        "any",
        one_of("any", "with-domain"),
        "Which user names a password sign-in takes: any, or only user@domain and domain\\user.",
        "Documented: Windows users of self-hosted must name their domain; users of the repository need not.",
    )
    bad_password_code: int = setting(
        9010,
        whole(9010, 9528),
        "Laserfiche code for a wrong user name or password: 9010, or 9528, as if no directory server were there.",
        "Seen live: both.",
    )
    token_context: bool = setting(
        False,
        FLAG,
        "Whether the answer to a password sign-in has a member @odata.context as well.",
        "Reported: a client of other people provides for it.",
    )
    calls_per_minute: int = setting(
        0,
        whole(0),
        "Calls that a user has in 60 seconds of the repository's clock, the next is refused with 429; 0 is no limit.",
        "Documented: 100 on Cloud, none on self-hosted. Decision: off, since a test makes more of them in a minute.",
    )
    transfers_per_minute: int = setting(
        0,
        whole(0),
        "The same for imports and exports alone.",
        "Documented: 30 on Cloud, none on self-hosted. Decision: off.",
    )
    retry_after: Literal["seconds", "date", "none"] = setting(
        "seconds",
        one_of("seconds", "date", "none"),
        "How the refusal of a call beyond that tells when to come again: a Retry-After of either form, or nothing.",
        "Reported: seconds are obeyed by laserfiche-mcp; no header is documented.",
    )
    token_seconds: int = setting(
        900,
        whole(1),
        "Life of an access token, in seconds of the repository's clock.",
        "Documented: 900 on self-hosted, 43200 on Cloud.",
    )
    lifetime_name: Literal["expires_in", "expire_in"] = setting(
        "expires_in",
        one_of("expires_in", "expire_in"),
        "What the answer to a password sign-in calls the life of its token.",
        "Contradictory: expires_in in the guides, expire_in in the description of build 1.0.0.21.",
    )
    most_sessions: int = setting(
        0,
        whole(0),
        "Sessions that may be open at once; the next sign-in is refused with 429 and code 9030. 0 is no limit.",
        "Documented: licences of self-hosted servers count sessions. Decision: 429, as the limit of anything else.",
    )
    bad_token: Literal["tidy", "guid"] = setting(
        "tidy",
        one_of("tidy", "guid"),
        "What is said to a token that no server gives out: what an expired one gets, or that it is no GUID.",
        "Seen live on self-hosted v1 (vendor's forum), where a broken token was told about a GUID; the status is ours.",
    )
    service_apps: bool = setting(
        False,
        FLAG,
        "Whether service apps sign in at /oauth/token, with an assertion signed by their access key.",
        "Documented: Cloud has the OAuth service, self-hosted has not.",
    )
    unscoped_token: Literal["everything", "nothing"] = setting(
        "everything",
        one_of("everything", "nothing"),
        "What a token of a service app may do that has no scope.",
        "Contradictory: by the guide v2 needs scopes; official tests on v2 pass without any.",
    )
    hidden_status: int = setting(
        404,
        whole(403, 404),
        "Status for an entry that the user may not browse: 404 hides that it exists, 403 does not.",
        "Decision: documented is only that it is not listed, and of a missing security tag that nothing shows it.",
    )
    audit_reason_required: tuple[str, ...] = setting(
        (),
        AUDIT_EVENTS,
        "Events that need an audit reason, by the names of the API: DeleteEntry, ExportDocument.",
        "Seen live (2026, v2 Cloud): the start is accepted, and the task fails with 400. Usually nothing is demanded.",
    )
