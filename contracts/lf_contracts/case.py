"""A case: a function that proves one requirement on one profile.

    @case("search_content.token-closed-on-success")
    def the_token_is_closed(lab: Lab) -> None: ...

    @cases_of([row("search_content.not-found", "start refused", operation="CreateSearchOperation", status=404)])
    def a_refused_operation(lab: Lab, operation: str, status: int) -> None: ...

Both put `Case` values where the function's name was; `collect` finds them in the modules that it is given.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from lf_contracts.profile import PROFILES
from lf_contracts.requirement import Requirement

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

_NONE: Mapping[str, Any] = MappingProxyType({})


class BadCase(Exception):
    """The cases and the requirements do not fit together. The message is one line that names which."""


@dataclass(frozen=True, slots=True)
class Case:
    """`name` is unique within its requirement. `profiles`: narrower than the requirement's, None for all of them."""

    requirement: str
    name: str
    body: Callable[..., None]
    arguments: Mapping[str, Any] = field(default_factory=lambda: _NONE)
    profiles: tuple[str, ...] | None = None

    @property
    def id(self) -> str:
        """`requirement::name`, the way a selection names it."""
        return f"{self.requirement}::{self.name}"

    def run(self, lab: "Lab") -> None:
        """Raises Finding, NotApplicable, or whatever the lab raises when the check could not be made."""
        self.body(lab, **self.arguments)


@dataclass(frozen=True, slots=True)
class Row:
    """One member of a parametrised family: what it proves, and the arguments that its function is handed."""

    requirement: str
    name: str
    arguments: Mapping[str, Any]
    profiles: tuple[str, ...] | None = None


def row(requirement: str, name: str, *, profiles: Iterable[str] | None = None, **arguments: Any) -> Row:
    """A row of a family. `profiles` narrows the requirement's."""
    return Row(requirement, name, MappingProxyType(arguments), tuple(profiles) if profiles is not None else None)


def case(
    requirement: str, name: str | None = None, *, profiles: Iterable[str] | None = None
) -> Callable[[Callable[["Lab"], None]], Case]:
    """Make a function the case of a requirement. Its name is the function's, read as words, unless one is given."""

    def made(body: Callable[["Lab"], None]) -> Case:
        words = name or body.__name__.replace("_", " ").strip()
        return Case(requirement, words, body, profiles=tuple(profiles) if profiles is not None else None)

    return made


def cases_of(rows: Iterable[Row]) -> Callable[[Callable[..., None]], tuple[Case, ...]]:
    """Make a function with arguments a family of cases, one for each row."""

    def made(body: Callable[..., None]) -> tuple[Case, ...]:
        return tuple(Case(each.requirement, each.name, body, each.arguments, each.profiles) for each in rows)

    return made


def collect(modules: Iterable[ModuleType], requirements: Mapping[str, Requirement]) -> tuple[Case, ...]:
    """The cases of these modules, in the order in which they are written.

    Raises BadCase for a double, a case without requirement, a requirement without case, or profiles that do not fit.
    """
    found: dict[str, Case] = {}
    for module in modules:
        for each in _written(module):
            if each.id in found:
                raise BadCase(f"{module.__name__}: {each.id}: there is already a case of this name")
            if each.requirement not in requirements:
                raise BadCase(f"{module.__name__}: {each.id}: there is no requirement {each.requirement!r}")
            _check_profiles(module, each, requirements[each.requirement])
            found[each.id] = each
    proved = {each.requirement for each in found.values()}
    for identifier in requirements:
        if identifier not in proved:
            raise BadCase(f"requirement {identifier}: there is no case for it")
    return tuple(found.values())


def _written(module: ModuleType) -> Iterable[Case]:
    for value in vars(module).values():
        if isinstance(value, Case):
            yield value
        elif isinstance(value, tuple):
            yield from (inner for inner in value if isinstance(inner, Case))


def _check_profiles(module: ModuleType, each: Case, requirement: Requirement) -> None:
    for name in each.profiles or ():
        if name not in PROFILES:
            raise BadCase(f"{module.__name__}: {each.id}: unknown profile {name!r}; known: {', '.join(PROFILES)}")
        if name not in requirement.profiles:
            raise BadCase(f"{module.__name__}: {each.id}: its requirement is not for the profile {name!r}")
