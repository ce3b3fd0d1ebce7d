"""Is ready, and then never reads its input again."""

import json
import signal
import sys

from speaker import handshake, reply, tools

for _ in range(3):
    request = json.loads(sys.stdin.readline())
    if "id" in request:
        reply(request, handshake(request) if request["method"] == "initialize" else tools("alpha", "beta"))
signal.pause()
