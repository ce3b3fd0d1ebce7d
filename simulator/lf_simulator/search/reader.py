"""For whom a search runs: which entries exist for him, and which of these keep their contents from him.

Whoever may browse an entry finds it by what listings show of it. Its text, fields, tags, links and annotations find it
only for whoever may read it. Nobody needs a reader who may read everything.
"""

from __future__ import annotations

from dataclasses import dataclass

from lf_simulator.search.kinds import Sql
from lf_simulator.store.sight import EVERYTHING, Sight

LISTED = frozenset(
    {"Name", "ParentName", "ChildName", "LookIn", "ID", "TemplateName", "TemplateID", "Created", "Modified", "Creator"}
    | {"CheckOutUser", "CheckOutUserID", "Ext", "EdocSize", "PageCount", "VolName", "VolID"}
)
"""Keys of clauses about what a listing shows of every entry (*decision*, after the documentation: listed by name)."""
LISTED_SOURCES = frozenset("NE")
"""Texts of an entry that a listing shows: its name, its extension."""

_SHORTCUT_LEADS_ON = """(e.type <> 'Shortcut' OR NOT EXISTS (SELECT 1 FROM entry t WHERE t.id = e.target_id)
 OR EXISTS (SELECT 1 FROM entry t WHERE t.id = e.target_id AND {readable}))"""
"""A shortcut is not found by whoever may not read its target (answers of the vendor's forum)."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Conditions on entries: those that exist for the user, and those that he may read as well."""

    seen: Sight = EVERYTHING
    readable: Sight = EVERYTHING

    @property
    def sees_found(self) -> Sql:
        """The condition on an entry `e` that a search may find it."""
        leads_on = _SHORTCUT_LEADS_ON.format(readable=self.readable.on("t"))
        return Sql(f"({self.seen.on()} AND {leads_on})")

    @property
    def reads(self) -> Sql:
        """The condition on an entry `e` that what only its readers know may find it."""
        return Sql(f"({self.readable.on()})")


EVERYBODY = Reader()
