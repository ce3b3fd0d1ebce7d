"""`lf-simulator env`: the `LF_*` settings for a simulator that runs already."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

from lf_simulator.checks import BadValue, names, unknown
from lf_simulator.environment import as_dotenv, as_shell

PATIENCE_SECONDS = 5.0


def env(url: str, repository: str | None, *, dotenv: bool) -> str:
    """Lines for a shell, or for a `.env` file. Raises BadValue where no simulator answers or the choice is open."""
    found = _repositories(url.rstrip("/"))
    by_id = {row["id"].casefold(): row for row in found}
    existing = [row["id"] for row in found]
    if repository is None:
        if len(found) != 1:
            there_is = names(existing) or "none"
            raise BadValue(f"which repository? Name one with --repository; there is {there_is}")
        repository = existing[0]
    if repository.casefold() not in by_id:
        raise BadValue(unknown("repository", repository, existing))
    settings = by_id[repository.casefold()]["env"]
    return as_dotenv(settings) if dotenv else as_shell(settings)


def _repositories(url: str) -> list[dict[str, Any]]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy cannot know this machine's ports
    try:
        with opener.open(f"{url}/_sim/repositories", timeout=PATIENCE_SECONDS) as answer:
            rows: list[dict[str, Any]] = json.load(answer)["repositories"]
            return rows
    except urllib.error.HTTPError as problem:
        raise BadValue(f"--url: what answers at {url} is no simulator: {problem.code} for /_sim/repositories") from None
    except (OSError, urllib.error.URLError) as problem:
        why = getattr(problem, "reason", problem)
        raise BadValue(f"--url: no simulator answers at {url} ({why}); `lf-simulator serve` starts one") from None
    except (ValueError, KeyError, TypeError) as problem:
        raise BadValue(f"--url: what answers at {url} is no simulator: {problem}") from None
