"""Field values as people see them: what the index holds of them and what wildcards are matched against (*decision*)."""

from __future__ import annotations

TEXT_TYPES = ("String", "List")
NUMBER_TYPES = ("Number", "ShortInteger", "LongInteger")


def shown(value: str, field_type: str) -> str:
    """A number without trailing zeros, a date as mm/dd/yyyy, a date with a time after it; text as it stands."""
    if field_type in NUMBER_TYPES and "." in value:
        return value.rstrip("0").rstrip(".")
    if field_type == "Date":
        return _american(value)
    if field_type == "DateTime":
        day, _, time = value.partition("T")
        return f"{_american(day)} {time}".rstrip()
    return value


def _american(value: str) -> str:
    year, _, rest = value[:10].partition("-")
    month, _, day = rest.partition("-")
    return f"{month}/{day}/{year}" if day else value
