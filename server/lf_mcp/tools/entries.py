"""The tools that read entries: children of a folder, one entry, its field values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_mcp import routes
from lf_mcp.comparing import compare
from lf_mcp.errors import ToolError, classified
from lf_mcp.failures import ApiError
from lf_mcp.shapes import Json, entry_detail, field_value, pick, search_page, whole
from lf_mcp.tools.inputs import Argument
from lf_mcp.tools.row import Tool

if TYPE_CHECKING:
    from lf_mcp.call import Call


async def list_folder(call: Call, arguments: Json) -> Json:
    """One page of a folder's children."""
    size = call.config.list_size(arguments["max_results"])
    query: dict[str, str | int] = {"$top": size, "$skip": arguments["skip"]}
    if arguments["include_count"]:
        query["$count"] = "true"
    answer = await call.client.ask(routes.CHILDREN, query=query, entry_id=arguments["folder_id"])
    page = search_page(answer, call.config, size)
    return page if arguments["include_count"] else {**page, "total_count": None}


async def get_entry(call: Call, arguments: Json) -> Json:
    """One entry by id."""
    return entry_detail(await call.client.ask(routes.ENTRY, entry_id=arguments["entry_id"]), call.config)


async def get_entry_by_path(call: Call, arguments: Json) -> Json:
    """One entry by its path. v1 and v2 wrap it, some builds do not."""
    answer = await call.client.ask(routes.ENTRY_BY_PATH, path=arguments["full_path"])
    entry = pick(answer, "entry") if "entry" in answer or "Entry" in answer else answer
    if not isinstance(entry, dict) or whole(entry, "id") is None:
        nothing = ApiError("The server found no entry at this path.")
        extras = {"full_path": arguments["full_path"]}
        raise ToolError(classified(call.origin, nothing, extras, instead="not_found"))
    return entry_detail(entry, call.config)


async def get_field_values(call: Call, arguments: Json) -> Json:
    """All field values of one entry, page after page."""
    found = await call.client.ask_for_all(routes.FIELD_VALUES, entry_id=arguments["entry_id"])
    return {"entry_id": arguments["entry_id"], "values": [field_value(row) for row in found]}


MAX_RESULTS = Argument(
    "max_results",
    "integer",
    (
        "Most entries to return. Without it LF_MAX_RESULTS_DEFAULT (25) applies; more than LF_MAX_RESULTS_CEILING "
        "(200) is lowered to it."
    ),
    (50,),
    default=None,
    bounds=(("minimum", 1), ("maximum", 1000)),
)
ENTRY_ID = Argument("entry_id", "integer", "Id of the entry, as the search and listing tools return it.", (604,))

ENTRY_TOOLS = (
    Tool(
        name="laserfiche_folder_list",
        legacy_name="list_folder",
        title="List a Laserfiche folder",
        description=(
            "List the direct children of one folder, documents and subfolders alike, a page at a time. Use it "
            "to walk the tree from a known folder id (1 is the root). To find entries anywhere by what they "
            "are called or filed under, use laserfiche_entry_search; by what they say, "
            "laserfiche_entry_search_content. A page costs one request and is full when more may follow: go on "
            "with skip. A folder_id that is a document or does not exist fails as not_found or server_error."
        ),
        arguments=(
            Argument(
                "folder_id", "integer", "Entry id of the folder; 1 is the root.", (1, 61), bounds=(("minimum", 1),)
            ),
            MAX_RESULTS,
            Argument(
                "skip",
                "integer",
                "Children to pass over, for the next page: the number already seen. Default 0.",
                (25,),
                default=0,
                bounds=(("minimum", 0),),
            ),
            Argument(
                "include_count",
                "boolean",
                (
                    "Whether to ask for total_count, the number of all children. Off by default, since some builds "
                    "count slowly."
                ),
                (True,),
                default=False,
            ),
        ),
        run=list_folder,
        echoed=("folder_id",),
    ),
    Tool(
        name="laserfiche_entry_get",
        legacy_name="get_entry",
        title="Get one Laserfiche entry",
        description=(
            "Read the properties of one entry by id: name, type, path, times, template name, page count, "
            "extension. Use it when the id is known from a search or a listing. It returns neither text nor "
            "field values: for those use laserfiche_field_values_get, and laserfiche_entry_search_content for "
            "passages of the text. One request; an id that does not exist or is hidden from the account fails "
            "as not_found."
        ),
        arguments=(ENTRY_ID,),
        run=get_entry,
        echoed=("entry_id",),
    ),
    Tool(
        name="laserfiche_entry_get_by_path",
        legacy_name="get_entry_by_path",
        title="Get a Laserfiche entry by its path",
        description=(
            "Read the properties of one entry by its full path, as laserfiche_entry_get does by id. Use it for a path "
            "that a person gave; for a part of a name use laserfiche_entry_search_by_name. One request; a path that "
            "does not exist or is hidden from the account fails as not_found."
        ),
        arguments=(
            Argument(
                "full_path",
                "string",
                "Whole path from the root, names parted by backslashes, in any letter case.",
                ("\\Legal\\Matters",),
            ),
        ),
        run=get_entry_by_path,
        echoed=("full_path",),
    ),
    Tool(
        name="laserfiche_field_values_get",
        legacy_name="get_field_values",
        title="Get the field values of a Laserfiche entry",
        description=(
            "Read the metadata fields of one entry with their values, blank ones included. Use it for facts "
            "that are filed rather than written in the text, such as invoice numbers, parties or dates. For "
            "the entry's own properties use laserfiche_entry_get; to search by field values, "
            "laserfiche_entry_search with a template clause. Values come as the repository sends them: objects "
            "with value and position on API v1, texts on v2. One request; an unknown id fails as not_found."
        ),
        arguments=(ENTRY_ID,),
        run=get_field_values,
        echoed=("entry_id",),
    ),
    Tool(
        name="laserfiche_entry_compare",
        legacy_name="compare_entries",
        title="Compare two Laserfiche entries",
        description=(
            "Compare name, type, template, extension, page count and field values of two entries, for instance to "
            "tell copies apart. It does not compare content: for that use laserfiche_document_find_duplicates. Four "
            "requests, two without fields; fails as not_found with side left or right."
        ),
        arguments=(
            Argument("left_entry_id", "integer", "Id of the one entry.", (604,), bounds=(("minimum", 1),)),
            Argument("right_entry_id", "integer", "Id of the other entry.", (609,), bounds=(("minimum", 1),)),
            Argument(
                "include_fields", "boolean", "Whether to compare field values. Default true.", (False,), default=True
            ),
        ),
        run=compare,
    ),
)
