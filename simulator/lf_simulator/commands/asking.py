"""Asking a simulator that runs: one request to its control plane, in and out of JSON."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

from lf_simulator.checks import BadValue, names, unknown

PATIENCE_SECONDS = 5.0


def ask(url: str, path: str, key: str | None, body: object = None) -> Any:
    """What the control plane has at a path, under `key` or as a whole; a `body` is posted.

    Raises BadValue, with the control plane's own words for what it refuses.
    """
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy cannot know this machine's ports
    data = None if body is None else json.dumps(body).encode()
    try:
        request = urllib.request.Request(f"{url.rstrip('/')}/_sim{path}", data)  # noqa: S310 - an address that the user gave
        with opener.open(request, timeout=PATIENCE_SECONDS) as answer:
            found = json.load(answer)
            return found if key is None else found[key]
    except urllib.error.HTTPError as problem:
        raise BadValue(_refusal(url, path, problem)) from None
    except (OSError, urllib.error.URLError) as problem:
        why = getattr(problem, "reason", problem)
        raise BadValue(f"--url: no simulator answers at {url} ({why}); `lf-simulator serve` starts one") from None
    except (ValueError, KeyError, TypeError) as problem:
        raise BadValue(f"--url: what answers at {url} is no simulator: {problem}") from None


def the_one(url: str, repository: str | None) -> dict[str, Any]:
    """The description of the repository of that id, or of the only one. Raises BadValue where the choice is open."""
    found = ask(url, "/repositories", "repositories")
    existing = [row["id"] for row in found]
    if repository is None:
        if len(found) != 1:
            there_is = names(existing) or "none"
            raise BadValue(f"which repository? Name one with --repository; there is {there_is}")
        repository = existing[0]
    by_id: dict[str, dict[str, Any]] = {row["id"].casefold(): row for row in found}
    if repository.casefold() not in by_id:
        raise BadValue(unknown("repository", repository, existing))
    return by_id[repository.casefold()]


def _refusal(url: str, path: str, problem: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(problem)["error"])
    except (ValueError, KeyError, TypeError):
        return f"--url: what answers at {url} is no simulator: {problem.code} for /_sim{path}"
