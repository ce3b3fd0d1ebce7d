"""Documents that hold the same bytes: a walk through a folder, sizes first, and then only what could be the same."""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from typing import IO, TYPE_CHECKING

import anyio
import anyio.to_thread

from lf_mcp import routes
from lf_mcp.documents import source
from lf_mcp.errors import ToolError, own
from lf_mcp.failures import ApiError, ShapeError
from lf_mcp.redaction import scrub_text
from lf_mcp.shapes import Json, entry_type, pick, rows, text, whole

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from lf_mcp.call import Call

PAGE = 100
AT_ONCE = 4
"""Documents that are looked at together."""
PIECE = 1 << 20


@dataclass(slots=True)
class _Walk:
    """What was found on the way through the folders."""

    documents: list[Json] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    truncated: bool = False


@dataclass(slots=True)
class _Report:
    """What is known of the documents so far; sizes and digests by the place in the walk."""

    call: Call
    documents: Sequence[Json]
    sizes: dict[int, int | None] = field(default_factory=dict)
    digests: dict[int, tuple[str, int]] = field(default_factory=dict)
    skipped: dict[int, str] = field(default_factory=dict)

    def skip(self, place: int, reason: str) -> None:
        self.skipped[place] = scrub_text(reason, self.call.config.secrets)


async def find_duplicates(call: Call, arguments: Json) -> Json:
    """Groups of documents in a folder that are the same, byte for byte."""
    folder_id, most = arguments["folder_id"], arguments["max_bytes"] or call.config.edoc_max_bytes
    with call.failing(entry_id=folder_id):
        root = await call.client.ask(routes.ENTRY, entry_id=folder_id)
    if entry_type(root).lower() != "folder":
        reason = "Only a folder can be searched for documents that are the same."
        raise ToolError(own(call.origin, "not_a_folder", entry_id=folder_id, reason=reason))
    walk = await _walked(call, folder_id, recursive=arguments["recursive"], most=arguments["max_entries"])
    report = _Report(call, walk.documents)
    await _each(report, range(len(walk.documents)), partial(_measure, report, most), "Sizes")
    await _each(report, _doubtful(report.sizes), partial(_hash, report, most), "Contents")
    groups = _groups(report)
    return {
        "mode": "duplicate_report",
        "folder_id": folder_id,
        "recursive": arguments["recursive"],
        "walk_truncated": walk.truncated,
        "documents_examined": len(walk.documents),
        "documents_hashed": len(report.digests),
        "bytes_downloaded": sum(size for _, size in report.digests.values()),
        "total_wasted_bytes": sum(group["wasted_bytes"] for group in groups),
        "max_bytes": most,
        "groups": groups,
        "skipped": [{**_named(walk.documents[place]), "reason": why} for place, why in sorted(report.skipped.items())],
        "folders_unreadable": walk.unreadable,
    }


async def _walked(call: Call, root: int, *, recursive: bool, most: int) -> _Walk:
    """Breadth first. A folder that is met again, by whatever way, is not walked again."""
    walk, waiting, known = _Walk(), deque([root]), {root}
    while waiting and not walk.truncated:
        folder = waiting.popleft()
        try:
            async for row in _children(call, folder):
                if len(walk.documents) == most:
                    walk.truncated = True
                    break
                entry_id = whole(row, "id")
                if entry_type(row) != "Folder":
                    walk.documents.append(row)
                elif recursive and entry_id is not None and entry_id not in known:
                    known.add(entry_id)
                    waiting.append(entry_id)
        except (ApiError, ShapeError):
            walk.unreadable.append(folder)
    return walk


async def _children(call: Call, folder: int) -> AsyncIterator[Json]:
    """All rows, page after page: by the next link's word that there are more, or as long as pages are full."""
    seen = 0
    while True:
        page = await call.client.ask(routes.CHILDREN, query={"$top": PAGE, "$skip": seen}, entry_id=folder)
        here = rows(page)
        for row in here:
            yield row
        seen += len(here)
        if not here or (len(here) < PAGE and pick(page, "@odata.nextLink") is None):
            return


async def _each(report: _Report, places: Sequence[int], work: Callable[[int], Awaitable[None]], what: str) -> None:
    """A few at a time, with progress. Whoever cancels the call ends all of them."""
    done, limit = 0, anyio.CapacityLimiter(AT_ONCE)

    async def one(place: int) -> None:
        nonlocal done
        async with limit:
            try:
                await work(place)
            except ApiError as failure:
                report.skip(place, failure.text)
            done += 1
            await report.call.progress(done, len(places), f"{what} of documents")

    async with anyio.create_task_group() as group:
        for place in places:
            group.start_soon(one, place)


async def _measure(report: _Report, most: int, place: int) -> None:
    try:
        head = await source.head(report.call.client, whole(report.documents[place], "id") or 0)
    except source.NoDocument:
        report.skip(place, "It has no electronic file.")
        return
    if head.byte_size is not None and head.byte_size > most:
        report.skip(place, f"Its file has {head.byte_size:,} bytes, more than max_bytes.")
    else:
        report.sizes[place] = head.byte_size


def _doubtful(sizes: dict[int, int | None]) -> list[int]:
    """Those that share their size with another; where one has no known size, it may share anybody's."""
    if None in sizes.values() and len(sizes) > 1:
        return sorted(sizes)
    known = list(sizes.values())
    return sorted(place for place, size in sizes.items() if known.count(size) > 1)


async def _hash(report: _Report, most: int, place: int) -> None:
    try:
        content = await source.fetch(report.call.client, whole(report.documents[place], "id") or 0, most)
    except source.NoDocument:
        report.skip(place, "Its file is empty.")
        return
    except source.TooLarge:
        report.skip(place, "Its file turned out to be larger than max_bytes.")
        return
    try:
        digest = await anyio.to_thread.run_sync(_digest, content.file)
    finally:
        content.close()
    report.digests[place] = (digest, content.byte_size)


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while piece := file.read(PIECE):
        digest.update(piece)
    return digest.hexdigest()


def _groups(report: _Report) -> list[Json]:
    """Largest waste first."""
    places: dict[tuple[str, int], list[int]] = {}
    for place, key in sorted(report.digests.items()):
        places.setdefault(key, []).append(place)
    found = [
        {
            "sha256": digest,
            "byte_size": size,
            "wasted_bytes": size * (len(same) - 1),
            "entries": [_named(report.documents[place]) for place in same],
        }
        for (digest, size), same in places.items()
        if len(same) > 1
    ]
    return sorted(found, key=lambda group: -group["wasted_bytes"])


def _named(row: Json) -> Json:
    return {"entry_id": whole(row, "id") or 0, "name": text(row, "name") or ""}
