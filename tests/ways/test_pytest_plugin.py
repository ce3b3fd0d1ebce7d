"""The fixtures of the pytest plugin, used here as anybody would, and whole test runs that use them."""

from __future__ import annotations

import httpx
import pytest

pytest_plugins = ["pytester"]


def get(laserfiche, path: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {laserfiche.token()}"}
    return httpx.get(f"{laserfiche.url}{path}", headers=headers, timeout=20, verify=False)


def test_a_test_has_a_repository_over_real_http(laserfiche) -> None:
    assert get(laserfiche, "/Entries/1").json()["id"] == 1
    assert laserfiche.profile.name == "v1-selfhosted"


@pytest.mark.laserfiche(profile="v2-cloud", open_searches=1)
def test_the_marker_says_which_build(laserfiche) -> None:
    assert (laserfiche.profile.name, laserfiche.profile.open_searches) == ("v2-cloud", 1)
    assert get(laserfiche, "/Entries/1").status_code == 200


def test_httpx_is_answered_without_a_socket(laserfiche_in_process, laserfiche_respx) -> None:
    assert get(laserfiche_in_process, "/Entries/1").status_code == 200
    assert laserfiche_respx["laserfiche"].call_count == 1


@pytest.mark.anyio
async def test_asynchronous_httpx_is_answered_without_a_socket(laserfiche_in_process, laserfiche_respx) -> None:
    held = laserfiche_in_process
    held.faults.add("GetEntry", "hang", times=1)
    headers = {"Authorization": f"Bearer {held.token()}"}
    async with httpx.AsyncClient(base_url=held.url, headers=headers, verify=False) as client:
        with pytest.raises(httpx.ReadTimeout):
            await client.get("/Entries/1")
        assert (await client.get("/Entries/1")).status_code == 200


SUITE = """
import httpx
import pytest

@pytest.mark.parametrize("number", range(100))
def test_over_http(laserfiche, number):
    headers = {"Authorization": f"Bearer {laserfiche.token()}"}
    with httpx.Client(base_url=laserfiche.url, headers=headers, verify=False) as client:
        assert client.patch("/Entries/10", json={"name": f"Number {number}"}).status_code == 200
        if number % 2:
            laserfiche.faults.add("GetEntry", "refuse", status=503)
        assert client.get("/Entries/10").status_code == (503 if number % 2 else 200)
    assert laserfiche.entry(10)["name"] == f"Number {number}"
    assert len(laserfiche.journal) == 2

@pytest.mark.parametrize("number", range(100))
def test_without_a_socket(laserfiche_in_process, laserfiche_respx, number):
    held = laserfiche_in_process
    assert held.entry(10)["name"] == "City Clerk"
    headers = {"Authorization": f"Bearer {held.token()}"}
    answer = httpx.patch(f"{held.url}/Entries/10", json={"name": f"Number {number}"}, headers=headers, verify=False)
    assert answer.status_code == 200
    assert len(held.journal) == 1
"""


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makepyprojecttoml('[tool.pytest.ini_options]\naddopts = "-p no:schemathesis -p no:cacheprovider"')
    return pytester


@pytest.mark.parametrize("seed", [1, 2])
def test_two_hundred_tests_hold_in_any_order_and_in_parallel(suite: pytest.Pytester, seed: int) -> None:
    suite.makepyfile(SUITE)
    result = suite.runpytest_subprocess("-n", "2", "--random-order", f"--random-order-seed={seed}", "-q")
    result.assert_outcomes(passed=200)


def test_a_fault_that_never_fired_fails_its_test_unless_that_is_meant(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        """
        import pytest

        def test_in_vain(laserfiche):
            laserfiche.faults.add("GetEntry", "refuse", status=503)

        @pytest.mark.laserfiche(may_not_fire=True)
        def test_on_purpose(laserfiche):
            laserfiche.faults.add("GetEntry", "refuse", status=503)
        """
    )
    result = suite.runpytest_inprocess("-q")
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*armed and never fired: refuse before GetEntry*"])


@pytest.mark.parametrize(
    ("marker", "says"),
    [
        ('profile="v3"', 'unknown profile "v3"; there is v1-selfhosted*'),
        ("open_serches=1", 'laserfiche: unknown setting "open_serches" (did you mean open_searches?)*'),
        ('"v2-cloud"', "the marker laserfiche takes names with values only*"),
    ],
)
def test_a_marker_that_does_not_fit_is_told_in_one_line(suite: pytest.Pytester, marker: str, says: str) -> None:
    suite.makepyfile(f"import pytest\n@pytest.mark.laserfiche({marker})\ndef test_it(laserfiche): pass")
    result = suite.runpytest_inprocess("-q")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([says])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*During handling*")


def test_tokens_follow_from_the_seed_and_the_name_of_the_test(suite: pytest.Pytester) -> None:
    suite.makepyfile("def test_it(laserfiche): print('token', laserfiche.token(), laserfiche.id)")

    def token(*more: str) -> list[str]:
        output = suite.runpytest_inprocess("-q", "-s", *more).outlines
        return [line.partition("token")[2] for line in output if "token" in line]

    first, again, other = token(), token(), token("--laserfiche-seed=5")
    assert first == again != other
    assert len(first) == 1


def test_the_ini_file_names_another_corpus_and_build(suite: pytest.Pytester) -> None:
    suite.makepyprojecttoml(
        '[tool.pytest.ini_options]\naddopts = "-p no:schemathesis -p no:cacheprovider"\n'
        'laserfiche_profile = "v2-cloud"\nlaserfiche_corpus = "client-suites"'
    )
    suite.makepyfile(
        """
        def test_it(laserfiche):
            assert (laserfiche.profile.name, laserfiche.repository.corpus) == ("v2-cloud", "client-suites")
        """
    )
    suite.runpytest_inprocess("-q").assert_outcomes(passed=1)
