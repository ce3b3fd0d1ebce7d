"""Rows: fields, tags, links and template of an entry."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.handlers import metadata
from lf_simulator.operations.row import FORMAT_FIELD_VALUES, FORMAT_VALUE, Operation, both

ROWS: tuple[Operation, ...] = (
    *both(
        "GetFieldValues GET ~/Entries/{entryId}/fields",
        "ListFields GET ~/Entries/{entryId}/Fields",
        metadata.list_fields,
        (*q.LISTING, q.CULTURE),
        only_v1=(FORMAT_VALUE,),
        only_v2=(FORMAT_FIELD_VALUES,),
    ),
    *both("AssignFieldValues PUT ~/Entries/{entryId}/fields", "SetFields PUT ~/Entries/{entryId}/Fields"),
    *both(
        "GetDynamicFieldValues POST ~/Entries/{entryId}/fields/GetDynamicFieldLogicValue",
        "ListDynamicFieldValues POST ~/Entries/{entryId}/Fields/GetDynamicFieldLogicValue",
    ),
    *both("GetTagsAssignedToEntry GET ~/Entries/{entryId}/tags", "ListTags GET ~/Entries/{entryId}/Tags"),
    *both("AssignTags PUT ~/Entries/{entryId}/tags", "SetTags PUT ~/Entries/{entryId}/Tags"),
    *both("GetLinkValuesFromEntry GET ~/Entries/{entryId}/links", "ListLinks GET ~/Entries/{entryId}/Links"),
    *both("AssignEntryLinks PUT ~/Entries/{entryId}/links", "SetLinks PUT ~/Entries/{entryId}/Links"),
    *both("WriteTemplateValueToEntry PUT ~/Entries/{entryId}/template", "SetTemplate PUT ~/Entries/{entryId}/Template"),
    *both(
        "DeleteAssignedTemplate DELETE ~/Entries/{entryId}/template",
        "RemoveTemplate DELETE ~/Entries/{entryId}/Template",
    ),
)
