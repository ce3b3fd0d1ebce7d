"""`lf-mcp diagnose`: asks the repository one thing after the other and says what is wrong, in one screen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import anyio

from lf_mcp import routes
from lf_mcp.client import RepositoryClient
from lf_mcp.failures import ApiError, ShapeError
from lf_mcp.redaction import scrub_text
from lf_mcp.shapes import count, rows, text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from lf_mcp.config import Config, Loaded
    from lf_mcp.routes import Route

OK, WEAK, BAD, PASSED_OVER = "ok", "weak", "wrong", "not tried"
EVERY_NAME = '{LF:Name="*"}'
LONGEST_WORDS = 160


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the screen. `state` is one of the four words above; only "wrong" is a reason to fail."""

    what: str
    state: str
    says: str


@dataclass(frozen=True, slots=True)
class Probe:
    """One thing that is asked. `needed`: without it tools fail; `stops`: without it nothing else can be asked."""

    what: str
    ask: Callable[[RepositoryClient], Awaitable[str]]
    advice: str
    needed: bool = True
    stops: bool = False


def diagnose(loaded: Loaded) -> list[Finding]:
    """All findings, in the order in which they were made. Nothing is changed on the server."""
    return anyio.run(_diagnosed, loaded)


async def _diagnosed(loaded: Loaded) -> list[Finding]:
    config = loaded.config
    findings = [Finding("settings", WEAK, warning) for warning in loaded.warnings] or [
        Finding("settings", OK, f"{config.auth_mode} sign-in, API {config.api_version}")
    ]
    client = RepositoryClient(config)
    stopped = False
    try:
        for probe in PROBES:
            finding = Finding(probe.what, PASSED_OVER, "") if stopped else await _tried(probe, client, config)
            findings.append(finding)
            stopped = stopped or (probe.stops and finding.state == BAD)
    finally:
        await client.aclose()
    return findings


async def _tried(probe: Probe, client: RepositoryClient, config: Config) -> Finding:
    try:
        return Finding(probe.what, OK, await probe.ask(client))
    except ApiError as failure:
        state = BAD if probe.needed else WEAK
        return Finding(probe.what, state, _words(failure, probe, config))
    except ShapeError as failure:
        return Finding(probe.what, BAD if probe.needed else WEAK, str(failure))


def _words(failure: ApiError, probe: Probe, config: Config) -> str:
    """What the server said, and what to do about it."""
    said = failure.server_message if isinstance(failure.server_message, str) else failure.text
    said = scrub_text(re.sub(r"\s+", " ", said), config.secrets)[:LONGEST_WORDS]
    status = "" if failure.status is None else f"HTTP {failure.status}: "
    return f"{status}{said} {_advice(failure, probe, config)}".strip()


def _advice(failure: ApiError, probe: Probe, config: Config) -> str:
    if failure.status is None:
        return f"Nobody answered at {config.repo_api_url}: check LF_REPO_API_URL, the network and the certificate."
    if not probe.stops:
        return probe.advice
    by_status = {
        401: "Check LF_USERNAME and LF_PASSWORD (Windows users: domain\\user), or the keys of the auth mode.",
        403: "The account may not sign in here.",
        404: (
            f"Check LF_REPOSITORY_ID={config.repository_id} and LF_API_VERSION={config.api_version}: this server does "
            "not know the one or does not offer the other."
        ),
        429: "All sessions or calls are used up: wait, or close other clients.",
    }
    return by_status.get(failure.status, probe.advice)


async def _sign_in(client: RepositoryClient) -> str:
    await client.sign_in()
    return "a token was given out"


async def _root(client: RepositoryClient) -> str:
    root = await client.ask(routes.ENTRY, entry_id=1)
    return f"entry 1 is there, {text(root, 'entryType') or 'of a type that is not told'}"


async def _children(client: RepositoryClient) -> str:
    page = await client.ask(routes.CHILDREN, query={"$top": 1, "$count": "true"}, entry_id=1)
    total = count(page, "@odata.count")
    return f"{total} in the root" if total is not None else f"{len(rows(page))} or more in the root"


async def _simple_search(client: RepositoryClient) -> str:
    found = await client.ask(routes.SIMPLE_SEARCH, body={"searchCommand": EVERY_NAME})
    return f"{len(rows(found))} rows for {EVERY_NAME}"


async def _search(client: RepositoryClient) -> str:
    started = await client.ask(routes.SEARCH_START, body={"searchCommand": EVERY_NAME})
    token = text(started, "token", "taskId", "operationToken")
    if token is None:
        raise ShapeError("The server started a search and named no token.")
    await client.ask(routes.SEARCH_CLOSE, search=token)
    return "a search was started and closed"


def _listing(route: Route) -> Callable[[RepositoryClient], Awaitable[str]]:
    async def listed(client: RepositoryClient) -> str:
        found = await client.ask(route, query={"$top": 1})
        return "there are some" if rows(found) else "there are none"

    return listed


async def _reasons(client: RepositoryClient) -> str:
    await client.ask(routes.AUDIT_REASONS)
    return "can be listed"


async def _repositories(client: RepositoryClient) -> str:
    return f"{len(rows(await client.ask_for_list(routes.REPOSITORIES)))} are listed"


RIGHTS = "The account may lack the right to read it."
PROBES = (
    Probe("sign-in", _sign_in, "The sign-in itself fails on the server.", stops=True),
    Probe("root folder", _root, "The account must be able to read the root, entry 1."),
    Probe("children of the root", _children, "laserfiche_folder_list will not work."),
    Probe("simple search", _simple_search, "laserfiche_entry_search will not work."),
    Probe(
        "asynchronous search",
        _search,
        "laserfiche_entry_search_content needs it; builds without it answer 404, 405 or 501.",
        needed=False,
    ),
    Probe("field definitions", _listing(routes.FIELD_DEFINITIONS), RIGHTS, needed=False),
    Probe("template definitions", _listing(routes.TEMPLATE_DEFINITIONS), RIGHTS, needed=False),
    Probe("tag definitions", _listing(routes.TAG_DEFINITIONS), RIGHTS, needed=False),
    Probe("link definitions", _listing(routes.LINK_DEFINITIONS), RIGHTS, needed=False),
    Probe("audit reasons", _reasons, "Only deleting and exporting with a reason need them.", needed=False),
    Probe("list of repositories", _repositories, "Off by default on many servers, and rarely needed.", needed=False),
)


def show(findings: Sequence[Finding], config: Config, console: Any) -> None:
    """The table, for people."""
    from rich import box
    from rich.table import Table

    styles = {OK: "green", WEAK: "yellow", BAD: "bold red", PASSED_OVER: "dim"}
    table = Table("asked", "", "answer", box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    table.title = f"lf-mcp diagnose: {config.repository_id} at {config.repo_api_url}, API {config.api_version}"
    for each in findings:
        table.add_row(each.what, f"[{styles[each.state]}]{each.state}[/]", each.says)
    console.print(table)
    wrong = [each.what for each in findings if each.state == BAD]
    if wrong:
        console.print(f"Wrong: {', '.join(wrong)}. The rest depends on it.")
    else:
        weak = sum(each.state == WEAK for each in findings)
        console.print("All that is needed works." + (f" {weak} line(s) are worth a look." if weak else ""))
