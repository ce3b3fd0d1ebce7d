"""The search language and the full-text index, where sources are silent or contradict one another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lf_simulator.checks import FLAG, TEXTS, number, one_of, whole
from lf_simulator.profiles.setting import setting


@dataclass(frozen=True, kw_only=True)
class SearchSettings:
    """The search language and the full-text index. All but the last four are fields of `search.reading.Reading`."""

    precedence: Literal["tightest-first", "left-to-right"] = setting(
        "tightest-first",
        one_of("tightest-first", "left-to-right"),
        "How operators bind without parentheses: ^ - & | from the tightest, or from left to right.",
        "Contradictory: the vendor's most explicit page has the first, two older ones the second.",
    )
    lone_look_in: Literal["descendants", "nothing"] = setting(
        "descendants",
        one_of("descendants", "nothing"),
        "What a command of nothing but LF:LookIn finds: what is in the folder, or nothing.",
        "Contradictory: one page of the vendor says nothing, another shows it as a whole command, programs run it.",
    )
    several_words: Literal["all", "phrase"] = setting(
        "all",
        one_of("all", "phrase"),
        "What several words in the value of ~= are: words that must all be there, or a phrase.",
        "Contradictory: a guide says phrase, its own sample hits show single words. Decision: all.",
    )
    basic_affixes: Literal["values", "text"] = setting(
        "values",
        one_of("values", "text"),
        "How far the letters L and T of LF:Basic reach: names and field values, or the words of text as well.",
        "Decision: values; no page explains the two letters, programs send them.",
    )
    field_equals: Literal["whole", "part"] = setting(
        "whole",
        one_of("whole", "part"),
        "What = compares on a text field: the whole value, or any part of it.",
        "Contradictory: one sentence of the vendor says part, all examples say whole.",
    )
    after_date: Literal["interval", "midnight"] = setting(
        "interval",
        one_of("interval", "midnight"),
        "What > does with a date without a time: later than that day, or later than its first moment.",
        "Decision: later than the day; the vendor's example for <= needs days to be intervals.",
    )
    type_b: Literal["no-template", "refused"] = setting(
        "no-template",
        one_of("no-template", "refused"),
        "The letter B of the option Type: documents without a template, or refused with 9245.",
        "Reported: programs send it. Decision on what it means.",
    )
    now_is_a_date: bool = setting(
        False,
        FLAG,
        "Whether the date now means the current day; else it is refused with 9161.",
        "Reported of a single program. Decision: refused.",
    )
    date_order: Literal["month-first", "day-first"] = setting(
        "month-first",
        one_of("month-first", "day-first"),
        "How 03/04/2024 is read: as the 4th of March, or as the 3rd of April.",
        "Documented: by the locale of the machine. Decision: as in the United States.",
    )
    century_pivot: int = setting(
        50,
        whole(0, 100),
        "Years of two digits below it are of this century, the others of the last.",
        "Decision: 50; no source says.",
    )
    date_offset_minutes: int = setting(
        0,
        whole(-840, 840),
        "Minutes that the zone in which dates of a command are read is ahead of UTC.",
        "Decision: 0; stored times are UTC, the zone of literals is not documented.",
    )
    word_signs: Literal["attached", "separate"] = setting(
        "attached",
        one_of("attached", "separate"),
        "Whether # or $ before a word, % after it and & inside it belong to it, or part words as other signs do.",
        "Documented: they can be searched for without quotes. Decision on where they may stand.",
    )
    word_joints: Literal["separate", "inside"] = setting(
        "separate",
        one_of("separate", "inside"),
        "Whether a hyphen or apostrophe between two letters parts words, or belongs to the word.",
        "Decision: it parts them; how the index treats them could not be determined.",
    )
    stop_words: tuple[str, ...] = setting(
        (),
        TEXTS,
        "Words that an indexed search skips; in phrases and distances they keep their place.",
        "Documented: a catalog has such a list. Decision: it is empty, for its default contents are not known.",
    )
    missing_status: int = setting(
        400,
        whole(400, 404),
        "Status for a command that names a folder, template or field that does not exist.",
        "Decision: 400, a mistake of the caller as any other; 404 is equally plausible.",
    )
    bad_command: Literal["at-once", "in-task"] = setting(
        "at-once",
        one_of("at-once", "in-task"),
        "When an asynchronous search tells of a command that cannot be run: at its start, or as a failed task.",
        "Decision: at its start; no capture of either was found.",
    )
    index_lag_seconds: float = setting(
        0.0,
        number(0),
        "Seconds of the repository's clock after which what was written is found by indexed searches.",
        "Documented: indexing is a process of its own; official tests find a new name at once. Decision: 0.",
    )
    most_hits: int = setting(
        20_000,
        whole(1),
        "Context hits that are listed for one document.",
        "Documented: the list is cut there (9267).",
    )
    hit_offsets: Literal["characters", "utf-16"] = setting(
        "characters",
        one_of("characters", "utf-16"),
        "What offsets and lengths of context hits count: characters, or units of UTF-16, as strings of .NET do.",
        "Decision: characters, the description's word; laserfiche-mcp, in Python, cuts by them as characters.",
    )
