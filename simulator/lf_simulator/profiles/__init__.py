"""Server builds as frozen rows: what a repository imitates, and what the evidence for each setting is.

A profile is data. Handlers read its settings; no code asks for a profile by name.
"""

from lf_simulator.profiles.builds import DEFAULT_PROFILE, PROFILES
from lf_simulator.profiles.finding import BUILDS, UnknownProfile, profile
from lf_simulator.profiles.profile import CHECKS, SETTINGS, BadSetting, Profile, SettingFacts, Version, setting_facts
from lf_simulator.profiles.variants import VARIANTS, Variant

__all__ = [
    "BUILDS",
    "CHECKS",
    "DEFAULT_PROFILE",
    "PROFILES",
    "SETTINGS",
    "VARIANTS",
    "BadSetting",
    "Profile",
    "SettingFacts",
    "UnknownProfile",
    "Variant",
    "Version",
    "profile",
    "setting_facts",
]
