"""lf-mcp with one defect planted, named by the first argument: what the kit must see. Run as a program."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from lf_mcp import errors, shapes
from lf_mcp.__main__ import main
from lf_mcp.search import session


def rename_a_slug() -> None:
    errors.SLUGS["not_found"] = replace(errors.SLUGS["not_found"], name="missing")


def drop_a_key() -> None:
    whole = shapes.entry_summary

    def without_parent(*arguments: Any) -> Any:
        summary = whole(*arguments)
        del summary["parent_id"]
        return summary

    shapes.entry_summary = without_parent


def leak_a_search() -> None:
    async def forget(self: session.SearchSession) -> None:
        """Leaves the search open on the server."""

    session.SearchSession.close = forget  # type: ignore[method-assign]  # the defect


DEFECTS = {
    "nothing": lambda: None,
    "a-renamed-slug": rename_a_slug,
    "a-dropped-key": drop_a_key,
    "a-leaked-search": leak_a_search,
}

DEFECTS[sys.argv.pop(1)]()
sys.exit(main())
