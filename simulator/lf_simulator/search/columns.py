"""Columns in the form in which they are compared, as SQL: calling Python for each row would be ten times slower."""

from __future__ import annotations


def folded(column: str) -> str:
    """Text without regard to case. SQLite's own `lower` knows ASCII only, so the function `folded` of Python is called
    for the rest: text is ASCII when it has as many bytes as characters."""
    return f"(CASE length({column}) WHEN length(CAST({column} AS BLOB)) THEN lower({column}) ELSE folded({column}) END)"


def listed(names: tuple[str, ...]) -> str:
    """Names of ours, ready for IN."""
    return "(" + ", ".join(f"'{name}'" for name in names) + ")"


# What people see of the value of a field, as display.shown has it; `{v}` is the table `field_value`.
SHOWN_NUMBER = "(CASE instr({v}.value, '.') WHEN 0 THEN {v}.value ELSE rtrim(rtrim({v}.value, '0'), '.') END)"
SHOWN_DAY = "(substr({v}.value, 6, 2) || '/' || substr({v}.value, 9, 2) || '/' || substr({v}.value, 1, 4))"
SHOWN_DAY_AND_TIME = f"rtrim({SHOWN_DAY} || ' ' || substr({{v}}.value, 12))"
ISO_DAY = "substr({v}.value, 1, 10)"
