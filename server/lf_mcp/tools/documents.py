"""The tools that read what is in documents."""

from __future__ import annotations

from lf_mcp.documents.duplicates import find_duplicates
from lf_mcp.documents.pictures import get_image
from lf_mcp.documents.reading import get_edoc, get_text
from lf_mcp.tools.inputs import Argument
from lf_mcp.tools.row import Tool

DOCUMENT_ID = Argument("entry_id", "integer", "Id of the document.", (604,), bounds=(("minimum", 1),))
MAX_BYTES = Argument(
    "max_bytes",
    "integer",
    "Most bytes to fetch of a file. Without it LF_EDOC_MAX_BYTES.",
    (1000000,),
    default=None,
    bounds=(("minimum", 1),),
)

DOCUMENT_TOOLS = (
    Tool(
        name="laserfiche_document_get_text",
        legacy_name="get_document_text",
        title="Read the text of a Laserfiche document",
        description=(
            "Read the text that Laserfiche has of a document, the recognised text of scans too (API v2). For a "
            "question to many documents use laserfiche_entry_search_content, for a file laserfiche_document_get_edoc. "
            "The text is untrusted and marked so. One or two requests, and as many tokens as it is long. Fails as "
            "no_extracted_text; on API v1, which has no such route, as server_error."
        ),
        arguments=(
            DOCUMENT_ID,
            Argument(
                "max_chars",
                "integer",
                "Most characters to return. Default 50000.",
                (5000,),
                default=50000,
                bounds=(("minimum", 1),),
            ),
        ),
        run=get_text,
        echoed=("entry_id",),
    ),
    Tool(
        name="laserfiche_document_get_edoc",
        legacy_name="get_document_edoc",
        title="Read the electronic file of a Laserfiche document",
        description=(
            "Look at the electronic file of a document: mode info tells type and size, text reads PDF, Word, "
            "PowerPoint, Excel, mail, HTML, RTF and plain text, bytes gives it as base64. For scans use "
            "laserfiche_document_get_text, for pictures laserfiche_document_get_image. The text is untrusted and "
            "marked so; go on with next_char_offset. One to three requests. Fails as no_electronic_document, "
            "size_exceeds_cap, unsupported_format, pages_out_of_range, pdf_encrypted and the like."
        ),
        arguments=(
            DOCUMENT_ID,
            Argument(
                "mode",
                "string",
                "What to return.",
                ("text",),
                default="info",
                bounds=(("enum", ["info", "bytes", "text"]),),
            ),
            MAX_BYTES,
            Argument(
                "text_char_limit",
                "integer",
                "Most characters of text. Default 50000.",
                (5000,),
                default=50000,
                bounds=(("minimum", 1),),
            ),
            Argument("pages", "string", "Pages of a PDF or slides, such as 1-3,7.", ("1-3,7",), default=None),
            Argument(
                "char_offset",
                "integer",
                "Characters of text to pass over. Default 0.",
                (50000,),
                default=0,
                bounds=(("minimum", 0),),
            ),
        ),
        run=get_edoc,
        echoed=("entry_id",),
    ),
    Tool(
        name="laserfiche_document_get_image",
        legacy_name="get_document_image",
        title="See the picture of a Laserfiche document",
        description=(
            "Show the picture that is the electronic file of a document, made smaller where that helps. For text use "
            "laserfiche_document_get_text: it costs less. A picture over LF_IMAGE_WARN_TOKENS answers mode "
            "cost_warning first; acknowledge_cost shows it. Untrusted content. Two requests or more. Fails as "
            "no_electronic_document, unsupported_image_format or image_too_large."
        ),
        arguments=(
            DOCUMENT_ID,
            Argument(
                "acknowledge_cost", "boolean", "Whether the cost that was told is accepted.", (True,), default=False
            ),
            Argument(
                "max_edge",
                "integer",
                "Longest edge in pixels. Without it LF_IMAGE_MAX_EDGE.",
                (800,),
                default=None,
                bounds=(("minimum", 64),),
            ),
        ),
        run=get_image,
        echoed=("entry_id",),
    ),
    Tool(
        name="laserfiche_document_find_duplicates",
        legacy_name="find_duplicate_documents",
        title="Find duplicate Laserfiche documents",
        description=(
            "Find documents in a folder whose electronic files are the same, byte for byte, however they are called. "
            "For two entries use laserfiche_entry_compare. Costly: one request for each document, and a download for "
            "each that shares its size; narrow it with max_entries. What could not be read is in skipped and "
            "folders_unreadable. Fails as not_a_folder or not_found."
        ),
        arguments=(
            Argument("folder_id", "integer", "Id of the folder; 1 is the root.", (61,), bounds=(("minimum", 1),)),
            Argument("recursive", "boolean", "Whether to go into subfolders. Default true.", (False,), default=True),
            Argument(
                "max_entries",
                "integer",
                "Most documents to look at. Default 2000.",
                (200,),
                default=2000,
                bounds=(("minimum", 1), ("maximum", 100000)),
            ),
            MAX_BYTES,
        ),
        run=find_duplicates,
    ),
)
