"""A search tree in plain words: what each clause asks of an entry, for people who read why a search found that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.search.query import (
    And,
    Condition,
    FieldClause,
    FieldItem,
    Near,
    Node,
    Not,
    Or,
    SystemClause,
    TemplateClause,
    Text,
    VersionClause,
)
from lf_simulator.search.wildcards import has_wildcards

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_SHOWN = 200
"""Characters of a value that are shown."""

_EQUALITY = {"=": "is", "<>": "is not", "~=": "has the words"}
_ORDER = {"=": "is", "<>": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}
_DATES = {"=": "on", "<>": "not on", "<": "before", "<=": "on or before", ">": "after", ">=": "on or after"}
_PART = {"=": "has the part", "~=": "has the words"}
_YES_OR_NO = {
    "AssociatedPages": ("has pages", "has no pages"),
    "Img": ("has page images", "has no page images"),
    "Indexed": ("has text in the index", "has no text in the index"),
}
_SHARES = {"all": "text on all pages", "some": "text on some pages", "none": "text on no page"}
_SUBJECTS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "Name": ("name", _EQUALITY),
    "ParentName": ("name of its folder", _EQUALITY),
    "ChildName": ("name of an entry in it", _EQUALITY),
    "ID": ("id", _ORDER),
    "TemplateName": ("template name", _EQUALITY),
    "TemplateID": ("template id", _ORDER),
    "Created": ("created", _DATES),
    "Modified": ("modified", _DATES),
    "Creator": ("creator", _EQUALITY),
    "Owner": ("owner", _EQUALITY),
    "CheckOutUser": ("user who has it checked out", _EQUALITY),
    "CheckOutUserID": ("id of the user who has it checked out", _ORDER),
    "Ext": ("extension of its file", _EQUALITY),
    "EdocSize": ("size of its file in bytes", _ORDER),
    "PageCount": ("number of pages", _ORDER),
    "VolName": ("volume", _EQUALITY),
    "VolID": ("volume id", _ORDER),
    "Tags": ("a tag", _EQUALITY),
    "TagComment": ("comment of a tag", _PART),
    "LinkGroupComment": ("comment of a link group", _PART),
    "Relation": ("either end of a link whose type", _EQUALITY),
    "RelationSRC": ("source of a link whose type", _EQUALITY),
    "RelationDST": ("target of a link whose type", _EQUALITY),
    "Sticky": ("text of a sticky note", _PART),
    "Callout": ("text of a callout", _PART),
    "TextBox": ("text of a text box", _PART),
    "AnnType": ("kind of an annotation", _EQUALITY),
    "AnnColor": ("colour of an annotation", _ORDER),
    "AnnCreator": ("creator of an annotation", _EQUALITY),
    "AnnPage": ("page of an annotation", _ORDER),
    "AnnStampName": ("name of a stamp", _EQUALITY),
    "ModifiedBy": ("made by", _EQUALITY),
    "Comment": ("comment", _PART),
    "Label": ("label", _EQUALITY),
}
_PATTERNS = {"is": "is like", "is not": "is not like"}

TYPES = {"D": "documents", "F": "folders", "S": "shortcuts", "B": "documents without a template"}
SOURCES = {"D": "document text", "F": "fields", "A": "annotations", "N": "names"}


def words_of(node: Node) -> str:
    """One line: what a clause asks for, or how those below it are joined."""
    match node:
        case And():
            return "all of"
        case Or():
            return "any of"
        case Not():
            return "the first without the second"
        case Near(_, _, distance, apart):
            return f"in one document, {'never ' if apart else ''}at most {distance} words between"
        case Text(text, term, quoted):
            kind = "the phrase" if quoted and len(term) > 1 else "a word like" if has_wildcards(text) else "the word"
            return f"document text has {kind} {quoted_text(text)}"
        case SystemClause("LookIn", (condition, *_)):
            reach = "directly in" if (node.option("Subfolders") or "y").casefold() in ("n", "0") else "anywhere in"
            return f"{reach} the folder {quoted_text(condition.value)}"
        case SystemClause("Basic"):
            return _basic(node)
        case SystemClause(key, conditions):
            return f"{' and '.join(_condition(key, condition) for condition in conditions)}{_types(node)}"
        case VersionClause(conditions):
            joined = " and ".join(_condition(key, condition) for key, condition in conditions)
            return f"one of its versions: {joined}"
        case TemplateClause(template):
            return f"has the template {template}" if template else "has a template"
        case FieldClause():
            return _fields(node)


def quoted_text(text: str) -> str:
    """A value as it is shown: in quotes, on one line, cut where it is very long."""
    line = " ".join(text.split()) if "\n" in text else text
    return f'"{line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"}"'


def _condition(key: str, condition: Condition) -> str:
    value = condition.value
    if key in _YES_OR_NO:
        return _YES_OR_NO[key][value.casefold() != "y"]
    if key == "OCR":
        return _SHARES.get(value.casefold(), f"share of pages with text is {value}")
    subject, verbs = _SUBJECTS.get(key, (key, _ORDER))
    return f"{subject} {_compared(verbs, condition)}"


def _compared(verbs: Mapping[str, str], condition: Condition) -> str:
    verb = verbs.get(condition.operator, condition.operator)
    if has_wildcards(condition.value):
        verb = _PATTERNS.get(verb, verb)
    return f"{verb} {quoted_text(condition.value)}"


def _types(node: SystemClause) -> str:
    letters = dict.fromkeys((node.option("Type") or "").upper())
    kinds = " and ".join(TYPES.get(letter, letter) for letter in letters)
    return f", of {kinds}" if kinds else ""


def _basic(node: SystemClause) -> str:
    letters = (node.option("option") or "").upper()
    sources = [name for letter, name in SOURCES.items() if letter in letters] or list(SOURCES.values())
    values = " and ".join(quoted_text(condition.value) for condition in node.conditions)
    affixes = {letter for letter in "LT" if letter in letters}
    around = {frozenset("LT"): "around it", frozenset("L"): "before it", frozenset("T"): "after it"}
    more = f", with any characters {around[frozenset(affixes)]}" if affixes else ""
    return f"{' or '.join(sources)} with the words {values}{more}"


def _fields(node: FieldClause) -> str:
    template = f"has the template {node.template}" if node.template else ""
    items = [text for text in map(_item, node.items) if text]
    if template and len(node.items) == 1 and not node.items[0].name and node.items[0].condition is None:
        return template
    return " and ".join([template, *items] if template else items)


def _item(item: FieldItem) -> str:
    name = f"the field {item.name}" if item.name else "some field"
    place = {"": "", "all": " in all its values"}.get(item.index, f" in value {item.index}")
    condition = item.condition
    if condition is None:
        return f"has {name}"
    if not condition.value and condition.operator in ("=", "<>"):
        return f"{name}{place} {'is blank' if condition.operator == '=' else 'has a value'}"
    return f"{name}{place} {_compared({**_ORDER, '~=': 'has the words'}, condition)}"
