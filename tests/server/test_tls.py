from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

import certifi
import pytest

from lf_mcp import Config, tls

if TYPE_CHECKING:
    from pathlib import Path

HTTPS = "https://records.test/LFRepositoryAPI"


def test_certificates_are_checked_wherever_one_can_be_seen() -> None:
    assert tls.context(Config(HTTPS, "r")) is True
    assert tls.context(Config(HTTPS.upper(), "r")) is True
    assert tls.context(Config("http://x.test", "r", oauth_token_url="https://id.test/token")) is True


def test_checks_can_be_switched_off_and_are_not_prepared_for_plain_http() -> None:
    assert tls.context(Config(HTTPS, "r", verify_ssl=False)) is False
    assert tls.context(Config("http://127.0.0.1:8700", "r")) is False


@pytest.mark.parametrize("system", [True, False])
def test_further_authorities_are_added_and_checks_stay_on(system: bool) -> None:
    context = tls.context(Config(HTTPS, "r", use_system_ca=system, ca_bundle=certifi.where()))
    assert isinstance(context, ssl.SSLContext)
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


def test_a_bundle_that_holds_no_certificate_is_an_error(tmp_path: Path) -> None:
    bundle = tmp_path / "ca.pem"
    bundle.write_text("nothing")
    with pytest.raises(OSError, match=r".+"):
        tls.context(Config(HTTPS, "r", ca_bundle=str(bundle)))
