"""One frozen Config, made from an environment that is handed in; every problem of it in one sentence each."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lf_mcp import access_key
from lf_mcp.settings import LOOPBACK, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Mapping

LEAST_SECRET = 4  # characters; a shorter one would blot out half of every text

NEEDED_BY_AUTH_MODE = {
    "password": ("LF_USERNAME", "LF_PASSWORD"),
    "oauth": ("LF_OAUTH_TOKEN_URL", "LF_CLIENT_ID", "LF_CLIENT_SECRET"),
    "api_key": ("LF_CLOUD_ACCESS_KEY", "LF_CLOUD_SERVICE_PRINCIPAL_KEY"),
    "oauth_passthrough": ("LF_HTTP_OAUTH_ISSUER",),
}


class ConfigError(Exception):
    """The configuration cannot be used; the message is one line that names every offending setting."""


@dataclass(frozen=True, slots=True)
class Config:
    """All settings. Times in seconds, sizes in bytes, rows or characters; None or empty where nothing was set."""

    repo_api_url: str
    repository_id: str
    deployment_mode: str = "self_hosted"
    api_version: str = "v1"
    auth_mode: str = "password"
    username: str | None = None
    password: str | None = None
    oauth_token_url: str | None = None
    oauth_scope: str | None = None
    client_id: str | None = None
    client_secret: str | None = None
    cloud_access_key: str | None = None
    cloud_service_principal_key: str | None = None
    verify_ssl: bool = True
    use_system_ca: bool = False
    ca_bundle: str | None = None
    require_https: bool = False
    request_timeout_seconds: float = 30.0
    retry_attempts: int = 3
    max_results_default: int = 25
    max_results_ceiling: int = 200
    max_page_size: int = 100
    search_timeout_seconds: float = 60.0
    search_poll_interval_seconds: float = 1.0
    search_context_hits_max: int = 10
    edoc_max_bytes: int = 25_000_000
    image_warn_tokens: int = 1000
    image_max_bytes: int = 5_000_000
    image_max_edge: int = 1568
    document_link_template: str | None = None
    folder_link_template: str | None = None
    read_only: bool = True
    write_tools_allowed: tuple[str, ...] = ()
    write_paths_allow: tuple[str, ...] = ()
    write_paths_deny: tuple[str, ...] = ()
    delete_folder_max_descendants: int = 50
    require_audit_reason: bool = False
    validate_required_fields: bool = True
    validate_names: bool = True
    schema_cache_ttl_seconds: int = 300
    confirmation_secret: str | None = None
    import_max_bytes: int = 25_000_000
    import_source_dirs: tuple[str, ...] = ()
    log_level: str = "info"
    log_format: str = "text"
    http_host: str = "127.0.0.1"
    http_port: int = 8000
    http_path: str = "/mcp"
    http_auth_token: str | None = None
    http_public_url: str | None = None
    http_oauth_issuer: str | None = None
    http_oauth_audience: str | None = None
    http_oauth_jwks_url: str | None = None
    http_oauth_required_scopes: tuple[str, ...] = ()
    http_oauth_destructive_scope: str | None = None
    http_oauth_algorithms: tuple[str, ...] = ("RS256",)
    tool_set: str = "full"
    legacy_tool_names: bool = False

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never leave the process, longest first, so that a secret inside another one leaves no rest."""
        held = {
            self.password,
            self.client_secret,
            self.cloud_access_key,
            self.cloud_service_principal_key,
            self.http_auth_token,
            self.confirmation_secret,
        }
        return tuple(sorted((s for s in held if s and len(s) >= LEAST_SECRET), key=len, reverse=True))

    def list_size(self, asked: int | None) -> int:
        """Page size of the listing tools: the default when not asked for, never above LF_MAX_RESULTS_CEILING."""
        return self._clamped(asked, self.max_results_ceiling)

    def search_size(self, asked: int | None) -> int:
        """Page size of the two search tools that cost more a row: never above LF_MAX_PAGE_SIZE."""
        return self._clamped(asked, self.max_page_size)

    def _clamped(self, asked: int | None, most: int) -> int:
        return max(1, min(self.max_results_default if asked is None else asked, most))


@dataclass(frozen=True, slots=True)
class Loaded:
    """A usable configuration and what is odd about it, one sentence each."""

    config: Config
    warnings: tuple[str, ...]


def load(environment: Mapping[str, str]) -> Loaded:
    """Read the `LF_*` names of `environment`, in any letter case. Raises ConfigError."""
    given = {name.upper(): value for name, value in environment.items() if name.upper().startswith("LF_")}
    problems: list[str] = []
    values = _values(given, problems)
    problems += _missing(values)
    if not problems:
        problems += _against_each_other(values)
    if problems:
        raise ConfigError("; ".join(problems))
    config = Config(**values)
    return Loaded(config, tuple(_unknown_names(given) + _risks(config)))


def _values(given: Mapping[str, str], problems: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        raw = given.get(setting.name)
        values[setting.field] = setting.default
        if raw is None:
            continue
        try:
            values[setting.field] = setting.read(raw)
        except ValueError as error:
            problems.append(f"{setting.name} {error}")
    return values


def _missing(values: Mapping[str, Any]) -> list[str]:
    field_of = {setting.name: setting.field for setting in SETTINGS}
    needed = ("LF_REPO_API_URL", "LF_REPOSITORY_ID", *NEEDED_BY_AUTH_MODE.get(values["auth_mode"], ()))
    return [f"{name} is missing" for name in needed if not values[field_of[name]]]


def _against_each_other(values: Mapping[str, Any]) -> list[str]:
    problems = []
    if values["max_results_default"] > values["max_results_ceiling"]:
        problems.append("LF_MAX_RESULTS_DEFAULT must not be above LF_MAX_RESULTS_CEILING")
    if values["ca_bundle"] is not None and not Path(values["ca_bundle"]).is_file():
        problems.append(f"LF_CA_BUNDLE must be a readable file, not {values['ca_bundle']!r}")
    problems += _modes(values)
    if values["http_oauth_issuer"] is not None and values["http_public_url"] is None:
        problems.append("LF_HTTP_PUBLIC_URL is missing: with LF_HTTP_OAUTH_ISSUER callers have to know this address")
    if values["require_https"]:
        problems += [f"{name} must be https, because LF_REQUIRE_HTTPS is on" for name in _plain_addresses(values)]
    return problems


def _modes(values: Mapping[str, Any]) -> list[str]:
    """Cloud and its way to sign in go together, and need v2. A key that cannot sign is found before the start."""
    problems, is_cloud = [], values["deployment_mode"] == "cloud"
    if is_cloud != (values["auth_mode"] == "api_key"):
        problems.append("LF_DEPLOYMENT_MODE=cloud and LF_AUTH_MODE=api_key go together, and one of them is set alone")
    if is_cloud and values["api_version"] != "v2":
        problems.append("LF_DEPLOYMENT_MODE=cloud needs LF_API_VERSION=v2")
    if values["auth_mode"] == "api_key":
        try:
            access_key.read(values["cloud_access_key"])
        except access_key.BadAccessKey as problem:
            problems.append(f"LF_CLOUD_ACCESS_KEY {problem}")
    return problems


def _plain_addresses(values: Mapping[str, Any]) -> list[str]:
    addresses = {"LF_REPO_API_URL": values["repo_api_url"], "LF_OAUTH_TOKEN_URL": values["oauth_token_url"]}
    split = {name: urlsplit(url) for name, url in addresses.items() if url}
    return [name for name, url in split.items() if url.scheme == "http" and url.hostname not in LOOPBACK]


def _unknown_names(given: Mapping[str, str]) -> list[str]:
    known = {setting.name for setting in SETTINGS}
    warnings = []
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, sorted(known), n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            warnings.append(f"{name} is not a setting and was ignored{hint}")
    return warnings


def _risks(config: Config) -> list[str]:
    values = {field.name: getattr(config, field.name) for field in fields(config)}
    warnings = [f"{name} is plain http: credentials travel unprotected" for name in _plain_addresses(values)]
    if config.http_oauth_destructive_scope is not None and config.http_oauth_issuer is None:
        warnings.append("LF_HTTP_OAUTH_DESTRUCTIVE_SCOPE has no effect without LF_HTTP_OAUTH_ISSUER")
    imports = {"import_document", "laserfiche_document_import"}
    may_import = not config.read_only and (not config.write_tools_allowed or imports & {*config.write_tools_allowed})
    if may_import and not config.import_source_dirs:
        warnings.append("LF_IMPORT_SOURCE_DIRS is not set: files may be imported from anywhere on this machine")
    if not config.verify_ssl:
        warnings.append("LF_VERIFY_SSL is off: the server's certificate is not checked")
    return warnings
