"""Arguments of tools as rows: the published schema, the tolerance for how models write values, and the check."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lf_mcp.settings import FALSE_WORDS, TRUE_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jsonschema.exceptions import ValidationError

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


TOLERANT: dict[str, Callable[[Any], Any]] = {
    "integer": _tolerant_integer,
    "number": _tolerant_number,
    "boolean": _tolerant_boolean,
    "string": lambda value: value,
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


def check(errors: Sequence[ValidationError]) -> None:
    """Raises ArgumentsError with one line for each of `errors`, the findings of a validator of the input schema."""
    if errors:
        raise ArgumentsError(sorted({_line(error) for error in errors}))


WANTED: dict[str, Callable[[Any], str]] = {
    "type": lambda wanted: f"must be {' or '.join(wanted) if isinstance(wanted, list) else wanted}",
    "minimum": lambda wanted: f"must be at least {wanted}",
    "maximum": lambda wanted: f"must be at most {wanted}",
    "exclusiveMinimum": lambda wanted: f"must be above {wanted}",
    "minLength": lambda wanted: f"must have at least {wanted} character(s)",
    "pattern": lambda _: "must hold more than blanks",
}


def _line(error: ValidationError) -> str:
    instance: Any = error.instance
    rule: Any = error.validator_value
    if error.validator == "required":
        missing = [name for name in rule if name not in instance]
        return "; ".join(f"{name} is missing" for name in missing)
    name = ".".join(str(part) for part in error.absolute_path)
    return f"{name} {WANTED[str(error.validator)](rule)}, not {_shown(instance)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
