"""A command without the bare text that consists of stop words: a build that has such words does not look for them."""

from __future__ import annotations

from dataclasses import replace

from lf_simulator.search.query import And, Near, Node, Not, Or, Text, leaves
from lf_simulator.search.terms import only_stop_words


def without_stop_words(node: Node) -> Node:
    """The tree without texts of which no word is left. *Decision*: what was joined to such a text stands for itself, as
    if the text and its operator had not been written. Raises QueryError (9408) when nothing remains."""
    left = _left(node)
    if left is None:
        first = leaves(node)[0]
        raise only_stop_words(first.text if isinstance(first, Text) else "", first.place)
    return left


def _left(node: Node) -> Node | None:
    match node:
        case Text(_, term):
            return node if term else None
        case And(parts) | Or(parts):
            kept = tuple(part for part in map(_left, parts) if part)
            if len(kept) < 2:
                return kept[0] if kept else None
            return replace(node, parts=kept)
        case Not(keep, drop):
            one, other = _left(keep), _left(drop)
            return Not(one, other) if one and other else one
        case Near(left, right):
            one, other = _left(left), _left(right)
            return replace(node, left=one, right=other) if one and other else one or other
        case _:
            return node
