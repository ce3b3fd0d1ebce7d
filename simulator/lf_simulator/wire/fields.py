"""Field values of an entry, and field and template definitions, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lf_simulator.store.definitions import FieldRecord, TemplateRecord
    from lf_simulator.store.metadata import FieldOnEntry
    from lf_simulator.wire.dialect import Dialect

NUMBER_TYPES = frozenset({"Number", "ShortInteger", "LongInteger"})

FIELD_NAMES = {
    "v1": ("fieldName", "fieldId", "fieldType", "isMultiValue", "isRequired", "hasMoreValues", "groupId", "values"),
    "v2": ("name", "id", "fieldType", "isMultiValue", "isRequired", "hasMoreValues", "groupId", "values"),
}
DEFINITION_NAMES = (
    *("name", "displayName", "id", "description", "fieldType", "length", "defaultValue", "isMultiValue", "isRequired"),
    *("constraint", "constraintError", "listValues", "format", "currency", "formatPattern"),
)
TEMPLATE_FIELD_NAMES = (*DEFINITION_NAMES, "rule", "groupId", "groupName")
TEMPLATE_NAMES = ("id", "name", "displayName", "description", "color", "fieldCount")


def field_value(field: FieldOnEntry, dialect: Dialect) -> dict[str, Any]:
    """A field on an entry with all its values."""
    return {**_field(field, dialect, field.values), "hasMoreValues": False, "groupId": None}


def listed_field(field: FieldOnEntry, dialect: Dialect) -> dict[str, Any]:
    """A field in a row of a listing: only its first value, and whether there are more."""
    return {**_field(field, dialect, field.values[:1]), "hasMoreValues": len(field.values) > 1}


def _field(field: FieldOnEntry, dialect: Dialect, values: tuple[str, ...]) -> dict[str, Any]:
    name, id_ = ("fieldName", "fieldId") if dialect.is_v1 else ("name", "id")
    return {
        name: field.name,
        id_: field.id,
        "fieldType": field.type,
        "isMultiValue": field.is_multi_value,
        "isRequired": field.is_required,
        "values": _v1_values(field.type, values) if dialect.is_v1 else list(values),
    }


def _v1_values(type_: str, values: tuple[str, ...]) -> list[dict[str, Any]]:
    """v1 wraps each value with its position, counted from 1, and writes numbers as numbers (guides)."""
    as_number = type_ in NUMBER_TYPES
    return [
        {"value": _number(value) if as_number else value, "position": position}
        for position, value in enumerate(values, 1)
    ]


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def field_definition(field: FieldRecord) -> dict[str, Any]:
    """A field definition: the same names in both versions."""
    return {
        "name": field.name,
        "displayName": field.name,
        "id": field.id,
        "description": field.description,
        "fieldType": field.type,
        "length": field.length,
        "defaultValue": field.default,
        "isMultiValue": field.is_multi_value,
        "isRequired": field.is_required,
        "constraint": field.constraint,
        "constraintError": field.constraint_error,
        "listValues": list(field.list_values),
        "format": field.format,
        "currency": "",
        "formatPattern": "",
    }


def template_field(field: FieldRecord) -> dict[str, Any]:
    """A field definition as a template's: no dynamic rule, no group (the corpus vocabulary has neither)."""
    return {**field_definition(field), "rule": None, "groupId": 0, "groupName": ""}


def template_definition(template: TemplateRecord) -> dict[str, Any]:
    """A template definition: the same names in both versions, and no list of field names in either."""
    return {
        "id": template.id,
        "name": template.name,
        "displayName": template.name,
        "description": template.description,
        "color": dict(zip("argb", template.color, strict=True)),
        "fieldCount": template.field_count,
    }
