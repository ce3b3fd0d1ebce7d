"""A tool is a row: names, words, arguments, annotations, and the function that does it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lf_mcp.call import Call
    from lf_mcp.shapes import Illustrated
    from lf_mcp.tools.inputs import Argument


@dataclass(frozen=True, slots=True)
class Effects:
    """The four hints for clients. `open_world`: it reaches beyond this process, as everything on a repository does."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool = True


READ = Effects(read_only=True, destructive=False, idempotent=True)
ADD = Effects(read_only=False, destructive=False, idempotent=False)  # makes something new and overwrites nothing
REPLACE = Effects(read_only=False, destructive=True, idempotent=True)  # what was there is gone
MERGE = Effects(read_only=False, destructive=False, idempotent=True)  # keeps what it was not asked to touch
REMOVE = Effects(read_only=False, destructive=True, idempotent=False)


@dataclass(frozen=True, slots=True)
class Tool:
    """`operation`: what error answers call it. `echoed`: arguments that a classified error answer repeats.

    `writes`: it is registered only when writing is on, and as LF_WRITE_TOOLS_ALLOWED says. `part`: a wrapper covers it
    (a split, an alias), so that the compact set leaves it out.
    """

    name: str
    legacy_name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    run: Callable[[Call, dict[str, Any]], Awaitable[dict[str, Any] | Illustrated]]
    effects: Effects = READ
    operation: str = ""
    echoed: tuple[str, ...] = field(default=())
    writes: bool = False
    part: bool = False

    @property
    def failing_operation(self) -> str:
        return self.operation or self.legacy_name
