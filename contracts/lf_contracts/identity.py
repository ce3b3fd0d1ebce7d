"""What the build under test is called, and which version it is.

`serverInfo` alone is not to be trusted: builds on SDK 1.x report the SDK's version as their own (observed: the
published releases 1.4.2, 2.0.0 and 2.6.2 all call themselves 1.30.0). So the distribution that owns the command
comes first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any, Literal

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Identity:
    """`source` says who gave the name and the version."""

    name: str
    version: str
    source: Literal["distribution", "initialize", "nobody"]


def identify(command: Sequence[str], initialize: Mapping[str, Any] | None) -> Identity:
    """The distribution that owns the command, else what the handshake says, else unknown. Starts nothing."""
    for distribution in _owners(command):
        return Identity(distribution.metadata["Name"], distribution.version, "distribution")
    info = (initialize or {}).get("serverInfo")
    if isinstance(info, dict) and isinstance(info.get("name"), str) and info["name"]:
        version = info.get("version")
        return Identity(info["name"], version if isinstance(version, str) and version else UNKNOWN, "initialize")
    return Identity(UNKNOWN, UNKNOWN, "nobody")


def _owners(command: Sequence[str]) -> Iterator[Distribution]:
    """Distributions that own the command's script, or the module that an interpreter is told to run."""
    program = Path(command[0])
    module = command[2].partition(".")[0] if len(command) > 2 and command[1] == "-m" else None
    for found in distributions(path=[str(folder) for folder in _site_packages(program)]):
        if module is not None:
            if _key(found.metadata["Name"] or "") == _key(module) or _holds(found, module):
                yield found
        elif any(entry.group == "console_scripts" and entry.name == program.stem for entry in found.entry_points):
            yield found


def _site_packages(program: Path) -> Iterator[Path]:
    """The folders of installed packages of the environment that a script or interpreter lives in."""
    for place in (program.absolute(), program.resolve()):
        prefix = place.parent.parent
        yield from sorted(prefix.glob("lib/python3*/site-packages"))
        yield from prefix.glob("Lib/site-packages")


def _holds(found: Distribution, module: str) -> bool:
    scripts = (entry.value for entry in found.entry_points if entry.group == "console_scripts")
    if any(value.partition(":")[0].partition(".")[0] == module for value in scripts):
        return True  # an editable installation lists no files, its scripts still name the module
    return any(file.parts[0] in (module, f"{module}.py") for file in found.files or ())


def _key(name: str) -> str:
    return name.replace("_", "-").replace(".", "-").lower()
