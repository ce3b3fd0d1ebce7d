"""Rows: the contents of documents, in and out."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.bodies import JsonBody, Member
from lf_simulator.handlers import documents, documents_writing, exports, imports, uploads
from lf_simulator.media.marks import POSITIONS
from lf_simulator.multipart import FileMember, MultipartBody, RawBody
from lf_simulator.operations.metadata import FIELDS_V1, FIELDS_V2, LINKS_V2, TAGS
from lf_simulator.operations.row import CULTURE, V1_DOCUMENT, Operation, both, row
from lf_simulator.wire.imports import nothing_made

VOLUME = Member("volumeName")
LINK_V1 = (Member("linkTypeId", "whole"), Member("otherSourceId", "whole"), Member("isSource", "flag"))
PAGE_RANGE = q.Param("pageRange")
REASON = Member("auditReasonId", "whole")
WATERMARK = (
    Member("text"),
    Member("position", "word", words=tuple(POSITIONS)),
    Member("rotationAngle", "whole"),
    Member("pageSpanPercentage", "whole"),
)
IMAGE_OPTIONS = (
    Member("format", "word", words=("MultiPageTIFF", "SinglePageTIFF", "PNG", "PDF", "JPEG")),
    Member("jPEGCompressionLevel", "whole"),
    Member("includeAnnotations", "flag"),
    Member("convertPdfAnnotations", "flag"),
    Member("pagePrefix"),
    Member("includeRedactions", "flag"),
    Member("watermark", "object", members=WATERMARK),
)
EXPORT = JsonBody(
    (
        Member("part", "word", required=True, words=("Image", "Text", "Edoc")),
        REASON,
        Member("auditReasonComment"),
        Member("imageOptions", "object", members=IMAGE_OPTIONS),
        Member("textOptions", "object", members=(Member("includeRedactions", "flag"), Member("redactionCharacter"))),
    )
)
EXPORT_V1 = JsonBody((REASON, Member("comment")), optional=True)

METADATA_V1 = (FIELDS_V1, TAGS, Member("links", "list", items=Member("", "object", members=LINK_V1)))
IMPORT_V1 = MultipartBody(
    (FileMember("electronicDocument"),),
    JsonBody((Member("template"), Member("metadata", "object", members=METADATA_V1), VOLUME)),
    needs=("electronicDocument",),
    any_type=True,  # seen live: a JSON body was answered with 400, missing part
)
METADATA = (Member("templateName"), FIELDS_V2, TAGS, LINKS_V2)
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
    Member("metadata", "object", members=METADATA),
    VOLUME,
    Member("folderPath"),
)
IMPORT = MultipartBody(
    (FileMember("file"), FileMember("imageFiles", most=10)),
    JsonBody((*IMPORT_MEMBERS, Member("generateImagePagesText", "flag"))),
    needs=("file", "imageFiles"),
)
IMPORT_QUERY = (q.Param("autoCreateFolderPath", "flag"), CULTURE)
IMPORT_PARTS = JsonBody(
    (
        Member("uploadId", required=True),
        Member("partETags", "list", required=True, items=Member("")),
        *IMPORT_MEMBERS,
    )
)
URLS = JsonBody(
    (
        Member("numberOfParts", "whole", required=True),
        Member("startingPartNumber", "whole"),
        Member("uploadId"),
        Member("fileName"),
        Member("mimeType"),
    )
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
        IMPORT_QUERY,
        IMPORT,
        ("ImportDocument",),
    ),
    row("CreateMultipartUploadUrls POST ~/Entries/CreateMultipartUploadUrls", "v2", uploads.create_addresses, (), URLS),
    row("UploadPart PUT ~/Upload/{token}", "v2", uploads.put_part, (), RawBody(), is_open=True, document=""),
    row(
        "StartImportUploadedParts POST ~/Entries/{entryId}/Folder/ImportUploadedParts",
        "v2",
        uploads.start_import,
        IMPORT_QUERY,
        IMPORT_PARTS,
    ),
    row(f"GetDocumentContentType HEAD {V1_DOCUMENT}/edoc", "v1", documents.describe_edoc),
    row(f"ExportDocument GET {V1_DOCUMENT}/edoc", "v1", documents.download_edoc, also=("ExportEntry",)),
    row(
        f"ExportDocumentWithAuditReason POST {V1_DOCUMENT}/GetEdocWithAuditReason",
        "v1",
        documents.download_edoc,
        (),
        EXPORT_V1,
        ("ExportEntry",),
    ),
    row(
        "ExportEntry POST ~/Entries/{entryId}/Export",
        "v2",
        exports.export,
        (PAGE_RANGE,),
        EXPORT,
        ("ExportDocument", "ExportDocumentWithAuditReason"),
    ),
    row("StartExportEntry POST ~/Entries/{entryId}/ExportAsync", "v2", exports.start_export, (PAGE_RANGE,), EXPORT),
    row("DownloadExport GET ~/Download/{token}", "v2", exports.download, is_open=True, document=""),
    *both(
        f"DeleteDocument DELETE {V1_DOCUMENT}/edoc",
        "DeleteElectronicDocument DELETE ~/Entries/{entryId}/Document/Edoc",
        documents_writing.delete_edoc,
        reshape_v1=documents_writing.nested,
    ),
    *both(
        f"DeletePages DELETE {V1_DOCUMENT}/pages",
        "DeletePages DELETE ~/Entries/{entryId}/Document/Pages",
        documents_writing.delete_pages,
        (PAGE_RANGE,),
        reshape_v1=documents_writing.nested,
    ),
)
