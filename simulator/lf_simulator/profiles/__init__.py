"""Server builds as frozen rows: what a repository imitates, and what the evidence for each setting is.

A profile is data. Handlers read its settings; no code asks for a profile by name.
"""

from lf_simulator.profiles.builds import DEFAULT_PROFILE, PROFILES, UnknownProfile, profile
from lf_simulator.profiles.profile import CHECKS, SETTINGS, BadSetting, Profile, SettingFacts, Version, setting_facts

__all__ = [
    "CHECKS",
    "DEFAULT_PROFILE",
    "PROFILES",
    "SETTINGS",
    "BadSetting",
    "Profile",
    "SettingFacts",
    "UnknownProfile",
    "Version",
    "profile",
    "setting_facts",
]
