"""Checks of what somebody wrote by hand: settings, fault rules, bodies for the control plane.

A value is held against a `Check`, an object against a table of them. What does not fit is a `BadValue`, whose text is
one sentence: where, what is wrong, and what would be right.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

SHOWN_CHARACTERS = 60


class BadValue(ValueError):
    """A value, key or name that does not fit; the message is one sentence for its author."""


@dataclass(frozen=True, slots=True)
class Check:
    """What a value must be: `wants` completes the sentence "must be …", `schema` says it as JSON Schema can."""

    wants: str
    holds: Callable[[object], bool]
    schema: Mapping[str, Any] = field(default_factory=dict)


def whole(minimum: int, maximum: int | None = None) -> Check:
    """A whole number in the closed range; `True` and `False` are not numbers here."""
    top = math.inf if maximum is None else maximum
    return Check(
        f"a whole number {_range(minimum, maximum)}",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= top,
        _ranged("integer", minimum, maximum),
    )


def number(minimum: float, maximum: float | None = None) -> Check:
    """A finite number in the closed range."""
    top = math.inf if maximum is None else maximum
    return Check(
        f"a number {_range(minimum, maximum)}",
        lambda value: (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and math.isfinite(value)
            and minimum <= value <= top
        ),
        _ranged("number", minimum, maximum),
    )


def one_of(*choices: str) -> Check:
    """One of a few words, in exactly this spelling."""
    return Check(
        f"one of {names(choices)}", lambda value: isinstance(value, str) and value in choices, {"enum": list(choices)}
    )


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)


_TEXT = {"type": "string"}
TEXT = Check("a text", lambda value: isinstance(value, str), _TEXT)
FLAG = Check("true or false", lambda value: isinstance(value, bool), {"type": "boolean"})
TEXTS = Check("a list of texts", _is_list_of_texts, {"type": "array", "items": _TEXT})
SOME_TEXTS = Check(
    "a list of at least one text",
    lambda value: _is_list_of_texts(value) and bool(value),
    {"type": "array", "items": _TEXT, "minItems": 1},
)
OBJECT = Check("an object", lambda value: isinstance(value, dict), {"type": "object"})
OBJECTS = Check("a list", lambda value: isinstance(value, list), {"type": "array"})
ANYTHING = Check("any JSON value", lambda _: True)


def require(value: object, check: Check, where: str) -> None:
    """Raise BadValue unless `value` passes; `where` names it to its author."""
    if not check.holds(value):
        raise BadValue(f"{where}: must be {check.wants}, not {shown(value)}")


def read_object(
    document: object, keys: Mapping[str, Check], where: str, required: Iterable[str] = (), kind: str = "key"
) -> dict[str, Any]:
    """`document` as an object that has only known keys, each with a fitting value.

    `where` names the object in a complaint, `kind` what its keys are called. Raises BadValue.
    """
    if not isinstance(document, dict):
        raise BadValue(f"{where}: must be an object, not {shown(document)}")
    for key, value in document.items():
        if key not in keys:
            raise BadValue(unknown(kind, str(key), keys, where))
        require(value, keys[key], f"{where}: {key}")
    for key in required:
        if key not in document:
            raise BadValue(f'{where}: key "{key}" is missing')
    return document


def unknown(kind: str, name: str, existing: Collection[str], where: str = "") -> str:
    """The sentence for a name that does not exist: what was meant, perhaps, and what there is."""
    near = get_close_matches(name, existing, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    place = f"{where}: " if where else ""
    there_is = f"there is {names(existing)}" if existing else "there is none here"
    return f"{place}unknown {kind} {shown(name)}{hint}; {there_is}"


def unknown_operation(name: str, operations: Collection[str], where: str) -> str:
    """The same for operations, of which there are too many for one line."""
    near = get_close_matches(name, sorted(operations), n=3)
    hint = f"; nearest: {names(near)}" if near else ""
    return f"{where}: unknown operation {shown(name)}{hint}; `lf-simulator list operations` names them all"


def shown(value: object) -> str:
    """`value` as JSON writes it, cut short, on one line."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 1]}…"


def names(words: Iterable[str]) -> str:
    """The words in one enumeration."""
    return ", ".join(words)


def _ranged(kind: str, minimum: float, maximum: float | None) -> dict[str, Any]:
    return {"type": kind, "minimum": minimum} | ({} if maximum is None else {"maximum": maximum})


def _range(minimum: float, maximum: float | None) -> str:
    return f"of {minimum:g} or more" if maximum is None else f"from {minimum:g} to {maximum:g}"
