"""The journal on its way out: written in slices, so that a full one holds nobody up."""

from __future__ import annotations

import asyncio
import json
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

SLICE = 20
"""Exchanges that are rendered in one go, a few milliseconds' worth; then other requests have their turn."""


async def in_slices(exchanges: Iterator[dict[str, Any]], dropped: int) -> AsyncIterator[str]:
    """`{"dropped": n, "exchanges": [...]}` in pieces, escaped: what a client sent may hold half a character."""
    yield f'{{"dropped":{dropped},"exchanges":['
    mark = ""
    while rows := [json.dumps(each, separators=(",", ":")) for each in islice(exchanges, SLICE)]:
        yield mark + ",".join(rows)
        mark = ","
        await asyncio.sleep(0)
    yield "]}"
