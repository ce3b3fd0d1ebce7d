"""One API request from its first byte to its journal entry, in one order for every operation.

Operation → repository → sign-in → faults before → reading and checking → handler → faults after → answer → journal.
What goes wrong on the way is an `ApiError`; nothing else leaves here but `NoAnswer`, and that only in-process.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator import address, bodies, errors, gate, multipart, query, refusals
from lf_simulator.context import Answer, Call
from lf_simulator.faults.connection import Connection
from lf_simulator.faults.kind import NoAnswer
from lf_simulator.journal import BODY_BYTES, Exchange
from lf_simulator.multipart import MultipartBody, RawBody
from lf_simulator.profiles import DEFAULT_PROFILE, PROFILES
from lf_simulator.sending import headers_of, send_answer
from lf_simulator.store.documents import MOST_BYTES
from lf_simulator.striking import Striking

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lf_simulator.address import Target
    from lf_simulator.auth import Session
    from lf_simulator.clock import Clock
    from lf_simulator.faults.plan import Fault
    from lf_simulator.incoming import Incoming, Receiver, Send
    from lf_simulator.multipart import Files
    from lf_simulator.operations import Operation
    from lf_simulator.profiles import Profile
    from lf_simulator.registry import Registry
    from lf_simulator.repository import Repository

NO_MEMBERS: Mapping[str, Any] = MappingProxyType({})

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Request:
    """A request that has found its repository, and the journal entry that grows with it."""

    registry: Registry
    incoming: Incoming
    target: Target
    repository: Repository
    exchange: Exchange
    operation_id: str
    body: bytes = b""
    """What came, as far as it is kept whole."""
    receiver: Receiver | None = None
    """What took it in where it is not."""


async def serve(registry: Registry, strangers: Clock, incoming: Incoming, send: Send) -> None:
    """Answer one request. `strangers` gives ids to answers for which there is no repository."""
    target = address.read(incoming.method, incoming.scope["path"])
    repository = gate.repository_of(registry, target, incoming)
    if repository is None:
        await _turn_away(registry, strangers, incoming, target, send)
        return
    journal = repository.journal  # a reset meanwhile begins another one
    scope = incoming.scope
    exchange = Exchange(repository.clock.now(), incoming.method, incoming.path, incoming.query, scope["headers"])
    request = _Request(registry, incoming, target, repository, exchange, repository.clock.uuid())
    connection = Connection(scope, incoming.receive)
    try:
        answer = await _answer(request)
    except NoAnswer:
        journal.add(exchange)
        if connection.is_in_process:
            raise
        return
    finally:
        if request.receiver is not None:
            request.receiver.close()
    exchange.status, exchange.search = answer.status, answer.account
    exchange.response_body = answer.body
    exchange.response_bytes = 0 if answer.stream is None else answer.size
    exchange.response_headers = headers = headers_of(answer, request.operation_id)
    journal.add(exchange)
    await send_answer(send, connection, answer, headers, incoming.method)


async def _turn_away(registry: Registry, strangers: Clock, incoming: Incoming, target: Target, send: Send) -> None:
    """Answer a request that names no repository of this simulator.

    *Decision*: where there is one repository only, its journal has the request, since no other can be meant.
    """
    operation_id = strangers.uuid()
    error = target.failure() if target.failure else gate.unknown(registry, target)
    reshape = target.operation.reshape if target.operation else None
    answer = refusals.refused(error, _build_at(target), strangers, incoming, operation_id, reshape)
    headers = headers_of(answer, operation_id)
    if len(rows := registry.all()) == 1:
        only = rows[0]
        exchange = Exchange(only.clock.now(), incoming.method, incoming.path, incoming.query, incoming.scope["headers"])
        exchange.version, exchange.reason, exchange.status = target.version or None, error.reason, answer.status
        exchange.operation = target.operation.name if target.operation else None
        exchange.response_headers, exchange.response_body = headers, answer.body
        only.journal.add(exchange)
    await send_answer(send, Connection(incoming.scope, incoming.receive), answer, headers, incoming.method)


async def _answer(request: _Request) -> Answer:
    """The answer to a request that has a repository. Raises NoAnswer when a fault has taken it away."""
    target, exchange = request.target, request.exchange
    operation = target.operation
    exchange.version = target.version or None
    exchange.operation = operation.name if operation else None
    try:
        request.incoming.check_size()
        failure = address.misplaced(target, request.repository.profile)
        if failure is not None or operation is None:
            raise failure or errors.framework(404, "The address names no operation.")
        striking = Striking(request.repository, target, request.incoming, exchange, request.operation_id)
        faults = striking.due("sign-in")
        if faults:  # one that waits listens for the client to leave, and must not take the body for that
            await _take_in(request, operation)
        replaced = await striking.before(faults)
        if replaced is not None:
            return replaced
        session = gate.session_of(request.registry, request.repository, target, request.incoming)
        exchange.user = session.user if session else None
        if session is not None and not operation.is_open:
            request.repository.calls.hold(request.repository.profile, session.principal, operation.name)
        if not faults:
            await _take_in(request, operation)
    except errors.ApiError as error:
        return _refused(request, error)
    replaced = await striking.before(striking.due("before", session))
    if replaced is not None:
        return replaced
    answer, faults = await _performed(request, operation, session, striking)
    return await striking.after(faults, answer) if faults else answer


async def _take_in(request: _Request, operation: Operation | None) -> None:
    """Read the body, if there is one: JSON whole, a form into its parts, any other only for the journal.

    Raises ApiError 413, and NoAnswer when the client leaves in the middle.
    """
    incoming, exchange = request.incoming, request.exchange
    if not incoming.has_body:
        return
    declared = operation.body if operation else None
    request.receiver = multipart.receiver(declared, incoming.content_type)
    is_kept = declared is not None and request.receiver is None
    keep = bodies.JSON_LIMIT + 1 if is_kept else BODY_BYTES
    limit = MOST_BYTES if isinstance(declared, RawBody) else request.repository.profile.upload_limit
    request.body, size = await incoming.read(request.receiver, keep, limit)
    exchange.request_body = request.body[:BODY_BYTES]
    exchange.request_bytes = size if size > BODY_BYTES else 0


async def _performed(
    request: _Request, operation: Operation, session: Session | None, striking: Striking
) -> tuple[Answer, Sequence[Fault]]:
    """What the operation answers once its request has been read and checked, and the faults that strike after it.

    What it has written is kept when it answers and taken back when it refuses. An operation that waits has written
    nothing by then, so there is never more than one that writes.
    """
    database = request.repository.database
    try:
        if operation.run is None:
            raise errors.not_simulated(operation.name)
        request.repository.settle()
        result = operation.run(_read(request, operation, session, striking.failing))
        answer = result if isinstance(result, Answer) else await result
        faults = striking.due("after", session)
        striking.state(faults, answer)
        if database.connection.in_transaction:
            request.repository.written()
            database.connection.commit()
        return answer, faults
    except errors.ApiError as error:
        database.connection.rollback()
        refused, faults = _refused(request, error), striking.due("after", session)
        striking.state(faults, refused)
        return refused, faults
    except Exception:
        database.connection.rollback()
        _log.exception("The simulator itself failed on %s %s", request.exchange.method, request.exchange.path)
        title = "Error: An unexpected error occurred."
        reason = "The simulator itself failed here; its log has the traceback."
        return _refused(request, errors.ApiError(500, title, reason=reason)), ()


def _read(request: _Request, operation: Operation, session: Session | None, failing: Mapping[str, int]) -> Call:
    """The call, its query and body checked against what the operation declares. Raises ApiError."""
    incoming, exchange = request.incoming, request.exchange
    values, ignored = query.read(incoming.query, operation.query)
    members, unread, files = _read_body(request, operation)
    if unread and request.repository.profile.unknown_members == "refused":
        raise errors.unknown_members(unread, operation.name)
    ignored += unread
    if ignored:
        exchange.reason = f"Ignored, because {operation.name} does not know it: {', '.join(ignored)}."
    return Call(
        registry=request.registry,
        repository=request.repository,
        operation=operation.name,
        version=operation.version,
        origin=incoming.origin,
        instance=exchange.path,
        raw_query=incoming.query.decode("latin-1"),
        path=request.target.path,
        query=values,
        headers=incoming.headers,
        body=members,
        session=session,
        operation_id=request.operation_id,
        files=files,
        failing=failing,
    )


def _read_body(request: _Request, operation: Operation) -> tuple[Mapping[str, Any], list[str], Files]:
    """The members of the body, the names that were ignored, the files that came with it. Raises ApiError."""
    declared, content_type = operation.body, request.incoming.content_type
    if declared is None:
        return NO_MEMBERS, [], {}
    receiver = request.receiver or multipart.receiver(declared, content_type)
    if receiver is not None:
        return receiver.result()
    assert not isinstance(declared, MultipartBody | RawBody)  # noqa: S101 - these two have a receiver
    return *bodies.read(request.body, content_type, declared), {}


def _refused(request: _Request, error: errors.ApiError) -> Answer:
    request.exchange.reason = error.reason
    profile, clock = request.repository.profile, request.repository.clock
    reshape = request.target.operation.reshape if request.target.operation else None
    return refusals.refused(error, profile, clock, request.incoming, request.operation_id, reshape)


def _build_at(target: Target) -> Profile:
    """The kind of server that stands at an address, for the form of its errors."""
    rows = PROFILES.values()
    fitting = (row for row in rows if row.base_path == target.base_path and target.version in row.versions)
    return next(fitting, PROFILES[DEFAULT_PROFILE])
