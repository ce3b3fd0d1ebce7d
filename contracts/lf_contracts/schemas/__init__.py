"""The shapes of the tools' answers, as JSON Schema 2020-12 files, and the table of slugs.

`tools/NAME.json` is the whole answer of a tool, good or bad; beside it lie the single forms, such as
`entry_search_content/results` and `folder_list/error-classified`, and the `shapes/` they are made of. All are closed:
a key that is not listed is a mistake. Source: the published tool pages and the observed release 2.6.2 (level 2.6).

Importing this stays cheap, because a server publishes these documents at its start: no validator is loaded until
one is asked for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lf_contracts.schemas.bundle import bundle
from lf_contracts.schemas.published import brief, published

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

__all__ = ["Slug", "names", "schema", "slugs", "tool_output", "tools", "validator"]

_FOLDER = Path(__file__).parent
_NOT_AN_ANSWER = frozenset({"parts", "slugs"})


@dataclass(frozen=True, slots=True)
class Slug:
    """One word of the error contract.

    `since`: the release that first sends it with this meaning, None for one that is documented but never sent.
    `reach`: "mcp" = a client can meet it, "direct" = argument checks or registration come first, "never" = never sent.
    """

    name: str
    kind: str
    since: str | None
    reach: str


@cache
def _names() -> frozenset[str]:
    found = (path.relative_to(_FOLDER).with_suffix("").as_posix() for path in _FOLDER.rglob("*.json"))
    return frozenset(found) - _NOT_AN_ANSWER


def names() -> tuple[str, ...]:
    """The names of all forms, in order; each is good for `schema` and `validator`."""
    return tuple(sorted(_names()))


def tools() -> tuple[str, ...]:
    """The tools whose answers are described, by their published names."""
    return tuple(name.removeprefix("tools/") for name in names() if name.startswith("tools/"))


@cache
def _read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))
    return document


@cache
def _brief(name: str) -> dict[str, Any]:
    short: dict[str, Any] = brief(_read(name))
    return short


def schema(name: str) -> dict[str, Any]:
    """The form `name` as one self-contained document. Raises `KeyError` naming what exists."""
    if name not in _names():
        raise KeyError(f"no schema named {name!r}; there are: {', '.join(names())}")
    return bundle(_read, name)


def tool_output(tool: str) -> dict[str, Any]:
    """The output schema of `tool`, ready to publish: root of type object, self-contained, short, no `$schema`.

    It holds for the good answers of the tool, mode by mode, and for all its error answers in one form; the file
    `tools/NAME.json` is stricter. Raises `KeyError` naming what exists.
    """
    name = f"tools/{tool}"
    if not (_FOLDER / f"{name}.json").is_file():  # a server that starts need not look for all the others
        raise KeyError(f"no schema for a tool named {tool!r}; there are: {', '.join(tools())}")
    return published(_brief, name)


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator of the form `name`. Raises `KeyError` naming what exists."""
    from jsonschema import Draft202012Validator  # loaded here because publishing a schema does not need it

    return Draft202012Validator(schema(name))


@cache
def slugs() -> dict[str, Slug]:
    """The slugs of the error contract by name. Source: the error contract of release 2.6.2."""
    table = json.loads((_FOLDER / "slugs.json").read_text("utf-8"))
    return {name: Slug(name, **row) for name, row in table.items()}
