"""What can be wrong with a search command: Laserfiche's numbers, their meaning, and the error that carries them.

The numbers and their meaning are documented by the vendor; which mistake gets which number is a *decision*, save for
9155, 9182, 9239, 9267 and 9450, whose documented meaning names the mistake.
"""

from __future__ import annotations

from enum import IntEnum

from lf_simulator.search.place import NOWHERE, Place


class Code(IntEnum):
    FOLDER_NOT_FOUND = 9001
    TEMPLATE_NOT_FOUND = 9015
    FIELD_NOT_FOUND = 9016
    SYNTAX = 9084
    STRAY_CHARACTER = 9085
    UNKNOWN_KEY = 9086
    WRONG_TYPE = 9088
    ENDED_EARLY = 9091
    QUOTE_NOT_CLOSED = 9155
    BAD_DATE = 9161
    BAD_TIME = 9162
    DATE_OUT_OF_RANGE = 9170
    WRONG_OPERATOR = 9181
    MUST_BE_QUOTED = 9182
    ONLY_WILDCARDS = 9239
    WRONG_OPTION = 9245
    NUMBER_OUT_OF_RANGE = 9249
    TERM_TOO_LONG = 9268
    TOO_COMPLEX = 9269
    NOTHING_TO_SEARCH = 9408
    WITHIN_NEEDS_TEXT = 9450


MEANING = {
    Code.FOLDER_NOT_FOUND: "no such folder",
    Code.TEMPLATE_NOT_FOUND: "no such template",
    Code.FIELD_NOT_FOUND: "no such field",
    Code.SYNTAX: "a part of the command is not valid",
    Code.STRAY_CHARACTER: "a character that cannot start anything",
    Code.UNKNOWN_KEY: "an unknown key",
    Code.WRONG_TYPE: "a value of the wrong type",
    Code.ENDED_EARLY: "the command ended too early",
    Code.QUOTE_NOT_CLOSED: "a closing quote is missing",
    Code.BAD_DATE: "not a date",
    Code.BAD_TIME: "not a time",
    Code.DATE_OUT_OF_RANGE: "a date or time that does not exist",
    Code.WRONG_OPERATOR: "an operator that this search does not have",
    Code.MUST_BE_QUOTED: "a word that has to stand in quotes",
    Code.ONLY_WILDCARDS: "nothing but wildcards to look for in text",
    Code.WRONG_OPTION: "an option or keyword with a wrong value",
    Code.NUMBER_OUT_OF_RANGE: "a number out of range",
    Code.TERM_TOO_LONG: "a value that is too long",
    Code.TOO_COMPLEX: "a command with too many parts",
    Code.NOTHING_TO_SEARCH: "nothing to search for",
    Code.WITHIN_NEEDS_TEXT: "WITHIN around something that is not text",
}

# Decision: a folder, template or field that does not exist is the caller's mistake too, so 400 and not 404.
STATUS_OF_CODE: dict[int, int] = dict.fromkeys((int(code) for code in Code), 400)


LONGEST_QUOTATION = 60
"""Characters of the command that a sentence repeats."""


def cut(text: str) -> str:
    """A part of the command as a sentence quotes it: not more of it than a person reads."""
    return text if len(text) <= LONGEST_QUOTATION else text[: LONGEST_QUOTATION - 1] + "…"


class QueryError(Exception):
    """A search command that cannot be run. `message` is one sentence, `hint` a second one that says what would be
    right, or empty; `line` and `column` count from 1."""

    def __init__(self, code: Code, message: str, place: Place = NOWHERE, hint: str = "") -> None:
        super().__init__(message)
        self.code = int(code)
        self.message = message
        self.hint = hint
        self.place = place

    @property
    def line(self) -> int:
        return self.place.line

    @property
    def column(self) -> int:
        return self.place.column

    @property
    def status(self) -> int:
        """The HTTP status that answers it."""
        return STATUS_OF_CODE[self.code]

    def __str__(self) -> str:
        where = f"column {self.column}" if "\n" not in self.place.command else f"line {self.line}, column {self.column}"
        return f"{self.message} ({where})"

    def render(self) -> str:
        """Several lines for a person: the sentence with its position, the command with a caret, the hint."""
        return "\n".join(part for part in (f"{self} [{self.code}]", self.place.drawn(), self.hint) if part)
