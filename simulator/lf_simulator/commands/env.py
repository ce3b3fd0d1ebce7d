"""`lf-simulator env`: the `LF_*` settings for a simulator that runs already."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import quote, urlencode

from lf_simulator.checks import BadValue, names, unknown
from lf_simulator.environment import as_dotenv, as_shell

PATIENCE_SECONDS = 5.0


def env(url: str, repository: str | None, *, dotenv: bool, cloud: bool = False, user: str | None = None) -> str:
    """Lines for a shell, or for a `.env` file; `cloud`: with the access key of the service app in place of a password.

    `user` is the account as which the app acts. Raises BadValue where no simulator answers or the choice is open.
    """
    if user is not None and not cloud:
        raise BadValue("--user: says as whom a service app acts, so it goes with --cloud")
    url = url.rstrip("/")
    found = _read(url, "/repositories", "repositories")
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
    if cloud:
        asked = f"?{urlencode({'user': user})}" if user else ""
        settings = _read(url, f"/repositories/{quote(repository)}/access-key{asked}", "env")
    return as_dotenv(settings) if dotenv else as_shell(settings)


def _read(url: str, path: str, key: str) -> Any:
    """What the control plane has under `key` at a path. Raises BadValue, with its own words for what it refuses."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy cannot know this machine's ports
    try:
        with opener.open(f"{url}/_sim{path}", timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)[key]
    except urllib.error.HTTPError as problem:
        raise BadValue(_refusal(url, path, problem)) from None
    except (OSError, urllib.error.URLError) as problem:
        why = getattr(problem, "reason", problem)
        raise BadValue(f"--url: no simulator answers at {url} ({why}); `lf-simulator serve` starts one") from None
    except (ValueError, KeyError, TypeError) as problem:
        raise BadValue(f"--url: what answers at {url} is no simulator: {problem}") from None


def _refusal(url: str, path: str, problem: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(problem)["error"])
    except (ValueError, KeyError, TypeError):
        return f"--url: what answers at {url} is no simulator: {problem.code} for /_sim{path}"
