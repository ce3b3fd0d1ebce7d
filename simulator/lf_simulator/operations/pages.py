"""Rows: the pages of documents, as the v2 description of 2026 has them."""

from __future__ import annotations

from lf_simulator.operations.row import Operation, row

ROWS: tuple[Operation, ...] = (
    row("CreatePages POST ~/Entries/{entryId}/Document/Pages", "v2", document="v2-2026"),
    row("ReplacePages PUT ~/Entries/{entryId}/Document/Pages", "v2", document="v2-2026"),
    row("ListPageInfos GET ~/Entries/{entryId}/Document/Pages", "v2", document="v2-2026"),
    row("WritePage PUT ~/Entries/{entryId}/Document/Pages/{pageNumber}", "v2", document="v2-2026"),
    row("MovePages POST ~/Entries/{entryId}/Document/Pages/Move", "v2", document="v2-2026"),
    row("CopyPages POST ~/Entries/{entryId}/Document/Pages/Copy", "v2", document="v2-2026"),
    row("RotateImagePage POST ~/Entries/{entryId}/Document/Pages/{pageNumber}/Image/Rotate", "v2", document="v2-2026"),
    row("GetPageImage GET ~/Entries/{entryId}/Document/Pages/{pageNumber}/Image", "v2", document="v2-2026"),
    row("GetPageText GET ~/Entries/{entryId}/Document/Pages/{pageNumber}/Text", "v2", document="v2-2026"),
    row("GenerateText POST ~/Entries/{entryId}/Document/GenerateText", "v2", document="v2-2026"),
)
