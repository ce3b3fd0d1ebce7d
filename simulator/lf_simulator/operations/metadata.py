"""Rows: fields, tags, links and template of an entry."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.bodies import JsonBody, JsonItems, Member
from lf_simulator.handlers import dynamic_fields, fields, links, tags, templates
from lf_simulator.operations.row import FORMAT_FIELD_VALUES, FORMAT_VALUE, Operation, both

TEXT = Member("", "scalar")
"""Values of fields are texts; numbers and truth values stand for theirs, as for the serializers of a real build."""
VALUE_V1 = Member("", "object", members=(Member("value", "scalar", is_null=True), Member("position", "whole")))
FIELD_V1 = Member("", "object", members=(Member("values", "list", items=VALUE_V1, is_null=True),))
FIELD_V2 = Member(
    "", "object", members=(Member("name", required=True), Member("values", "list", items=TEXT, is_null=True))
)
FIELDS_V1 = Member("fields", "map", items=FIELD_V1)
FIELDS_V2 = Member("fields", "list", items=FIELD_V2)
TAGS = Member("tags", "list", items=Member(""))
PROPERTIES = Member("customProperties", "map", items=TEXT)
LINK_V1 = Member(
    "",
    "object",
    members=(Member("targetId", "whole", required=True), Member("linkTypeId", "whole", required=True), PROPERTIES),
)
LINK_V2 = Member(
    "",
    "object",
    members=(
        Member("linkDefinitionId", "whole", required=True),
        Member("otherEntryId", "whole", required=True),
        Member("isSource", "flag"),
        PROPERTIES,
    ),
)
LINKS_V2 = Member("links", "list", items=LINK_V2)
DYNAMIC = JsonBody((Member("templateId", "whole", required=True), Member("fieldValues", "map", items=TEXT)))

ROWS: tuple[Operation, ...] = (
    *both(
        "GetFieldValues GET ~/Entries/{entryId}/fields",
        "ListFields GET ~/Entries/{entryId}/Fields",
        fields.list_fields,
        (*q.LISTING, q.CULTURE),
        only_v1=(FORMAT_VALUE,),
        only_v2=(FORMAT_FIELD_VALUES,),
    ),
    *both(
        "AssignFieldValues PUT ~/Entries/{entryId}/fields",
        "SetFields PUT ~/Entries/{entryId}/Fields",
        fields.put_fields,
        (q.CULTURE,),
        body_v1=JsonItems(FIELD_V1, "map"),
        body_v2=JsonBody((FIELDS_V2,)),
    ),
    *both(
        "GetDynamicFieldValues POST ~/Entries/{entryId}/fields/GetDynamicFieldLogicValue",
        "ListDynamicFieldValues POST ~/Entries/{entryId}/Fields/GetDynamicFieldLogicValue",
        dynamic_fields.list_choices,
        body=DYNAMIC,
    ),
    *both(
        "GetTagsAssignedToEntry GET ~/Entries/{entryId}/tags",
        "ListTags GET ~/Entries/{entryId}/Tags",
        tags.list_tags,
        q.LISTING,
    ),
    *both(
        "AssignTags PUT ~/Entries/{entryId}/tags",
        "SetTags PUT ~/Entries/{entryId}/Tags",
        tags.put_tags,
        body=JsonBody((TAGS,)),
    ),
    *both(
        "GetLinkValuesFromEntry GET ~/Entries/{entryId}/links",
        "ListLinks GET ~/Entries/{entryId}/Links",
        links.list_links,
        q.LISTING,
    ),
    *both(
        "AssignEntryLinks PUT ~/Entries/{entryId}/links",
        "SetLinks PUT ~/Entries/{entryId}/Links",
        links.put_links,
        body_v1=JsonItems(LINK_V1, "list"),
        body_v2=JsonBody((LINKS_V2,)),
    ),
    *both(
        "WriteTemplateValueToEntry PUT ~/Entries/{entryId}/template",
        "SetTemplate PUT ~/Entries/{entryId}/Template",
        templates.put_template,
        (q.CULTURE,),
        body_v1=JsonBody((Member("templateName"), FIELDS_V1)),
        body_v2=JsonBody((Member("templateName", required=True), FIELDS_V2)),
    ),
    *both(
        "DeleteAssignedTemplate DELETE ~/Entries/{entryId}/template",
        "RemoveTemplate DELETE ~/Entries/{entryId}/Template",
        templates.remove_template,
    ),
)
