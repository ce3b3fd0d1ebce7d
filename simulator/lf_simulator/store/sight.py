"""Which entries a user sees, as a condition in SQL: listings, counts and searches ask once and not row by row."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sight:
    """A condition on rows of `entry`. Equal ones write the same text, so that the database prepares it once."""

    steps: tuple[tuple[str, bool], ...] | None = None
    """Path keys of the entries that grants are for, the longest first, and whether each lets through what is below it.
    What is below none of them is not let through. None: everything is."""
    lacked_tags: tuple[int, ...] = ()
    """Security tags that hide whatever bears one of them."""

    @property
    def is_everything(self) -> bool:
        return self.steps is None and not self.lacked_tags

    def on(self, alias: str = "e") -> str:
        """The condition, for the table `entry` under that alias."""
        tests = []
        if self.steps is not None:
            whens = " ".join(f"WHEN {_is_below(alias, path)} THEN {int(lets)}" for path, lets in self.steps)
            tests.append(f"CASE {whens} ELSE 0 END" if whens else "0")
        if self.lacked_tags:
            tags = ", ".join(map(str, self.lacked_tags))
            tests.append(
                f"NOT EXISTS (SELECT 1 FROM entry_tag x WHERE x.entry_id = {alias}.id AND x.tag_id IN ({tags}))"  # noqa: S608 - whole numbers
            )
        return " AND ".join(tests) or "1"


EVERYTHING = Sight()


def is_below(path_key: str, top_key: str) -> bool:
    """Whether an entry is the one at `top_key` or below it; both are path keys."""
    return path_key == top_key or path_key.startswith(_inside(top_key))


def _is_below(alias: str, top_key: str) -> str:
    inside = _inside(top_key)
    return f"{alias}.path_key = {_literal(top_key)} OR substr({alias}.path_key, 1, {len(inside)}) = {_literal(inside)}"


def _inside(top_key: str) -> str:
    """What the path keys of everything below begin with; the root ends with a backslash already."""
    return top_key.rstrip("\\") + "\\"


def _literal(text: str) -> str:
    """A text as SQL writes it. Written out, because one condition may stand in a statement more than once."""
    return "'" + text.replace("'", "''") + "'"
