"""What was meant by a key that the language does not have: the hint of error 9086."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.search.clauses import BY_KEY, VERSION_KEYS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.search.clauses import Clause

LONGEST_COMPARED = 60
MOST_NAMED = 2

MEANT: Mapping[str, tuple[str, ...]] = {
    # Words that are not spelt like the key that has their meaning; the first three were seen in programs.
    "template": ("TemplateName", "TemplateID"),
    "fulltext": ("Basic",),
    "path": ("LookIn",),
    "documenttype": ("TemplateName",),
    "text": ("Basic",),
    "content": ("Basic",),
    "folder": ("LookIn", "ParentName"),
    "parent": ("ParentName", "LookIn"),
    "extension": ("Ext",),
    "size": ("EdocSize",),
    "pages": ("PageCount",),
    "author": ("Creator",),
    "createdby": ("Creator",),
    "modifiedby": ("LFVER:ModifiedBy",),
    "user": ("Creator", "CheckOutUser"),
    "date": ("Created", "Modified"),
    "volume": ("VolName", "VolID"),
    "note": ("Sticky",),
    "comment": ("TagComment", "LinkGroupComment"),
    "link": ("Relation",),
    "version": ("LFVER:Comment",),
}
OF_TYPE = 'Kinds of entries are an option: {LF:Name="*", Type=D}.'
OF_OPTION = "{} is an option: it stands behind a condition, as in {{LF:{}, {}}}."
USUAL = "The commonest are LF:Name, LF:Basic, LF:LookIn, LF:TemplateName and LF:Created."


def meant_by(key: str) -> str:
    """One sentence on a key after `LF:` that there is not: what comes nearest, or what there is."""
    written = key.casefold()
    if written in ("type", "entrytype"):
        return OF_TYPE
    if written == "option":
        return OF_OPTION.format(key, 'Basic~="balance"', "option=D")
    if written == "subfolders":
        return OF_OPTION.format(key, 'LookIn="\\Leases"', "Subfolders=N")
    if written in MEANT:
        return _named([name if ":" in name else f"LF:{name}" for name in MEANT[written]])
    near = [f"LF:{name}" for name in _near(written, BY_KEY)]
    if not near and written in VERSION_KEYS:
        near = [f"LFVER:{VERSION_KEYS[written].key}"]
    return _named(near) if near else USUAL


def meant_by_version_key(key: str) -> str:
    """The same after `LFVER:`."""
    near = [f"LFVER:{name}" for name in _near(key.casefold(), VERSION_KEYS)]
    return _named(near) if near else f"There are {', '.join(row.key for row in VERSION_KEYS.values())}."


def _near(written: str, rows: Mapping[str, Clause]) -> list[str]:
    import difflib  # only after a mistake; it is slow to import

    close = difflib.get_close_matches(written[:LONGEST_COMPARED], rows, MOST_NAMED)
    return [rows[key].key for key in close]


def _named(names: list[str]) -> str:
    return f"Did you mean {' or '.join(names)}?"
