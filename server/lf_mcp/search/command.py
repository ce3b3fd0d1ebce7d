"""Search commands: a phrase or a folder put into the search language without changing its meaning; pure.

Inside quotes a double quote is written `\\"`. Before `}`, `&`, `|`, `,`, `)` or the end a reader takes
`\\"` as the last backslash of a path and the closing quote, so a quote in front of one of these needs another form.
"""

from __future__ import annotations

import re

AMBIGUOUS_QUOTE = re.compile(r'"(?=\s*(?:[}&|,)]|$))')


def escape_phrase(phrase: str) -> str:
    """`phrase` for a full-text value. A quote that cannot be escaped is left out: it is no word (*decision*)."""
    inner, closing = phrase, ""
    if phrase.endswith('"'):  # the closing quote of the value follows: not ambiguous
        inner, closing = phrase[:-1], '\\"'
    return AMBIGUOUS_QUOTE.sub(" ", inner).replace('"', '\\"') + closing


def escape_value(value: str) -> str:
    """`value` for a whole-value comparison such as a path; a quote that cannot be escaped is doubled (*decision*)."""
    inner, closing = value, ""
    if value.endswith('"'):
        inner, closing = value[:-1], '\\"'
    doubled = AMBIGUOUS_QUOTE.sub('""', inner)
    return re.sub(r'(?<!")"(?!")', r'\\"', doubled) + closing


def look_in(folder_path: str) -> str:
    """The clause that keeps a search inside a folder and all its subfolders."""
    return f'{{LF:LookIn="{escape_value(folder_path)}"}}'


def content_command(query: str, folder_path: str | None) -> str:
    """The command for `query`: itself when it starts with `{`, else a full-text clause; plus the folder, if any."""
    trimmed = query.strip()
    command = trimmed if trimmed.startswith("{") else f'{{LF:Basic~="{escape_phrase(trimmed)}"}}'
    return f"{command} & {look_in(folder_path)}" if folder_path else command
