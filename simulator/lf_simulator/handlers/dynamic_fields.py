"""Dynamic fields: what may be chosen in a list, given what was chosen in the fields that it depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.handlers import found
from lf_simulator.handlers.definitions import template_with_id
from lf_simulator.store import definitions
from lf_simulator.store import metadata as records

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.context import Answer, Call
    from lf_simulator.store.definitions import TemplateFieldRecord


def list_choices(call: Call) -> Answer:
    """`{field name: [choice, …]}` for every dynamic field of the template; the entry need not have it (published).

    `fieldValues` say what was chosen. *Decision*: a field that they leave out has its value on the entry, and a list
    has no choices until each field that it depends on has a value. Other fields are ignored.
    """
    record = found.content_of(call, call.entry_id(), "Read")
    template_id: int = call.body["templateId"]
    if template_id < 1:
        raise errors.out_of_range("templateId", template_id, call.version)
    fields = definitions.template_fields(call.store, template_with_id(call, template_id).id)
    names = {row.field.name.casefold(): row.field.id for row in fields}
    chosen = {row.id: row.values[0] for row in records.fields_of(call.store, record.id) if row.values}
    for name, value in (call.body.get("fieldValues") or {}).items():
        if name.casefold() in names:
            chosen[names[name.casefold()]] = value or ""
    return call.json({row.field.name: _choices(row, chosen) for row in fields if row.ancestors})


def _choices(row: TemplateFieldRecord, chosen: Mapping[int, str]) -> list[str]:
    """*Decision*: values are compared without case, as by the database behind such a table."""
    wanted = [chosen.get(ancestor, "").casefold() for ancestor in row.ancestors]
    fitting = (choice[-1] for choice in row.choices if [value.casefold() for value in choice[:-1]] == wanted)
    return list(dict.fromkeys(fitting))
