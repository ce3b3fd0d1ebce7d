"""Which values there are for a clause to compare with, and which of them come near to one that nothing has."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lf_simulator.search import dates
from lf_simulator.search.alike import closest
from lf_simulator.search.display import DATE_TYPES, NUMBER_TYPES
from lf_simulator.search.proposal import Proposal
from lf_simulator.search.wildcards import has_wildcards, only_wildcards
from lf_simulator.search.wording import quoted_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from lf_simulator.search.query import Node
    from lf_simulator.search.reading import Reading

    Make = Callable[[str, str], Node]
    """The clause with another operator and value."""

MOST_VALUES = 20_000

TEXTS = {
    "Name": "SELECT DISTINCT name FROM entry",
    "ParentName": "SELECT DISTINCT name FROM entry WHERE type NOT IN ('Document', 'Shortcut')",
    "ChildName": "SELECT DISTINCT name FROM entry WHERE parent_id IS NOT NULL",
    "TemplateName": "SELECT name FROM template_definition",
    "Creator": "SELECT DISTINCT creator FROM entry",
    "Owner": "SELECT DISTINCT ifnull(owner, creator) FROM entry",
    "CheckOutUser": "SELECT DISTINCT checked_out_by FROM entry WHERE checked_out_by IS NOT NULL",
    "Ext": "SELECT DISTINCT extension FROM entry WHERE edoc_size IS NOT NULL",
    "VolName": "SELECT DISTINCT volume FROM entry WHERE type = 'Document'",
    "Tags": "SELECT name FROM tag_definition",
    "TagComment": "SELECT DISTINCT comment FROM entry_tag WHERE comment <> ''",
    "LinkGroupComment": "SELECT comment FROM link_group WHERE comment <> ''",
    "Relation": "SELECT source_label FROM link_definition UNION SELECT target_label FROM link_definition",
    "RelationSRC": "SELECT source_label FROM link_definition UNION SELECT target_label FROM link_definition",
    "RelationDST": "SELECT source_label FROM link_definition UNION SELECT target_label FROM link_definition",
    "Sticky": "SELECT DISTINCT text FROM annotation WHERE kind = 'Note' AND text <> ''",
    "Callout": "SELECT DISTINCT text FROM annotation WHERE kind = 'Callout' AND text <> ''",
    "TextBox": "SELECT DISTINCT text FROM annotation WHERE kind = 'TextBox' AND text <> ''",
    "AnnType": "SELECT DISTINCT kind FROM annotation",
    "AnnCreator": "SELECT DISTINCT creator FROM annotation",
    "AnnStampName": "SELECT DISTINCT stamp FROM annotation WHERE stamp <> ''",
}
"""The values that a key of text is compared with."""
NUMBERS = {
    "ID": ("id", "entry WHERE 1"),
    "EdocSize": ("edoc_size", "entry WHERE edoc_size IS NOT NULL"),
    "PageCount": ("page_count", "entry WHERE type = 'Document'"),
    "TemplateID": ("template_id", "entry WHERE template_id IS NOT NULL"),
    "CheckOutUserID": ("id", "trustee WHERE name IN (SELECT checked_out_by FROM entry)"),
    "VolID": ("id", "volume WHERE name IN (SELECT volume FROM entry WHERE type = 'Document')"),
    "AnnColor": ("color", "annotation WHERE 1"),
    "AnnPage": ("page", "annotation WHERE 1"),
}
VERSIONS = {
    "ModifiedBy": "SELECT DISTINCT modified_by FROM document_version",
    "Label": "SELECT DISTINCT label FROM document_version",
    "Comment": "SELECT DISTINCT comment FROM document_version",
}
DATES = {"Created": ("created", "entry WHERE 1"), "Modified": ("modified", "entry WHERE 1")}
_FIELD = "field_value v JOIN field_definition d ON d.id = v.field_id WHERE d.name_key = ? AND v.value <> ''"

_TEXTS_OF_FIELD = f"SELECT DISTINCT v.value FROM {_FIELD}"  # noqa: S608 - ours, both


@dataclass(frozen=True, slots=True)
class Values:
    """Where the values of a clause are: texts, or a column with an order and where to find it."""

    kind: str
    sql: str
    column: str = ""
    parameters: tuple[Any, ...] = ()


def of_key(key: str) -> Values | None:
    """The values of a system clause."""
    if key in TEXTS:
        return Values("text", TEXTS[key])
    for kind, table in (("number", NUMBERS), ("date", DATES)):
        if key in table:
            column, rows = table[key]
            return Values(kind, rows, column)
    return None


def of_version(key: str) -> Values:
    """The values of a condition on versions."""
    if key in VERSIONS:
        return Values("text", VERSIONS[key])
    return Values("date", "document_version WHERE 1", "modified")


def of_field(connection: sqlite3.Connection, name: str) -> Values | None:
    """The values of a field; None for one that does not exist."""
    key = (name.casefold(),)
    row = connection.execute("SELECT type FROM field_definition WHERE name_key = ?", key).fetchone()
    if row is None:
        return None
    if row[0] in NUMBER_TYPES:
        return Values("number", _FIELD, "CAST(v.value AS REAL)", key)
    if row[0] in DATE_TYPES:
        return Values("date", _FIELD, "v.value", key)
    return Values("text", _TEXTS_OF_FIELD, "", key)


def proposals(
    connection: sqlite3.Connection, values: Values, operator: str, value: str, make: Make, reading: Reading
) -> Iterator[Proposal]:
    """What comes near to a comparison that finds nothing, the likeliest first."""
    if values.kind == "text":
        if operator == "=" and value and not only_wildcards(value):
            rows = connection.execute(f"{values.sql} LIMIT {MOST_VALUES}", values.parameters)
            yield from _near_texts([row[0] for row in rows if row[0]], value, make)
    elif not has_wildcards(value):
        yield from _near_order(connection, values, operator, value, make, reading)


def _near_texts(known: list[str], value: str, make: Make) -> Iterator[Proposal]:
    inner = value.strip("*")
    if not known:
        yield Proposal("Nothing has a value to compare with there.", None)
        return
    near = closest(inner, known)
    containing = [name for name in known if inner.casefold() in name.casefold()]
    if containing:
        example = min(containing, key=len)
        yield Proposal(
            f"= compares the whole value; {quoted_text(example)} has {quoted_text(inner)} in it.",
            make("=", f"*{inner}*"),
        )
    for name, how in near:
        if has_wildcards(name) or name.casefold() == value.casefold() or (how == "part" and name in containing):
            continue
        differs = ", which differs only in blanks, signs or accents" if how == "same" else ""
        yield Proposal(f"There is {quoted_text(name)}{differs}.", make("=", name))
    if not near and not containing:
        some = ", ".join(quoted_text(name) for name in sorted(known)[:5])
        yield Proposal(
            f"No value is like that; there {'is' if len(known) == 1 else 'are'} {some}{', …' if known[5:] else ''}.",
            None,
        )


def _near_order(
    connection: sqlite3.Connection, values: Values, operator: str, value: str, make: Make, reading: Reading
) -> Iterator[Proposal]:
    column, rows = values.column, f"FROM {values.sql}"
    low, high = connection.execute(f"SELECT min({column}), max({column}) {rows}", values.parameters).fetchone()
    if low is None:
        yield Proposal("Nothing has a value to compare with there.", None)
        return
    is_date = values.kind == "date"
    words = ("dates", "earliest", "latest") if is_date else ("values", "smallest", "largest")
    if operator in (">", ">="):
        yield Proposal(f"The {words[2]} is {_shown(high)}.", make(">=", _shown(high)))
    elif operator in ("<", "<="):
        yield Proposal(f"The {words[1]} is {_shown(low)}.", make("<=", _shown(low)))
    elif operator == "=":
        point: object = dates.interval(value, reading).start if is_date else float(value)
        for side, order, test in (("next before", "max", "<"), ("next after", "min", ">")):
            sql = f"SELECT {order}({column}) {rows} AND {column} {test} ?"
            (found,) = connection.execute(sql, (*values.parameters, point)).fetchone()
            if found is not None:
                yield Proposal(f"The {words[0][:-1]} {side} it is {_shown(found)}.", make("=", _shown(found)))
    if _shown(low) == _shown(high):
        yield Proposal(f"The only {words[0][:-1]} there is {_shown(low)}.")
    else:
        yield Proposal(f"The {words[0]} there run from {_shown(low)} to {_shown(high)}.")


def _shown(value: Any) -> str:
    """A number without needless zeros; a date without its time, which is an interval that holds it."""
    if isinstance(value, str):
        return value[:10]
    return str(int(value)) if isinstance(value, int) or (math.isfinite(value) and value == int(value)) else repr(value)
