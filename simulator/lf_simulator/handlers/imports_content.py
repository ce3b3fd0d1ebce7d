"""What becomes of an imported file: the electronic file of its document, or pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lf_simulator.store import documents, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.context import Call
    from lf_simulator.multipart import FilePart

OCTETS = "application/octet-stream"
"""*Decision*: the type of a file whose part names none."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a file is to be taken: as it is (`as_file`), or as pages where it is of a kind that becomes pages."""

    as_file: bool = False

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Options:
        """As v2 names them."""
        return cls(as_file=body.get("importAsElectronicDocument", False))


def fill(call: Call, entry_id: int, file: FilePart | None, options: Options) -> None:
    """Give a new document its contents."""
    if file is not None and file.size:
        documents.put_edoc(
            call.store,
            entry_id,
            file.spool.chunks(),
            file.size,
            extension=file.extension,
            mime_type=file.content_type or OCTETS,
        )
    text.index_entry(call.store, entry_id)
