"""Which routes there are, and the shape of what they answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lf_simulator.checks import FLAG, TEXTS, one_of, whole
from lf_simulator.profiles.setting import setting


@dataclass(frozen=True, kw_only=True)
class AnswerSettings:
    """Which routes there are, and the shape of what they answer."""

    absent_operations: tuple[str, ...] = setting(
        (),
        TEXTS,
        "Operations that this build does not have, by official name.",
        "Reported: older builds lack the asynchronous search. Documented: only Cloud has server sessions.",
    )
    absent_status: int = setting(
        404,
        whole(400, 599),
        "Status of the answer for an absent operation.",
        "Reported: 404, 405 and 501 were all met.",
    )
    key_case: Literal["camel", "pascal"] = setting(
        "camel",
        one_of("camel", "pascal"),
        "How the keys of v1 begin: with a small letter, or with a capital, but in sign-ins and failures.",
        "Reported of self-hosted v1, of many bodies. Decision: which ones; the two others have a standard.",
    )
    timestamps: Literal["utc", "offset", "blank"] = setting(
        "utc",
        one_of("utc", "offset", "blank"),
        "Times of entries in UTC with Z, in local time with its offset, or blank texts.",
        "Seen live on self-hosted v1 (offset); the Cloud guides print Z. Reported: blank ones occur.",
    )
    bypath_answer: Literal["wrapped", "bare"] = setting(
        "wrapped",
        one_of("wrapped", "bare"),
        "How v2 answers an entry by its path: in a member entry or ancestorEntry, or as it is.",
        "Documented: wrapped. Reported: bare on v2.",
    )
    problem_type: Literal["word", "address"] = setting(
        "word",
        one_of("word", "address"),
        "How an error names its type: a word such as invalidRequest, or an address such as https://httpstatuses.io/400.",
        "Seen live: words on self-hosted v1 and in Cloud tasks, an address on a self-hosted v2 server.",
    )
    code_in_title: bool = setting(
        False,
        FLAG,
        "Whether an error repeats its Laserfiche code in brackets at the end of its title.",
        "Seen live on self-hosted v1.",
    )
    error_nested: bool = setting(
        False,
        FLAG,
        "Whether v1 wraps the problem of a refused deletion of a file or of pages in an object error.",
        "Seen live on self-hosted v1 for files; the published description has the bare problem.",
    )
    select_keeps_type: bool = setting(
        True,
        FLAG,
        "Whether a single entry keeps its entryType when $select does not name it.",
        "Documented (official tests): kept on Cloud and v2, left out on self-hosted v1.",
    )
    children_count: Literal["folder", "page"] = setting(
        "folder",
        one_of("folder", "page"),
        "What $count=true counts on folder children when $top is given: the folder, or the page.",
        "Documented: the whole collection. Seen live on one self-hosted v1 server: the page.",
    )
    definitions_top: int = setting(
        0,
        whole(0),
        "Largest $top that listings of definitions take, the next one is refused with 400 and code 216; 0 is no limit.",
        "Seen live on self-hosted v1: 200 was refused and a smaller one taken. Decision: 150.",
    )
    unknown_members: Literal["ignored", "refused"] = setting(
        "ignored",
        one_of("ignored", "refused"),
        "What becomes of members of a body that the operation does not know: ignored, or refused with 400.",
        "Documented: the schemas of requests are closed. Decision: ignored, as the serializers of such servers do.",
    )
