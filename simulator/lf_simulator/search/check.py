"""What can be checked only against the repository: do the names exist, does a comparison fit the type of its field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.search import fields
from lf_simulator.search.errors import Code, QueryError
from lf_simulator.search.folders import folder_id
from lf_simulator.search.query import FieldClause, Node, SystemClause, TemplateClause, leaves
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.store.sight import EVERYTHING

if TYPE_CHECKING:
    import sqlite3

    from lf_simulator.search.place import Place
    from lf_simulator.store.sight import Sight


def check(connection: sqlite3.Connection, node: Node, seen: Sight = EVERYTHING, reading: Reading = PLAIN) -> None:
    """Raises QueryError for a template (9015), field (9016) or folder (9001) that does not exist, for an operator
    (9181) or value (9088, 9161, 9162, 9170) that does not fit a field. What is not `seen` does not exist."""
    for leaf in leaves(node):
        match leaf:
            case SystemClause():
                _check_system(connection, leaf, seen)
            case TemplateClause(template, place):
                _check_template(connection, template, place)
            case FieldClause(template, items, place):
                _check_template(connection, template, place)
                for item in items:
                    fields.comparable(item, fields.families(connection, item), reading)
            case _:
                pass


def _check_system(connection: sqlite3.Connection, node: SystemClause, seen: Sight) -> None:
    if node.key == "LookIn":
        for condition in node.conditions:
            if folder_id(connection, condition.value, seen) is None:
                message = f'There is no folder "{condition.value}".'
                raise QueryError(Code.FOLDER_NOT_FOUND, message, condition.place)


def _check_template(connection: sqlite3.Connection, template: str, place: Place) -> None:
    if template and fields.template_id(connection, template) is None:
        raise QueryError(Code.TEMPLATE_NOT_FOUND, f'There is no template "{template}".', place)
