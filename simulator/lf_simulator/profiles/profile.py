"""A server build as one frozen row: its identity, and the settings of every group."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from lf_simulator.checks import BadValue, Check, read_object, unknown_operation
from lf_simulator.profiles.access import AccessSettings
from lf_simulator.profiles.answers import AnswerSettings
from lf_simulator.profiles.content import ContentSettings
from lf_simulator.profiles.metadata import MetadataSettings
from lf_simulator.profiles.searching import SearchSettings
from lf_simulator.profiles.tasks import TaskSettings

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

Version = Literal["v1", "v2"]


class BadSetting(BadValue):
    """A setting that does not exist, or a value that it cannot have."""


@dataclass(frozen=True, kw_only=True)
class Profile(SearchSettings, MetadataSettings, ContentSettings, TaskSettings, AnswerSettings, AccessSettings):
    """One server build. The fields named here are its identity; all others are settings that may be overridden."""

    name: str
    summary: str
    versions: tuple[Version, ...]
    """API versions that it serves."""
    token_versions: tuple[Version, ...]
    """API versions under which its sign-in route answers."""
    base_path: str
    """What stands before `/{version}` in every address."""

    def settings(self) -> dict[str, Any]:
        """The settings and their values, as JSON has them."""
        values = {name: getattr(self, name) for name in SETTINGS}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def with_overrides(
        self, overrides: object, operations: Collection[str] | None = None, where: str = "overrides"
    ) -> Profile:
        """This profile with some settings changed: `overrides` is an object of setting and value.

        `operations` are the names that `absent_operations` may hold; None takes any. Raises BadSetting, which names the
        setting and what would be right.
        """
        try:
            values = read_object(overrides, CHECKS, where, kind="setting")
        except BadValue as problem:
            raise BadSetting(str(problem)) from None
        # JSON knows one kind of number and no tuples; a field keeps its own type.
        changes = {name: type(getattr(self, name))(value) for name, value in values.items()}
        for name in changes.get("absent_operations", ()):
            if operations is not None and name not in operations:
                raise BadSetting(unknown_operation(name, operations, f"{where}: absent_operations"))
        return replace(self, **changes)


SETTINGS = tuple(row.name for row in fields(Profile) if row.metadata)
CHECKS: Mapping[str, Check] = MappingProxyType(
    {row.name: row.metadata["check"] for row in fields(Profile) if row.metadata}
)


@dataclass(frozen=True, slots=True)
class SettingFacts:
    """What is known about one setting: what it does, what it accepts, and how sure that is."""

    name: str
    summary: str
    wants: str
    evidence: str


def setting_facts() -> tuple[SettingFacts, ...]:
    """One row for each setting, in the order of the profile."""
    return tuple(
        SettingFacts(row.name, row.metadata["summary"], row.metadata["check"].wants, row.metadata["evidence"])
        for row in fields(Profile)
        if row.metadata
    )
