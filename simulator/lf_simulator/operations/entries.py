"""Rows: entries as nodes of the tree."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.bodies import JsonBody, Member
from lf_simulator.handlers import entries, entries_tasks, entries_writing
from lf_simulator.operations.row import (
    CHILDREN,
    CULTURE,
    FORMAT_FIELD_VALUES,
    FORMAT_FIELDS,
    V1_FOLDER,
    Operation,
    both,
    row,
)

BY_PATH = (q.Param("fullPath", required=True), q.Param("fallbackToClosestAncestor", "flag"))
INCLUDE = (q.Param("includeChildInfo", "flag"), q.Param("includeTotalSize", "flag"))
AUTO_CREATE = q.Param("autoCreateFolderPath", "flag")
AUTO_RENAME = q.Param("autoRename", "flag")
"""In the query on v1; v2 has it in the body."""

CREATED_TYPES = ("Folder", "Shortcut")
NAME = Member("name", required=True)
ENTRY_TYPE = Member("entryType", "word", required=True, words=CREATED_TYPES)
RENAME = Member("autoRename", "flag")
TARGET, SOURCE = Member("targetId", "whole"), Member("sourceId", "whole", required=True)
VOLUME = Member("volumeName")
PARENT = Member("parentId", "whole")
REASON = Member("auditReasonId", "whole")

CREATE_OR_COPY = JsonBody(
    (Member("name"), Member("entryType", "word", words=CREATED_TYPES), TARGET, Member("sourceId", "whole"), VOLUME)
)
CREATE = JsonBody((NAME, ENTRY_TYPE, RENAME, TARGET, VOLUME, Member("folderPath")))
COPY_V1 = JsonBody((Member("name"), Member("sourceId", "whole"), VOLUME))
COPY = JsonBody((NAME, SOURCE, RENAME, VOLUME))
UPDATE_V1 = JsonBody((PARENT, Member("name")))
UPDATE = JsonBody((PARENT, Member("name"), RENAME))
DELETE_V1 = JsonBody((REASON, Member("comment")), optional=True)
DELETE = JsonBody((REASON, Member("auditReasonComment")), optional=True)

ROWS: tuple[Operation, ...] = (
    *both(
        "GetEntry GET ~/Entries/{entryId}",
        "GetEntry GET ~/Entries/{entryId}",
        entries.get_entry,
        (q.SELECT,),
        only_v2=INCLUDE,
    ),
    *both(
        "GetEntryByPath GET ~/Entries/ByPath",
        "GetEntryByPath GET ~/Entries/ByPath",
        entries.get_entry_by_path,
        BY_PATH,
    ),
    *both(
        f"GetEntryListing GET {V1_FOLDER}/children",
        "ListEntries GET ~/Entries/{entryId}/Folder/Children",
        entries.list_children,
        CHILDREN,
        only_v1=(FORMAT_FIELDS,),
        only_v2=(FORMAT_FIELD_VALUES,),
    ),
    row(
        f"CreateOrCopyEntry POST {V1_FOLDER}/children",
        "v1",
        entries_writing.create_or_copy,
        (AUTO_RENAME, CULTURE),
        CREATE_OR_COPY,
        also=("CreateEntry",),
    ),
    row(
        "CreateEntry POST ~/Entries/{entryId}/Folder/Children",
        "v2",
        entries_writing.create,
        (AUTO_CREATE, CULTURE),
        CREATE,
        also=("CreateOrCopyEntry",),
    ),
    row(
        "CopyEntry POST ~/Entries/{entryId}/Folder/Copy",
        "v2",
        entries_writing.copy,
        (CULTURE,),
        COPY,
        also=("CreateOrCopyEntry",),
    ),
    *both(
        f"CopyEntryAsync POST {V1_FOLDER}/CopyAsync",
        "StartCopyEntry POST ~/Entries/{entryId}/Folder/CopyAsync",
        entries_tasks.start_copy,
        (CULTURE,),
        only_v1=(AUTO_RENAME,),
        body_v1=COPY_V1,
        body_v2=COPY,
    ),
    *both(
        "MoveOrRenameEntry PATCH ~/Entries/{entryId}",
        "UpdateEntry PATCH ~/Entries/{entryId}",
        entries_writing.move_or_rename,
        (CULTURE,),
        only_v1=(AUTO_RENAME,),
        body_v1=UPDATE_V1,
        body_v2=UPDATE,
    ),
    *both(
        "DeleteEntryInfo DELETE ~/Entries/{entryId}",
        "StartDeleteEntry DELETE ~/Entries/{entryId}",
        entries_tasks.start_delete,
        body_v1=DELETE_V1,
        body_v2=DELETE,
    ),
)
