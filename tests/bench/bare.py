"""The bare limit for a served answer: one Starlette route under uvicorn, nothing else. A program; says `ready`."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

# The same answer as the one it is compared with, handed over in a file by the benchmark.
BODY = json.loads(Path(sys.argv[1]).read_text()) if len(sys.argv) > 1 else {"ready": True}


async def entry(request: Request) -> JSONResponse:
    return JSONResponse(BODY)


async def announce() -> None:
    print(f"ready http://127.0.0.1:{listening.getsockname()[1]}", flush=True)


if __name__ == "__main__":
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    app = Starlette(routes=[Route("/entries/{id}", entry)])
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))

    async def main() -> None:
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.001)
        await announce()
        await serving

    asyncio.run(main())
