"""Definitions as JSON: of fields, of templates and their fields, of tags and of links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lf_simulator.store.definitions import FieldRecord, TemplateFieldRecord, TemplateRecord
    from lf_simulator.store.links import LinkDefinitionRecord

FIELD_NAMES = (
    *("name", "displayName", "id", "description", "fieldType", "length", "defaultValue", "isMultiValue", "isRequired"),
    *("constraint", "constraintError", "listValues", "format", "currency", "formatPattern"),
)
TEMPLATE_FIELD_NAMES = (*FIELD_NAMES, "rule", "groupId", "groupName")
TEMPLATE_NAMES = ("id", "name", "displayName", "description", "color", "fieldCount")
LINK_NAMES = {
    "v1": ("linkTypeId", "sourceLabel", "targetLabel", "linkTypeDescription"),
    "v2": ("id", "sourceLabel", "targetLabel", "description"),
}


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
        "currency": field.currency,
        "formatPattern": field.format_pattern,
    }


def template_field(row: TemplateFieldRecord) -> dict[str, Any]:
    """A field definition as a template's. `rule` is that of a dynamic field, null for every other."""
    rule = {"ancestors": list(row.ancestors)} if row.ancestors else None
    return {**field_definition(row.field), "rule": rule, "groupId": row.group_id, "groupName": row.group_name}


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


def link_definition(definition: LinkDefinitionRecord, version: str) -> dict[str, Any]:
    """A kind of link: it has no name, only a label for each end."""
    values = (definition.id, definition.source_label, definition.target_label, definition.description)
    return dict(zip(LINK_NAMES[version], values, strict=True))
