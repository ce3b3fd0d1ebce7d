"""The part of the control plane that is about the journal: reading it, holding it to expectations, exporting it.

It is written in slices, so that a full one holds nobody up.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response, StreamingResponse

from lf_simulator import har
from lf_simulator.catalogue import operation_names
from lf_simulator.checks import BadValue, shown, unknown, unknown_operation
from lf_simulator.verifying import verify

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping

    from starlette.requests import Request

    from lf_simulator.control import ByMethod, Control

FILTERS = ("operation", "status", "since", "limit")

SLICE = 20
"""Exchanges that are rendered in one go, a few milliseconds' worth; then other requests have their turn."""


async def in_slices(exchanges: Iterator[dict[str, Any]], dropped: int) -> AsyncIterator[str]:
    """`{"dropped": n, "exchanges": [...]}` in pieces, escaped: what a client sent may hold half a character."""
    yield f'{{"dropped":{dropped},"exchanges":['
    mark = ""
    while rows := [json.dumps(each, separators=(",", ":")) for each in islice(exchanges, SLICE)]:
        yield mark + ",".join(rows)
        mark = ","
        await asyncio.sleep(0)
    yield "]}"


async def get_journal(control: Control, request: Request) -> Response:
    exchanges, journal = _chosen(control, request), control.repository(request).journal
    return StreamingResponse(in_slices(exchanges, journal.dropped), media_type="application/json")


async def get_archive(control: Control, request: Request) -> Response:
    origin = f"{request.url.scheme}://{request.url.netloc}"
    return JSONResponse(har.archive(_chosen(control, request), origin))


async def get_verdict(control: Control, request: Request) -> Response:
    _refuse_others(request, ("expect", "since"))
    rows = control.repository(request).journal.read(since=_whole(request, "since") or 0)
    verdicts = verify(rows, request.query_params.getlist("expect"))
    checks = [asdict(verdict) for verdict in verdicts]
    return JSONResponse({"holds": all(verdict.holds for verdict in verdicts), "checks": checks})


async def delete_journal(control: Control, request: Request) -> Response:
    control.repository(request).journal.clear()
    return Response(status_code=204)


def _chosen(control: Control, request: Request) -> Iterator[dict[str, Any]]:
    _refuse_others(request, FILTERS)
    return control.repository(request).journal.rendered(
        _operation(request), _whole(request, "status"), _whole(request, "since") or 0, _whole(request, "limit")
    )


def _refuse_others(request: Request, known: tuple[str, ...]) -> None:
    for key in request.query_params:
        if key not in known:
            raise BadValue(unknown("parameter", key, known, "journal"))


def _operation(request: Request) -> str | None:
    name = request.query_params.get("operation")
    if name is not None and name not in operation_names():
        raise BadValue(unknown_operation(name, operation_names(), "journal: operation"))
    return name


def _whole(request: Request, key: str) -> int | None:
    text = request.query_params.get(key)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit():
        raise BadValue(f"journal: {key}: must be a whole number of 0 or more, not {shown(text)}")
    return int(text)


JOURNAL: Mapping[str, ByMethod] = {
    "/journal": {
        "GET": (get_journal, "requests and answers: ?operation=&status=&since=&limit="),
        "DELETE": (delete_journal, "forget them"),
    },
    "/journal.har": {"GET": (get_archive, "the same as HTTP Archive, for developer tools")},
    "/journal/verify": {"GET": (get_verdict, "hold it to expectations: ?expect=GetEntry = 3&expect=only reads")},
}
"""As `control.ROUTES`, below the address of a repository."""
