"""Requirements, cases and schemas that tell whether a Laserfiche MCP server keeps its contract."""
