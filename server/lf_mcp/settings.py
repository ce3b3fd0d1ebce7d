"""The table of settings: name, how its text is read, default. Names, defaults and bounds are those of level 2.6."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
TRUE_WORDS = frozenset({"true", "1", "yes", "on", "t", "y"})
FALSE_WORDS = frozenset({"false", "0", "no", "off", "f", "n"})

Reader = "Callable[[str], Any]"


@dataclass(frozen=True, slots=True)
class Setting:
    """One `LF_*` setting. `read` turns its text into a value and raises ValueError with the rest of "NAME …"."""

    name: str
    field: str
    read: Callable[[str], Any]
    default: Any = None


def _text(raw: str) -> str:
    return raw


def _optional_text(raw: str) -> str | None:
    return raw or None


def flag(raw: str) -> bool:
    """true/false, 1/0, yes/no, on/off in any letter case."""
    word = raw.strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise ValueError(f"must be true or false, not {raw!r}")


def _legacy_switch(raw: str) -> bool:
    """Published builds turn legacy names on for any word but false, 0 and no; here off and a blank are off too."""
    return raw.strip().lower() not in FALSE_WORDS | {""}


def _choice(*allowed: str) -> Callable[[str], str]:
    def read(raw: str) -> str:
        if raw.strip().lower() not in allowed:
            raise ValueError(f"must be one of {', '.join(allowed)}, not {raw!r}")
        return raw.strip().lower()

    return read


def _whole(least: int, most: int | None = None) -> Callable[[str], int]:
    bounds = f"a whole number from {least} to {most}" if most is not None else f"a whole number of at least {least}"

    def read(raw: str) -> int:
        try:
            value = int(raw)
        except ValueError:
            raise ValueError(f"must be {bounds}, not {raw!r}") from None
        if value < least or (most is not None and value > most):
            raise ValueError(f"must be {bounds}, not {raw!r}")
        return value

    return read


def _seconds(raw: str) -> float:
    try:
        value = float(raw)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise ValueError(f"must be a number of seconds above 0, not {raw!r}")
    return value


def _listed(raw: str) -> tuple[str, ...]:
    """Items between commas; a blank text is none at all."""
    return tuple(item.strip() for item in raw.split(",") if item.strip())


def _words(raw: str) -> tuple[str, ...]:
    """Items between commas or blanks."""
    return tuple(raw.replace(",", " ").split())


def _issuer(raw: str) -> str:
    value = _url(raw)
    parts = urlsplit(value)
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise ValueError(f"must be https unless it is on this machine, not {raw!r}")
    return value


def _algorithms(raw: str) -> tuple[str, ...]:
    names = _words(raw)
    if not names or any(not name.startswith(("RS", "ES", "PS")) and name != "EdDSA" for name in names):
        raise ValueError(f"must hold asymmetric algorithms only, such as RS256 or ES256, not {raw!r}")
    return names


def _url(raw: str) -> str:
    value = raw.strip()
    try:
        parts = urlsplit(value)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ValueError(f"must be an http or https address, not {raw!r}")
    return value.rstrip("/")


def _link_template(raw: str) -> str:
    if not raw.startswith(("http://", "https://")) or "{entry_id}" not in raw:
        raise ValueError(f"must start with http:// or https:// and contain {{entry_id}}, not {raw!r}")
    rest = raw.replace("{entry_id}", "").replace("{repo_id}", "")
    if "{" in rest or "}" in rest:
        raise ValueError(f"may use the placeholders {{entry_id}} and {{repo_id}} only, not {raw!r}")
    return raw


def _path_of_http(raw: str) -> str:
    if not raw.startswith("/"):
        raise ValueError(f"must start with /, not {raw!r}")
    return raw


SETTINGS = (
    Setting("LF_DEPLOYMENT_MODE", "deployment_mode", _choice("self_hosted", "cloud"), "self_hosted"),
    Setting("LF_REPO_API_URL", "repo_api_url", _url),
    Setting("LF_REPOSITORY_ID", "repository_id", _optional_text),
    Setting("LF_API_VERSION", "api_version", _choice("v1", "v2"), "v1"),
    Setting("LF_AUTH_MODE", "auth_mode", _choice("password", "oauth", "api_key", "oauth_passthrough"), "password"),
    Setting("LF_USERNAME", "username", _optional_text),
    Setting("LF_PASSWORD", "password", _optional_text),
    Setting("LF_OAUTH_TOKEN_URL", "oauth_token_url", _url),
    Setting("LF_OAUTH_SCOPE", "oauth_scope", _optional_text),
    Setting("LF_CLIENT_ID", "client_id", _optional_text),
    Setting("LF_CLIENT_SECRET", "client_secret", _optional_text),
    Setting("LF_CLOUD_ACCESS_KEY", "cloud_access_key", _optional_text),
    Setting("LF_CLOUD_SERVICE_PRINCIPAL_KEY", "cloud_service_principal_key", _optional_text),
    Setting("LF_VERIFY_SSL", "verify_ssl", flag, True),
    Setting("LF_USE_SYSTEM_CA", "use_system_ca", flag, False),
    Setting("LF_CA_BUNDLE", "ca_bundle", _optional_text),
    Setting("LF_REQUIRE_HTTPS", "require_https", flag, False),
    Setting("LF_REQUEST_TIMEOUT_SECONDS", "request_timeout_seconds", _seconds, 30.0),
    Setting("LF_RETRY_ATTEMPTS", "retry_attempts", _whole(0, 10), 3),
    Setting("LF_MAX_RESULTS_DEFAULT", "max_results_default", _whole(1, 500), 25),
    Setting("LF_MAX_RESULTS_CEILING", "max_results_ceiling", _whole(1, 1000), 200),
    Setting("LF_MAX_PAGE_SIZE", "max_page_size", _whole(1, 1000), 100),
    Setting("LF_SEARCH_TIMEOUT_SECONDS", "search_timeout_seconds", _seconds, 60.0),
    Setting("LF_SEARCH_POLL_INTERVAL_SECONDS", "search_poll_interval_seconds", _seconds, 1.0),
    Setting("LF_SEARCH_CONTEXT_HITS_MAX", "search_context_hits_max", _whole(1, 100), 10),
    Setting("LF_EDOC_MAX_BYTES", "edoc_max_bytes", _whole(1), 25_000_000),
    Setting("LF_IMAGE_WARN_TOKENS", "image_warn_tokens", _whole(0), 1000),
    Setting("LF_IMAGE_MAX_BYTES", "image_max_bytes", _whole(1), 5_000_000),
    Setting("LF_IMAGE_MAX_EDGE", "image_max_edge", _whole(64), 1568),
    Setting("LF_WEB_CLIENT_URL_TEMPLATE", "document_link_template", _link_template),
    Setting("LF_WEB_CLIENT_FOLDER_URL_TEMPLATE", "folder_link_template", _link_template),
    Setting("LF_READ_ONLY", "read_only", flag, True),
    Setting("LF_WRITE_TOOLS_ALLOWED", "write_tools_allowed", _listed, ()),
    Setting("LF_WRITE_PATHS_ALLOW", "write_paths_allow", _listed, ()),
    Setting("LF_WRITE_PATHS_DENY", "write_paths_deny", _listed, ()),
    Setting("LF_DELETE_FOLDER_MAX_DESCENDANTS", "delete_folder_max_descendants", _whole(0), 50),
    Setting("LF_REQUIRE_AUDIT_REASON", "require_audit_reason", flag, False),
    Setting("LF_VALIDATE_REQUIRED_FIELDS", "validate_required_fields", flag, True),
    Setting("LF_VALIDATE_NAMES", "validate_names", flag, True),
    Setting("LF_SCHEMA_CACHE_TTL_SECONDS", "schema_cache_ttl_seconds", _whole(0), 300),
    Setting("LF_CONFIRMATION_SECRET", "confirmation_secret", _optional_text),
    Setting("LF_IMPORT_MAX_BYTES", "import_max_bytes", _whole(1), 25_000_000),
    Setting("LF_IMPORT_SOURCE_DIRS", "import_source_dirs", _listed, ()),
    Setting("LF_LOG_LEVEL", "log_level", _choice("debug", "info", "warning", "error", "critical"), "info"),
    Setting("LF_LOG_FORMAT", "log_format", _choice("text", "json"), "text"),
    Setting("LF_HTTP_HOST", "http_host", _text, "127.0.0.1"),
    Setting("LF_HTTP_PORT", "http_port", _whole(1, 65535), 8000),
    Setting("LF_HTTP_PATH", "http_path", _path_of_http, "/mcp"),
    Setting("LF_HTTP_AUTH_TOKEN", "http_auth_token", _optional_text),
    Setting("LF_HTTP_PUBLIC_URL", "http_public_url", _url),
    Setting("LF_HTTP_OAUTH_ISSUER", "http_oauth_issuer", _issuer),
    Setting("LF_HTTP_OAUTH_AUDIENCE", "http_oauth_audience", _optional_text),
    Setting("LF_HTTP_OAUTH_JWKS_URL", "http_oauth_jwks_url", _issuer),
    Setting("LF_HTTP_OAUTH_REQUIRED_SCOPES", "http_oauth_required_scopes", _words, ()),
    Setting("LF_HTTP_OAUTH_DESTRUCTIVE_SCOPE", "http_oauth_destructive_scope", _optional_text),
    Setting("LF_HTTP_OAUTH_ALGORITHMS", "http_oauth_algorithms", _algorithms, ("RS256",)),
    # A decision of this build: many tools confuse a model; see `tools.registered`.
    Setting("LF_TOOL_SET", "tool_set", _choice("full", "compact"), "full"),
    Setting("LF_LEGACY_TOOL_NAMES", "legacy_tool_names", _legacy_switch, False),
)
