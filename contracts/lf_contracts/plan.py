"""What a run is going to check: requirement × case × profile, selected by level, profile and words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lf_contracts import cells, requirement
from lf_contracts.case import Case, collect
from lf_contracts.cells import Cell
from lf_contracts.errors import BadUse
from lf_contracts.profile import PROFILES, Profile
from lf_contracts.requirement import LEVELS, Requirement, fits


@dataclass(frozen=True, slots=True)
class Check:
    """One case of one requirement on one profile."""

    requirement: Requirement
    case: Case
    profile: Profile


@dataclass(frozen=True, slots=True)
class Suite:
    """Everything the kit knows: requirements by id, cases, cells."""

    requirements: Mapping[str, Requirement]
    cases: tuple[Case, ...]
    cells: tuple[Cell, ...]


def suite() -> Suite:
    """The kit's own suite. Raises BadRequirement or BadCase when its files do not fit together."""
    from lf_contracts.cases import MODULES  # here, because the cases are built on everything else

    requirements = requirement.load()
    return Suite(requirements, collect(MODULES, requirements), cells.load())


def plan(suite: Suite, *, level: str, profiles: Sequence[str] = (), words: Sequence[str] = ()) -> tuple[Check, ...]:
    """The checks in order: by profile, then as the cases are written.

    `words`: parts or globs of requirement ids, or of `requirement::case` when they hold `::`; none means all.
    Raises BadUse for a profile or level that does not exist, and for a selection that means nothing.
    """
    if level not in LEVELS:
        raise BadUse(f"unknown level {level!r}; there are: {', '.join(LEVELS)}")
    for name in profiles:
        if name not in PROFILES:
            raise BadUse(f"unknown profile {name!r}; there are: {', '.join(PROFILES)}")
    for word in words:
        if not any(_meant(case, (word,)) for case in suite.cases):
            raise BadUse(f"--select {word}: no requirement has such an id; see `lf-contracts list requirements`")
    wanted = [PROFILES[name] for name in PROFILES if not profiles or name in profiles]
    chosen = [
        Check(suite.requirements[case.requirement], case, profile)
        for profile in wanted
        for case in suite.cases
        if _meant(case, words)
        and suite.requirements[case.requirement].holds_at(level)
        and profile.name in (case.profiles or suite.requirements[case.requirement].profiles)
    ]
    if not chosen:
        raise BadUse(f"nothing to check: the selection holds nothing at level {level} on {_names(wanted)}")
    return tuple(chosen)


def _meant(case: Case, words: Iterable[str]) -> bool:
    every = list(words)
    return not every or any(fits(case.id if "::" in word else case.requirement, word) for word in every)


def _names(profiles: Iterable[Profile]) -> str:
    return ", ".join(profile.name for profile in profiles)
