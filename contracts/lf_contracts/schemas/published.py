"""What a server publishes as the output schema of a tool: the good answers as they are, and one form for all failures.

The files tell each failure apart, for a judge. A client needs to know that an answer is one, and what it can read
there; and every word of a schema costs those who show it to a model.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

_WORDS = frozenset({"title", "description", "$schema"})
_DATA = frozenset({"const", "enum", "default", "examples"})
FAILURE: Schema = {
    "type": "object",
    "required": ["mode", "operation", "kind", "error", "request_id"],
    "properties": {
        "mode": {"const": "error"},
        "operation": {"type": "string"},
        "kind": {"enum": ["not_found", "permission_denied", "rate_limited", "invalid_input", "upstream_unavailable"]},
        "error": {"type": "string"},
        "request_id": {"type": "string"},
    },
}


def published(document: Schema) -> Schema:
    """`document`, the bundled file of a tool, without words and with one branch for all its failures."""
    good = [branch for branch in document["oneOf"] if not _is_failure(branch, document)]
    slim = {"type": "object", "anyOf": [*(_slim(branch) for branch in good), FAILURE]}
    kept = _used(slim, document.get("$defs", {}))
    return slim | ({"$defs": kept} if kept else {})


def _is_failure(branch: Schema, document: Schema) -> bool:
    while "$ref" in branch:
        branch = document["$defs"][branch["$ref"].rpartition("/")[2]]
    mode = branch.get("properties", {}).get("mode", {})
    return isinstance(mode, dict) and mode.get("const") == "error"


def _slim(node: Any) -> Any:
    if isinstance(node, list):
        return [_slim(item) for item in node]
    if not isinstance(node, dict):
        return node
    slim = {}
    for key, value in node.items():
        if key in _DATA:
            slim[key] = value
        elif key == "properties":
            slim[key] = {name: _slim(schema) for name, schema in value.items()}
        elif key not in _WORDS:
            slim[key] = _slim(value)
    return slim


def _used(slim: Schema, defs: Schema) -> Schema:
    """The shared parts that are still referred to, by themselves or by one another."""
    kept: Schema = {}
    waiting = _names(slim)
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept[name] = _slim(defs[name])
            waiting |= _names(kept[name])
    return {name: kept[name] for name in defs if name in kept}


def _names(node: Any) -> set[str]:
    if isinstance(node, list):
        return set().union(*map(_names, node)) if node else set()
    if not isinstance(node, dict):
        return set()
    own = {node["$ref"].rpartition("/")[2]} if isinstance(node.get("$ref"), str) else set()
    return own.union(*(_names(value) for key, value in node.items() if key not in _DATA))
