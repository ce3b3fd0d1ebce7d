"""A place in a search command: what every node and every error points at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """`offset` counts characters of `command` from 0; `line` and `column` count from 1."""

    command: str
    offset: int

    @property
    def line(self) -> int:
        return self.command.count("\n", 0, self.offset) + 1

    @property
    def column(self) -> int:
        return self.offset - self.command.rfind("\n", 0, self.offset)

    def drawn(self) -> str:
        """The line with a caret under the place. Tabs before it are kept, so that the caret stands right."""
        line = self.command.split("\n")[self.line - 1].rstrip("\r")
        before = "".join("\t" if character == "\t" else " " for character in line[: self.column - 1])
        return f"{line}\n{before}^"


NOWHERE = Place("", 0)
