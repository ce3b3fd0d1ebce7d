"""Field values as people see them: what the index holds of them and what wildcards are matched against (*decision*)."""

from __future__ import annotations

TEXT_TYPES = ("String", "List")
NUMBER_TYPES = ("Number", "ShortInteger", "LongInteger")
DATE_TYPES = ("Date", "DateTime")


def shown(value: str, field_type: str) -> str:
    """A number without trailing zeros, a date as mm/dd/yyyy, a date with a time after it; text as it stands.

    columns.py has the same in SQL."""
    if field_type in NUMBER_TYPES and "." in value:
        return value.rstrip("0").rstrip(".")
    if field_type in DATE_TYPES:
        day = f"{value[5:7]}/{value[8:10]}/{value[:4]}"
        return day if field_type == "Date" else f"{day} {value[11:]}".rstrip()
    return value
