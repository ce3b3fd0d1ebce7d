"""What a case ends with when it does not pass: the server falls short, or the requirement cannot be asked of it."""

from typing import Any

NOTHING = object()
"""Stands for “no value was given”, where None is a value."""


class Finding(Exception):
    """The server under test falls short. `expected` and `got` are shown side by side when they are given."""

    def __init__(self, message: str, *, expected: Any = NOTHING, got: Any = NOTHING) -> None:
        super().__init__(message)
        self.message, self.expected, self.got = message, expected, got


class NotApplicable(Exception):
    """The requirement cannot be asked of this server; the reason is one sentence."""
