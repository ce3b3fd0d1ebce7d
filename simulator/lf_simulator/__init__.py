"""A fake Laserfiche repository that speaks the Repository API, v1 and v2, over HTTP. Not affiliated with Laserfiche.

What is named here is imported when it is first asked for: the pytest plugin of this package is loaded at every start of
pytest, also where nobody uses it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lf_simulator.app import create_app
    from lf_simulator.handle import Laserfiche
    from lf_simulator.profiles import PROFILES, Profile
    from lf_simulator.registry import Registry
    from lf_simulator.simulator import Simulator

__all__ = ["PROFILES", "Laserfiche", "Profile", "Registry", "Simulator", "create_app"]

_MODULES = {
    "PROFILES": "profiles",
    "Laserfiche": "handle",
    "Profile": "profiles",
    "Registry": "registry",
    "Simulator": "simulator",
    "create_app": "app",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
