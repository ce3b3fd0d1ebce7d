"""Every request that a tool makes, held against the published description of its operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
from tests.simulator.judging import check_request, unexplained
from tests.simulator.published import description

from lf_simulator.address import read as read_address

if TYPE_CHECKING:
    from tests.simulator.published import Finding

SIGN_IN = "CreateToken"


class Judge:
    """Clients of its making note what is wrong with requests that were accepted."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.operations: set[str] = set()
        self._real = httpx.AsyncClient

    def client(self, **settings: Any) -> httpx.AsyncClient:
        return self._real(**settings, event_hooks={"response": [self._hold]})

    async def _hold(self, response: httpx.Response) -> None:
        request = response.request
        operation = read_address(request.method, request.url.path).operation
        if operation is None or not operation.document or not response.is_success:
            return
        self.operations.add(operation.name)
        await request.aread()
        if operation.name == SIGN_IN:
            left = _findings(request, "token", "CreateAccessToken")
        else:
            left = _findings(request, operation.document, operation.name)
        self.wrong += [f"{operation.name} {request.url}: {each}" for each in left]


def _findings(request: httpx.Request, document: str, name: str) -> list[Finding]:
    said = description(document)
    return unexplained(check_request(said, said.operation(name), request), document, name, set(request.url.params))
