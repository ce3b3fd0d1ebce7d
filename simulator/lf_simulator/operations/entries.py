"""Rows: entries as nodes of the tree."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.handlers import entries
from lf_simulator.operations.row import CHILDREN, FORMAT_FIELD_VALUES, FORMAT_FIELDS, V1_FOLDER, Operation, both, row

BY_PATH = (q.Param("fullPath", required=True), q.Param("fallbackToClosestAncestor", "flag"))

ROWS: tuple[Operation, ...] = (
    *both("GetEntry GET ~/Entries/{entryId}", "GetEntry GET ~/Entries/{entryId}", entries.get_entry, (q.SELECT,)),
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
    *both(f"CreateOrCopyEntry POST {V1_FOLDER}/children", "CreateEntry POST ~/Entries/{entryId}/Folder/Children"),
    row("CopyEntry POST ~/Entries/{entryId}/Folder/Copy", "v2", also=("CreateOrCopyEntry",)),
    *both(f"CopyEntryAsync POST {V1_FOLDER}/CopyAsync", "StartCopyEntry POST ~/Entries/{entryId}/Folder/CopyAsync"),
    *both("MoveOrRenameEntry PATCH ~/Entries/{entryId}", "UpdateEntry PATCH ~/Entries/{entryId}"),
    *both("DeleteEntryInfo DELETE ~/Entries/{entryId}", "StartDeleteEntry DELETE ~/Entries/{entryId}"),
)
