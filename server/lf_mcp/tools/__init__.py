"""The tools of this server as one table, in the order in which clients see them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from lf_mcp.tools.entries import ENTRY_TOOLS
from lf_mcp.tools.inputs import ArgumentsError
from lf_mcp.tools.row import Tool
from lf_mcp.tools.searching import SEARCH_TOOLS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["TOOLS", "ArgumentsError", "Tool", "registered"]

TOOLS = (*SEARCH_TOOLS, *ENTRY_TOOLS)


def registered(tools: Sequence[Tool], legacy_names: bool) -> Mapping[str, Tool]:
    """The tools by every name they answer to. Raises ValueError when a name stands for two tools."""
    by_name: dict[str, Tool] = {}
    for tool in tools:
        for name in (tool.name, tool.legacy_name) if legacy_names else (tool.name,):
            if name in by_name:
                raise ValueError(f"two tools are called {name}")
            by_name[name] = tool
    return MappingProxyType(by_name)
