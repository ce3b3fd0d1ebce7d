"""Field values as a call wants them: as they are stored, or formatted in the culture that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.store.metadata import FieldOnEntry
    from lf_simulator.wire.fields import Display


def wanted(call: Call) -> Display | None:
    """What writes the values of this call, None where they go out as they are stored.

    Raises ApiError 400 for a culture that does not exist, but only where it counts: without formatting it is not read
    (published description).
    """
    if not call.query.get("format"):
        return None
    from lf_simulator.values import formats  # loads slowly, and few requests need it

    culture = call.query.get("culture")
    checked_culture(culture)

    def display(field: FieldOnEntry, value: str) -> str:
        return formats.displayed(field.type, value, field.format, field.currency, field.format_pattern, culture)

    return display


def checked_culture(culture: str | None) -> str | None:
    """The culture itself. Raises ApiError 400 for one that does not exist."""
    from lf_simulator.values import formats  # loads slowly, and few requests need it

    try:
        formats.locale(culture)
    except formats.UnknownCulture:
        reason = f'culture must be a language tag such as fr-CA, and "{culture}" is none that is known.'
        raise errors.bad_parameter("culture", reason) from None
    return culture
