"""The tools that make entries: folders, copies, documents from local files."""

from __future__ import annotations

from lf_mcp.tools.inputs import Argument
from lf_mcp.tools.row import ADD, Tool
from lf_mcp.writes.making import copy_entry, create_folder, import_document

PARENT_ID = Argument(
    "parent_id", "integer", "Id of the folder that it goes into; 1 is the root.", (61,), bounds=(("minimum", 1),)
)
NAME = Argument(
    "name",
    "string",
    "Name of the new entry: 1 to 128 characters, no slash, no backslash, not only dots.",
    ("Lease 2026",),
    bounds=(("minLength", 1), ("maxLength", 128)),
)
TEMPLATE_NAME = Argument(
    "template_name",
    "string",
    "Template to assign, spelled as laserfiche_template_definition_list shows it.",
    ("Lease",),
    default=None,
)
FIELDS = Argument(
    "fields",
    "object",
    "Field values: each field name with the list of its values.",
    ({"Tenant": ["Ada Brook"]},),
    default=None,
    bounds=(("additionalProperties", {"type": "array"}),),
)
AUTO_RENAME = Argument(
    "auto_rename",
    "boolean",
    "Whether the server may choose another name when this one is taken; else that fails. Default false.",
    (True,),
    default=False,
)

MAKING_TOOLS = (
    Tool(
        name="laserfiche_folder_create",
        legacy_name="create_folder",
        title="Create a Laserfiche folder",
        description=(
            "Create a folder in another one, with a template and field values if wanted. For a document use "
            "laserfiche_document_import, for a copy laserfiche_entry_copy. Returns the new entry as the server "
            "describes it; mode partial when the folder is there but its template or fields were refused: mend it by "
            "its id, do not create it again. One to three requests and reads of definitions. Fails as invalid_name, "
            "invalid_template_name, invalid_field_name, missing_required_fields or path_not_allowed before anything "
            "is made; a name that is taken fails as server_error with status 409; outcome_unknown means: list the "
            "folder before a second try."
        ),
        arguments=(PARENT_ID, NAME, TEMPLATE_NAME, FIELDS, AUTO_RENAME),
        run=create_folder,
        effects=ADD,
        writes=True,
    ),
    Tool(
        name="laserfiche_entry_copy",
        legacy_name="copy_entry",
        title="Copy a Laserfiche entry",
        description=(
            "Copy a document, or a folder with all that is in it, into a folder. To change the place of an entry use "
            "laserfiche_entry_move. The copy is made on the server as a task: the answer holds its token (API v1) or "
            "taskId (v2), which laserfiche_task_wait follows and whose end names the new entry. Two requests. Fails as "
            "invalid_name or path_not_allowed before anything is made, as not_found for a wrong id; a copy of a large "
            "folder takes long. outcome_unknown means: list the folder before a second try."
        ),
        arguments=(
            Argument("source_id", "integer", "Id of the entry to copy.", (604,), bounds=(("minimum", 1),)),
            PARENT_ID,
            NAME,
            AUTO_RENAME,
        ),
        run=copy_entry,
        effects=ADD,
        writes=True,
    ),
    Tool(
        name="laserfiche_document_import",
        legacy_name="import_document",
        title="Import a file into Laserfiche",
        description=(
            "Make a document from a file on the machine that runs this server, with template, field values and tags. "
            "For a folder use laserfiche_folder_create. Returns the server's answer; mode partial when the document is "
            "there but some of its metadata was refused: mend it by its id, do not import again. The file is read "
            "whole, up to LF_IMPORT_MAX_BYTES. Two requests and reads of definitions. Fails as file_not_found, "
            "file_read_failed, size_exceeds_cap, source_path_not_allowed (outside LF_IMPORT_SOURCE_DIRS, or a file "
            "with credentials), invalid_name, invalid_tag_name, missing_required_fields and the like before anything "
            "is sent. outcome_unknown means: list the folder before a second try."
        ),
        arguments=(
            PARENT_ID,
            NAME,
            Argument(
                "file_path",
                "string",
                "Path of the file on the server's machine; links are followed before the folder is checked.",
                ("/srv/scans/lease.pdf",),
                bounds=(("minLength", 1),),
            ),
            TEMPLATE_NAME,
            FIELDS,
            Argument(
                "tags",
                "array",
                "Names of tags to give it, as laserfiche_tag_definition_list shows them.",
                (["Reviewed"],),
                default=None,
                bounds=(("items", {"type": "string"}),),
            ),
            Argument(
                "content_type",
                "string",
                "MIME type of the file. Without it, it is guessed from the names.",
                ("application/pdf",),
                default=None,
            ),
            AUTO_RENAME,
        ),
        run=import_document,
        effects=ADD,
        writes=True,
    ),
)
