"""The keys of system clauses, one row each: operators, kind of value, options, and the SQL that finds the entries.

Keys, operators and options are documented unless a row says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lf_simulator.search import kinds
from lf_simulator.search.columns import folded
from lf_simulator.search.errors import Code
from lf_simulator.search.kinds import ORDER_OPERATORS, TEXT_OPERATORS, Kind

if TYPE_CHECKING:
    from lf_simulator.search.query import SystemClause

EQUAL = frozenset({"="})
INDEXED = frozenset({"~="})

TYPE_LETTERS = {  # which entries a letter of the option Type stands for; `e` is the entry
    "D": "e.type = 'Document'",
    "F": "e.type IN ('Folder', 'RecordSeries')",  # decision: a record series counts as a folder
    "S": "e.type = 'Shortcut'",
    "B": "(e.type = 'Document' AND e.template_id IS NULL)",  # decision: programs send B, no page explains it
}
BASIC_SOURCES = "DFAN"  # document text, fields, annotations, names
BASIC_AFFIXES = "LT"  # a wildcard before, a wildcard after
SUBFOLDERS = {"y": True, "1": True, "n": False, "0": False}  # 1 and 0 were seen in programs


@dataclass(frozen=True, slots=True)
class Clause:
    """`select` finds entry ids; `{test}` stands for the conditions on `column`, `{type}` for those of the option Type.
    `without`: `<>` means that the entry has no row that is equal."""

    key: str
    kind: Kind
    operators: frozenset[str]
    column: str = ""
    select: str = ""
    options: tuple[str, ...] = ()
    index: str = ""
    """The select for `~=` where the full-text index holds the text; else the column itself is looked through."""
    without: bool = False
    wrong_operator: Code = Code.WRONG_OPERATOR
    special: bool = False
    """Evaluated by a function of sql.py."""


_ENTRY = "SELECT e.id FROM entry e WHERE {test}"
_TYPED = "SELECT e.id FROM entry e WHERE {test} AND {type}"
_PARENT = "SELECT e.id FROM entry e JOIN entry p ON p.id = e.parent_id WHERE {test} AND {type}"
_CHILD = "SELECT e.parent_id FROM entry e WHERE e.parent_id IS NOT NULL AND {test} AND {type}"
_DOCUMENT = "SELECT e.id FROM entry e WHERE e.type = 'Document' AND {test}"
_FILE = "SELECT e.id FROM entry e WHERE e.edoc_size IS NOT NULL AND {test}"
_TEMPLATE = "SELECT e.id FROM entry e JOIN template_definition t ON t.id = e.template_id WHERE {test}"
_TAG = "SELECT x.entry_id FROM entry_tag x JOIN tag_definition t ON t.id = x.tag_id WHERE {test}"
_TAG_COMMENT = "SELECT x.entry_id FROM entry_tag x WHERE x.comment <> '' AND {test}"
_ANNOTATION = "SELECT a.entry_id FROM annotation a WHERE {test}"
_KIND_OF_ANNOTATION = "SELECT a.entry_id FROM annotation a WHERE a.kind = '{kind}' AND a.text <> '' AND {test}"
_INDEXED_ANNOTATION = (
    "SELECT a.entry_id FROM text_index JOIN text_item i ON i.id = text_index.rowid "
    "JOIN annotation a ON a.id = i.ref WHERE i.source = 'A' AND a.kind = '{kind}' AND {test}"
)
_STAMP = "SELECT a.entry_id FROM annotation a WHERE a.kind = 'Stamp' AND a.stamp <> '' AND {test}"
_LINK_SOURCE = "SELECT l.source_id FROM entry_link l JOIN link_definition d ON d.id = l.definition_id WHERE {test}"
_LINK_TARGET = "SELECT l.target_id FROM entry_link l JOIN link_definition d ON d.id = l.definition_id WHERE {test}"
_LINK = (
    "SELECT e.id FROM entry_link l JOIN link_definition d ON d.id = l.definition_id "
    "JOIN entry e ON e.id IN (l.source_id, l.target_id) WHERE {test}"
)
_GROUP = (
    "SELECT m.entry_id FROM link_group g JOIN link_group_member m ON m.group_id = g.id WHERE g.comment <> '' AND {test}"
)
_VERSION = "SELECT v.entry_id FROM document_version v WHERE {test}"
_VOLUME = "SELECT e.id FROM entry e JOIN volume v ON v.name = e.volume WHERE e.type = 'Document' AND {test}"
_HOLDER = (
    "SELECT e.id FROM trustee r JOIN entry e ON {holder} = r.name_key WHERE e.checked_out_by IS NOT NULL AND {test}"
).replace("{holder}", folded("e.checked_out_by"))
_INDEXED = "SELECT e.id FROM text_index JOIN text_item i ON i.id = text_index.rowid JOIN entry e ON e.id = i.entry_id "
_INDEXED_NAME = _INDEXED + "WHERE i.source = 'N' AND {test} AND {type}"

_HAS_PAGE = "EXISTS (SELECT 1 FROM page g WHERE g.entry_id = e.id)"
_HAS_IMAGE = "EXISTS (SELECT 1 FROM page g WHERE g.entry_id = e.id AND g.has_image)"
_HAS_TEXT = "EXISTS (SELECT 1 FROM text_item i WHERE i.entry_id = e.id AND i.source = 'D')"
_SHARE_READ = (  # decision: a document without pages is None
    "(SELECT CASE WHEN total(g.text <> '') = 0 THEN 'none' WHEN min(g.text <> '') THEN 'all' ELSE 'some' END "
    "FROM page g WHERE g.entry_id = e.id)"
)


def _annotation_text(key: str, kind: str) -> Clause:
    select, index = (rows.replace("{kind}", kind) for rows in (_KIND_OF_ANNOTATION, _INDEXED_ANNOTATION))
    return Clause(key, kinds.CONTAINED, EQUAL | INDEXED, folded("a.text"), select, index=index)


_WORDS = TEXT_OPERATORS | INDEXED

CLAUSES = (
    Clause("Name", kinds.TEXT, _WORDS, "e.name_key", _TYPED, options=("Type",), index=_INDEXED_NAME),
    # Decision: Type is about the entry that is found, and with ChildName (documented) about the child.
    Clause("ParentName", kinds.TEXT, TEXT_OPERATORS, "p.name_key", _PARENT, options=("Type",)),
    Clause("ChildName", kinds.TEXT, TEXT_OPERATORS, "e.name_key", _CHILD, options=("Type",)),
    Clause("Basic", kinds.TEXT, INDEXED, options=("option",), special=True),
    Clause("LookIn", kinds.FOLDER, EQUAL, options=("Subfolders",), special=True),
    Clause("ID", kinds.INTEGER, ORDER_OPERATORS, "e.id", _ENTRY),
    Clause("TemplateName", kinds.TEXT, TEXT_OPERATORS, "t.name_key", _TEMPLATE),
    Clause("TemplateID", kinds.INTEGER, ORDER_OPERATORS, "e.template_id", _ENTRY),
    Clause("Created", kinds.MOMENT, ORDER_OPERATORS, "e.created", _ENTRY),
    Clause("Modified", kinds.MOMENT, ORDER_OPERATORS, "e.modified", _ENTRY),
    Clause("Creator", kinds.ACCOUNT, TEXT_OPERATORS, folded("e.creator"), _ENTRY),
    Clause("Owner", kinds.ACCOUNT, TEXT_OPERATORS, folded("ifnull(e.owner, e.creator)"), _ENTRY),
    # What nobody has checked out has no such user, so that <> does not find it (decision, as with blank fields).
    Clause("CheckOutUser", kinds.ACCOUNT, TEXT_OPERATORS, folded("e.checked_out_by"), _ENTRY),
    Clause("CheckOutUserID", kinds.INTEGER, ORDER_OPERATORS, "r.id", _HOLDER),
    Clause("Ext", kinds.TEXT, _WORDS, folded("nullif(e.extension, '')"), _FILE),
    Clause("EdocSize", kinds.INTEGER, ORDER_OPERATORS, "e.edoc_size", _FILE),
    Clause("PageCount", kinds.INTEGER, ORDER_OPERATORS, "e.page_count", _DOCUMENT),
    Clause("AssociatedPages", kinds.FLAG, EQUAL, _HAS_PAGE, _DOCUMENT),
    Clause("Img", kinds.FLAG, EQUAL, _HAS_IMAGE, _DOCUMENT),
    Clause("OCR", kinds.SHARE, EQUAL, _SHARE_READ, _DOCUMENT, wrong_operator=Code.WRONG_OPTION),
    Clause("Indexed", kinds.FLAG, EQUAL, _HAS_TEXT, _DOCUMENT),
    Clause("VolName", kinds.TEXT, TEXT_OPERATORS, folded("e.volume"), _DOCUMENT),
    Clause("VolID", kinds.INTEGER, ORDER_OPERATORS, "v.id", _VOLUME),
    # Decision: Tags<>"x" also finds what has no tag at all.
    Clause("Tags", kinds.TEXT, TEXT_OPERATORS, "t.name_key", _TAG, without=True),
    Clause("TagComment", kinds.CONTAINED, EQUAL | INDEXED, folded("x.comment"), _TAG_COMMENT),
    Clause("LinkGroupComment", kinds.CONTAINED, EQUAL | INDEXED, folded("g.comment"), _GROUP),
    Clause("Relation", kinds.LINK, EQUAL, "d", _LINK),
    Clause("RelationSRC", kinds.LINK, EQUAL, "d", _LINK_SOURCE),
    Clause("RelationDST", kinds.LINK, EQUAL, "d", _LINK_TARGET),
    _annotation_text("Sticky", "Note"),
    _annotation_text("Callout", "Callout"),
    _annotation_text("TextBox", "TextBox"),
    Clause("AnnType", kinds.ANNOTATION, TEXT_OPERATORS, folded("a.kind"), _ANNOTATION),
    Clause("AnnColor", kinds.INTEGER, ORDER_OPERATORS, "a.color", _ANNOTATION),
    Clause("AnnCreator", kinds.ACCOUNT, TEXT_OPERATORS, folded("nullif(a.creator, '')"), _ANNOTATION),
    Clause("AnnPage", kinds.INTEGER, ORDER_OPERATORS, "a.page", _ANNOTATION),
    Clause("AnnStampName", kinds.TEXT, TEXT_OPERATORS, folded("a.stamp"), _STAMP),
)
BY_KEY = {clause.key.casefold(): clause for clause in CLAUSES}

# Searches over versions of documents. How a label and a date are spelt is a decision; the other two are documented.
# Decision: a version without label or comment is like a blank field, which no comparison with a value finds.
VERSION_KEYS = {
    clause.key.casefold(): clause
    for clause in (
        Clause("ModifiedBy", kinds.ACCOUNT, TEXT_OPERATORS, folded("v.modified_by"), _VERSION),
        Clause("Comment", kinds.CONTAINED, EQUAL | INDEXED, folded("nullif(v.comment, '')"), _VERSION),
        Clause("Label", kinds.TEXT, TEXT_OPERATORS, folded("nullif(v.label, '')"), _VERSION),
        Clause("Modified", kinds.MOMENT, ORDER_OPERATORS, "v.modified", _VERSION),
    )
}


def clause_of(node: SystemClause) -> Clause:
    return BY_KEY[node.key.casefold()]


def basic_letters(node: SystemClause) -> tuple[str, bool, bool]:
    """Sources of a Basic clause, and whether a wildcard goes before and after. Without letters of either sort: all
    four sources, no wildcards (decision)."""
    letters = (node.option("option") or "").upper()
    sources = "".join(letter for letter in BASIC_SOURCES if letter in letters) or BASIC_SOURCES
    return sources, "L" in letters, "T" in letters
