"""The command of a search: read as the imitated build reads it, run for the user of the call, refused with reasons."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from lf_simulator import errors, search
from lf_simulator.search.account import account_of
from lf_simulator.search.explanation import Search

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.profiles import Profile
    from lf_simulator.repository import Repository
    from lf_simulator.rights import Rights
    from lf_simulator.search import Node
    from lf_simulator.search.account import Account

MISSING = frozenset({errors.ENTRY_NOT_FOUND, errors.TEMPLATE_NOT_FOUND, errors.FIELD_NOT_FOUND})
"""Codes for what a command names and the repository does not have: a folder, a template, a field."""


@dataclass(frozen=True, slots=True)
class Found:
    """A command that was run: its tree, and the ids of what it finds, ascending; or why it could not be."""

    node: Node | None
    ids: list[int]
    account: Account
    problem: errors.ApiError | None = None


def find(call: Call, fuzzy: search.Fuzzy | None) -> Found:
    """Run the command of the body. Raises ApiError for one that cannot be run: the same one on every search route."""
    command, here = call.body["searchCommand"], search_in(call.repository, call.rights, fuzzy)
    try:
        node = search.parse(command, here.reading, here.now)
        ids = search.find(here.connection, node, fuzzy, here.reader, here.reading)
    except search.QueryError as mistake:
        raise _refused(call, mistake) from None
    return Found(node, ids, account_of(here, command, len(ids)))


def find_or_fail(call: Call, fuzzy: search.Fuzzy | None) -> Found:
    """The same; but where the build tells of a bad command in the task, it is told in `problem` and not raised."""
    try:
        return find(call, fuzzy)
    except errors.ApiError as problem:
        if call.profile.bad_command == "at-once":
            raise
        here = search_in(call.repository, call.rights, fuzzy)
        return Found(None, [], account_of(here, "", 0, problem.reason), problem)


def _refused(call: Call, mistake: search.QueryError) -> errors.ApiError:
    status = call.profile.missing_status if mistake.code in MISSING else mistake.status
    return errors.ApiError(status, str(mistake), mistake.code, mistake.render(), mistake.render())


def search_in(repository: Repository, rights: Rights, fuzzy: search.Fuzzy | None) -> Search:
    """How a command is run now in a repository for a user with these rights."""
    reading, now = reading_of(repository.profile), repository.clock.now()
    return Search(repository.database.connection, fuzzy, reader_of(rights), reading, now)


def reader_of(rights: Rights) -> search.Reader:
    """For whom a search runs that a user with these rights starts."""
    return search.EVERYBODY if rights.is_unlimited else search.Reader(rights.sight(), rights.sight("Read"))


def reading_of(profile: Profile) -> search.Reading:
    """How a build reads the language: the settings of its profile by the same names."""
    return search.Reading(**{row.name: getattr(profile, row.name) for row in fields(search.Reading)})


def fuzzy_of(body: Any) -> search.Fuzzy | None:
    """How loosely the words of a command are compared: `fuzzyType` and `fuzzyFactor` of a body."""
    kind = body.get("fuzzyType", "None")
    return None if kind == "None" else search.Fuzzy(kind, body.get("fuzzyFactor", 0))
