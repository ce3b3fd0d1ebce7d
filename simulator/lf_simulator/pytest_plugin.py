"""The pytest plugin: a Laserfiche repository of its own for each test.

    def test_a_lease_is_found(laserfiche):
        client = MyClient(**laserfiche.env)
        laserfiche.faults.add("GetEntry", "refuse", status=503, times=1)

    @pytest.mark.laserfiche(profile="v2-cloud", corpus="demo", open_searches=1)
    def test_on_another_build(laserfiche): …

It is loaded at every start of pytest where the project is installed, so it imports nothing before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    import respx

    from lf_simulator.handle import Laserfiche
    from lf_simulator.registry import Registry
    from lf_simulator.simulator import Simulator

DEFAULT_SEED = 1
"""A run without a wish of its own is the same as the last one."""
MARKER = (
    "laserfiche(profile=, corpus=, may_not_fire=, **overrides): the repository that the fixture laserfiche makes; "
    "overrides are settings of the profile, may_not_fire allows faults that never fired"
)
ADDRESS = "http://laserfiche.test"
"""Where a repository without a socket is."""
_NO_SETTINGS = ("profile", "corpus", "may_not_fire")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("laserfiche")
    group.addoption(
        "--laserfiche-seed",
        type=int,
        metavar="N",
        help="source of tokens, ids and chance of the repositories (the same one in every run unless given)",
    )
    parser.addini("laserfiche_profile", "server build that the repositories imitate", default="v1-selfhosted")
    parser.addini("laserfiche_corpus", "what the repositories hold", default="demo")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARKER)


def _seed(config: pytest.Config) -> int:
    given = config.getoption("--laserfiche-seed")
    return DEFAULT_SEED if given is None else int(given)


def _wish(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What the marker of the test wants, closest first; the rest as the ini file says."""
    config = request.config
    wish: dict[str, Any] = {
        "profile": config.getini("laserfiche_profile"),
        "corpus": config.getini("laserfiche_corpus"),
        "may_not_fire": False,
    }
    for marker in reversed(list(request.node.iter_markers("laserfiche"))):
        if marker.args:
            pytest.fail(f"the marker laserfiche takes names with values only, not {marker.args[0]!r}", pytrace=False)
        wish.update(marker.kwargs)
    return wish


def _creation(request: pytest.FixtureRequest, wish: dict[str, Any]) -> dict[str, Any]:
    """Id and seed follow from the name of the test, so they are the same alone, in any order, and in any process."""
    from lf_simulator.catalogue import operation_names
    from lf_simulator.profiles import UnknownProfile, profile
    from lf_simulator.profiles.profile import BadSetting

    overrides = {key: value for key, value in wish.items() if key not in _NO_SETTINGS}
    build, mistake = None, ""
    try:
        build = profile(wish["profile"]).with_overrides(overrides, operation_names(), "laserfiche")
    except (UnknownProfile, BadSetting) as problem:
        mistake = str(problem)
    if mistake:  # told out here, where no other exception is under way that would be shown with it
        pytest.fail(mistake, pytrace=False)
    number = crc32(request.node.nodeid.encode())
    return {
        "id": f"test-{number:08x}",
        "corpus": wish["corpus"],
        "profile": build,
        "seed": crc32(f"{_seed(request.config)}/{request.node.nodeid}".encode()),
    }


def _check_faults(laserfiche: Laserfiche, wish: dict[str, Any]) -> None:
    """A fault that never fired says that the test did not test what it meant to."""
    idle = [] if wish["may_not_fire"] else laserfiche.faults.never_fired
    if idle:
        told = "; ".join(
            f"{rule['kind']} {rule['phase']} {', '.join(map(str, rule['operations']))}"  # type: ignore[call-overload]
            for rule in idle
        )
        pytest.fail(
            f"armed and never fired: {told} (mark the test laserfiche(may_not_fire=True) if that is meant)",
            pytrace=False,
        )


@pytest.fixture(scope="session")
def laserfiche_simulator(request: pytest.FixtureRequest) -> Iterator[Simulator]:
    """One simulator for all tests of the process, over real HTTP on a free port of this machine."""
    from lf_simulator.simulator import Simulator

    corpus = request.config.getini("laserfiche_corpus")
    with Simulator(seed=_seed(request.config), corpus=corpus, repository="session") as simulator:
        yield simulator


@pytest.fixture
def laserfiche(request: pytest.FixtureRequest, laserfiche_simulator: Simulator) -> Iterator[Laserfiche]:
    """A fresh repository: `.url`, `.env`, `.token()`, `.faults`, `.clock`, `.journal`, `.repository`.

    The test fails in the end when a fault that it armed has never fired.
    """
    wish = _wish(request)
    made = laserfiche_simulator.create(**_creation(request, wish))
    yield made
    try:
        _check_faults(made, wish)
    finally:
        laserfiche_simulator.delete(made)


@pytest.fixture(scope="session")
def laserfiche_registry(request: pytest.FixtureRequest) -> Iterator[Registry]:
    """The repositories without a socket, of all tests of the process."""
    from lf_simulator.registry import Registry

    registry = Registry(_seed(request.config))
    yield registry
    registry.close()


@pytest.fixture
def laserfiche_in_process(request: pytest.FixtureRequest, laserfiche_registry: Registry) -> Iterator[Laserfiche]:
    """As `laserfiche`, without a socket: reach it by `laserfiche_respx` or by `lf_simulator.transports`."""
    from lf_simulator.handle import Laserfiche

    wish = _wish(request)
    made = laserfiche_registry.create(**_creation(request, wish))
    held = Laserfiche(made, ADDRESS, lambda work: work())
    yield held
    try:
        _check_faults(held, wish)
    finally:
        laserfiche_registry.delete(made.id)


@pytest.fixture
def laserfiche_respx(laserfiche_in_process: Laserfiche, laserfiche_registry: Registry) -> Iterator[respx.MockRouter]:
    """A respx router on which the repository of `laserfiche_in_process` is mounted, for clients of httpx.

    Time-outs of clients are kept: a hang ends in httpx.ReadTimeout, a cut in httpx.RemoteProtocolError.
    """
    try:
        import respx
    except ImportError:
        pytest.fail("the fixture laserfiche_respx needs respx: pip install respx", pytrace=False)
    from lf_simulator.respx_routes import mounted

    address = laserfiche_in_process.origin
    with respx.mock(using="httpx", assert_all_called=False) as router, mounted(router, laserfiche_registry, address):
        yield router
