"""The definitions of fields, tags, templates and links, remembered for a while and read once for all who ask."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio

from lf_mcp import routes
from lf_mcp.failures import ApiError
from lf_mcp.shapes import Json, pick, rows, text, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lf_mcp.client import RepositoryClient
    from lf_mcp.config import Config
    from lf_mcp.routes import Route

BAD_PARAMETER = (400, 216)
"""Status and code with which builds refuse a page size that is too large for them."""


@dataclass(slots=True)
class _Kept:
    """One kind of definition as it was last read. `until`: by the clock of the process."""

    rows: list[Json] = field(default_factory=list)
    until: float = 0.0
    reading: anyio.Lock = field(default_factory=anyio.Lock)


class Definitions:
    """Definitions by name (links by id). Raises ApiError or ShapeError when they cannot be read."""

    def __init__(self, client: RepositoryClient, config: Config, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._page = config.max_results_ceiling
        self._ttl = config.schema_cache_ttl_seconds
        self._clock = clock
        self._kept: dict[Route, _Kept] = {}

    async def fields(self) -> Mapping[str, Json]:
        return _by_name(await self._all(routes.FIELD_DEFINITIONS))

    async def tags(self) -> Mapping[str, Json]:
        return _by_name(await self._all(routes.TAG_DEFINITIONS))

    async def templates(self) -> Mapping[str, Json]:
        return _by_name(await self._all(routes.TEMPLATE_DEFINITIONS))

    async def links(self) -> Mapping[int, Json]:
        """By id, which v1 calls linkTypeId."""
        found = ((whole(row, "linkTypeId", "id"), row) for row in await self._all(routes.LINK_DEFINITIONS))
        return {id_: row for id_, row in found if id_ is not None}

    async def template_fields(self, template: str) -> list[Json]:
        """The fields of a template, with what holds for them there. Not remembered."""
        return await self._read(routes.TEMPLATE_FIELDS, {"templateName": template})

    async def _all(self, route: Route) -> list[Json]:
        kept = self._kept.setdefault(route, _Kept())
        async with kept.reading:
            if self._clock() >= kept.until:
                kept.rows = await self._read(route, {})
                kept.until = self._clock() + self._ttl
        return kept.rows

    async def _read(self, route: Route, condition: Mapping[str, str]) -> list[Json]:
        """All pages. The page size is halved while a build finds it too large."""
        size = self._page
        found: list[Json] = []
        while True:
            query: dict[str, Any] = {**condition, "$top": size, "$skip": len(found)}
            try:
                page = await self._client.ask(route, query=query)
            except ApiError as failure:
                if (failure.status, failure.error_code) != BAD_PARAMETER or size == 1:
                    raise
                size //= 2
                continue
            here = rows(page)
            found += here
            more = len(here) == size or pick(page, "@odata.nextLink") is not None
            if not here or not more:
                return found


def _by_name(found: list[Json]) -> dict[str, Json]:
    named = ((text(row, "name", "displayName"), row) for row in found)
    return {name: row for name, row in named if name}
