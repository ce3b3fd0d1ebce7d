"""What the user of a session may do with an entry, and which entries exist for him at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lf_fixtures.model import Right
    from lf_simulator.store.entries import EntryRecord


class Rights:
    """The rights of one user in one repository."""

    def sees(self, record: EntryRecord) -> bool:
        """Whether the entry exists for the user."""
        return True

    def may(self, record: EntryRecord, right: Right) -> bool:
        """Whether the user, who sees the entry, has that right to it."""
        return True
