from __future__ import annotations

import base64
import json

import pytest

from lf_mcp.config import Config, ConfigError, load
from lf_mcp.settings import SETTINGS

LEAST = {
    "LF_REPO_API_URL": "http://127.0.0.1:8700/LFRepositoryAPI",
    "LF_REPOSITORY_ID": "demo",
    "LF_USERNAME": "demo",
    "LF_PASSWORD": "demo",
}


def test_four_settings_are_enough_and_the_rest_has_the_documented_defaults() -> None:
    loaded = load(LEAST)
    assert loaded.warnings == ()
    assert loaded.config == Config(LEAST["LF_REPO_API_URL"], "demo", username="demo", password="demo")


def test_the_defaults_of_the_table_and_of_the_dataclass_are_the_same() -> None:
    plain = Config("http://x.test", "r")
    for setting in SETTINGS:
        if setting.field not in ("repo_api_url", "repository_id"):
            assert getattr(plain, setting.field) == setting.default, setting.name


def test_names_are_read_in_any_letter_case() -> None:
    assert load({k.lower(): v for k, v in LEAST.items()}).config.repository_id == "demo"


@pytest.mark.parametrize("name", LEAST)
@pytest.mark.parametrize("how", ["absent", "blank"])
def test_a_missing_or_blank_required_setting_is_named(name: str, how: str) -> None:
    given = {k: v for k, v in LEAST.items() if k != name} | ({name: ""} if how == "blank" else {})
    with pytest.raises(ConfigError, match=name):
        load(given)


def test_all_problems_come_in_one_line() -> None:
    with pytest.raises(ConfigError) as caught:
        load({"LF_RETRY_ATTEMPTS": "eleven"})
    message = str(caught.value)
    assert "\n" not in message
    assert "LF_RETRY_ATTEMPTS must be a whole number from 0 to 10, not 'eleven'" in message
    assert "LF_REPO_API_URL is missing" in message


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("LF_REPO_API_URL", "ftp://x"),
        ("LF_REPO_API_URL", "http://"),
        ("LF_REPO_API_URL", "http://host:99999/x"),
        ("LF_API_VERSION", "v3"),
        ("LF_AUTH_MODE", "basic"),
        ("LF_RETRY_ATTEMPTS", "11"),
        ("LF_RETRY_ATTEMPTS", "-1"),
        ("LF_REQUEST_TIMEOUT_SECONDS", "0"),
        ("LF_REQUEST_TIMEOUT_SECONDS", "nan"),
        ("LF_SEARCH_POLL_INTERVAL_SECONDS", "-1"),
        ("LF_MAX_RESULTS_DEFAULT", "501"),
        ("LF_MAX_RESULTS_CEILING", "1001"),
        ("LF_MAX_PAGE_SIZE", "0"),
        ("LF_SEARCH_CONTEXT_HITS_MAX", "101"),
        ("LF_VERIFY_SSL", "perhaps"),
        ("LF_WEB_CLIENT_URL_TEMPLATE", "https://x.test/entry"),
        ("LF_WEB_CLIENT_URL_TEMPLATE", "https://x.test/{entry_id}/{user}"),
        ("LF_LOG_LEVEL", "loud"),
        ("LF_HTTP_PORT", "0"),
        ("LF_HTTP_PATH", "mcp"),
        ("LF_CA_BUNDLE", "/no/such/file.pem"),
        ("LF_AUTH_MODE", "api-key"),
        ("LF_DEPLOYMENT_MODE", "cloud"),
        ("LF_HTTP_OAUTH_ISSUER", "http://issuer.test"),
        ("LF_HTTP_OAUTH_JWKS_URL", "http://issuer.test/keys"),
        ("LF_HTTP_OAUTH_ALGORITHMS", "RS256 HS256"),
        ("LF_HTTP_OAUTH_ALGORITHMS", "none"),
        ("LF_IMAGE_MAX_EDGE", "63"),
        ("LF_TOOL_SET", "tiny"),
    ],
)
def test_a_value_outside_its_bounds_is_refused_by_name(name: str, bad: str) -> None:
    with pytest.raises(ConfigError, match=name):
        load(LEAST | {name: bad})


def test_the_default_page_may_not_be_larger_than_the_ceiling() -> None:
    with pytest.raises(ConfigError, match="LF_MAX_RESULTS_DEFAULT must not be above LF_MAX_RESULTS_CEILING"):
        load(LEAST | {"LF_MAX_RESULTS_DEFAULT": "50", "LF_MAX_RESULTS_CEILING": "40"})


def test_https_can_be_demanded_and_loopback_is_exempt() -> None:
    assert load(LEAST | {"LF_REQUIRE_HTTPS": "true"}).config.require_https
    with pytest.raises(ConfigError, match="LF_REPO_API_URL must be https"):
        load(LEAST | {"LF_REQUIRE_HTTPS": "true", "LF_REPO_API_URL": "http://records.test/LFRepositoryAPI"})


def test_plain_http_elsewhere_is_a_warning() -> None:
    (warning,) = load(LEAST | {"LF_REPO_API_URL": "http://records.test/x"}).warnings
    assert "LF_REPO_API_URL is plain http" in warning


def test_an_unknown_name_is_reported_with_the_nearest_known_one() -> None:
    (warning,) = load(LEAST | {"LF_MAX_RESULT_DEFAULT": "5"}).warnings
    assert "LF_MAX_RESULT_DEFAULT" in warning
    assert "did you mean LF_MAX_RESULTS_DEFAULT?" in warning


@pytest.mark.parametrize(
    ("raw", "on"),
    [("true", True), ("1", True), ("both", True), ("false", False), ("NO", False), ("off", False), ("", False)],
)
def test_the_switch_for_legacy_names_is_off_for_off_and_for_blank(raw: str, on: bool) -> None:
    loaded = load(LEAST | {"LF_LEGACY_TOOL_NAMES": raw})
    assert loaded.config.legacy_tool_names is on
    assert loaded.warnings == ()


def test_oauth_needs_its_own_three_settings() -> None:
    base = {k: v for k, v in LEAST.items() if k in ("LF_REPO_API_URL", "LF_REPOSITORY_ID")} | {"LF_AUTH_MODE": "oauth"}
    with pytest.raises(ConfigError, match="LF_OAUTH_TOKEN_URL is missing; LF_CLIENT_ID is missing; LF_CLIENT_SECRET"):
        load(base)


def test_every_setting_of_the_level_is_known_once() -> None:
    """56 settings and the switch for legacy names are of the level; the tool set is ours."""
    names = [setting.name for setting in SETTINGS]
    assert len(names) == len(set(names)) == 58


@pytest.mark.parametrize(
    ("asked", "listed", "searched"), [(None, 25, 25), (1, 1, 1), (100, 100, 100), (150, 150, 100), (1000, 200, 100)]
)
def test_page_sizes_are_lowered_to_the_ceilings(asked: int | None, listed: int, searched: int) -> None:
    config = load(LEAST).config
    assert config.list_size(asked) == listed
    assert config.search_size(asked) == searched


def test_secrets_come_longest_first_and_short_ones_not_at_all() -> None:
    config = load(LEAST | {"LF_PASSWORD": "abcd", "LF_HTTP_AUTH_TOKEN": "abcdefgh", "LF_CLIENT_SECRET": "abc"}).config
    assert config.secrets == ("abcdefgh", "abcd")


def key(**changes: object) -> str:
    jwk = {"crv": "P-256", "x": "A" * 43, "y": "A" * 43, "d": "A" * 43}
    document = {"clientId": "c", "domain": "laserfiche.test", "jwk": jwk} | changes
    return base64.b64encode(json.dumps(document).encode()).decode()


CLOUD = {
    "LF_REPO_API_URL": "https://api.laserfiche.test/repository",
    "LF_REPOSITORY_ID": "r-1",
    "LF_DEPLOYMENT_MODE": "cloud",
    "LF_AUTH_MODE": "api_key",
    "LF_API_VERSION": "v2",
    "LF_CLOUD_ACCESS_KEY": key(),
    "LF_CLOUD_SERVICE_PRINCIPAL_KEY": "principal",
}


def test_a_service_app_of_cloud_needs_no_password() -> None:
    config = load(CLOUD).config
    assert (config.auth_mode, config.username) == ("api_key", None)
    assert CLOUD["LF_CLOUD_ACCESS_KEY"] in config.secrets


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"LF_API_VERSION": "v1"}, "LF_DEPLOYMENT_MODE=cloud needs LF_API_VERSION=v2"),
        ({"LF_DEPLOYMENT_MODE": "self_hosted"}, "go together"),
        ({"LF_CLOUD_ACCESS_KEY": "no base64!"}, "LF_CLOUD_ACCESS_KEY must be the base64 text of an access key"),
        ({"LF_CLOUD_ACCESS_KEY": base64.b64encode(b"[]").decode()}, "LF_CLOUD_ACCESS_KEY must hold a JSON object"),
        ({"LF_CLOUD_ACCESS_KEY": key(domain="")}, "LF_CLOUD_ACCESS_KEY lacks domain"),
        ({"LF_CLOUD_ACCESS_KEY": key(jwk={"crv": "P-384"})}, "LF_CLOUD_ACCESS_KEY lacks jwk"),
        (
            {"LF_CLOUD_ACCESS_KEY": key(jwk={"crv": "P-256", "x": "AA"})},
            "LF_CLOUD_ACCESS_KEY has a jwk without x, y, d",
        ),
        ({"LF_CLOUD_SERVICE_PRINCIPAL_KEY": ""}, "LF_CLOUD_SERVICE_PRINCIPAL_KEY is missing"),
    ],
)
def test_what_is_wrong_with_a_service_app_stops_the_start(change: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(CLOUD | change)
    assert said in str(caught.value)
    assert CLOUD["LF_CLOUD_ACCESS_KEY"] not in str(caught.value)


def test_callers_who_sign_in_have_to_know_where() -> None:
    with pytest.raises(ConfigError, match="LF_HTTP_PUBLIC_URL is missing"):
        load(LEAST | {"LF_HTTP_OAUTH_ISSUER": "https://issuer.test"})


def test_an_import_from_anywhere_and_a_scope_without_an_issuer_are_warned_of() -> None:
    warnings = load(LEAST | {"LF_READ_ONLY": "false", "LF_HTTP_OAUTH_DESTRUCTIVE_SCOPE": "x"}).warnings
    assert [warning.split(" ")[0] for warning in warnings] == [
        "LF_HTTP_OAUTH_DESTRUCTIVE_SCOPE",
        "LF_IMPORT_SOURCE_DIRS",
    ]
    quiet = {"LF_READ_ONLY": "false", "LF_IMPORT_SOURCE_DIRS": "*"}
    assert load(LEAST | quiet).warnings == ()
    assert load(LEAST | {"LF_READ_ONLY": "false", "LF_WRITE_TOOLS_ALLOWED": "set_tags"}).warnings == ()
