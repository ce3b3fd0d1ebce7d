"""What the store holds, for tests that look behind the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator.store import entries, metadata

if TYPE_CHECKING:
    from lf_simulator.repository import Repository


def entry(repository: Repository, entry_id: int) -> dict[str, Any] | None:
    """The columns of an entry, and `fields`: the values of each by its name. None where there is no such entry."""
    repository.settle()
    store = repository.database.connection
    record = entries.find(store, entry_id)
    if record is None:
        return None
    return {
        **record._asdict(),
        "fields": {field.name: list(field.values) for field in metadata.fields_of(store, entry_id)},
    }
