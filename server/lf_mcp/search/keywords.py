"""The words of a question that look like names; pure."""

from __future__ import annotations

import re

NAME_LIKE = re.compile(r"\b[A-Z][\w'’\-]+")
POSSESSIVE = re.compile(r"(?:['’]s?|-)$")
STOP_WORDS = frozenset(
    {"The", "A", "An", "And", "Or", "Of", "For", "To", "From", "By", "With", "Find", "Show", "Get"}
    | {"Where", "What", "When", "Which", "Who", "Whose"}
)


def keywords(question: str) -> list[str]:
    """Words with an ASCII capital in front and at least one more character, in order, each once, without `'s`."""
    found = (POSSESSIVE.sub("", word) for word in NAME_LIKE.findall(question))
    return list(dict.fromkeys(word for word in found if word not in STOP_WORDS))
