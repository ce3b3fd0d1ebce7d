"""Rows: definitions of fields, tags, links and templates."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.handlers import definitions
from lf_simulator.operations.row import Operation, both

TEMPLATE_NAME = q.Param("templateName")
NEEDED_TEMPLATE_NAME = q.Param("templateName", required=True)
DEFINITIONS = (*q.LISTING, q.CULTURE)

ROWS: tuple[Operation, ...] = (
    *both(
        "GetFieldDefinitions GET ~/FieldDefinitions",
        "ListFieldDefinitions GET ~/FieldDefinitions",
        definitions.list_field_definitions,
        DEFINITIONS,
    ),
    *both(
        "GetFieldDefinitionById GET ~/FieldDefinitions/{fieldDefinitionId}",
        "GetFieldDefinition GET ~/FieldDefinitions/{fieldId}",
        definitions.get_field_definition,
        (q.SELECT, q.CULTURE),
    ),
    *both(
        "GetTagDefinitions GET ~/TagDefinitions",
        "ListTagDefinitions GET ~/TagDefinitions",
        definitions.list_tag_definitions,
        DEFINITIONS,
    ),
    *both(
        "GetTagDefinitionById GET ~/TagDefinitions/{tagId}",
        "GetTagDefinition GET ~/TagDefinitions/{tagId}",
        definitions.get_tag_definition,
        (q.SELECT, q.CULTURE),
    ),
    *both(
        "GetLinkDefinitions GET ~/LinkDefinitions",
        "ListLinkDefinitions GET ~/LinkDefinitions",
        definitions.list_link_definitions,
        q.LISTING,
    ),
    *both(
        "GetLinkDefinitionById GET ~/LinkDefinitions/{linkTypeId}",
        "GetLinkDefinition GET ~/LinkDefinitions/{linkDefinitionId}",
        definitions.get_link_definition,
        (q.SELECT,),
    ),
    *both(
        "GetTemplateDefinitions GET ~/TemplateDefinitions",
        "ListTemplateDefinitions GET ~/TemplateDefinitions",
        definitions.list_template_definitions,
        (*DEFINITIONS, TEMPLATE_NAME),
    ),
    *both(
        "GetTemplateDefinitionById GET ~/TemplateDefinitions/{templateId}",
        "GetTemplateDefinition GET ~/TemplateDefinitions/{templateId}",
        definitions.get_template_definition,
        (q.SELECT, q.CULTURE),
    ),
    *both(
        "GetTemplateFieldDefinitions GET ~/TemplateDefinitions/{templateId}/Fields",
        "ListTemplateFieldDefinitionsByTemplateId GET ~/TemplateDefinitions/{templateId}/FieldDefinitions",
        definitions.list_fields_of_template,
        DEFINITIONS,
    ),
    *both(
        "GetTemplateFieldDefinitionsByTemplateName GET ~/TemplateDefinitions/Fields",
        "ListTemplateFieldDefinitionsByTemplateName GET ~/TemplateDefinitions/FieldDefinitions",
        definitions.list_fields_of_named_template,
        (*DEFINITIONS, NEEDED_TEMPLATE_NAME),
    ),
)
