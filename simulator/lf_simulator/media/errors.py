"""The one way in which this package refuses what it is given."""

from __future__ import annotations


class BadMedia(ValueError):
    """A PDF or image that cannot be used: broken, encrypted, too large, or of a kind that nobody reads.

    The message is one plain sentence without the name of the file, which this package does not know.
    """
