"""Rows: the contents of documents, in and out."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.bodies import JsonBody, Member
from lf_simulator.handlers import documents, imports
from lf_simulator.multipart import FileMember, MultipartBody
from lf_simulator.operations.row import CULTURE, V1_DOCUMENT, Operation, both, row
from lf_simulator.wire.imports import nothing_made

VOLUME = Member("volumeName")
TAGS = Member("tags", "list", items=Member("tag"))
VALUE_V1 = (Member("value", "scalar"), Member("position", "whole"))
FIELD_VALUES = Member("values", "list", items=Member("value", "object", members=VALUE_V1))
LINK_V1 = (Member("linkTypeId", "whole"), Member("otherSourceId", "whole"), Member("isSource", "flag"))
FIELD = (Member("name", required=True), Member("values", "list", items=Member("value", "scalar")))
LINK = (
    Member("linkDefinitionId", "whole", required=True),
    Member("otherEntryId", "whole", required=True),
    Member("isSource", "flag"),
    Member("customProperties", "map", items=Member("property", "scalar")),
)
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

IMPORT_V1 = MultipartBody(
    (FileMember("electronicDocument"),),
    JsonBody(
        (
            Member("template"),
            Member(
                "metadata",
                "object",
                members=(
                    Member("fields", "map", items=Member("field", "object", members=(FIELD_VALUES,))),
                    TAGS,
                    Member("links", "list", items=Member("link", "object", members=LINK_V1)),
                ),
            ),
            VOLUME,
        )
    ),
    needs=("electronicDocument",),
    any_type=True,  # seen live: a JSON body was answered with 400, missing part
)
METADATA = Member(
    "metadata",
    "object",
    members=(
        Member("templateName"),
        Member("fields", "list", items=Member("field", "object", members=FIELD)),
        TAGS,
        Member("links", "list", items=Member("link", "object", members=LINK)),
    ),
)
PDF_OPTIONS = Member(
    "pdfOptions",
    "object",
    members=(
        Member("generateText", "flag"),
        Member("generatePages", "flag"),
        Member("generatePagesImageType", "word", words=("StandardColor", "BlackAndWhite", "HighQualityColor")),
        Member("keepPdfAfterImport", "flag"),
    ),
)
IMPORT_MEMBERS = (
    Member("name", required=True),
    Member("autoRename", "flag"),
    PDF_OPTIONS,
    Member("importAsElectronicDocument", "flag"),
    METADATA,
    VOLUME,
    Member("folderPath"),
)
IMPORT = MultipartBody(
    (FileMember("file"), FileMember("imageFiles", most=10)),
    JsonBody((*IMPORT_MEMBERS, Member("generateImagePagesText", "flag"))),
    needs=("file", "imageFiles"),
)

ROWS: tuple[Operation, ...] = (
    row(
        "ImportDocument POST ~/Entries/{parentEntryId}/{fileName}",
        "v1",
        imports.import_document,
        (q.Param("autoRename", "flag"), CULTURE),
        IMPORT_V1,
        ("ImportEntry",),
        reshape=nothing_made,
    ),
    row(
        "ImportEntry POST ~/Entries/{entryId}/Folder/Import",
        "v2",
        imports.import_entry,
        (q.Param("autoCreateFolderPath", "flag"), CULTURE),
        IMPORT,
        ("ImportDocument",),
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
