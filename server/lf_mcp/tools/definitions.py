"""The tools that tell what the repository defines."""

from __future__ import annotations

from lf_mcp import routes
from lf_mcp.listings import (
    audit_reasons,
    definitions_of,
    ends_of_link,
    name_of,
    repositories,
    template_fields,
)
from lf_mcp.tools.entries import MAX_RESULTS
from lf_mcp.tools.inputs import Argument
from lf_mcp.tools.row import Tool

SKIP = Argument(
    "skip", "integer", "Rows to pass over, for the next page. Default 0.", (25,), default=0, bounds=(("minimum", 0),)
)
SUMMARY_ONLY = Argument(
    "summary_only", "boolean", "Only count and names, which costs far fewer tokens.", (True,), default=False
)
LIST = (MAX_RESULTS, SKIP, SUMMARY_ONLY)
FAILURES = "One request; fails as auth_failed or server_error."

DEFINITION_TOOLS = (
    Tool(
        name="laserfiche_repository_list",
        legacy_name="list_repositories",
        title="List Laserfiche repositories",
        description=(
            "List the repositories of the server, to check which one is meant. For what is in this one use "
            "laserfiche_folder_list. Never fails: where the server does not tell, mode is fallback and value holds the "
            "configured repository alone. One request."
        ),
        arguments=(),
        run=repositories,
    ),
    Tool(
        name="laserfiche_field_definition_list",
        legacy_name="list_field_definitions",
        title="List Laserfiche field definitions",
        description=(
            "List the metadata fields that the repository defines: name, type, list values, constraints. For the "
            "fields of one template use laserfiche_template_field_list, for values laserfiche_field_values_get. "
            f"{FAILURES}"
        ),
        arguments=LIST,
        run=definitions_of(routes.FIELD_DEFINITIONS, name_of),
    ),
    Tool(
        name="laserfiche_tag_definition_list",
        legacy_name="list_tag_definitions",
        title="List Laserfiche tag definitions",
        description=(
            "List the tags that entries can have, security tags (isSecure) among them. For fields use "
            f"laserfiche_field_definition_list. {FAILURES}"
        ),
        arguments=LIST,
        run=definitions_of(routes.TAG_DEFINITIONS, name_of),
    ),
    Tool(
        name="laserfiche_template_definition_list",
        legacy_name="list_template_definitions",
        title="List Laserfiche templates",
        description=(
            "List the templates that entries are filed under, for their exact names. For the fields of one use "
            f"laserfiche_template_field_list. {FAILURES} A template_name that does not exist fails as not_found."
        ),
        arguments=(
            *LIST,
            Argument("template_name", "string", "Only the template of exactly this name.", ("Lease",), default=None),
        ),
        run=definitions_of(routes.TEMPLATE_DEFINITIONS, name_of),
    ),
    Tool(
        name="laserfiche_link_definition_list",
        legacy_name="list_link_definitions",
        title="List Laserfiche link types",
        description=(
            "List the types of links between entries, with the labels of both ends. For tags use "
            f"laserfiche_tag_definition_list. {FAILURES}"
        ),
        arguments=LIST,
        run=definitions_of(routes.LINK_DEFINITIONS, ends_of_link),
    ),
    Tool(
        name="laserfiche_template_field_list",
        legacy_name="get_template_fields",
        title="List the fields of a Laserfiche template",
        description=(
            "List the fields of one template: type, whether required, list values, default. Use it before a query by "
            "field or before field values are written; for all fields use laserfiche_field_definition_list. One "
            "request, and one for the names of templates now and then. A wrong name fails as invalid_template_name, "
            "with those that exist."
        ),
        arguments=(
            Argument("template_name", "string", "Exact name of the template; case counts.", ("Lease",)),
            Argument("required_only", "boolean", "Only fields that must have a value.", (True,), default=False),
        ),
        run=template_fields,
    ),
    Tool(
        name="laserfiche_audit_reason_list",
        legacy_name="get_audit_reasons",
        title="List Laserfiche audit reasons",
        description=(
            "List the reasons that may be given for deleting and exporting, with their ids. For what can be deleted "
            f"look with laserfiche_entry_get. {FAILURES}"
        ),
        arguments=(),
        run=audit_reasons,
    ),
)
