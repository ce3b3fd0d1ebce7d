"""A tree as a command that is parsed to an equal tree, in every reading of how operators bind.

Values stand in quotes, names in brackets, keys are repeated, and what is joined by different operators stands in
parentheses; comments and blanks of the command that the tree was made from are gone.
"""

from __future__ import annotations

import re

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

_QUOTE = re.compile(r'(\\?)"')


def printed(node: Node) -> str:
    """The command. Raises nothing; what no command can say is a value in which a backslash and a quote are followed by
    one of ``} & | , )``, and no tree that was parsed holds one."""
    match node:
        case And(parts):
            return " & ".join(map(_operand, parts))
        case Or(parts):
            return " | ".join(map(_operand, parts))
        case Not(keep, drop):
            return f"{_operand(keep)} - {_operand(drop)}"
        case Near(left, right, distance, apart):
            # WITHIN is read from left to right, so only a pair on its right needs parentheses.
            before = printed(left) if isinstance(left, Near) else _near_operand(left)
            return f"{before} {'-' if apart else ''}^{distance} {_near_operand(right)}"
        case Text(text, _, quoted):
            return _phrase(text) if quoted else text
        case SystemClause(key, conditions, options):
            written = [f"{key}{_condition(condition)}" for condition in conditions]
            written += [f"{name}={_quoted(value)}" for name, value in options]
            return f"{{LF:{', '.join(written)}}}"
        case VersionClause(conditions):
            return f"{{LFVER:{', '.join(f'{key}{_condition(condition)}' for key, condition in conditions)}}}"
        case TemplateClause(template):
            return f"{{[{template}]}}"
        case FieldClause(template, items):
            return f"{{[{template}]:{', '.join(map(_item, items))}}}"


def _operand(node: Node) -> str:
    """Beside & | or -: WITHIN binds more tightly than these in every reading."""
    return f"({printed(node)})" if isinstance(node, And | Or | Not) else printed(node)


def _near_operand(node: Node) -> str:
    return f"({printed(node)})" if isinstance(node, And | Or | Not | Near) else printed(node)


def _phrase(text: str) -> str:
    """Behind a backslash a quote closes only where a mark follows, so the phrase is given one."""
    return f"({_quoted(text)})" if text.endswith("\\") else _quoted(text)


def _item(item: FieldItem) -> str:
    index = f"({item.index})" if item.index else ""
    return f"[{item.name}]{index}{_condition(item.condition) if item.condition else ''}"


def _condition(condition: Condition) -> str:
    return f"{condition.operator}{_quoted(condition.value)}"


def _quoted(value: str) -> str:
    r"""A quote is doubled, save behind a backslash, where ``""`` would be read as ``\"`` and a quote that closes."""
    return '"' + _QUOTE.sub(lambda found: '\\\\"' if found[1] else '""', value) + '"'
