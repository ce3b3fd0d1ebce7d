"""What near a clause that finds nothing would have found something. Each advice was tried: it says how many entries it
finds, and what finds none is not given."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from lf_simulator.search import near_texts, near_values, wording
from lf_simulator.search.alike import closest
from lf_simulator.search.errors import Code, QueryError
from lf_simulator.search.explanation import Advice
from lf_simulator.search.near_folders import of_folder
from lf_simulator.search.printing import printed
from lf_simulator.search.proposal import Proposal
from lf_simulator.search.query import (
    Condition,
    FieldClause,
    FieldItem,
    Near,
    SystemClause,
    TemplateClause,
    Text,
    VersionClause,
)
from lf_simulator.search.wording import quoted_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lf_simulator.search.explanation import Draft, Search
    from lf_simulator.search.query import Node

MOST_CLAUSES = 5
"""Clauses that are looked into."""
MOST_TRIED = 20
"""Proposals that are tried for one of them."""
MOST_GIVEN = 4
MOST_WITHOUT = 3
"""Clauses of one group that are named as those without which it would find something."""


def advice_on(
    search: Search, drafts: Sequence[Draft], numbers: Sequence[int], has_time: Callable[[], bool]
) -> tuple[Advice, ...]:
    """Advice on the lines of these numbers, as far as there is time."""
    given: list[Advice] = []
    for number in numbers[:MOST_CLAUSES]:
        proposals = _as_far_as_they_go(_proposals(search, drafts[number], has_time))
        given += islice(_tried(search, number, proposals, has_time), MOST_GIVEN)
    return (*given, *_without(drafts, numbers))


def _as_far_as_they_go(proposals: Iterator[Proposal]) -> Iterator[Proposal]:
    """Without the rest where one cannot be made: what stands in a text need not be fit for a search."""
    with suppress(QueryError):
        yield from proposals


def _tried(
    search: Search, number: int, proposals: Iterator[Proposal], has_time: Callable[[], bool]
) -> Iterator[Advice]:
    said: set[object] = set()
    for sentence, node, always in islice(proposals, MOST_TRIED):
        what = sentence if node is None else node
        if what in said:
            continue
        said.add(what)
        if node is None:
            yield Advice(number, sentence, "", None)
            continue
        found = _count(search, node) if has_time() else None
        if found or always:
            yield Advice(number, sentence, printed(node), found)


def _count(search: Search, node: Node) -> int | None:
    with suppress(QueryError):
        return len(search.ids(node))
    return None


def _without(drafts: Sequence[Draft], numbers: Sequence[int]) -> Iterator[Advice]:
    """What would be left of each group without one of its clauses."""
    for draft in drafts:
        if draft.without and not set(numbers).isdisjoint(draft.children):
            for child, count in draft.without.most_common(MOST_WITHOUT):
                sentence = f"Without {printed(drafts[child].node)} the others of its group have entries in common."
                yield Advice(child, sentence, "", count)


def _proposals(search: Search, draft: Draft, has_time: Callable[[], bool]) -> Iterator[Proposal]:
    """What may be said of a clause that is wrong or empties the result, the likeliest first. One that finds something
    by itself is as it should be; what the others would find without it is told anyhow."""
    node = draft.node
    if draft.empties in ("together", "taken away") or (draft.error and draft.error.code not in _OF_MISSING):
        return
    match node:
        case Text(text):
            build = near_texts.bare(node)
            yield from near_texts.of_words(search, text, build, "D", has_time, is_phrase=node.quoted)
        case Near():
            yield from near_texts.of_distance(search, node, has_time)
        case SystemClause("LookIn"):
            yield from of_folder(search, node)
        case SystemClause():
            yield from _of_system(search, node, has_time)
            if node.option("Type"):  # the value may be wrong as well
                yield from _of_system(search, replace(node, options=()), has_time)
        case TemplateClause(template):
            yield from _of_template(search, template, TemplateClause)
        case FieldClause():
            yield from _of_fields(search, node, has_time)
        case VersionClause():
            yield from _of_version(search, node)


_OF_MISSING = frozenset({Code.FOLDER_NOT_FOUND, Code.TEMPLATE_NOT_FOUND, Code.FIELD_NOT_FOUND})


def _of_system(search: Search, node: SystemClause, has_time: Callable[[], bool]) -> Iterator[Proposal]:
    if node.option("Type"):
        for letter, kind in wording.TYPES.items():
            yield Proposal(f"There are {kind} that fit otherwise.", replace(node, options=(("Type", letter),)))
    if len(node.conditions) > 1:
        for condition in node.conditions:
            yield Proposal("This condition alone finds something.", replace(node, conditions=(condition,)))
    for place, condition in enumerate(node.conditions):
        yield from _of_condition(search, node, place, condition, has_time)


def _of_condition(
    search: Search, node: SystemClause, place: int, condition: Condition, has_time: Callable[[], bool]
) -> Iterator[Proposal]:
    def make(operator: str, value: str) -> SystemClause:
        changed = replace(condition, operator=operator, value=value)
        return replace(node, conditions=(*node.conditions[:place], changed, *node.conditions[place + 1 :]))

    if condition.operator == "~=":
        covered = _SOURCES_OF_KEY.get(node.key, "A")
        if node.key == "Basic":
            covered = "".join(set((node.option("option") or "").upper()) & set(wording.SOURCES)) or "DFAN"
        is_phrase = "'" in condition.value or search.reading.several_words == "phrase"
        yield from near_texts.of_words(
            *(search, condition.value.replace("'", " "), lambda text: make("~=", text), covered, has_time),
            is_phrase=is_phrase,
        )
        return
    values = near_values.of_key(node.key)
    if values is not None:
        yield from near_values.proposals(
            search.connection, values, condition.operator, condition.value, make, search.reading
        )


_SOURCES_OF_KEY = {"Name": "N", "Ext": "N"}


def _of_version(search: Search, node: VersionClause) -> Iterator[Proposal]:
    """A comment is looked through word by word; the others are compared as names, dates and labels are elsewhere."""
    if len(node.conditions) > 1:
        for one in node.conditions:
            yield Proposal("This condition alone finds something.", replace(node, conditions=(one,)))
    for place, (key, condition) in enumerate(node.conditions):

        def make(operator: str, value: str, place: int = place, key: str = key) -> VersionClause:
            changed = (key, Condition(operator, value))
            return replace(node, conditions=(*node.conditions[:place], changed, *node.conditions[place + 1 :]))

        values, operator = near_values.of_version(key), condition.operator.replace("~", "")
        yield from near_values.proposals(search.connection, values, operator, condition.value, make, search.reading)


def _of_template(search: Search, template: str, build: Callable[[str], Node]) -> Iterator[Proposal]:
    """Templates of nearly that name; where there is that one, those that are in use."""
    names = [row[0] for row in search.connection.execute("SELECT name FROM template_definition ORDER BY name")]
    if template.casefold() in (name.casefold() for name in names):
        yield Proposal(f"No entry has the template {quoted_text(template)}.", None)
        return
    if not template:
        return
    near = closest(template, names)
    for name, _ in near:
        yield Proposal(
            f"There is no template {quoted_text(template)}; there is {quoted_text(name)}.", build(name), True
        )
    if names and not near:
        there_is = ", ".join(map(quoted_text, names[:5]))
        yield Proposal(f"There is no template like {quoted_text(template)}; there is {there_is}.", None)


def _of_fields(search: Search, node: FieldClause, has_time: Callable[[], bool]) -> Iterator[Proposal]:
    names = [row[0] for row in search.connection.execute("SELECT name FROM field_definition ORDER BY name")]
    known = {name.casefold() for name in names}
    templates = {row[0].casefold() for row in search.connection.execute("SELECT name FROM template_definition")}
    if node.template and node.template.casefold() not in templates:
        yield from _of_template(search, node.template, lambda name: replace(node, template=name))
        yield Proposal("In any other template it is found.", replace(node, template=""))
        return
    strange = [place for place, item in enumerate(node.items) if item.name and item.name.casefold() not in known]
    for place in strange:
        yield from _of_unknown_field(node, place, names)
    if strange:
        return
    if node.template:
        yield Proposal(
            f"The field is found on entries without the template {node.template}.", replace(node, template="")
        )
    if len(node.items) > 1:
        for item in node.items:
            yield Proposal("This condition alone finds something.", replace(node, items=(item,)))
    for place, item in enumerate(node.items):
        yield from _of_item(search, node, place, item, has_time)


def _of_unknown_field(node: FieldClause, place: int, names: Sequence[str]) -> Iterator[Proposal]:
    item = node.items[place]
    near = closest(item.name, names)
    for name, _ in near:
        yield Proposal(
            f"There is no field {quoted_text(item.name)}; there is {quoted_text(name)}.",
            _with(node, place, replace(item, name=name)),
            always=True,
        )
    if not near:
        yield Proposal(f"There is no field like {quoted_text(item.name)}.", None)


def _with(node: FieldClause, place: int, item: FieldItem) -> FieldClause:
    return replace(node, items=(*node.items[:place], item, *node.items[place + 1 :]))


def _of_item(
    search: Search, node: FieldClause, place: int, item: FieldItem, has_time: Callable[[], bool]
) -> Iterator[Proposal]:
    condition = item.condition

    def make(operator: str, value: str) -> FieldClause:
        changed = (
            Condition(operator, value) if condition is None else replace(condition, operator=operator, value=value)
        )
        return _with(node, place, replace(item, condition=changed))

    if item.index:
        yield Proposal("Among all the values of the field it is found.", _with(node, place, replace(item, index="")))
    if condition is None:
        yield Proposal(
            f"No entry has the field {quoted_text(item.name)}." if item.name else "No entry has a field.", None
        )
    elif not condition.value:
        other, words = ("<>", "a value") if condition.operator == "=" else ("=", "a blank one")
        yield Proposal(f"Wherever the field is, it has {words}.", make(other, ""))
    elif condition.operator == "~=":
        yield from near_texts.of_words(
            *(search, condition.value.replace("'", " "), lambda text: make("~=", text), "F", has_time),
            is_phrase="'" in condition.value,
        )
    elif item.name and (values := near_values.of_field(search.connection, item.name)) is not None:
        yield from near_values.proposals(
            search.connection, values, condition.operator, condition.value, make, search.reading
        )
