"""Long operations and searches: how long they take, how they end, how many there may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lf_simulator.checks import FLAG, number, one_of, whole
from lf_simulator.profiles.setting import setting


@dataclass(frozen=True, kw_only=True)
class TaskSettings:
    """Long operations and searches: how long they take, how they end, how many there may be."""

    search_seconds: float = setting(
        0.0,
        number(0),
        "Seconds of the repository's clock that a search runs; 0 is done at the first look.",
        "Decision: no source gives a duration; the official suites poll until a search has ended.",
    )
    search_fails: bool = setting(
        False,
        FLAG,
        "Every search ends as Failed, with one error.",
        "Documented: Failed is a state of the published description, with a list of errors.",
    )
    task_seconds: float = setting(
        0.25,
        number(0),
        "Seconds of the repository's clock that a copy, a delete or another long operation takes.",
        "Documented (official tests): a v1 delete can be cancelled at once and has ended within 5 seconds. "
        "Decision: 0.25, which one long poll of the default length sees ended.",
    )
    task_fails: bool = setting(
        False,
        FLAG,
        "Every long operation but a search ends as Failed, with one error, and changes nothing.",
        "Documented: Failed is a state of the published description, with a list of errors.",
    )
    text_generation_seconds: float = setting(
        0.0,
        number(0),
        "Seconds of the repository's clock after which text that was to be generated is there; 0 is with the answer.",
        "Documented: v2 of 2026 answers the document when it has triggered that; no kind of task. Decision: 0.",
    )
    finished_task_v1: Literal["created", "redirect"] = setting(
        "created",
        one_of("created", "redirect"),
        "How v1 tells of an operation that is completed and has a result: 201 or 302, both with Location and a body.",
        "Contradictory: the published description says 201, a guide shows 302; the official clients want the body.",
    )
    cancelled_word: Literal["Cancelled", "Canceled"] = setting(
        "Cancelled",
        one_of("Cancelled", "Canceled"),
        "How the state of a task that was cancelled is spelled.",
        "Contradictory: the published lists of values have two l, their prose has one.",
    )
    long_operations: int = setting(
        0,
        whole(0),
        "Long operations that a user may have under way at once, the next one is refused with 429; 0 is no limit.",
        "Documented: on Cloud 1 for a user; self-hosted has size limits only.",
    )
    service_operations: int = setting(
        10,
        whole(0),
        "Long operations that a service app may have under way at once, in place of a user's; 0 is no limit.",
        "Documented: 10 for a service principal of Cloud.",
    )
    open_searches: int = setting(
        2,
        whole(1),
        "Searches that may be open at once; the next one is refused with 429. Finished ones count.",
        "Documented: the guides allow 2 until one is deleted.",
    )
    service_searches: int = setting(
        6,
        whole(1),
        "Searches that a service app may have open at once, in place of a user's.",
        "Documented: 6 for a service principal of Cloud.",
    )
    searches_of: Literal["session", "user"] = setting(
        "session",
        one_of("session", "user"),
        "Whose open searches are counted together: those of one sign-in, or of all that a user or service app has.",
        "Documented: on Cloud a user's, elsewhere a session's.",
    )
    search_token_key: Literal["described", "operationToken"] = setting(
        "described",
        one_of("described", "operationToken"),
        "What the answer to the start of a search calls it: token (v1) or taskId (v2), or operationToken.",
        "Documented: token and taskId. Reported: operationToken.",
    )
    results_paging: Literal["honoured", "refused"] = setting(
        "honoured",
        one_of("honoured", "refused"),
        "What $top and $skip do on the results of a v1 search: page them, or are refused with 400 and code 216.",
        "Documented: they page. Reported of some v1 builds: refused.",
    )
    simple_search_top: Literal["refused", "honoured"] = setting(
        "honoured",
        one_of("refused", "honoured"),
        "What $top does on a simple search: refused with 400 and code 216, or honoured.",
        "Seen live on v1 (refused); on v2 the description has no $top there, and clients send it without harm.",
    )
    start_status_v1: int = setting(
        201,
        whole(200, 202),
        "Status with which v1 accepts the start of a search or another long operation.",
        "Contradictory: the published description says 201, the guides print 202.",
    )
    long_poll_seconds: float = setting(
        1.0,
        number(0, 60),
        "Real seconds for which v2 holds back the state of running tasks, and both versions the rows of such a search.",
        "Documented: 60 at most. Decision: 1, so that a client of little patience meets a task that still runs.",
    )
