"""`lf-simulator env`: the `LF_*` settings for a simulator that runs already."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from lf_simulator.checks import BadValue
from lf_simulator.commands.asking import ask, the_one
from lf_simulator.environment import as_dotenv, as_shell


def env(url: str, repository: str | None, *, dotenv: bool, cloud: bool = False, user: str | None = None) -> str:
    """Lines for a shell, or for a `.env` file; `cloud`: with the access key of the service app in place of a password.

    `user` is the account as which the app acts. Raises BadValue where no simulator answers or the choice is open.
    """
    if user is not None and not cloud:
        raise BadValue("--user: says as whom a service app acts, so it goes with --cloud")
    found = the_one(url, repository)
    settings = found["env"]
    if cloud:
        asked = f"?{urlencode({'user': user})}" if user else ""
        settings = ask(url, f"/repositories/{quote(found['id'])}/access-key{asked}", "env")
    return as_dotenv(settings) if dotenv else as_shell(settings)
