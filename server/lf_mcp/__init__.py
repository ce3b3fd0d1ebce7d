"""An MCP server for one Laserfiche repository: `load` settings, `lf_mcp.app.build_server`; or the command `lf-mcp`.

The server itself is not imported here, because importing the MCP SDK takes most of a second.
"""

from lf_mcp.config import Config, ConfigError, Loaded, load

__all__ = ["Config", "ConfigError", "Loaded", "load"]
