"""Searching: the simple search, and the asynchronous one from its start over its state, rows and hits to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors, paging
from lf_simulator.context import Answer
from lf_simulator.handlers import context_hits, rows, search_commands, waiting
from lf_simulator.store import entries
from lf_simulator.tasks import CANCELLED, COMPLETED, FAILED, RUNNING
from lf_simulator.wire.tasks import SEARCH_OF_V1, progress

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.tasks import SearchTask

SIMPLE_SEARCH_ROWS = 100
"""Rows that a simple search answers at most (guides; about as many seen live)."""
SIMPLE_SEARCH_SECONDS = 15
"""A simple search is given up after that (guides)."""
FAILURE = errors.ApiError(500, "The search engine is not available.", errors.SEARCH_ENGINE_OFFLINE)
"""*Decision*: what a search that the profile lets fail died of."""
STATUS_CODES = {RUNNING: 202, COMPLETED: 201, FAILED: 200, CANCELLED: 200}
"""On v1 the HTTP status tells the state of a search (published description)."""


def simple_search(call: Call) -> Answer:
    """The first rows at once: 206 when there are more, on v1 204 without a body when there is none."""
    top = call.query.get("$top", SIMPLE_SEARCH_ROWS)
    if "$top" in call.query and call.profile.simple_search_top == "refused":
        raise errors.bad_parameter("$top", "This build does not take $top on a simple search.")
    listing, order = rows.options(call)
    if call.profile.search_seconds > SIMPLE_SEARCH_SECONDS:
        raise errors.search_timed_out(SIMPLE_SEARCH_SECONDS)
    found = search_commands.find(call, None)  # the body has no fuzzy members here
    ids = found.ids
    if call.is_v1 and not ids:
        return Answer(204, account=found.account)
    limit = min(top, SIMPLE_SEARCH_ROWS)
    records = entries.among(call.store, ids, order, limit, 0, call.rights.sight())
    numbers = [None if call.is_v1 else number for number in range(1, len(records) + 1)]
    body = rows.written(call, records, numbers, listing.select, are_results=True)
    context = "Collection(Laserfiche.Repository.Entry)"
    whole = paging.Listing(wants_count=listing.wants_count, top=len(body))
    answer = call.page(body, whole, len(ids), context, status=206 if len(ids) > len(body) else 200)
    answer.account = found.account
    return answer


def start_search(call: Call) -> Answer:
    """Run the command and put its rows aside until the search has lasted as long as the profile says."""
    session = call.session
    assert session is not None  # noqa: S101 - the operation is not open, so somebody has signed in
    fuzzy = search_commands.fuzzy_of(call.body)
    found = search_commands.find_or_fail(call, fuzzy)
    tasks, profile = call.repository.tasks, call.profile
    limit = profile.service_searches if session.is_service else profile.open_searches
    by_user = profile.searches_of == "user"
    if len(tasks.open_by(session.principal) if by_user else tasks.open_of(session.token)) >= limit:
        raise errors.too_many_searches(limit, "user" if by_user else "session")
    task = tasks.start_search(
        *(session.token, call.body["searchCommand"], found.node, fuzzy, found.ids),
        seconds=profile.search_seconds,
        fails=profile.search_fails,
        user=session.principal,
        problem=found.problem,
    )
    key = "token" if call.is_v1 else "taskId"
    if profile.search_token_key != "described":
        key = profile.search_token_key
    answer = call.json({key: task.token}, profile.start_status_v1 if call.is_v1 else 202)
    answer.account = found.account
    return answer


def get_status(call: Call) -> Answer:
    """v1 `GET Searches/{searchToken}`: the status tells the state; a completed search names its results' address."""
    task = _task(call)
    address = results_address(call, task)
    status = STATUS_CODES[task.status]
    headers = ((b"location", address.encode()),) if task.status == COMPLETED else ()
    failures = [(0, failure_of(task).title)] if task.status == FAILED else []
    word = call.profile.cancelled_word
    return call.json(progress(task, SEARCH_OF_V1, failures, 0, address, word), status, headers)


async def list_results(call: Call) -> Answer:
    """The rows of a search. One that still runs is waited for, since clients ask right after the start."""
    refused = [name for name in ("$top", "$skip") if name in call.query]
    if call.is_v1 and refused and call.profile.results_paging == "refused":
        raise errors.bad_parameter(refused[0], "This build does not page the results of a search.")
    task = await _completed(call)
    task.touch()
    listing, order = rows.options(call)
    records = entries.among(call.store, task.ids, order, listing.limit, listing.offset, call.rights.sight())
    row_numbers = {entry_id: number for number, entry_id in enumerate(task.ids, 1)}
    numbers = [row_numbers[record.id] for record in records]
    body = rows.written(call, records, numbers, listing.select, are_results=True)
    return call.page(body, listing, len(task.ids), "Results")


async def list_context_hits(call: Call) -> Answer:
    """Where in one row's entry the words of the command stand. `rowNumber` is the one that the results give."""
    task = await _completed(call)
    number = call.positive("rowNumber")
    if number > len(task.ids):
        reason = f"The search has {len(task.ids)} rows, so there is no row {number}."
        raise errors.ApiError(404, "Error: The search result was not found.", reason=reason)
    task.touch()
    return context_hits.answer(call, task, task.ids[number - 1])


def close_search(call: Call) -> Answer:
    """v1 `DELETE Searches/{searchToken}`: ends it and frees its slot. Closing it once more is no error."""
    token = call.path["searchToken"]
    if not call.repository.tasks.close(token):
        raise errors.search_not_found(token)
    return call.json({"value": True})


def failure_of(task: SearchTask) -> errors.ApiError:
    """What a failed search died of: of its command, or of what the profile lets every search die of."""
    return task.problem or FAILURE


def results_address(call: Call, task: SearchTask) -> str:
    """Where the rows of a search are to be fetched."""
    return f"{call.repository_address}/Searches/{task.token}/Results"


def _task(call: Call) -> SearchTask:
    """The search named in the path. Raises ApiError 404 for one that is unknown, cancelled, closed or expired."""
    token = call.path["searchToken" if call.is_v1 else "taskId"]
    task = call.repository.tasks.find(token)
    if task is None or task.status == CANCELLED:
        raise errors.search_not_found(token)
    return task


async def _completed(call: Call) -> SearchTask:
    """The search named in the path, once it has its rows. Raises ApiError for one that has none to show."""
    await waiting.until_any_ends(lambda: [_task(call)], call.profile.long_poll_seconds)
    call.repository.settle()  # time has passed since the call came
    task = _task(call)
    if task.status == RUNNING:
        reason = f"The search is {task.percent_complete}% done and has no results yet."
        raise errors.ApiError(400, "The operation has not finished.", errors.NOT_READY, reason)
    if task.status == FAILED:
        failure = failure_of(task)
        reason = f"The search failed, so it has no results. {task.problem.reason if task.problem else ''}".rstrip()
        raise errors.ApiError(failure.status, failure.title, failure.code, reason, failure.detail)
    if not task.has_results:
        raise errors.search_not_found(task.token)
    return task
