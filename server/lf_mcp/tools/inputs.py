"""Arguments of tools as rows: the published schema, the tolerance for how models write values, and the check."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lf_mcp.settings import FALSE_WORDS, TRUE_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

REQUIRED: Any = object()
SHOWN = 80  # characters of a wrong value that are repeated


class ArgumentsError(Exception):
    """The arguments do not fit the input schema; `lines` say so, one argument each."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("; ".join(lines))
        self.lines = tuple(lines)


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument. `bounds`: JSON Schema keywords for its value. Without `default` it is required."""

    name: str
    type: str
    description: str
    examples: tuple[Any, ...]
    default: Any = REQUIRED
    bounds: tuple[tuple[str, Any], ...] = ()

    @property
    def nullable(self) -> bool:
        return self.default is None

    def schema(self) -> dict[str, Any]:
        described: dict[str, Any] = {
            "type": [self.type, "null"] if self.nullable else self.type,
            "description": self.description,
            **dict(self.bounds),
            "examples": list(self.examples),
        }
        if self.default is not REQUIRED:
            described["default"] = self.default
        return described


def input_schema(arguments: Sequence[Argument]) -> dict[str, Any]:
    """The schema that clients see. Unknown arguments are ignored, so it does not forbid them."""
    schema: dict[str, Any] = {"type": "object", "properties": {a.name: a.schema() for a in arguments}}
    required = [a.name for a in arguments if a.default is REQUIRED]
    if required:
        schema["required"] = required
    return schema


def _tolerant_integer(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            return value
    return value


def _tolerant_number(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return value
    return value


def _tolerant_boolean(value: Any) -> Any:
    word = str(value).strip().lower() if isinstance(value, str | int) else None
    return True if word in TRUE_WORDS else False if word in FALSE_WORDS else value


def _tolerant_collection(value: Any) -> Any:
    """Models write a list or an object as a text of JSON now and then."""
    if isinstance(value, str):
        try:
            read = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return read if isinstance(read, list | dict) else value
    return value


TOLERANT: dict[str, Callable[[Any], Any]] = {
    "integer": _tolerant_integer,
    "number": _tolerant_number,
    "boolean": _tolerant_boolean,
    "string": lambda value: value,
    "array": _tolerant_collection,
    "object": _tolerant_collection,
}


def complete(arguments: Sequence[Argument], given: Mapping[str, Any]) -> dict[str, Any]:
    """The known arguments of `given`, with defaults, digits in strings as numbers, "null" as null where that may be."""
    completed: dict[str, Any] = {}
    for argument in arguments:
        value = given.get(argument.name, argument.default)
        if value is REQUIRED:
            continue
        if argument.nullable and value == "null":
            value = None
        completed[argument.name] = value if value is None else TOLERANT[argument.type](value)
    return completed


def check(arguments: Sequence[Argument], values: Mapping[str, Any]) -> None:
    """Hold `values` to the rows, as a validator of their schema would. Raises ArgumentsError with all lines.

    Not done by a validator library, because importing one costs more time than the rest of this package together.
    """
    lines = [line for argument in arguments for line in _wrong(argument, values)]
    if lines:
        raise ArgumentsError(lines)


def _wrong(argument: Argument, values: Mapping[str, Any]) -> list[str]:
    if argument.name not in values:
        return [f"{argument.name} is missing"]
    value = values[argument.name]
    if value is None and argument.nullable:
        return []
    if not IS_OF_TYPE[argument.type](value):
        wanted = f"{argument.type} or null" if argument.nullable else argument.type
        return [f"{argument.name} must be {wanted}, not {_shown(value)}"]
    broken = [(rule, bound) for rule, bound in argument.bounds if not BOUNDS[rule].holds(value, bound)]
    return [f"{argument.name} must {BOUNDS[rule].wanted.format(bound)}, not {_shown(value)}" for rule, bound in broken]


def _fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether an item of a collection is of the type that its little schema names; `{}` lets everything through."""
    if "type" in schema and not IS_OF_TYPE[schema["type"]](value):
        return False
    return "items" not in schema or all(_fits(item, schema["items"]) for item in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


IS_OF_TYPE: dict[str, Callable[[Any], bool]] = {
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": _is_number,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


@dataclass(frozen=True, slots=True)
class Bound:
    """What one keyword of JSON Schema demands, and how that is said."""

    holds: Callable[[Any, Any], bool]
    wanted: str


BOUNDS = {
    "minimum": Bound(lambda value, least: value >= least, "be at least {}"),
    "maximum": Bound(lambda value, most: value <= most, "be at most {}"),
    "exclusiveMinimum": Bound(lambda value, below: value > below, "be above {}"),
    "minLength": Bound(lambda value, least: len(value) >= least, "have at least {} character(s)"),
    "maxLength": Bound(lambda value, most: len(value) <= most, "have at most {} character(s)"),
    "enum": Bound(lambda value, words: value in words, "be one of {}"),
    "items": Bound(lambda value, items: all(_fits(item, items) for item in value), "hold items like {} only"),
    "additionalProperties": Bound(
        lambda value, each: all(_fits(item, each) for item in value.values()), "have values like {} under each name"
    ),
    "pattern": Bound(lambda value, pattern: re.search(pattern, value) is not None, "hold more than blanks"),
}


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
