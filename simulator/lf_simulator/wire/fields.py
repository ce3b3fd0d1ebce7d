"""Field values of an entry as JSON. v1 wraps each value with its position, v2 writes a list of texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from lf_simulator.store.metadata import FieldOnEntry
    from lf_simulator.wire.dialect import Dialect

    Display = Callable[[FieldOnEntry, str], str]
    """A value of a field as people see it."""

NUMBER_TYPES = frozenset({"Number", "ShortInteger", "LongInteger"})
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_DECIMAL = re.compile(r"-?[0-9]{1,18}\.[0-9]{1,18}")

FIELD_NAMES = {
    "v1": ("fieldName", "fieldId", "fieldType", "isMultiValue", "isRequired", "hasMoreValues", "groupId", "values"),
    "v2": ("name", "id", "fieldType", "isMultiValue", "isRequired", "hasMoreValues", "groupId", "values"),
}


def field_value(
    field: FieldOnEntry, dialect: Dialect, display: Display | None = None, *, is_written: bool = False
) -> dict[str, Any]:
    """A field on an entry with all its values; `display` writes them as people see them.

    `is_written`: the answer to a PUT, in which v1 gives position 0 to the value of a single-value field (guides).
    """
    first = 0 if is_written and not field.is_multi_value else 1
    shape = _field(field, dialect, field.values, display, first)
    return {**shape, "hasMoreValues": False, "groupId": field.group_id or None}


def listed_field(field: FieldOnEntry, dialect: Dialect, display: Display | None = None) -> dict[str, Any]:
    """A field in a row of a listing: only its first value, and whether there are more."""
    return {**_field(field, dialect, field.values[:1], display), "hasMoreValues": len(field.values) > 1}


def _field(
    field: FieldOnEntry, dialect: Dialect, values: tuple[str, ...], display: Display | None, first: int = 1
) -> dict[str, Any]:
    name, id_ = ("fieldName", "fieldId") if dialect.is_v1 else ("name", "id")
    shown: list[Any] = [display(field, value) for value in values] if display else list(values)
    if dialect.is_v1:
        as_number = field.type in NUMBER_TYPES and display is None
        shown = [
            {"value": _number(value) if as_number else value, "position": position}
            for position, value in enumerate(shown, first)
        ]
    return {
        name: field.name,
        id_: field.id,
        "fieldType": field.type,
        "isMultiValue": field.is_multi_value,
        "isRequired": field.is_required,
        "values": shown,
    }


def _number(text: str) -> int | float | str:
    """v1 writes numbers as numbers (guides)."""
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text
