"""Bare text as a value of SQL: what the index cannot decide is decided by a function that is called for each row."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from lf_simulator.search.fuzzy import Fuzzy
from lf_simulator.search.matching import Words, find_in
from lf_simulator.search.query import And, Near, Node, Not, Or, Text


def written(node: Node, fuzzy: Fuzzy | None = None) -> str:
    """A tree of bare text, and how loosely its words are compared, as one text."""
    return json.dumps([[fuzzy.kind, fuzzy.factor] if fuzzy else None, _written(node)], ensure_ascii=False)


def text_holds(words: str, carried: str) -> bool:
    """For SQL: whether bare text stands in a row of the index, which holds words joined by blanks."""
    node, fuzzy = _read(carried)
    held = Words(words.split(" "))
    return held.hold(node.term, fuzzy) if isinstance(node, Text) else bool(find_in(held, node, fuzzy))


def _written(node: Node) -> list[Any]:
    match node:
        case Text(_, term):
            return ["text", *term]
        case And(parts):
            return ["and", *map(_written, parts)]
        case Or(parts):
            return ["or", *map(_written, parts)]
        case Not(keep, drop):
            return ["not", _written(keep), _written(drop)]
        case Near(left, right, distance, apart):
            return ["near", _written(left), _written(right), distance, apart]
        case _:
            raise TypeError(f"{node} is not bare text")


@lru_cache(maxsize=64)
def _read(carried: str) -> tuple[Node, Fuzzy | None]:
    loosely, tree = json.loads(carried)
    return _node(tree), Fuzzy(*loosely) if loosely else None


def _node(tree: list[Any]) -> Node:
    kind, *rest = tree
    match kind:
        case "text":
            return Text(" ".join(rest), tuple(rest))
        case "and":
            return And(tuple(map(_node, rest)))
        case "or":
            return Or(tuple(map(_node, rest)))
        case "not":
            return Not(_node(rest[0]), _node(rest[1]))
        case _:
            return Near(_node(rest[0]), _node(rest[1]), rest[2], rest[3])
