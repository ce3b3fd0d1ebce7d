"""How operators bind: criteria and what stands between them become one node."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.search.errors import Code, QueryError
from lf_simulator.search.query import And, Near, Node, Not, Or, Text, leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lf_simulator.search.place import Place

BINDING = {
    # The operators of one level bind alike, from left to right; the levels come from the tightest to the loosest.
    "tightest-first": ("^", "-", "&", "|"),
    # Decision: WITHIN joins words, so that it binds to the words beside it here too.
    "left-to-right": ("^", "-&|"),
}
DEEPEST_NESTING = 100
"""*Decision*: the vendor names the error, not the limit."""


class Joint(NamedTuple):
    """What stands between two operands. `distance` and `apart` are those of WITHIN."""

    symbol: str
    distance: int = 0
    apart: bool = False


class Operand(NamedTuple):
    """`height`: how many nodes lie above one another in it. `place`: where it begins in the command."""

    node: Node
    height: int
    place: Place


def join(operands: list[Operand], joints: list[Joint], precedence: str) -> Operand:
    """One operand out of many; there is one joint less than operands.

    Raises QueryError for WITHIN around something that is not text, and for a tree that is too deep."""
    for level in BINDING[precedence]:
        if not joints:
            break
        operands, joints = _bound(operands, joints, level)
    return operands[0]


def _bound(operands: list[Operand], joints: list[Joint], level: str) -> tuple[list[Operand], list[Joint]]:
    """What is left when the operators of one level have taken their operands. A run of one operator is one step."""
    left, others = [operands[0]], []
    first = 0
    while first < len(joints):
        symbol, last = joints[first].symbol, first + 1
        if symbol in level:
            while last < len(joints) and joints[last].symbol == symbol:
                last += 1
            left[-1] = _checked(_JOINED[symbol](left[-1], operands[first + 1 : last + 1], joints[first:last]))
        else:
            others.append(joints[first])
            left.append(operands[last])
        first = last
    return left, others


def _checked(operand: Operand) -> Operand:
    if operand.height > DEEPEST_NESTING:
        raise too_deep(operand.place)
    return operand


def too_deep(place: Place) -> QueryError:
    return QueryError(Code.TOO_COMPLEX, f"The command is nested deeper than {DEEPEST_NESTING} levels.", place)


def _all(first: Operand, others: Sequence[Operand], _: Sequence[Joint]) -> Operand:
    return _above(And((first.node, *(other.node for other in others))), first, others)


def _any(first: Operand, others: Sequence[Operand], _: Sequence[Joint]) -> Operand:
    return _above(Or((first.node, *(other.node for other in others))), first, others)


def _without(first: Operand, others: Sequence[Operand], _: Sequence[Joint]) -> Operand:
    """`a - b - c` is `(a - b) - c`, which is a without b or c."""
    dropped = _any(others[0], others[1:], ()) if len(others) > 1 else others[0]
    return _above(Not(first.node, dropped.node), first, [dropped])


def _near(first: Operand, others: Sequence[Operand], joints: Sequence[Joint]) -> Operand:
    for operand in (first, *others):
        if not all(isinstance(leaf, Text) for leaf in leaves(operand.node)):
            message = "WITHIN (^n) joins words, phrases and groups of them only."
            raise QueryError(Code.WITHIN_NEEDS_TEXT, message, operand.place)
    for operand, joint in zip(others, joints, strict=True):
        first = _checked(_above(Near(first.node, operand.node, joint.distance, joint.apart), first, [operand]))
    return first


def _above(node: Node, first: Operand, others: Sequence[Operand]) -> Operand:
    return Operand(node, 1 + max(first.height, *(other.height for other in others)), first.place)


_JOINED: dict[str, Callable[[Operand, Sequence[Operand], Sequence[Joint]], Operand]] = {
    "&": _all,
    "|": _any,
    "-": _without,
    "^": _near,
}
