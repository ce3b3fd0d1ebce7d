"""From the tree to one SQL statement that finds the entries: a kind of node is a method, a key of a clause is a row of
clauses.py, and parts.py joins what they make."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

from lf_simulator.search import fulltext, texts, values
from lf_simulator.search.basic import basic_terms, whole_value
from lf_simulator.search.carried import text_holds
from lf_simulator.search.check import check
from lf_simulator.search.clauses import SUBFOLDERS, TYPE_LETTERS, VERSION_KEYS, Clause, basic_letters, clause_of
from lf_simulator.search.comparing import can_be_sought, compared, matched
from lf_simulator.search.errors import Code, QueryError
from lf_simulator.search.fields import groups, template_id
from lf_simulator.search.folders import folder_id, inside
from lf_simulator.search.kinds import Sql
from lf_simulator.search.matching import Sought, has_words, row_has_words
from lf_simulator.search.parts import EVERYTHING, NOTHING, OF_TEXT, Joiner, Part, by_index, negated
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
    leaves,
)
from lf_simulator.search.reader import EVERYBODY, LISTED, Reader
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.terms import terms
from lf_simulator.search.text_rows import ENTRY, of_sources
from lf_simulator.search.wildcards import only_wildcards, prefix_of
from lf_simulator.search.word_list import WordList
from lf_simulator.search.words import tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lf_simulator.search.fuzzy import Fuzzy
    from lf_simulator.search.query import Term

OF_TABLE = 3000
"""Rows that a clause about another table than `entry` is taken to find."""
INDEXED_COLUMNS = frozenset({"e.id", "e.name_key", "e.template_id", "e.created", "e.modified"})
_FROM_ENTRY = "SELECT e.id FROM entry e WHERE "
_FIRST_COLUMN = re.compile(r"^SELECT (\S+) FROM ")
_TOO_MUCH = re.compile(r"too (many|large|big|deep)|stack overflow|at most \d+ tables")
"""What SQLite says of a statement that is beyond one of its limits."""


def find(
    connection: sqlite3.Connection,
    node: Node,
    fuzzy: Fuzzy | None = None,
    reader: Reader = EVERYBODY,
    reading: Reading = PLAIN,
) -> list[int]:
    """The ids of the entries that a command finds, in ascending order, the root among them where it matches.

    `fuzzy` loosens indexed terms without wildcards. Raises QueryError for what `check` finds wrong, and 9269 for a
    command that is too much for the database."""
    prepare(connection)
    check(connection, node, reader.seen, reading)
    if reading.lone_look_in == "nothing" and isinstance(node, SystemClause) and node.key == "LookIn":
        return []
    try:
        query = statement(connection, node, fuzzy, reader, reading)
        return sorted({row[0] for row in connection.execute(query.text, query.parameters)})
    except (sqlite3.OperationalError, sqlite3.DataError) as failure:
        if _TOO_MUCH.search(str(failure)):
            raise QueryError(Code.TOO_COMPLEX, "The command has more parts than can be searched for at once.") from None
        raise


def statement(
    connection: sqlite3.Connection,
    node: Node,
    fuzzy: Fuzzy | None = None,
    reader: Reader = EVERYBODY,
    reading: Reading = PLAIN,
) -> Sql:
    """The statement that finds the ids, in no order and perhaps some twice. The connection has to be prepared."""
    translation = _Translation(connection, fuzzy, reader, reading)
    part = translation.part(node)
    if reader is not EVERYBODY:
        part = translation.join.all_of([part, Part(test=reader.sees_found)])
    return translation.join.statement(part)


def prepare(connection: sqlite3.Connection) -> None:
    """Give a connection the functions that the SQL here calls, unless it has them."""
    try:
        connection.execute("SELECT folded('')")
    except sqlite3.OperationalError:
        connection.create_function("folded", 1, _folded, deterministic=True)
        connection.create_function("has_words", 2, has_words, deterministic=True)
        connection.create_function("row_has_words", 2, row_has_words, deterministic=True)
        connection.create_function("text_holds", 2, text_holds, deterministic=True)


def _folded(text: str | None) -> str | None:
    return None if text is None else text.casefold()


class _Translation:
    def __init__(self, connection: sqlite3.Connection, fuzzy: Fuzzy | None, reader: Reader, reading: Reading) -> None:
        self.connection = connection
        self.fuzzy = fuzzy
        self.reader = reader
        self.reading = reading
        self.words = WordList(connection, fuzzy)
        self.join = Joiner(connection)

    def part(self, node: Node) -> Part:
        """What a node is. A clause about what only a reader of an entry knows does not find a closed one."""
        if isinstance(node, Near) or self._is_one_question(node):
            return self._for_readers(_from_index(texts.condition(self.words, node), "D"))
        match node:
            case And():
                return self.join.all_of([self.part(one) for one in self._gathered(And, node.parts)])
            case Or():
                return self.join.any_of([self.part(one) for one in self._gathered(Or, node.parts)])
            case Text(_, term):
                return self._for_readers(self._terms((term,), "D"))
            case Not(keep, drop):
                return self.join.all_of([self.part(keep), negated(self.part(drop))])
            case SystemClause():
                found = self._system(node)
                return found if node.key in LISTED or node.key == "Basic" else self._for_readers(found)
            case VersionClause():
                return self._for_readers(self._version(node))
            case TemplateClause(template):
                return self._template(template)
            case FieldClause():
                return self._for_readers(self._field(node))

    def _is_one_question(self, node: Node, deepest: int = texts.DEEPEST) -> bool:
        """Whether a tree is one expression of the index: bare text, and no word that may be one of very many."""
        return texts.is_text(node, deepest) and not any(
            fulltext.is_wide(self.words, leaf.term) for leaf in leaves(node) if isinstance(leaf, Text)
        )

    def _gathered(self, kind: type[And] | type[Or], parts: Sequence[Node]) -> list[Node]:
        """The parts of a node without nodes of the same kind between, and all bare text among them as one part."""
        found = list(_flat(kind, parts))
        is_text = [self._is_one_question(one, texts.DEEPEST - 1) for one in found]
        words = [one for one, holds in zip(found, is_text, strict=True) if holds]
        if len(words) < 2:
            return found
        return [kind(tuple(words)), *(one for one, holds in zip(found, is_text, strict=True) if not holds)]

    def _for_readers(self, part: Part) -> Part:
        if self.reader is EVERYBODY:
            return part
        return self.join.all_of([part, Part(test=self.reader.reads)])

    # ---- text

    def _terms(self, sought: tuple[Term, ...], sources: str) -> Part:
        return Part(fulltext.entries(self.words, sought, sources), size=OF_TEXT)

    # ---- clauses

    def _system(self, node: SystemClause) -> Part:
        special = _SPECIAL.get(node.key)
        if special:
            return self.join.all_of([special(self, node, condition) for condition in node.conditions])
        clause = clause_of(node)
        kind_of_entry = _type_test(node)
        if node.key == "ChildName":  # what is not seen betrays no parent
            kind_of_entry += f" AND {self.reader.seen.on('e')}"
        parts = []
        together = []  # conditions of one clause have to hold for the same row
        for condition in node.conditions:
            if condition.operator == "~=" and clause.index:
                sought = terms(condition.value, condition.place, self.reading)
                found = fulltext.match(self.words, sought)
                parts.append(_rows(clause.index, [found], kind_of_entry))
            elif clause.without and condition.operator == "<>":
                equal = Condition("=", condition.value, condition.operator_place, condition.place)
                parts.append(negated(_rows(clause.select, [self._compared(clause, equal)], kind_of_entry)))
            elif clause.without:
                parts.append(_rows(clause.select, [self._compared(clause, condition)], kind_of_entry))
            else:
                together.append(condition)
        if together:
            parts.append(self._of_clause(clause, together, kind_of_entry))
        return self.join.all_of(parts)

    def _of_clause(self, clause: Clause, conditions: Sequence[Condition], kind_of_entry: str) -> Part:
        tests = [self._compared(clause, one) for one in conditions]
        found = _rows(clause.select, tests, kind_of_entry)
        if found.rows is None or not clause.select.startswith(_FROM_ENTRY):
            return found
        test = _filled(clause.select, tests, kind_of_entry)
        inline = Sql(f"({test.text.removeprefix(_FROM_ENTRY)})", test.parameters)
        if clause.column in INDEXED_COLUMNS and any(can_be_sought(one) for one in conditions):
            return by_index(found.rows, inline)
        return Part(test=inline)

    def _compared(self, clause: Clause, condition: Condition) -> Sql:
        if condition.operator != "~=":
            return compared(clause.kind, clause.column, condition, self.reading)
        sought = terms(condition.value, condition.place, self.reading)
        written = Sought(sought, self.fuzzy, tokenizer(self.reading)).written()
        return Sql(f"has_words({clause.column}, ?)", (written,))

    def _version(self, node: VersionClause) -> Part:
        """One version has to meet all the conditions, so they stand in one query."""
        keys = [(VERSION_KEYS[key.casefold()], condition) for key, condition in node.conditions]
        return _rows(keys[0][0].select, [self._compared(clause, condition) for clause, condition in keys], "1")

    def basic(self, node: SystemClause, condition: Condition) -> Part:
        sources = basic_letters(node)[0]
        if only_wildcards(condition.value):
            return EVERYTHING
        by_name = self._basic(node, condition, "N") if "N" in sources else None
        if by_name and self.reader is not EVERYBODY:  # only the name of an entry is for everybody
            others = sources.replace("N", "")
            return self.join.any_of(
                [by_name, *([self._for_readers(self._basic(node, condition, others))] if others else [])]
            )
        return self._for_readers(self._basic(node, condition, sources))

    def _basic(self, node: SystemClause, condition: Condition, sources: str) -> Part:
        alike: dict[tuple[Term, ...], str] = {}
        for source in sources:
            sought = basic_terms(node, condition, source, self.reading)
            alike[sought] = alike.get(sought, "") + source
        parts = [self._terms(sought, of) for sought, of in alike.items()]
        return self.join.any_of([*parts, *self._whole_values(sources, whole_value(node, condition))])

    def _whole_values(self, sources: str, pattern: str) -> Iterable[Part]:
        """Decision: L and T put wildcards around the value and reach names and fields; words in some builds."""
        if pattern and "N" in sources:
            name = matched("e.name_key", pattern)
            rows = Sql(f"{_FROM_ENTRY}{name.text}", name.parameters)
            yield Part(rows, name, countable=prefix_of(pattern) is not None)
        if pattern and "F" in sources:
            any_field = FieldItem("", condition=Condition("=", pattern))
            yield values.having(self.words, [any_field])

    def look_in(self, node: SystemClause, condition: Condition) -> Part:
        subfolders = SUBFOLDERS[(node.option("Subfolders") or "y").casefold()]
        folder = folder_id(self.connection, condition.value, self.reader.seen)
        return inside(self.connection, folder, subfolders=subfolders) if folder else NOTHING

    def _template(self, template: str) -> Part:
        test = Sql("e.template_id IS NOT NULL")
        if template:
            test = Sql("e.template_id = ?", (template_id(self.connection, template),))
        return by_index(Sql(f"{_FROM_ENTRY}{test.text}", test.parameters), test)

    def _field(self, node: FieldClause) -> Part:
        items = node.items
        only_template = node.template and len(items) == 1 and not items[0].name and items[0].condition is None
        parts = [self._template(node.template)] if node.template else []
        if not only_template:  # {[T]:[]} is {[T]}
            parts += [values.having(self.words, one, self.reading) for one in groups(node)]
        return self.join.all_of(parts)


_SPECIAL: dict[str, Callable[[_Translation, SystemClause, Condition], Part]] = {
    "Basic": _Translation.basic,
    "LookIn": _Translation.look_in,
}


def _flat(kind: type[And] | type[Or], parts: Sequence[Node]) -> Iterable[Node]:
    for part in parts:
        if isinstance(part, kind):
            yield from _flat(kind, part.parts)
        else:
            yield part


def _from_index(condition: Sql, sources: str) -> Part:
    where = f"{condition.text} AND {of_sources(sources)}"
    rows = f"SELECT {ENTRY} AS id FROM text_index WHERE {where}"  # noqa: S608 - SQL of ours
    return Part(Sql(rows, condition.parameters), size=OF_TEXT)


def _type_test(node: SystemClause) -> str:
    letters = (node.option("Type") or "").upper()
    return f"({' OR '.join(TYPE_LETTERS[letter] for letter in dict.fromkeys(letters))})" if letters else "1"


def _rows(select: str, tests: Sequence[Sql], kind_of_entry: str) -> Part:
    found = _filled(select, tests, kind_of_entry)
    return Part(Sql(_FIRST_COLUMN.sub(r"SELECT \1 AS id FROM ", found.text), found.parameters), size=OF_TABLE)


def _filled(select: str, tests: Sequence[Sql], kind_of_entry: str) -> Sql:
    text = " AND ".join(test.text for test in tests)
    return Sql(
        select.replace("{test}", text).replace("{type}", kind_of_entry),
        tuple(value for test in tests for value in test.parameters),
    )
