"""Queries to start from, made of a question's keywords and of what the folder's templates look like; pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lf_mcp.search.command import escape_value, look_in

if TYPE_CHECKING:
    from collections.abc import Sequence

PERSON_WORDS = ("name", "person", "last", "first")


@dataclass(frozen=True, slots=True)
class Template:
    """A template in use, with the names of the fields found on one entry that carries it."""

    name: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    query: str
    rationale: str


def candidates(words: Sequence[str], templates: Sequence[Template], folder_path: str | None) -> list[Candidate]:
    """One to three queries; each stays inside `folder_path` when one is given."""
    found = []
    if words:
        found.append(Candidate(_name_clause(words[0]), f"Entries whose name contains {words[0]!r}"))
    if len(words) > 1:
        both = f"{_name_clause(words[0])} & {_name_clause(words[1])}"
        found.append(Candidate(both, f"Entries whose name contains both {words[0]!r} and {words[1]!r}"))
    field = _telling_field(templates[0]) if words and templates else None
    if field is not None:
        value = f"*{escape_value(words[0])}*"
        clause = f'{{[{templates[0].name}]:[{field}]="{value}"}}'
        found.append(
            Candidate(clause, f"Entries of template {templates[0].name!r} whose field {field!r} contains {words[0]!r}")
        )
    if not found:
        found.append(
            Candidate('{LF:Name="*"}', "The question holds no word that looks like a name, so this lists every entry")
        )
    return [_scoped(candidate, folder_path) for candidate in found]


def _name_clause(word: str) -> str:
    return f'{{LF:Name="*{escape_value(word)}*"}}'


def _telling_field(template: Template) -> str | None:
    """The first field that sounds like a person's name, else the first; none that brackets cannot hold."""
    if _unwritable(template.name):
        return None
    fields = [field for field in template.fields if not _unwritable(field)]
    likely = (field for field in fields if any(word in field.lower() for word in PERSON_WORDS))
    return next(likely, fields[0] if fields else None)


def _unwritable(name: str) -> bool:
    """The search language has no way to write a closing bracket inside a bracketed name."""
    return "]" in name


def _scoped(candidate: Candidate, folder_path: str | None) -> Candidate:
    if not folder_path:
        return Candidate(candidate.query, f"{candidate.rationale}, anywhere in the repository.")
    return Candidate(f"{candidate.query} & {look_in(folder_path)}", f"{candidate.rationale}, inside {folder_path}.")
