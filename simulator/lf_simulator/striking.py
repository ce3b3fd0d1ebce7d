"""Letting faults strike: what is true of a request at a point of its exchange, and what each fault makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lf_simulator import paging, refusals
from lf_simulator.faults.connection import Connection
from lf_simulator.faults.kind import Scene
from lf_simulator.faults.manner import Manner
from lf_simulator.faults.moment import Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_simulator.address import Target
    from lf_simulator.auth import Session
    from lf_simulator.context import Answer
    from lf_simulator.faults.moment import Point
    from lf_simulator.faults.plan import Fault, FaultPlan
    from lf_simulator.incoming import Incoming
    from lf_simulator.journal import Exchange
    from lf_simulator.repository import Repository

TASK_PARAMETERS = ("searchToken", "operationToken", "taskId")
LISTED_ENTRIES = frozenset({"GetEntryListing", "ListEntries", "GetSearchResults", "ListSearchResults"})
"""The listings that have the larger pages."""


class Striking:
    """The faults of one request. They are those of the plan with which it began: a reset meanwhile begins another."""

    __slots__ = ("_exchange", "_incoming", "_operation_id", "_plan", "_repository", "_target", "failing")

    def __init__(
        self, repository: Repository, target: Target, incoming: Incoming, exchange: Exchange, operation_id: str
    ) -> None:
        self._plan: FaultPlan = repository.faults
        self._repository = repository
        self._target = target
        self._incoming = incoming
        self._exchange = exchange
        self._operation_id = operation_id
        self.failing: dict[str, int] = {}
        """The steps of the operation that fail, each with the code of its failure."""

    def due(self, point: Point, session: Session | None = None) -> Sequence[Fault]:
        """What strikes at this point. Costs nothing where no rule aims at it."""
        return self._plan.hits(self._moment(point, session)) if self._plan.has(point) else ()

    async def before(self, faults: Sequence[Fault]) -> Answer | None:
        """Let them have their effect. Answers what one of them puts in the place of the proper answer."""
        for fault in faults:
            if hasattr(fault.kind, "strike"):
                self._strike(fault)
                continue
            self._exchange.fault = fault
            if hasattr(fault.kind, "step"):
                self.failing[fault.kind.step] = fault.kind.error_code
            elif (replaced := await self._applied(fault)) is not None:
                return replaced
        return None

    def state(self, faults: Sequence[Fault], answer: Answer) -> None:
        """Those of state, before what the operation has written is kept."""
        for fault in faults:
            if hasattr(fault.kind, "strike"):
                self._strike(fault, answer)

    async def after(self, faults: Sequence[Fault], answer: Answer) -> Answer:
        """All others: the answer that is sent."""
        for fault in faults:
            if hasattr(fault.kind, "strike"):
                continue
            self._exchange.fault = fault
            if fault.at_byte is not None:
                answer = replace(answer, manner=(answer.manner or Manner()).with_stop(fault.at_byte, fault.kind))
            elif hasattr(fault.kind, "alter"):
                answer = fault.kind.alter(answer, self._address())
            elif (replaced := await self._applied(fault)) is not None:
                return replaced
        return answer

    def _strike(self, fault: Fault, answer: Answer | None = None) -> None:
        if fault.kind.strike(self._scene(answer)):
            self._exchange.fault = fault
        else:
            self._plan.missed(fault)

    def _scene(self, answer: Answer | None = None) -> Scene:
        operation = self._target.operation
        assert operation is not None  # noqa: S101 - faults aim at operations
        token, entry = self._incoming.bearer, self._target.path.get("entryId")
        return Scene(self._repository, operation.name, token, entry, answer)

    async def _applied(self, fault: Fault) -> Answer | None:
        connection = Connection(
            self._incoming.scope, self._incoming.receive, self._repository.clock, chance=fault.chance
        )
        refusal = await fault.kind.apply(connection)
        if refusal is None:
            return None
        self._exchange.reason = f"Rule {fault.rule} of the fault plan answered instead."
        profile, clock = self._repository.profile, self._repository.clock
        return refusals.replaced(refusal, profile, clock, self._incoming, self._operation_id)

    def _moment(self, point: Point, session: Session | None) -> Moment:
        operation = self._target.operation
        assert operation is not None  # noqa: S101 - faults aim at operations
        path = self._target.path
        query = self._incoming.query.decode("latin-1")
        prefer = self._incoming.headers.get(b"prefer", b"").decode("latin-1")
        size = paging.ENTRY_PAGE if operation.name in LISTED_ENTRIES else paging.PAGE
        return Moment(
            point=point,
            called=operation.names,
            elapsed=self._repository.clock.elapsed(),
            entry=path.get("entryId"),
            user=session.user if session else "",
            page=paging.page_number(query, prefer, size),
            task=next((str(path[name]) for name in TASK_PARAMETERS if name in path), query),
        )

    def _address(self) -> str:
        """Of the request, with its query."""
        query = self._incoming.query.decode("latin-1")
        return f"{self._incoming.origin}{self._incoming.path}" + (f"?{query}" if query else "")
