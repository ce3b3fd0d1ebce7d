"""Field and template definitions: lists, single ones, and the fields of a template."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator import errors, paging
from lf_simulator.store import definitions
from lf_simulator.wire import fields as shapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_simulator.context import Answer, Call
    from lf_simulator.store.definitions import TemplateRecord


def list_field_definitions(call: Call) -> Answer:
    found = [shapes.field_definition(field) for field in definitions.fields(call.store)]
    return _list(call, found, shapes.DEFINITION_NAMES, "FieldDefinition")


def get_field_definition(call: Call) -> Answer:
    field_id = call.positive("fieldDefinitionId" if call.is_v1 else "fieldId")
    field = definitions.field(call.store, field_id)
    if field is None:
        raise errors.definition_not_found("Field", f"There is no field {field_id}.", errors.FIELD_NOT_FOUND)
    return _one(call, shapes.field_definition(field), shapes.DEFINITION_NAMES, "FieldDefinition")


def list_template_definitions(call: Call) -> Answer:
    """All templates, or exactly the one that `templateName` names."""
    name = call.query.get("templateName")
    records = [_named(call, name)] if name else definitions.templates(call.store)
    found = [shapes.template_definition(template) for template in records]
    return _list(call, found, shapes.TEMPLATE_NAMES, "TemplateDefinition")


def get_template_definition(call: Call) -> Answer:
    return _one(call, shapes.template_definition(_by_id(call)), shapes.TEMPLATE_NAMES, "TemplateDefinition")


def list_fields_of_template(call: Call) -> Answer:
    return _list_template_fields(call, _by_id(call))


def list_fields_of_named_template(call: Call) -> Answer:
    return _list_template_fields(call, _named(call, call.query["templateName"]))


def _list_template_fields(call: Call, template: TemplateRecord) -> Answer:
    """As many rows as the template's `fieldCount`, in the order that the template gives them."""
    found = [shapes.template_field(field) for field in definitions.template_fields(call.store, template.id)]
    return _list(call, found, shapes.TEMPLATE_FIELD_NAMES, "TemplateFieldDefinition")


def _by_id(call: Call) -> TemplateRecord:
    template_id = call.positive("templateId")
    template = definitions.template(call.store, template_id)
    if template is None:
        reason = f"There is no template {template_id}."
        raise errors.definition_not_found("Template", reason, errors.TEMPLATE_NOT_FOUND)
    return template


def _named(call: Call, name: str) -> TemplateRecord:
    """The template of that name, compared with case: so it was reported of most builds."""
    template = definitions.template_by_name(call.store, name)
    if template is None:
        reason = f'No template is called exactly "{name}".'
        raise errors.definition_not_found("Template", reason, errors.TEMPLATE_NOT_FOUND)
    return template


def _list(call: Call, found: list[dict[str, Any]], names: Sequence[str], shape: str) -> Answer:
    listing = call.listing(names)
    largest = call.profile.definitions_top
    if largest and listing.top is not None and listing.top > largest:
        reason = f"This build takes a $top of {largest} at most for definitions, not {listing.top}."
        raise errors.bad_parameter("$top", reason)
    rows = paging.page_of(found, listing)
    return call.page(rows, listing, len(found), f"Collection(Laserfiche.Repository.{shape})")


def _one(call: Call, found: dict[str, Any], names: Sequence[str], shape: str) -> Answer:
    select = paging.read_select(call.query.get("$select"), {name.lower(): name for name in names})
    body = found if select is None else paging.chosen(found, select)
    return call.json({**call.dialect().context(f"Laserfiche.Repository.{shape}"), **body})
