"""Where redactions lie. The repository knows that a page has some, and not where: so that is decided here.

*Decision*: each covers one line that says something, and they are spread evenly over the page: the only one of a page
covers the line in its middle. The same lines are black in a picture and replaced in a text, so neither tells what the
other hides.
"""

from __future__ import annotations

BLOCK = "\N{FULL BLOCK}"
CHARACTER = "X"
"""What stands in the place of a covered character (published description)."""


def covered_lines(text: str, redactions: int) -> list[int]:
    """The indices of the lines, from 0, that `redactions` redactions cover."""
    written = [index for index, line in enumerate(text.split("\n")) if line.strip()]
    count = min(redactions, len(written))
    return [written[place * len(written) // (count + 1)] for place in range(1, count + 1)]


def redacted(text: str, redactions: int, character: str = CHARACTER) -> str:
    """The text with each covered character replaced; blanks stay, so that the words can still be counted."""
    lines = text.split("\n")
    for index in covered_lines(text, redactions):
        lines[index] = "".join(letter if letter.isspace() else character for letter in lines[index])
    return "\n".join(lines)


def blacked(text: str, redactions: int) -> str:
    """The text with each covered line as one black bar: what a page looks like that is drawn from its text."""
    lines = text.split("\n")
    for index in covered_lines(text, redactions):
        lines[index] = BLOCK * len(lines[index].rstrip())
    return "\n".join(lines)


def bars(redactions: int) -> list[float]:
    """For a picture of unknown text: where the middle of each bar is, as a share of the picture's height."""
    return [place / (redactions + 1) for place in range(1, redactions + 1)]
