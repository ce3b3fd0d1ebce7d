"""What has to hold before anything is written: the name is one, the entry is there, the path is not fenced off.

The order is that of the published contract: local checks, the entry read, the path. Which tools are allowed is settled
when they are registered. That an entry without a path does not pass a fence, and that names of dots alone are refused,
are decisions of this build.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from lf_mcp import routes
from lf_mcp.errors import ToolError, own
from lf_mcp.shapes import Json, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_mcp.call import Call

LONGEST_NAME = 128
_UNUSABLE = re.compile(r"[\\/\x00-\x1f]")
_SEPARATORS = re.compile(r"[\\/]+")


def hold_name(call: Call, name: str, **place: Any) -> None:
    """Raises ToolError (`invalid_name`, with the keys of `place`) for a name that no entry can have."""
    reason = _wrong_with(name)
    if reason is not None:
        raise ToolError(own(call.origin, "invalid_name", reason=reason, name=name, **place))


def _wrong_with(name: str) -> str | None:
    trimmed = name.strip()
    if not trimmed:
        return "A name must hold more than blanks."
    if len(trimmed) > LONGEST_NAME:
        return f"A name has at most {LONGEST_NAME} characters, not {len(trimmed)}."
    if not trimmed.strip("."):
        return "A name cannot consist of dots alone."
    if _UNUSABLE.search(name):
        return "A name cannot hold a slash, a backslash or a control character."
    return None


async def pass_entry(call: Call, entry_id: int) -> Json:
    """The entry that is to be changed, or the folder that is to take a new one. Raises ToolError."""
    with call.failing(entry_id=entry_id):
        entry = await call.client.ask(routes.ENTRY, entry_id=entry_id)
    hold_path(call, text(entry, "fullPath"))
    return entry


def hold_path(call: Call, path: str | None) -> None:
    """The path fences. Raises ToolError."""
    config = call.config
    if path is not None and ".." in _SEPARATORS.split(path):
        reason = "The path has a segment .., which could lead out of a fence."
        raise ToolError(own(call.origin, "path_traversal_blocked", reason=reason, path=path))
    fenced = _fenced(path, config.write_paths_allow, config.write_paths_deny)
    if fenced is not None:
        raise ToolError(own(call.origin, "path_not_allowed", reason=fenced, path=path or ""))


def hold_path_below(call: Call, folder: Json, name: str) -> None:
    """The path that a new entry in `folder` would have. Raises ToolError."""
    path = text(folder, "fullPath")
    if path is not None:
        hold_path(call, path.rstrip("\\") + "\\" + name)


def _fenced(path: str | None, allow: Sequence[str], deny: Sequence[str]) -> str | None:
    if not allow and not deny:
        return None
    if path is None:
        return "The server does not tell the entry's path, so that it cannot be held against the fences."
    segments = segments_of(path)
    if any(_starts(segments, prefix) for prefix in deny):
        return "Writing is fenced off here (LF_WRITE_PATHS_DENY)."
    if allow and not any(_starts(segments, prefix) for prefix in allow):
        return "Writing is allowed in other folders only (LF_WRITE_PATHS_ALLOW)."
    return None


def segments_of(path: str) -> list[str]:
    """The names on a path, in the form in which they are compared: composed, without case, blanks at the ends off."""
    normal = unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())
    return [segment.strip() for segment in _SEPARATORS.split(normal) if segment.strip()]


def _starts(segments: list[str], prefix: str) -> bool:
    wanted = segments_of(prefix)
    return segments[: len(wanted)] == wanted
