"""Levers on who signs in: the accounts of a repository, its sessions, and the access key of its service app."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from lf_fixtures import model
from lf_simulator.checks import OBJECT, OBJECTS, TEXT, TEXTS, BadValue, Check, read_object, require, unknown
from lf_simulator.environment import USER, cloud_settings
from lf_simulator.service_app import ServiceApp, domain_of
from lf_simulator.store import accounts, entries
from lf_simulator.store.filling import key

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from lf_simulator.repository import Repository
    from lf_simulator.store.accounts import AccountRecord

RIGHTS = get_args(model.Right)
ACCOUNT_KEYS: Mapping[str, Check] = {
    "name": TEXT,
    "password": TEXT,
    "attributes": OBJECT,
    "grants": OBJECTS,
    "tags": TEXTS,
}
GRANT_KEYS: Mapping[str, Check] = {"entry": Check("a whole number", lambda value: type(value) is int), "rights": TEXTS}


class UnknownAccount(LookupError):
    """There is no account of that name; the message names those that exist."""


def account_rows(store: sqlite3.Connection) -> list[dict[str, Any]]:
    """All accounts as `set_account` takes them, without their passwords and attributes."""
    found = (accounts.find(store, name) for name in accounts.names(store))
    return [_account_row(store, account) for account in found if account is not None]


def _account_row(store: sqlite3.Connection, account: AccountRecord) -> dict[str, Any]:
    row: dict[str, Any] = {"name": account.name, "grants": None, "tags": None}
    if not account.has_every_right:
        grants = accounts.grants_of(store, account.name)
        row["grants"] = [{"entry": grant.entry_id, "rights": sorted(grant.rights)} for grant in grants]
    if not account.holds_every_tag:
        lacked = accounts.lacked_tags_of(store, account.name)
        row["tags"] = [name for tag_id, name in accounts.security_tags(store).items() if tag_id not in lacked]
    return row


def set_account(repository: Repository, document: object) -> tuple[str, bool]:
    """Make an account, or put it in the place of the one of that name; answers its name and whether it is new.

    Sessions of the account go on with the rights that it has now. Raises BadValue.
    """
    store = repository.database.connection
    account = read_account(store, document)
    is_new = accounts.find(store, account.name) is None
    accounts.write(store, account)
    store.commit()
    repository.sessions.note_rights(lambda user: is_unlimited(store, user))
    return account.name, is_new


def is_unlimited(store: sqlite3.Connection, user: str) -> bool:
    """Whether the account is there and has every right and tag."""
    account = accounts.find(store, user)
    return account is not None and account.is_unlimited


def signed_in(repository: Repository, user: str) -> str:
    """An access token of that account, without its password. Raises UnknownAccount."""
    store = repository.database.connection
    account = accounts.find(store, user)
    if account is None:
        raise UnknownAccount(unknown("account", user, accounts.names(store)))
    seconds = repository.profile.token_seconds
    return repository.sessions.sign_in(account.name, seconds, is_unlimited=account.is_unlimited).token


def read_account(store: sqlite3.Connection, document: object) -> model.Account:
    """`{name, password, attributes?, grants?: [{entry, rights}], tags?}`, checked. Raises BadValue."""
    wish = read_object(document, ACCOUNT_KEYS, "body", ("name", "password"))
    for name in ("name", "password"):
        if not wish[name].strip():
            raise BadValue(f"body: {name}: must not be blank")
    attributes = wish.get("attributes", {})
    for name, value in attributes.items():
        require(value, TEXT, f"body: attributes: {name}")
    grants = wish.get("grants")
    tags = wish.get("tags")
    return model.Account(
        wish["name"],
        wish["password"],
        tuple(attributes.items()),
        None if grants is None else tuple(_read_grant(store, row, place) for place, row in enumerate(grants)),
        None if tags is None else tuple(_checked_tag(store, tag) for tag in tags),
    )


def _read_grant(store: sqlite3.Connection, document: object, place: int) -> model.Grant:
    where = f"body: grants[{place}]"
    wish = read_object(document, GRANT_KEYS, where, tuple(GRANT_KEYS))
    if entries.find(store, wish["entry"]) is None:
        raise BadValue(f"{where}: entry: there is no entry {wish['entry']}")
    for right in wish["rights"]:
        if right not in RIGHTS:
            raise BadValue(unknown("right", right, RIGHTS, f"{where}: rights"))
    return model.Grant(wish["entry"], tuple(wish["rights"]))


def _checked_tag(store: sqlite3.Connection, name: str) -> str:
    secure = accounts.security_tags(store).values()
    if key(name) not in map(key, secure):
        raise BadValue(unknown("security tag", name, secure, "body: tags"))
    return name


def session_rows(repository: Repository) -> list[dict[str, Any]]:
    """`{"user", "seconds_left", "scopes"}` of each session; `scopes` null: everything. Never a token."""
    now = repository.clock.elapsed()
    return [
        {
            "user": session.user,
            "seconds_left": round(session.ends - now, 3),
            "scopes": None if session.scopes is None else sorted(session.scopes),
        }
        for session in repository.sessions.all()
    ]


def issued_key(repository: Repository, origin: str, user: str | None, domain: str | None) -> dict[str, Any]:
    """What signs the service app in as an account: `{"access_key", "service_principal_key", "client_id",
    "token_address", "env"}`.

    *Decision*: the domain in the key is this machine unless another is asked for, so that no client that follows it
    ever calls the real service. Raises BadValue and UnknownAccount.
    """
    if not repository.profile.service_apps:
        build = repository.profile.name
        raise BadValue(f"access-key: a build of profile {build} has no OAuth service; v1-cloud and v2-cloud have one")
    store = repository.database.connection
    account = accounts.find(store, user or USER)
    if account is None:
        raise UnknownAccount(unknown("account", user or USER, accounts.names(store)))
    app = ServiceApp(repository.seed, repository.id)
    made = {
        "access_key": app.access_key(domain or domain_of(origin)),
        "service_principal_key": app.principal_key(account.name),
        "client_id": app.client_id,
        "token_address": f"{origin}/oauth/Token",
    }
    settings = cloud_settings(repository, origin, made["access_key"], made["service_principal_key"])
    return {**made, "user": account.name, "env": settings}
