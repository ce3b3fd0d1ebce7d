"""Any build by its name, one of the four or a variant."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from lf_simulator.checks import unknown
from lf_simulator.profiles.builds import PROFILES
from lf_simulator.profiles.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.profiles.profile import Profile

BUILDS: Mapping[str, Profile] = MappingProxyType(
    {**PROFILES, **{name: variant.profile for name, variant in VARIANTS.items()}}
)


class UnknownProfile(LookupError):
    """There is no profile of that name; the message names those that exist."""


def profile(name: str) -> Profile:
    """The profile of that name. Raises UnknownProfile."""
    if name not in BUILDS:
        raise UnknownProfile(unknown("profile", name, BUILDS))
    return BUILDS[name]
