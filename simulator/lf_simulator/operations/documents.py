"""Rows: the contents of documents, in and out."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.bodies import JsonBody, Member
from lf_simulator.handlers import documents
from lf_simulator.operations.row import V1_DOCUMENT, Operation, both, row

PAGE_RANGE = q.Param("pageRange")
EXPORT = JsonBody(
    (
        Member("part", "word", required=True, words=("Image", "Text", "Edoc")),
        Member("auditReasonId", "whole"),
        Member("auditReasonComment"),
        Member(
            "imageOptions",
            "object",
            members=(
                Member("format", "word", words=("MultiPageTIFF", "SinglePageTIFF", "PNG", "PDF", "JPEG")),
                Member("jPEGCompressionLevel", "whole"),
                Member("includeAnnotations", "flag"),
                Member("convertPdfAnnotations", "flag"),
                Member("pagePrefix"),
                Member("includeRedactions", "flag"),
                Member("watermark", "object"),
            ),
        ),
        Member("textOptions", "object", members=(Member("includeRedactions", "flag"), Member("redactionCharacter"))),
    )
)

ROWS: tuple[Operation, ...] = (
    *both(
        "ImportDocument POST ~/Entries/{parentEntryId}/{fileName}", "ImportEntry POST ~/Entries/{entryId}/Folder/Import"
    ),
    row("CreateMultipartUploadUrls POST ~/Entries/CreateMultipartUploadUrls", "v2"),
    row("StartImportUploadedParts POST ~/Entries/{entryId}/Folder/ImportUploadedParts", "v2"),
    row(f"GetDocumentContentType HEAD {V1_DOCUMENT}/edoc", "v1", documents.describe_edoc),
    row(f"ExportDocument GET {V1_DOCUMENT}/edoc", "v1", documents.download_edoc, also=("ExportEntry",)),
    row(f"ExportDocumentWithAuditReason POST {V1_DOCUMENT}/GetEdocWithAuditReason", "v1"),
    row(
        "ExportEntry POST ~/Entries/{entryId}/Export",
        "v2",
        documents.export,
        (PAGE_RANGE,),
        EXPORT,
        ("ExportDocument", "ExportDocumentWithAuditReason"),
    ),
    row("StartExportEntry POST ~/Entries/{entryId}/ExportAsync", "v2"),
    row("DownloadExport GET ~/Download/{token}", "v2", documents.download, is_open=True, document=""),
    *both(
        f"DeleteDocument DELETE {V1_DOCUMENT}/edoc", "DeleteElectronicDocument DELETE ~/Entries/{entryId}/Document/Edoc"
    ),
    *both(f"DeletePages DELETE {V1_DOCUMENT}/pages", "DeletePages DELETE ~/Entries/{entryId}/Document/Pages"),
)
