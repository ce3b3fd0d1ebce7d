"""Columns in the form in which they are compared, as SQL: calling Python for each row would be ten times slower."""

from __future__ import annotations


def folded(column: str) -> str:
    """Text without regard to case. SQLite's own `lower` knows ASCII only, so the function `folded` of Python is called
    for the rest: text is ASCII when it has as many bytes as characters."""
    return f"(CASE length({column}) WHEN length(CAST({column} AS BLOB)) THEN lower({column}) ELSE folded({column}) END)"


def listed(names: tuple[str, ...]) -> str:
    """Names of ours, ready for IN."""
    return "(" + ", ".join(f"'{name}'" for name in names) + ")"


# What people see of the value `v` of a field that `d` defines, as display.shown has it.
SHOWN_TEXT = folded("v.value")
SHOWN_NUMBER = "(CASE instr(v.value, '.') WHEN 0 THEN v.value ELSE rtrim(rtrim(v.value, '0'), '.') END)"
SHOWN_DATE = (
    "(substr(v.value, 6, 2) || '/' || substr(v.value, 9, 2) || '/' || substr(v.value, 1, 4) "
    "|| CASE d.type WHEN 'Date' THEN '' ELSE rtrim(' ' || substr(v.value, 12)) END)"
)
