"""The tools that change fields, tags, links and templates of an entry."""

from __future__ import annotations

from dataclasses import replace

from lf_mcp.tools.inputs import REQUIRED, Argument
from lf_mcp.tools.making import FIELDS, TEMPLATE_NAME
from lf_mcp.tools.row import MERGE, REMOVE, REPLACE, Tool
from lf_mcp.writes.metadata import (
    assign_template,
    merge_fields,
    merge_tags,
    remove_template,
    set_fields,
    set_links,
    set_tags,
    update_fields,
    update_links,
    update_tags,
    update_template,
)

ENTRY_ID = Argument("entry_id", "integer", "Id of the entry.", (604,), bounds=(("minimum", 1),))
LEAST = " A fenced path fails as path_not_allowed; outcome_unknown means: read the entry before a second try."
VALUES = replace(
    FIELDS, default=REQUIRED, description="Each field name with the list of its values; an empty list clears it."
)
_STRINGS = (("items", {"type": "string"}),)
TAGS = Argument(
    "tags", "array", "All tags that the entry is to have; [] clears them.", (["Reviewed"],), bounds=_STRINGS
)
LINKS = Argument(
    "links",
    "array",
    "Links as {targetId, linkTypeId}; customProperties, and isSource false on API v2, are taken too.",
    ([{"targetId": 609, "linkTypeId": 1}],),
    bounds=(("items", {"type": "object"}),),
)


def _some(name: str, words: str) -> Argument:
    return Argument(name, "array", words, (["Reviewed"],), default=None, bounds=_STRINGS)


def _mode(default: str) -> Argument:
    return Argument(
        "mode",
        "string",
        f"merge keeps what is not named, replace does not. Default {default}.",
        (default,),
        default=default,
        bounds=(("enum", ["merge", "replace"]),),
    )


METADATA_TOOLS = (
    Tool(
        name="laserfiche_field_set",
        legacy_name="set_fields",
        title="Set all fields of a Laserfiche entry",
        description=(
            "Give an entry exactly these field values: every field that is not named loses its value. To change some "
            "use laserfiche_field_merge. Returns the server's fields. Two requests and reads of definitions. Fails as "
            "invalid_field_name before anything is written, as required_field_missing or server_error when the server "
            f"refuses a value.{LEAST}"
        ),
        arguments=(ENTRY_ID, replace(VALUES, name="fields")),
        run=set_fields,
        effects=REPLACE,
        writes=True,
        part=True,
    ),
    Tool(
        name="laserfiche_field_merge",
        legacy_name="merge_fields",
        title="Change some fields of a Laserfiche entry",
        description=(
            "Change the fields that are named and keep all others, multi-values too. To set all at once use "
            "laserfiche_field_set. Returns fields_updated, fields_preserved and the server's fields. Three requests or "
            f"more. Fails as invalid_field_name before anything is written, as server_error for a value refused.{LEAST}"
        ),
        arguments=(ENTRY_ID, replace(VALUES, name="updates")),
        run=merge_fields,
        effects=MERGE,
        writes=True,
        part=True,
    ),
    Tool(
        name="laserfiche_field_update",
        legacy_name="field_update",
        title="Update fields of a Laserfiche entry",
        description=(
            "Change field values of an entry: mode merge, the default, keeps all fields that are not named, mode "
            "replace clears them. For the names a template has use laserfiche_template_field_list. Returns what was "
            "updated and preserved, or the server's fields. Two requests or more. Fails as invalid_field_name before "
            f"anything is written, as server_error for a value refused.{LEAST}"
        ),
        arguments=(ENTRY_ID, replace(VALUES, name="updates"), _mode("merge")),
        run=update_fields,
        effects=REPLACE,
        writes=True,
    ),
    Tool(
        name="laserfiche_tag_set",
        legacy_name="set_tags",
        title="Set all tags of a Laserfiche entry",
        description=(
            "Give an entry exactly these tags; all others go. To change some use laserfiche_tag_merge. Returns the "
            f"server's tags. Two requests. Fails as invalid_tag_name before anything is written.{LEAST}"
        ),
        arguments=(ENTRY_ID, TAGS),
        run=set_tags,
        effects=REPLACE,
        writes=True,
        part=True,
    ),
    Tool(
        name="laserfiche_tag_merge",
        legacy_name="merge_tags",
        title="Change some tags of a Laserfiche entry",
        description=(
            "Add tags to an entry and remove others; all the rest stays. To set all at once use laserfiche_tag_set. "
            "Returns added, removed and final_tags. Three requests. Fails as invalid_tag_name before anything is "
            f"written.{LEAST}"
        ),
        arguments=(
            ENTRY_ID,
            _some("add", "Tags that the entry gets."),
            _some("remove", "Tags that the entry loses, if it has them."),
        ),
        run=merge_tags,
        effects=MERGE,
        writes=True,
        part=True,
    ),
    Tool(
        name="laserfiche_tag_update",
        legacy_name="tag_update",
        title="Update tags of a Laserfiche entry",
        description=(
            "Change the tags of an entry: add and remove change some, replace sets all. For the names that exist use "
            "laserfiche_tag_definition_list. Returns what changed, or the server's tags. Two or three requests. Fails "
            f"as conflicting_modes, no_op or invalid_tag_name before anything is written.{LEAST}"
        ),
        arguments=(
            ENTRY_ID,
            _some("add", "Tags that the entry gets."),
            _some("remove", "Tags that the entry loses, if it has them."),
            _some("replace", "All tags that it is to have; [] clears them. Not with add or remove."),
        ),
        run=update_tags,
        effects=REPLACE,
        writes=True,
    ),
    Tool(
        name="laserfiche_link_set",
        legacy_name="set_links",
        title="Set all links of a Laserfiche entry",
        description=(
            "Give an entry exactly these links to others; all others go, also those that point at it. To add some use "
            "laserfiche_link_update with mode merge. Returns the server's links. Two requests. Fails as "
            f"invalid_link_type before anything is written, as not_found for a target that is not there.{LEAST}"
        ),
        arguments=(ENTRY_ID, LINKS),
        run=set_links,
        effects=REPLACE,
        writes=True,
        part=True,
    ),
    Tool(
        name="laserfiche_link_update",
        legacy_name="link_update",
        title="Update links of a Laserfiche entry",
        description=(
            "Set the links of an entry (mode replace, the default), or add some and keep all others with their "
            "direction and properties (mode merge). For the ids of types use laserfiche_link_definition_list. Returns "
            "added_count and total_links, or the server's links. Two or three requests. Fails as invalid_link_type "
            "before anything is written, as conflicting_modes where API v1 would lose links that point at the "
            f"entry.{LEAST}"
        ),
        arguments=(ENTRY_ID, LINKS, _mode("replace")),
        run=update_links,
        effects=REPLACE,
        writes=True,
    ),
    Tool(
        name="laserfiche_template_assign",
        legacy_name="assign_template",
        title="Assign a template to a Laserfiche entry",
        description=(
            "Assign a template to an entry, with field values if wanted; fields that the template before had too keep "
            "their values. To take a template away use laserfiche_template_remove. Returns the server's entry. Three "
            "requests or more. Fails as invalid_template_name, invalid_field_name or missing_required_fields before "
            f"anything is written.{LEAST}"
        ),
        arguments=(ENTRY_ID, replace(TEMPLATE_NAME, default=REQUIRED), FIELDS),
        run=assign_template,
        effects=REPLACE,
        writes=True,
        part=True,
    ),
    Tool(
        name="laserfiche_template_remove",
        legacy_name="remove_template",
        title="Remove the template of a Laserfiche entry",
        description=(
            "Take the template away from an entry, and its fields with it. To assign another one use "
            f"laserfiche_template_assign. Returns the server's entry. Two requests. Fails as not_found.{LEAST}"
        ),
        arguments=(ENTRY_ID,),
        run=remove_template,
        effects=REMOVE,
        writes=True,
        part=True,
    ),
    Tool(
        name="laserfiche_template_update",
        legacy_name="template_assign_or_remove",
        title="Assign or remove the template of a Laserfiche entry",
        description=(
            "Assign a template to an entry when template_name is given, take it away when not. For the fields of one "
            "use laserfiche_template_field_list. Returns the server's entry. Two requests or more. Fails as "
            "invalid_template_name, missing_required_fields, or fields_ignored_on_remove before anything is "
            f"written.{LEAST}"
        ),
        arguments=(ENTRY_ID, TEMPLATE_NAME, FIELDS),
        run=update_template,
        effects=REPLACE,
        writes=True,
    ),
)
