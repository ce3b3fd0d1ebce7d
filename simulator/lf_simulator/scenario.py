"""Scenarios: corpus, build, seed and fault plan of a repository in one TOML file.

    about = "one sentence"
    corpus = "demo"
    profile = "v1-selfhosted"
    seed = 7
    [overrides]                 # settings of the profile
    search_seconds = 5
    [[rules]]                   # as in a fault plan
    operations = ["GetEntry"]
    kind = "hang"

All keys may be left out. Some scenarios are packaged and go by their names.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lf_simulator.checks import OBJECT, OBJECTS, TEXT, BadValue, Check, read_object, unknown, whole
from lf_simulator.faults.reading import read_plan
from lf_simulator.profiles import UnknownProfile, profile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

    from lf_simulator.faults.rules import Rule

KEYS: Mapping[str, Check] = {
    "about": TEXT,
    "corpus": TEXT,
    "profile": TEXT,
    "seed": whole(0, 2**63 - 1),
    "overrides": OBJECT,
    "rules": OBJECTS,
}
SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class Scenario:
    """What a repository is to be; None leaves a choice to whoever starts it."""

    name: str
    about: str = ""
    corpus: str | None = None
    profile: str | None = None
    seed: int | None = None
    overrides: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()


def names() -> list[str]:
    """The packaged scenarios."""
    return sorted(row.name.removesuffix(SUFFIX) for row in _packaged().iterdir() if row.name.endswith(SUFFIX))


def load(wish: str) -> Scenario:
    """A packaged scenario by its name, or one from a file. Raises BadValue, which says what is wrong with it."""
    if wish in names():
        return read(wish, _packaged().joinpath(wish + SUFFIX).read_text(encoding="utf-8"))
    path = Path(wish)
    if path.suffix != SUFFIX and not path.exists():
        raise BadValue(unknown("scenario", wish, names()) + f", or name a file that ends in {SUFFIX}")
    try:
        return read(str(path), path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadValue(f"{path}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise BadValue(f"{path}: is not UTF-8") from None


def read(name: str, text: str) -> Scenario:
    """Raises BadValue, which begins with the name."""
    try:
        document = read_object(tomllib.loads(text), KEYS, "scenario")
        rules = read_plan({"rules": document.get("rules", [])})
        _check_build(document)
    except (tomllib.TOMLDecodeError, BadValue, UnknownProfile) as problem:
        raise BadValue(f"{name}: {problem}") from None
    return Scenario(name, **{**document, "rules": rules})


def _check_build(document: Mapping[str, Any]) -> None:
    """Settings are looked at where the build is named; without one, when it is known."""
    if "profile" in document:
        profile(document["profile"]).with_overrides(document.get("overrides", {}))


def _packaged() -> Traversable:
    return files("lf_simulator").joinpath("scenarios")
