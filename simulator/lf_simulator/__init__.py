"""A fake Laserfiche repository that speaks the Repository API, v1 and v2, over HTTP. Not affiliated with Laserfiche."""

from lf_simulator.app import create_app
from lf_simulator.profiles import PROFILES, Profile
from lf_simulator.registry import Registry

__all__ = ["PROFILES", "Profile", "Registry", "create_app"]
