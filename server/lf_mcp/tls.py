"""Which certificates are trusted, by the settings LF_VERIFY_SSL, LF_USE_SYSTEM_CA and LF_CA_BUNDLE."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lf_mcp.config import Config


def context(config: Config) -> ssl.SSLContext | bool:
    """What httpx takes as `verify`. Raises OSError (ssl.SSLError included) for a CA file that holds no certificate."""
    if not config.verify_ssl or not _needed(config):
        return False
    if not config.use_system_ca and config.ca_bundle is None:
        return True
    if config.use_system_ca:
        trusted = ssl.create_default_context()
    else:
        import certifi  # httpx depends on it; read only when a CA file is added to the bundled ones

        trusted = ssl.create_default_context(cafile=certifi.where())
    if config.ca_bundle is not None:
        trusted.load_verify_locations(cafile=config.ca_bundle)
    return trusted


def _needed(config: Config) -> bool:
    """Whether a certificate can be met: redirects are not followed, and reading the trusted ones takes 50 ms."""
    return any((url or "").lower().startswith("https:") for url in (config.repo_api_url, config.oauth_token_url))
