"""Search commands: a phrase or a folder put into the search language without changing its meaning; pure.

Inside quotes a double quote is written `\\"`. Before `}`, `&`, `|`, `,`, `)` or the end a reader takes
`\\"` as the last backslash of a path and the closing quote, so a quote in front of one of these needs another form.
"""

from __future__ import annotations

ENDS_A_VALUE = frozenset("}&|,)")


def escape_phrase(phrase: str) -> str:
    """`phrase` for a full-text value. A quote that cannot be escaped is left out: it is no word (*decision*)."""
    return _escape(phrase, " ")


def escape_value(value: str) -> str:
    """`value` for a whole-value comparison such as a path; a quote that cannot be escaped is doubled (*decision*)."""
    return _escape(value, '""')


def _escape(value: str, instead: str) -> str:
    """From the end to the front, because whether a quote can be escaped depends on what is written behind it."""
    written: list[str] = []
    following = '"'  # the next character that is not blank; behind the value stands its closing quote
    for character in reversed(value):
        piece = character
        if character == '"':
            piece = instead if following in ENDS_A_VALUE else '\\"'
        written.append(piece)
        following = piece.strip()[:1] or following
    return "".join(reversed(written))


def look_in(folder_path: str) -> str:
    """The clause that keeps a search inside a folder and all its subfolders."""
    return f'{{LF:LookIn="{escape_value(folder_path)}"}}'


def name_command(pattern: str, folder_path: str | None) -> str:
    """The command for entries called so, wildcards as they are given; plus the folder, if any."""
    command = f'{{LF:Name="{escape_value(pattern)}"}}'
    return f"{command} & {look_in(folder_path)}" if folder_path else command


def content_command(query: str, folder_path: str | None) -> str:
    """The command for `query`: itself when it starts with `{`, else a full-text clause; plus the folder, if any."""
    trimmed = query.strip()
    command = trimmed if trimmed.startswith("{") else f'{{LF:Basic~="{escape_phrase(trimmed)}"}}'
    return f"{command} & {look_in(folder_path)}" if folder_path else command
