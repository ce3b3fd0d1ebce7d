"""The tools of this server as one table, in the order in which clients see them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from lf_mcp.tools.definitions import DEFINITION_TOOLS
from lf_mcp.tools.documents import DOCUMENT_TOOLS
from lf_mcp.tools.entries import ENTRY_TOOLS
from lf_mcp.tools.inputs import ArgumentsError
from lf_mcp.tools.making import MAKING_TOOLS
from lf_mcp.tools.metadata import METADATA_TOOLS
from lf_mcp.tools.row import Tool
from lf_mcp.tools.searching import SEARCH_TOOLS
from lf_mcp.tools.tasks import TASK_TOOLS
from lf_mcp.tools.two_steps import TWO_STEP_TOOLS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lf_mcp.config import Config

__all__ = ["TOOLS", "ArgumentsError", "Tool", "registered", "unknown_allowed"]

READING_TOOLS = (*SEARCH_TOOLS, *ENTRY_TOOLS, *DOCUMENT_TOOLS, *DEFINITION_TOOLS, *TASK_TOOLS)
TOOLS = (*READING_TOOLS, *METADATA_TOOLS, *MAKING_TOOLS, *TWO_STEP_TOOLS)


def registered(tools: Sequence[Tool], config: Config) -> Mapping[str, Tool]:
    """The tools that the settings let in, by every name they answer to.

    Tools that write need LF_READ_ONLY=false and, where LF_WRITE_TOOLS_ALLOWED names any, to be named there in either
    way; the compact set (LF_TOOL_SET) leaves the parts of wrappers out. Raises ValueError when a name stands for two.
    """
    by_name: dict[str, Tool] = {}
    for tool in tools:
        if not _let_in(tool, config):
            continue
        for name in (tool.name, tool.legacy_name) if config.legacy_tool_names else (tool.name,):
            if name in by_name:
                raise ValueError(f"two tools are called {name}")
            by_name[name] = tool
    return MappingProxyType(by_name)


def _let_in(tool: Tool, config: Config) -> bool:
    if config.tool_set == "compact" and tool.part:
        return False
    if not tool.writes:
        return True
    allowed = config.write_tools_allowed
    return not config.read_only and (not allowed or tool.name in allowed or tool.legacy_name in allowed)


def unknown_allowed(tools: Sequence[Tool], config: Config) -> tuple[str, ...]:
    """Names in LF_WRITE_TOOLS_ALLOWED that no tool that writes has, in their order."""
    known = {name for tool in tools if tool.writes for name in (tool.name, tool.legacy_name)}
    return tuple(name for name in config.write_tools_allowed if name not in known)
