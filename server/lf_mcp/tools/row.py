"""A tool is a row: names, words, arguments, annotations, and the function that does it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lf_mcp.call import Call
    from lf_mcp.tools.inputs import Argument


@dataclass(frozen=True, slots=True)
class Effects:
    """The four hints for clients. `open_world`: it reaches beyond this process, as everything on a repository does."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool = True


READ = Effects(read_only=True, destructive=False, idempotent=True)


@dataclass(frozen=True, slots=True)
class Tool:
    """`operation`: what error answers call it. `echoed`: arguments that a classified error answer repeats."""

    name: str
    legacy_name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    run: Callable[[Call, dict[str, Any]], Awaitable[dict[str, Any]]]
    effects: Effects = READ
    operation: str = ""
    echoed: tuple[str, ...] = field(default=())

    @property
    def failing_operation(self) -> str:
        return self.operation or self.legacy_name
