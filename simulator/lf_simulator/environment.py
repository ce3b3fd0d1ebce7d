"""The `LF_*` settings with which a client or a Laserfiche MCP server reaches a repository of this simulator."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.repository import Repository

USER = PASSWORD = "demo"
"""The account that every corpus has."""


def base_url(repository: Repository, origin: str) -> str:
    """The address under which the API of this build begins. `origin` is `http://HOST:PORT`."""
    return origin + repository.profile.base_path


def client_settings(repository: Repository, origin: str) -> dict[str, str]:
    """Name and value of each setting, for a simulator at `origin`."""
    return {
        "LF_REPO_API_URL": base_url(repository, origin),
        "LF_REPOSITORY_ID": repository.id,
        "LF_API_VERSION": repository.profile.versions[-1],
        "LF_AUTH_MODE": "password",
        "LF_USERNAME": USER,
        "LF_PASSWORD": PASSWORD,
    }


def cloud_settings(repository: Repository, origin: str, access_key: str, principal_key: str) -> dict[str, str]:
    """The settings with which a client signs in as the service app of a repository that imitates Cloud."""
    settings = {**client_settings(repository, origin), "LF_DEPLOYMENT_MODE": "cloud", "LF_AUTH_MODE": "api_key"}
    del settings["LF_USERNAME"], settings["LF_PASSWORD"]
    return {
        **settings,
        "LF_CLOUD_ACCESS_KEY": access_key,
        "LF_CLOUD_SERVICE_PRINCIPAL_KEY": principal_key,
        "LF_OAUTH_TOKEN_URL": f"{origin}/oauth/token",
    }


def as_shell(settings: Mapping[str, str]) -> str:
    """Lines for a shell to evaluate."""
    return "\n".join(f"export {name}={shlex.quote(value)}" for name, value in settings.items())


def as_dotenv(settings: Mapping[str, str]) -> str:
    """Lines for a `.env` file."""
    return "\n".join(f"{name}={value}" for name, value in settings.items())
