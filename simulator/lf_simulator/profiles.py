"""Server builds as frozen rows: what a repository imitates, and what the evidence for each setting is.

A profile is data. Handlers read its settings; no code asks for a profile by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from lf_simulator.checks import (
    FLAG,
    TEXTS,
    BadValue,
    Check,
    number,
    one_of,
    read_object,
    unknown,
    unknown_operation,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

Version = Literal["v1", "v2"]
AUDIT_EVENTS = Check(
    "a list of DeleteEntry and ExportDocument",
    lambda value: isinstance(value, list | tuple) and all(item in ("DeleteEntry", "ExportDocument") for item in value),
)


HOST = Check(
    "a scheme and a host such as http://app01:8080, or empty",
    lambda value: isinstance(value, str) and re.fullmatch(r"(https?://[^/?#\s]+)?", value) is not None,
)


class UnknownProfile(LookupError):
    """There is no profile of that name; the message names those that exist."""


class BadSetting(BadValue):
    """A setting that does not exist, or a value that it cannot have."""


def _setting(default: Any, check: Check, summary: str, evidence: str) -> Any:
    """A field of `Profile` that may be overridden: its default, what it accepts, what it does and how that is known."""
    return field(default=default, metadata={"check": check, "summary": summary, "evidence": evidence})


@dataclass(frozen=True, slots=True)
class Profile:
    """One server build. The first five fields are its identity; the others are settings that may be overridden."""

    name: str
    summary: str
    versions: tuple[Version, ...]
    """API versions that it serves."""
    token_versions: tuple[Version, ...]
    """API versions under which its sign-in route answers."""
    base_path: str
    """What stands before `/{version}` in every address."""

    search_seconds: float = _setting(
        0.0,
        number(0),
        "Seconds of the repository's clock that a search runs; 0 is done at the first look.",
        "Decision: no source gives a duration; the official suites poll until a search has ended.",
    )
    search_fails: bool = _setting(
        False,
        FLAG,
        "Every search ends as Failed, with one error.",
        "Documented: Failed is a state of the published description, with a list of errors.",
    )
    task_seconds: float = _setting(
        0.25,
        number(0),
        "Seconds of the repository's clock that a copy, a delete or another long operation takes.",
        "Documented (official tests): a v1 delete can be cancelled at once and has ended within 5 seconds. "
        "Decision: 0.25, which one long poll of the default length sees ended.",
    )
    task_fails: bool = _setting(
        False,
        FLAG,
        "Every long operation but a search ends as Failed, with one error, and changes nothing.",
        "Documented: Failed is a state of the published description, with a list of errors.",
    )
    text_generation_seconds: float = _setting(
        0.0,
        number(0),
        "Seconds of the repository's clock after which text that was to be generated is there; 0 is with the answer.",
        "Documented: v2 of 2026 answers the document when it has triggered that; no kind of task. Decision: 0.",
    )
    finished_task_v1: Literal["created", "redirect"] = _setting(
        "created",
        one_of("created", "redirect"),
        "How v1 tells of an operation that is completed and has a result: 201 or 302, both with Location and a body.",
        "Contradictory: the published description says 201, a guide shows 302; the official clients want the body.",
    )
    cancelled_word: Literal["Cancelled", "Canceled"] = _setting(
        "Cancelled",
        one_of("Cancelled", "Canceled"),
        "How the state of a task that was cancelled is spelled.",
        "Contradictory: the published lists of values have two l, their prose has one.",
    )
    long_operations: int = _setting(
        0,
        whole(0),
        "Long operations that a user may have under way at once, the next one is refused with 429; 0 is no limit.",
        "Documented: on Cloud 1 for a user; self-hosted has size limits only.",
    )
    service_operations: int = _setting(
        10,
        whole(0),
        "Long operations that a service app may have under way at once, in place of a user's; 0 is no limit.",
        "Documented: 10 for a service principal of Cloud.",
    )
    open_searches: int = _setting(
        2,
        whole(1),
        "Searches that may be open at once; the next one is refused with 429. Finished ones count.",
        "Documented: the guides allow 2 until one is deleted.",
    )
    service_searches: int = _setting(
        6,
        whole(1),
        "Searches that a service app may have open at once, in place of a user's.",
        "Documented: 6 for a service principal of Cloud.",
    )
    searches_of: Literal["session", "user"] = _setting(
        "session",
        one_of("session", "user"),
        "Whose open searches are counted together: those of one sign-in, or of all that a user or service app has.",
        "Documented: on Cloud a user's, elsewhere a session's.",
    )
    simple_search_top: Literal["refused", "honoured"] = _setting(
        "honoured",
        one_of("refused", "honoured"),
        "What $top does on a simple search: refused with 400 and code 216, or honoured.",
        "Seen live on v1 (refused); on v2 the description has no $top there, and clients send it without harm.",
    )
    repositories_list: Literal["open", "token", "disabled"] = _setting(
        "token",
        one_of("open", "token", "disabled"),
        "Who may list the repositories: anyone, whoever signed in, or nobody.",
        "Documented: on self-hosted the list is off by default and, when on, needs no token; Cloud asks for one.",
    )
    absent_operations: tuple[str, ...] = _setting(
        (),
        TEXTS,
        "Operations that this build does not have, by official name.",
        "Reported: older builds lack the asynchronous search. Documented: only Cloud has server sessions.",
    )
    absent_status: int = _setting(
        404,
        whole(400, 599),
        "Status of the answer for an absent operation.",
        "Reported: 404, 405 and 501 were all met.",
    )
    start_status_v1: int = _setting(
        201,
        whole(200, 202),
        "Status with which v1 accepts the start of a search or another long operation.",
        "Contradictory: the published description says 201, the guides print 202.",
    )
    timestamps: Literal["utc", "offset"] = _setting(
        "utc",
        one_of("utc", "offset"),
        "Times of entries in UTC with Z, or in local time with its offset.",
        "Seen live on self-hosted v1 (offset); the Cloud guides print Z.",
    )
    problem_type: Literal["word", "address"] = _setting(
        "word",
        one_of("word", "address"),
        "How an error names its type: a word such as invalidRequest, or an address such as https://httpstatuses.io/400.",
        "Seen live: words on self-hosted v1 and in Cloud tasks, an address on a self-hosted v2 server.",
    )
    code_in_title: bool = _setting(
        False,
        FLAG,
        "Whether an error repeats its Laserfiche code in brackets at the end of its title.",
        "Seen live on self-hosted v1.",
    )
    hidden_status: int = _setting(
        404,
        whole(403, 404),
        "Status for an entry that the user may not browse: 404 hides that it exists, 403 does not.",
        "Decision: documented is only that it is not listed, and of a missing security tag that nothing shows it.",
    )
    token_seconds: int = _setting(
        900,
        whole(1),
        "Life of an access token, in seconds of the repository's clock.",
        "Documented: 900 on self-hosted, 43200 on Cloud.",
    )
    lifetime_name: Literal["expires_in", "expire_in"] = _setting(
        "expires_in",
        one_of("expires_in", "expire_in"),
        "What the answer to a password sign-in calls the life of its token.",
        "Contradictory: expires_in in the guides, expire_in in the description of build 1.0.0.21.",
    )
    most_sessions: int = _setting(
        0,
        whole(0),
        "Sessions that may be open at once; the next sign-in is refused with 429 and code 9030. 0 is no limit.",
        "Documented: licences of self-hosted servers count sessions. Decision: 429, as the limit of anything else.",
    )
    bad_token: Literal["tidy", "guid"] = _setting(
        "tidy",
        one_of("tidy", "guid"),
        "What is said to a token that no server gives out: what an expired one gets, or that it is no GUID.",
        "Seen live on self-hosted v1 (vendor's forum), where a broken token was told about a GUID; the status is ours.",
    )
    service_apps: bool = _setting(
        False,
        FLAG,
        "Whether service apps sign in at /oauth/token, with an assertion signed by their access key.",
        "Documented: Cloud has the OAuth service, self-hosted has not.",
    )
    unscoped_token: Literal["everything", "nothing"] = _setting(
        "everything",
        one_of("everything", "nothing"),
        "What a token of a service app may do that has no scope.",
        "Contradictory: by the guide v2 needs scopes; official tests on v2 pass without any.",
    )
    long_poll_seconds: float = _setting(
        1.0,
        number(0, 60),
        "Real seconds for which v2 holds back the state of running tasks, and both versions the rows of such a search.",
        "Documented: 60 at most. Decision: 1, so that a client of little patience meets a task that still runs.",
    )
    select_keeps_type: bool = _setting(
        True,
        FLAG,
        "Whether a single entry keeps its entryType when $select does not name it.",
        "Documented (official tests): kept on Cloud and v2, left out on self-hosted v1.",
    )
    children_count: Literal["folder", "page"] = _setting(
        "folder",
        one_of("folder", "page"),
        "What $count=true counts on folder children when $top is given: the folder, or the page.",
        "Documented: the whole collection. Seen live on one self-hosted v1 server: the page.",
    )
    definitions_top: int = _setting(
        0,
        whole(0),
        "Largest $top that listings of definitions take, the next one is refused with 400 and code 216; 0 is no limit.",
        "Seen live on self-hosted v1: 200 was refused and a smaller one taken. Decision: 150.",
    )
    unknown_members: Literal["ignored", "refused"] = _setting(
        "ignored",
        one_of("ignored", "refused"),
        "What becomes of members of a body that the operation does not know: ignored, or refused with 400.",
        "Documented: the schemas of requests are closed. Decision: ignored, as the serializers of such servers do.",
    )
    volume_names: Literal["honoured", "ignored"] = _setting(
        "honoured",
        one_of("honoured", "ignored"),
        "What volumeName does on create, copy and import: puts the entry into that volume, or nothing.",
        "Documented: it counts on self-hosted and is ignored on Cloud.",
    )
    modified_on_move: bool = _setting(
        True,
        FLAG,
        "Whether renaming and moving an entry set its lastModifiedTime.",
        "Seen live on self-hosted v1: they do not. Decision: they do elsewhere, where nobody has looked.",
    )
    audit_reason_required: tuple[str, ...] = _setting(
        (),
        AUDIT_EVENTS,
        "Events that need an audit reason, by the names of the API: DeleteEntry, ExportDocument.",
        "Seen live (2026, v2 Cloud): the start is accepted, and the task fails with 400. Usually nothing is demanded.",
    )
    delete_needs_content_type: bool = _setting(
        False,
        FLAG,
        "Whether deleting an entry, a file or pages without a Content-Type is refused with 415.",
        "Seen live on self-hosted v1 (refused); official tests on Cloud send none, and theirs pass.",
    )

    upload_limit: int = _setting(
        104_857_600,
        whole(1),
        "Bytes that a request may have; the next one is refused with 413.",
        "Documented: the web server in front of a self-hosted API Server takes 104,857,600, Cloud 100 MB.",
    )
    file_types: Literal["stored", "octets"] = _setting(
        "stored",
        one_of("stored", "octets"),
        "The Content-Type of an electronic file that v1 sends: the one that is stored, or application/octet-stream.",
        "Documented (official tests): the stored one. Reported of a self-hosted v1 server: octets, whatever it is.",
    )
    omits_content_length: bool = _setting(
        False,
        FLAG,
        "Whether downloads and empty answers come without a Content-Length.",
        "Reported of self-hosted servers; official tests on Cloud want one on a HEAD and on a download.",
    )
    download_host: str = _setting(
        "",
        HOST,
        "Scheme and host that download addresses name, such as http://app01:8080; empty: those that the client called.",
        "Reported: behind a proxy a self-hosted v2 server names an internal host, and only path and query are of use.",
    )
    error_nested: bool = _setting(
        False,
        FLAG,
        "Whether v1 wraps the problem of a refused deletion of a file or of pages in an object error.",
        "Seen live on self-hosted v1 for files; the published description has the bare problem.",
    )
    smallest_part: int = _setting(
        5_000_000,
        whole(0),
        "Bytes that each part of an upload must have, the last one apart; an import of smaller parts fails.",
        "Documented: 5 MB. Decision: 5,000,000, the smaller reading.",
    )
    empty_imports: Literal["document", "refused"] = _setting(
        "document",
        one_of("document", "refused"),
        "What the import of a file without bytes makes: a document without contents, or a 400.",
        "Documented (official tests): either is accepted; the v2 description of 2026 makes an empty document.",
    )
    definition_names: Literal["exact", "any-case"] = _setting(
        "exact",
        one_of("exact", "any-case"),
        "How the names of fields, templates and tags that a request gives are compared.",
        "Reported: with case on most builds.",
    )
    wrapped_fields: Literal["refused", "crash"] = _setting(
        "refused",
        one_of("refused", "crash"),
        "What v1 does when the fields of a PUT are wrapped in an object fields: 404 for a field of that name, or 500.",
        "Seen live on self-hosted v1: 500 with a NullReferenceException. Decision: 404 elsewhere.",
    )
    empty_values: Literal["clear", "refused"] = _setting(
        "clear",
        one_of("clear", "refused"),
        "What an empty list of values does to a field: clears it, or is refused with 400; null always clears.",
        "Documented: a field without values is blank. Reported of one Laserfiche 11 server: refused.",
    )
    missing_required: Literal["own", "multistatus"] = _setting(
        "own",
        one_of("own", "multistatus"),
        "How missing required fields are reported: with their own code 9066, or as 9039, a status of several.",
        "Seen live on self-hosted v1 (9039); the code list of the server has 9066.",
    )

    def settings(self) -> dict[str, Any]:
        """The settings and their values, as JSON has them."""
        values = {name: getattr(self, name) for name in SETTINGS}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def with_overrides(
        self, overrides: object, operations: Collection[str] | None = None, where: str = "overrides"
    ) -> Profile:
        """This profile with some settings changed: `overrides` is an object of setting and value.

        `operations` are the names that `absent_operations` may hold; None takes any. Raises BadSetting, which names the
        setting and what would be right.
        """
        try:
            values = read_object(overrides, CHECKS, where, kind="setting")
        except BadValue as problem:
            raise BadSetting(str(problem)) from None
        changes = {name: _in_its_type(name, value) for name, value in values.items()}
        for name in changes.get("absent_operations", ()):
            if operations is not None and name not in operations:
                raise BadSetting(unknown_operation(name, operations, f"{where}: absent_operations"))
        return replace(self, **changes)


def _in_its_type(setting: str, value: object) -> Any:
    """JSON knows one kind of number and no tuples; a field of a profile keeps its own type."""
    return type(getattr(V1_SELFHOSTED, setting))(value)


SETTINGS = tuple(row.name for row in fields(Profile) if row.metadata)
CHECKS: Mapping[str, Check] = MappingProxyType(
    {row.name: row.metadata["check"] for row in fields(Profile) if row.metadata}
)

V1_SELFHOSTED = Profile(
    name="v1-selfhosted",
    summary="API Server on a Windows host, Repository API v1 only",
    versions=("v1",),
    token_versions=("v1",),
    base_path="/LFRepositoryAPI",
    simple_search_top="refused",
    repositories_list="open",
    timestamps="offset",
    code_in_title=True,
    select_keeps_type=False,
    definitions_top=150,
    modified_on_move=False,
    delete_needs_content_type=True,
    absent_operations=("CreateServerSession", "RefreshServerSession", "InvalidateServerSession"),
    wrapped_fields="crash",
    missing_required="multistatus",
)
V2_SELFHOSTED = Profile(
    name="v2-selfhosted",
    summary="API Server on a Windows host, Repository API v2; signs in under v1 or v2",
    versions=("v2",),
    token_versions=("v1", "v2"),
    base_path="/LFRepositoryAPI",
    repositories_list="open",
    timestamps="offset",
    problem_type="address",
)
V1_CLOUD = Profile(
    name="v1-cloud",
    summary="Laserfiche Cloud, Repository API v1 with server sessions; signs in by service app or by password",
    versions=("v1",),
    token_versions=("v1",),
    base_path="/repository",
    long_operations=1,
    searches_of="user",
    token_seconds=43200,
    service_apps=True,
    volume_names="ignored",
)
V2_CLOUD = Profile(
    name="v2-cloud",
    summary="Laserfiche Cloud, Repository API v2; signs in by service app or by password",
    versions=("v2",),
    token_versions=("v1", "v2"),
    base_path="/repository",
    long_operations=1,
    searches_of="user",
    token_seconds=43200,
    service_apps=True,
    volume_names="ignored",
)
PROFILES: Mapping[str, Profile] = MappingProxyType(
    {row.name: row for row in (V1_SELFHOSTED, V2_SELFHOSTED, V1_CLOUD, V2_CLOUD)}
)
DEFAULT_PROFILE = V1_SELFHOSTED.name


def profile(name: str) -> Profile:
    """The profile of that name. Raises UnknownProfile."""
    if name not in PROFILES:
        raise UnknownProfile(unknown("profile", name, PROFILES))
    return PROFILES[name]


@dataclass(frozen=True, slots=True)
class SettingFacts:
    """What is known about one setting: what it does, what it accepts, and how sure that is."""

    name: str
    summary: str
    wants: str
    evidence: str


def setting_facts() -> tuple[SettingFacts, ...]:
    """One row for each setting, in the order of the profile."""
    return tuple(
        SettingFacts(row.name, row.metadata["summary"], row.metadata["check"].wants, row.metadata["evidence"])
        for row in fields(Profile)
        if row.metadata
    )
