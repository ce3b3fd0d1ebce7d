"""Field values as a request gives them: names found, values read, checked by type and constraint. Nothing is written.

A `Given` has one form for both dialects, so that everything behind it knows only one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from lf_simulator import errors
from lf_simulator.handlers import display
from lf_simulator.store import definitions
from lf_simulator.values import constraints, tokens, types
from lf_simulator.wire.dialect import LOCAL_TIME

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lf_simulator.context import Call
    from lf_simulator.store.definitions import FieldRecord
    from lf_simulator.store.entries import EntryRecord

Given = dict[str, tuple[str, ...]]
"""Values by the name of the field, in their order; no value clears the field."""


class Assigned(NamedTuple):
    """A field and the values that it gets, in their stored form."""

    field: FieldRecord
    values: tuple[str, ...]


def given(call: Call, fields: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None) -> Given:
    """The fields of a body: in v1 a map of `{"values": [{"value", "position"}]}`, in v2 a list of `{"name", "values"}`.

    Raises ApiError 400 for a name that comes twice (*decision*), or an empty list where the build refuses that.
    """
    if not fields:
        return {}
    if isinstance(fields, dict):
        return {name: _in_order(_listed(call, name, row)) for name, row in fields.items()}
    read: Given = {}
    for row in cast("Sequence[Mapping[str, Any]]", fields):
        name = row["name"]
        if name in read:
            raise errors.validation(["fields"], f'The field "{name}" is given more than once.')
        read[name] = tuple(value for value in _listed(call, name, row) if value is not None)
    return read


def _listed(call: Call, name: str, row: Mapping[str, Any]) -> Sequence[Any]:
    values: Sequence[Any] | None = row.get("values")
    if values is not None and not values and call.profile.empty_values == "refused":
        raise errors.bad_field_value(name, f'This build takes null to clear the field "{name}", not an empty list.')
    return values or ()


def _in_order(values: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """v1 numbers the values.

    *Decision*: only the order of the numbers counts, so that counting may begin at 0 or 1 (both were met) and gaps
    close; a value without a number keeps its place in the list.
    """
    numbered = [(row.get("position", place), place, row.get("value")) for place, row in enumerate(values, 1)]
    return tuple(value for _, _, value in sorted(numbered, key=lambda row: row[:2]) if value is not None)


def named(call: Call, values: Given) -> dict[int, Assigned]:
    """The fields by id, unchecked. Raises ApiError 404, code 9016, for a name that no field has, 400 for one twice."""
    exact = call.profile.definition_names == "exact"
    assigned: dict[int, Assigned] = {}
    for name, texts in values.items():
        field = definitions.field_by_name(call.store, name, exact=exact)
        if field is None:
            reason = f'No field is called exactly "{name}".' if exact else f'No field is called "{name}".'
            raise errors.definition_not_found("Field", reason, errors.FIELD_NOT_FOUND)
        if field.id in assigned:
            raise errors.validation(["fields"], f'The field "{field.name}" is given more than once.')
        assigned[field.id] = Assigned(field, texts)
    return assigned


def checked(call: Call, record: EntryRecord, assigned: Assigned) -> tuple[str, ...]:
    """The values in their stored form, tokens replaced.

    Raises ApiError 400: several values for a single-value field, a text that the type does not take (9017, or the codes
    of dates), a violated constraint (9072).
    """
    field = assigned.field
    values = _without_blanks(field, assigned.values)
    if len(values) > 1 and not field.is_multi_value:
        reason = f'The field "{field.name}" takes one value, and {len(values)} are given.'
        raise errors.bad_field_value(field.name, reason)
    return tuple(_stored(field, _replaced(call, record, field, value)) for value in values)


def default(call: Call, record: EntryRecord, field: FieldRecord) -> tuple[str, ...]:
    """The default of a field when a template brings it, tokens replaced. *Decision*: one that does not fit is none."""
    text = _replaced(call, record, field, field.default)
    try:
        return (_stored(field, text),) if text else ()
    except errors.ApiError:
        return ()


def _without_blanks(field: FieldRecord, values: tuple[str, ...]) -> tuple[str, ...]:
    """*Decision*: the empty text is no value, except between the values of a multi-value field.

    There it keeps the place of one that belongs to a value of another field of its group.
    """
    if not field.is_multi_value:
        return tuple(value for value in values if value)
    while values and not values[-1]:
        values = values[:-1]
    return values


def _stored(field: FieldRecord, text: str) -> str:
    if not text:
        return text
    shown = text if len(text) <= 60 else f"{text[:60]} …"
    try:
        value = types.stored(field, text)
    except types.Unfit as unfit:
        reason = f'The field "{field.name}" ({field.type}) takes {unfit}, not {shown!a}.'
        raise errors.bad_field_value(field.name, reason, unfit.code) from None
    try:
        fits = constraints.allows(field, value)
    except constraints.BadConstraint as bad:
        reason = f'The constraint {field.constraint} of the field "{field.name}" cannot be read: {bad}.'
        raise errors.bad_field_value(field.name, reason, errors.BAD_CONSTRAINT) from None
    if not fits:
        reason = f'The field "{field.name}" has the constraint {field.constraint}, which {shown!r} does not meet.'
        raise errors.bad_field_value(field.name, reason, errors.CONSTRAINT_VIOLATED, field.constraint_error)
    return value


def _replaced(call: Call, record: EntryRecord, field: FieldRecord, text: str) -> str:
    """The text with what its tokens stand for. *Decision*: the server's zone is that in which it writes times."""
    if "%(" not in text:
        return text
    now = call.repository.clock.now()
    local = now.astimezone(LOCAL_TIME) if call.dialect().local_times else now
    culture = display.checked_culture(call.query.get("culture"))
    occasion = tokens.Occasion(local.replace(tzinfo=None), call.user, record.id, record.name, culture)
    return tokens.replaced(text, field.type, occasion)
