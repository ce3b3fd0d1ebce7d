"""Regular expressions of constraints: Laserfiche's own language, translated to that of Python.

Its elements (product documentation): `.` `[]` `[^]` `^` `$` `|` `*` `+` `?` `()` `\\d` and classes such as `[:alpha:]`
inside brackets. `!` is "not followed by" and "not containing". *Decision*: at the beginning of an alternative it is the
latter, of all that follows, everywhere else the former. Any other character stands for itself.
"""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMED_CLASSES: Mapping[str, str] = MappingProxyType(
    {
        "alpha": r"[^\W\d_]",
        "digit": r"\d",
        "alnum": r"[^\W_]",
        "upper": "[A-ZÀ-ÖØ-Þ]",
        "lower": "[a-zß-öø-ÿ]",
        "space": r"\s",
        "blank": r"[ \t]",
        "punct": r"(?:[^\w\s]|_)",
        "xdigit": r"[0-9A-Fa-f]",
    }
)
"""*Decision*: the names of POSIX; the documentation shows one of them. `alpha` are the letters of every script, but
Python tells upper and lower ones apart only where they are listed: those of western Europe."""
ESCAPES = frozenset("dDwWsS")
"""*Decision*: besides `\\d`, its neighbours in every such language. Any other escaped character stands for itself."""


class BadPattern(ValueError):
    """A regular expression that cannot be read; the message says where and why."""


@lru_cache(maxsize=256)
def compiled(pattern: str) -> re.Pattern[str]:
    """The expression as Python has it, to be matched with whole values. Raises BadPattern."""
    reader = _Reader(pattern)
    translated = reader.alternatives()
    if reader.place < len(pattern):
        raise BadPattern(f"character {reader.place + 1}: this parenthesis closes nothing")
    try:
        return re.compile(translated, re.DOTALL)
    except re.error as mistake:
        raise BadPattern(f"{mistake.msg} in {pattern}") from None


def fits(pattern: str, text: str) -> bool:
    """Whether the whole text is as the expression wants it. Raises BadPattern.

    *Decision*: the whole, since the documented examples write no `^` and `$` around what a field must look like.
    """
    return compiled(pattern).fullmatch(text) is not None


class _Reader:
    """Reads an expression from left to right; each method answers the Python form of what it has read."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.place = 0

    def alternatives(self) -> str:
        branches = [self._branch()]
        while self._next() == "|":
            self.place += 1
            branches.append(self._branch())
        return "|".join(branches)

    def _branch(self) -> str:
        if self._next() == "!":
            self.place += 1
            return f"(?!.*(?:{self._elements()})).*"
        return self._elements()

    def _elements(self) -> str:
        pieces: list[str] = []
        while (character := self._next()) and character not in "|)":
            if character == "!":
                self.place += 1
                pieces.append(f"(?!{self._repeated()})")
            else:
                pieces.append(self._repeated())
        return "".join(pieces)

    def _repeated(self) -> str:
        """An element with what says how often it comes, inside a group of its own."""
        element = self._element()
        if (character := self._next()) and character in "*+?":
            self.place += 1
            element += character
        return f"(?:{element})"

    def _element(self) -> str:
        character = self._next()
        self.place += 1
        if character == "(":
            inner = self.alternatives()
            if self._next() != ")":
                raise BadPattern(f"character {self.place + 1}: a parenthesis is not closed")
            self.place += 1
            return f"({inner})"
        if character == "[":
            return self._brackets()
        if character == "\\":
            return self._escaped()
        if not character or character in "*+?|)":
            raise BadPattern(f"character {self.place}: there is nothing that {character or 'the end'} could refer to")
        return character if character in ".^$" else re.escape(character)

    def _escaped(self) -> str:
        character = self._next()
        self.place += 1
        if not character:
            raise BadPattern("the expression ends with a backslash")
        return f"\\{character}" if character in ESCAPES else re.escape(character)

    def _brackets(self) -> str:
        """A class of characters. Its named parts cannot stand in brackets of Python's, so it becomes alternatives."""
        is_negated = self._next() == "^"
        self.place += is_negated
        plain: list[str] = []
        parts: list[str] = []
        while (character := self._next()) != "]" or not (plain or parts):
            if not character:
                raise BadPattern("a bracket is not closed")
            self.place += 1
            named = re.compile(r"\[:(\w+):\]").match(self.pattern, self.place - 1)
            if named:
                parts.append(_named(named.group(1)))
                self.place = named.end()
            elif character == "\\":
                plain.append(self._escaped())
            else:
                plain.append(self._range() if character == "-" else re.escape(character))
        self.place += 1
        if plain:
            parts.append(f"[{''.join(plain)}]")
        return f"(?:(?!{'|'.join(parts)}).)" if is_negated else f"(?:{'|'.join(parts)})"

    def _range(self) -> str:
        """A minus that stands between two characters means all from one to the other."""
        before, after = self.pattern[self.place - 2], self._next()
        return "-" if before not in "[^-]" and after not in ("]", "-", "[") else r"\-"

    def _next(self) -> str:
        return self.pattern[self.place : self.place + 1]


def _named(name: str) -> str:
    if name not in NAMED_CLASSES:
        raise BadPattern(f"there is no class [:{name}:]; there is {', '.join(NAMED_CLASSES)}")
    return NAMED_CLASSES[name]
