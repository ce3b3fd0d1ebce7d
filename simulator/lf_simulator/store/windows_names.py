r"""Names of users as Windows writes them: `domain\user` and `user@domain`."""

from __future__ import annotations


def without_domain(name: str) -> str:
    """The name of the user alone; the name itself where it has no domain."""
    return name.rpartition("\\")[2] if "\\" in name else name.partition("@")[0]
