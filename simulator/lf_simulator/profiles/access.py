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
