"""What the user of a session may do with an entry, and which entries exist for him at all.

The nearest grant counts, on the entry itself or above it, and it replaces those further up; an account without any
grants has every right. An entry exists for whoever has Browse there and holds all of its security tags. *Decision*: an
entry that may be browsed below a folder that may not exists all the same, by id, by path and in searches, as is
documented for searches and shortcuts; listings do not lead to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.store import accounts
from lf_simulator.store.filling import key
from lf_simulator.store.sight import EVERYTHING, Sight, is_below

if TYPE_CHECKING:
    import sqlite3

    from lf_fixtures.model import Right
    from lf_simulator.store.accounts import Grant
    from lf_simulator.store.entries import EntryRecord


class Rights:
    """The rights of one user in one repository, as they are at this moment."""

    __slots__ = ("_grants", "_lacked", "_store")

    def __init__(
        self,
        store: sqlite3.Connection | None = None,
        grants: tuple[Grant, ...] | None = None,
        lacked: tuple[int, ...] = (),
    ) -> None:
        """`grants`: those of the longest paths first, None for every right everywhere. `lacked`: security tags."""
        self._store = store
        self._grants = grants
        self._lacked = lacked

    @property
    def is_unlimited(self) -> bool:
        """Whether every entry exists for the user, with every right to it."""
        return self._grants is None and not self._lacked

    def sees(self, record: EntryRecord) -> bool:
        """Whether the entry exists for the user."""
        return self.may(record, "Browse") and not self.lacks_tag_of(record)

    def may(self, record: EntryRecord, right: Right) -> bool:
        """Whether the user, who sees the entry, has that right to it."""
        if self._grants is None:
            return True
        path_key = key(record.path)
        nearest = next((grant for grant in self._grants if is_below(path_key, grant.path_key)), None)
        return nearest is not None and right in nearest.rights

    def holds(self, tag_id: int) -> bool:
        """Whether the user may see and assign what bears that tag; everybody may with a tag that is not secure."""
        return tag_id not in self._lacked

    def lacks_tag_of(self, record: EntryRecord) -> bool:
        """Whether the entry bears a security tag that the user does not hold."""
        if not self._lacked or self._store is None:
            return False
        return not accounts.tags_of(self._store, record.id).isdisjoint(self._lacked)

    def sight(self, right: Right = "Browse") -> Sight:
        """The entries that exist for the user and to which he has that right, as a condition in SQL."""
        if self.is_unlimited:
            return EVERYTHING
        if self._grants is None:
            return Sight(None, self._lacked)
        steps = tuple((grant.path_key, {"Browse", right} <= grant.rights) for grant in self._grants)
        return Sight(steps, self._lacked)


EVERY_RIGHT = Rights()


def rights_of(store: sqlite3.Connection, user: str) -> Rights:
    """The rights of an account; of one that is gone, none."""
    account = accounts.find(store, user)
    if account is None:
        return Rights(store, ())
    if account.is_unlimited:
        return EVERY_RIGHT
    grants = None if account.has_every_right else accounts.grants_of(store, account.name)
    lacked = () if account.holds_every_tag else accounts.lacked_tags_of(store, account.name)
    return Rights(store, grants, lacked)
