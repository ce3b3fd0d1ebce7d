"""From the tree to entries: a criterion is one SQL query, and the sets that they find are joined as the tree says."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from lf_simulator.search import fields, fulltext
from lf_simulator.search.check import check
from lf_simulator.search.clauses import SUBFOLDERS, TYPE_LETTERS, Clause, basic_letters, clause_of
from lf_simulator.search.columns import listed
from lf_simulator.search.folders import folder_id, inside
from lf_simulator.search.kinds import Sql
from lf_simulator.search.matching import Sought, Words, find_in, has_words, row_has_words
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
    Term,
    Text,
)
from lf_simulator.search.reader import EVERYBODY, LISTED, Reader
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.terms import terms
from lf_simulator.search.wildcards import glob, only_wildcards

if TYPE_CHECKING:
    from collections.abc import Callable

    from lf_simulator.search.fuzzy import Fuzzy


def find(
    connection: sqlite3.Connection,
    node: Node,
    fuzzy: Fuzzy | None = None,
    reader: Reader = EVERYBODY,
    reading: Reading = PLAIN,
) -> list[int]:
    """The ids of the entries that a command finds, in ascending order, the root among them where it matches.

    `fuzzy` loosens indexed terms without wildcards. Raises QueryError for what `check` finds wrong."""
    prepare(connection)
    check(connection, node, reader.seen, reading)
    found = _Search(connection, fuzzy, reader, reading).entries(node)
    return sorted(found if reader is EVERYBODY else found & reader.found(connection))


def prepare(connection: sqlite3.Connection) -> None:
    """Give a connection the functions that the SQL here calls, unless it has them."""
    try:
        connection.execute("SELECT folded('')")
    except sqlite3.OperationalError:
        connection.create_function("folded", 1, _folded, deterministic=True)
        connection.create_function("has_words", 2, has_words, deterministic=True)
        connection.create_function("row_has_words", 2, row_has_words, deterministic=True)


def _folded(text: str | None) -> str | None:
    return None if text is None else text.casefold()


class _Search:
    def __init__(self, connection: sqlite3.Connection, fuzzy: Fuzzy | None, reader: Reader, reading: Reading) -> None:
        self.connection = connection
        self.reading = reading
        self.fuzzy = fuzzy
        self.reader = reader
        self.closed: frozenset[int] = frozenset() if reader is EVERYBODY else reader.closed(connection)

    def entries(self, node: Node) -> set[int]:
        """What a node finds. A clause about what only a reader of an entry knows does not find a closed one."""
        found = self._entries(node)
        if not self.closed or isinstance(node, And | Or | Not | TemplateClause):
            return found
        if isinstance(node, SystemClause) and (node.key in LISTED or node.key == "Basic"):
            return found
        return found - self.closed

    def _entries(self, node: Node) -> set[int]:
        match node:
            case And(parts):
                return set.intersection(*map(self.entries, parts))
            case Or(parts):
                return set.union(*map(self.entries, parts))
            case Not(keep, drop):
                return self.entries(keep) - self.entries(drop)
            case Near():
                return self._near(node)
            case Text(_, term):
                return self._indexed((term,), "i.source = 'D'")
            case SystemClause():
                return self._system(node)
            case TemplateClause(template):
                return self._template(template)
            case FieldClause():
                return self._field(node)
            case _:
                return set()

    def _ids(self, sql: Sql) -> set[int]:
        return {row[0] for row in self.connection.execute(sql.text, sql.parameters)}

    def _indexed(self, sought: tuple[Term, ...], where: str) -> set[int]:
        found = fulltext.match(self.connection, sought, self.fuzzy)
        rows = "SELECT i.entry_id FROM text_index JOIN text_item i ON i.id = text_index.rowid"
        return self._ids(Sql(f"{rows} WHERE {found.text} AND {where}", found.parameters))

    def _near(self, node: Near) -> set[int]:
        candidates = self.entries(node.left) & self.entries(node.right)
        if not candidates:
            return candidates
        rows = self.connection.execute(
            "SELECT i.entry_id, t.words FROM text_item i JOIN text_index t ON t.rowid = i.id "
            "WHERE i.source = 'D' AND i.entry_id IN (SELECT value FROM json_each(?))",
            (str(sorted(candidates)),),
        )
        return {entry for entry, text in rows if find_in(Words(text.split(" ")), node, self.fuzzy)}

    # ---- clauses

    def _system(self, node: SystemClause) -> set[int]:
        special = _SPECIAL.get(node.key)
        if special:
            return set.intersection(*(special(self, node, condition) for condition in node.conditions))
        clause = clause_of(node)
        kind_of_entry = _type_test(node)
        if node.key == "ChildName":  # what is not seen betrays no parent
            kind_of_entry += f" AND {self.reader.seen.on('e')}"
        words = [condition for condition in node.conditions if condition.operator == "~="]
        others = [condition for condition in node.conditions if condition.operator != "~="]
        sets = [self._words_of(clause, condition, kind_of_entry) for condition in words]
        if clause.without:
            sets += [self._with_or_without(clause, condition, kind_of_entry) for condition in others]
        elif others:  # conditions of one clause have to hold for the same row
            sets.append(
                self._ids(
                    _filled(clause.select, [_compare(clause, other, self.reading) for other in others], kind_of_entry)
                )
            )
        return set.intersection(*sets)

    def _words_of(self, clause: Clause, condition: Condition, kind_of_entry: str) -> set[int]:
        sought = terms(condition.value, condition.place, self.reading)
        if clause.index:
            return self._ids(
                _filled(clause.index, [fulltext.match(self.connection, sought, self.fuzzy)], kind_of_entry)
            )
        test = Sql(f"has_words({clause.column}, ?)", (Sought(sought, self.fuzzy).written(),))
        return self._ids(_filled(clause.select, [test], kind_of_entry))

    def _with_or_without(self, clause: Clause, condition: Condition, kind_of_entry: str) -> set[int]:
        equal = Condition("=", condition.value, condition.operator_place, condition.place)
        found = self._ids(_filled(clause.select, [_compare(clause, equal, self.reading)], kind_of_entry))
        return self._everything() - found if condition.operator == "<>" else found

    def _everything(self) -> set[int]:
        return self._ids(Sql("SELECT id FROM entry"))

    def basic(self, node: SystemClause, condition: Condition) -> set[int]:
        sources, before, after = basic_letters(node)
        value = condition.value
        if only_wildcards(value):
            return self._everything()
        sought = terms(value, condition.place, self.reading)
        whole = f"{'*' if before else ''}{value}{'*' if after else ''}" if before or after else ""
        found = self._basic(sources, sought, whole)
        if not self.closed:
            return found
        by_name = self._basic("N", sought, whole) if "N" in sources else set()
        return found - self.closed | by_name & self.closed

    def _basic(self, sources: str, sought: tuple[Term, ...], whole: str) -> set[int]:
        found = self._indexed(sought, f"i.source IN {listed(tuple(sources))}")
        return found | self._whole_values(sources, whole) if whole else found

    def _whole_values(self, sources: str, pattern: str) -> set[int]:
        """Decision: L and T put wildcards around the value and reach names and fields, not the words of documents."""
        found = set()
        if "N" in sources:
            found |= self._ids(Sql("SELECT id FROM entry WHERE name_key GLOB ?", (glob(pattern),)))
        if "F" in sources:
            any_field = FieldItem("", condition=Condition("=", pattern))
            found |= self._ids(fields.select(self.connection, [any_field], None, self.reading))
        return found

    def look_in(self, node: SystemClause, condition: Condition) -> set[int]:
        subfolders = SUBFOLDERS[(node.option("Subfolders") or "y").casefold()]
        folder = folder_id(self.connection, condition.value, self.reader.seen)
        return self._ids(inside(self.connection, folder or 0, subfolders=subfolders))

    def _template(self, template: str) -> set[int]:
        if not template:
            return self._ids(Sql("SELECT id FROM entry WHERE template_id IS NOT NULL"))
        wanted = fields.template_id(self.connection, template)
        return self._ids(Sql("SELECT id FROM entry WHERE template_id = ?", (wanted,)))

    def _field(self, node: FieldClause) -> set[int]:
        items = node.items
        only_template = node.template and len(items) == 1 and not items[0].name and items[0].condition is None
        sets = [self._template(node.template)] if node.template else []
        if not only_template:  # {[T]:[]} is {[T]}
            sets += [
                self._ids(fields.select(self.connection, group, self.fuzzy, self.reading))
                for group in fields.groups(node)
            ]
        return set.intersection(*sets)


_SPECIAL: dict[str, Callable[[_Search, SystemClause, Condition], set[int]]] = {
    "Basic": _Search.basic,
    "LookIn": _Search.look_in,
}


def _compare(clause: Clause, condition: Condition, reading: Reading) -> Sql:
    value = clause.kind.read(condition.value, condition.place, reading)
    return clause.kind.test(clause.column, condition.operator, value)


def _type_test(node: SystemClause) -> str:
    letters = (node.option("Type") or "").upper()
    return f"({' OR '.join(TYPE_LETTERS[letter] for letter in dict.fromkeys(letters))})" if letters else "1"


def _filled(select: str, tests: list[Sql], kind_of_entry: str) -> Sql:
    text = " AND ".join(test.text for test in tests)
    return Sql(
        select.replace("{test}", text).replace("{type}", kind_of_entry),
        tuple(value for test in tests for value in test.parameters),
    )
