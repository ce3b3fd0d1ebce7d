"""Definitions of fields, templates, tags and links: lists, single ones, and the fields of a template."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator import errors, paging
from lf_simulator.store import definitions, links, tags
from lf_simulator.wire import definitions as shapes
from lf_simulator.wire import tags as tag_shapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_simulator.context import Answer, Call
    from lf_simulator.store.definitions import TemplateRecord


def list_field_definitions(call: Call) -> Answer:
    found = [shapes.field_definition(field) for field in definitions.fields(call.store)]
    return _list(call, found, shapes.FIELD_NAMES, "FieldDefinition")


def get_field_definition(call: Call) -> Answer:
    field_id = call.positive("fieldDefinitionId" if call.is_v1 else "fieldId")
    field = definitions.field(call.store, field_id)
    if field is None:
        raise errors.definition_not_found("Field", f"There is no field {field_id}.", errors.FIELD_NOT_FOUND)
    return _one(call, shapes.field_definition(field), shapes.FIELD_NAMES, "FieldDefinition")


def list_template_definitions(call: Call) -> Answer:
    """All templates, or exactly the one that `templateName` names."""
    name = call.query.get("templateName")
    records = [template_named(call, name)] if name else definitions.templates(call.store)
    found = [shapes.template_definition(template) for template in records]
    return _list(call, found, shapes.TEMPLATE_NAMES, "TemplateDefinition")


def get_template_definition(call: Call) -> Answer:
    template = template_with_id(call, call.positive("templateId"))
    return _one(call, shapes.template_definition(template), shapes.TEMPLATE_NAMES, "TemplateDefinition")


def list_fields_of_template(call: Call) -> Answer:
    return _list_template_fields(call, template_with_id(call, call.positive("templateId")))


def list_fields_of_named_template(call: Call) -> Answer:
    return _list_template_fields(call, template_named(call, call.query["templateName"]))


def list_tag_definitions(call: Call) -> Answer:
    found = [tag_shapes.tag(record, call.version) for record in tags.tags(call.store)]
    return _list(call, found, tag_shapes.TAG_NAMES, "TagDefinition")


def get_tag_definition(call: Call) -> Answer:
    tag_id = call.positive("tagId")
    record = tags.tag(call.store, tag_id)
    if record is None:
        raise errors.definition_not_found("Tag", f"There is no tag {tag_id}.", errors.TAG_NOT_FOUND)
    return _one(call, tag_shapes.tag(record, call.version), tag_shapes.TAG_NAMES, "TagDefinition")


def list_link_definitions(call: Call) -> Answer:
    found = [shapes.link_definition(record, call.version) for record in links.definitions(call.store)]
    return _list(call, found, shapes.LINK_NAMES[call.version], "LinkDefinition")


def get_link_definition(call: Call) -> Answer:
    definition_id = call.positive("linkTypeId" if call.is_v1 else "linkDefinitionId")
    record = links.definition(call.store, definition_id)
    if record is None:
        reason = f"There is no link definition {definition_id}."
        raise errors.definition_not_found("Link type", reason, errors.LINK_DEFINITION_NOT_FOUND)
    body = shapes.link_definition(record, call.version)
    return _one(call, body, shapes.LINK_NAMES[call.version], "LinkDefinition")


def template_with_id(call: Call, template_id: int) -> TemplateRecord:
    """The template with that id. Raises ApiError 404, code 9015."""
    template = definitions.template(call.store, template_id)
    if template is None:
        reason = f"There is no template {template_id}."
        raise errors.definition_not_found("Template", reason, errors.TEMPLATE_NOT_FOUND)
    return template


def template_named(call: Call, name: str) -> TemplateRecord:
    """The template of that name. Raises ApiError 404, code 9015: the official tests know its title."""
    template = definitions.template_by_name(call.store, name, exact=call.profile.definition_names == "exact")
    if template is None:
        reason = f'No template is called exactly "{name}".'
        raise errors.definition_not_found("Template", reason, errors.TEMPLATE_NOT_FOUND)
    return template


def _list_template_fields(call: Call, template: TemplateRecord) -> Answer:
    """As many rows as the template's `fieldCount`, in the order that the template gives them."""
    found = [shapes.template_field(row) for row in definitions.template_fields(call.store, template.id)]
    return _list(call, found, shapes.TEMPLATE_FIELD_NAMES, "TemplateFieldDefinition")


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
