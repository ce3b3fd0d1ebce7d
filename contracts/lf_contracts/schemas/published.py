"""What a server publishes as the output schema of a tool: the good answers as they are, and one form for all failures.

The files tell each failure apart, for a judge. A client needs to know that an answer is one, and what it can read
there; and every word of a schema costs those who show it to a model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_contracts.schemas.bundle import DATA, Schema, bundle, resolve

if TYPE_CHECKING:
    from collections.abc import Callable

# What explains, and what judges how a text is written or how the members of an object go together.
_LEFT_OUT = frozenset({"title", "description", "$schema", "pattern", "minLength", "allOf"})
_ENVELOPE = ["mode", "operation", "kind", "error", "request_id"]


def published(read: Callable[[str], Schema], name: str) -> Schema:
    """The file `name` of a tool for a client; `read` gives the `brief` of a file by its name."""
    branches = [_followed(read, name, branch) for branch in read(name)["oneOf"]]
    good = [branch for branch, body in branches if not _is_failure(body)]
    slugs = [slug for _, body in branches if _is_failure(body) for slug in body["properties"]["error"]["enum"]]
    root = {"type": "object", "anyOf": [*good, _failure(list(dict.fromkeys(slugs)))]}
    return bundle(lambda file: root if file == name else read(file), name)


def brief(node: Any) -> Any:
    """A schema without words; each failure in it is the short form, with the slugs that it knows."""
    if isinstance(node, list):
        return [brief(item) for item in node]
    if not isinstance(node, dict):
        return node
    if _is_failure(node):
        error = node["properties"].get("error", {})
        return _failure(error.get("enum") or [error["const"]] if error.keys() & {"enum", "const"} else None)
    short = {}
    for key, value in node.items():
        if key in DATA:
            short[key] = value
        elif key in ("properties", "$defs"):
            short[key] = {name: brief(schema) for name, schema in value.items()}
        elif key not in _LEFT_OUT:
            short[key] = brief(value)
    return short


def _failure(slugs: list[str] | None) -> Schema:
    error: Schema = {"enum": slugs} if slugs else {"type": "string"}
    told: Schema = {"mode": {"const": "error"}, "error": error}
    return {"type": "object", "required": _ENVELOPE, "properties": told}


def _is_failure(node: Schema) -> bool:
    properties = node.get("properties")
    mode = properties.get("mode") if isinstance(properties, dict) else None
    return isinstance(mode, dict) and mode.get("const") == "error"


def _followed(read: Callable[[str], Schema], home: str, branch: Schema) -> tuple[Schema, Schema]:
    """A branch, and the file that it stands for."""
    return branch, read(resolve(home, branch["$ref"])[0]) if "$ref" in branch else branch
