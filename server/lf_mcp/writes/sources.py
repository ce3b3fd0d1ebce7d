"""Which local files may be imported, and reading one within a size. No link is followed once it has been checked."""

from __future__ import annotations

import errno
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ANYWHERE = "*"

# Files that hold credentials, wherever they lie; the list is that of the published release 2.6.2.
_CREDENTIAL_FOLDERS = frozenset({".ssh", ".aws", ".gnupg", ".azure", ".kube"})
_CREDENTIAL_NAMES = frozenset(
    {
        ".netrc",
        "_netrc",
        ".git-credentials",
        ".pgpass",
        ".npmrc",
        ".pypirc",
        ".claude.json",
        "id_rsa",
        "id_dsa",
        "id_ecdsa",
        "id_ed25519",
        "login data",
        "ntuser.dat",
        "shadow",
        "sudoers",
    }
)
_CREDENTIAL_SUFFIXES = (".key", ".pfx", ".p12", ".ppk", ".kdbx", ".keystore", ".jks")
_HARMLESS_ENVIRONMENTS = frozenset({".env.example", ".env.sample", ".env.template", ".env.dist"})
_SYSTEM_FOLDERS = ("/proc", "/sys", "/dev")
_WINDOWS_STORE = re.compile(r"\\microsoft\\(credentials|protect|vault|crypto)(\\|$)|\\windows\\system32\\config(\\|$)")


class SourceRefused(Exception):
    """The file may not be imported; the message says why, in one sentence."""


class SourceMissing(Exception):
    """There is no such file."""


class SourceUnreadable(Exception):
    """The file is there and cannot be read; the message says why, in one sentence."""


@dataclass(frozen=True, slots=True)
class SourceTooLarge(Exception):
    """The file has more bytes than may be imported."""

    byte_size: int


def resolved(file_path: str, folders: Sequence[str]) -> Path:
    """The real file behind `file_path`, links followed. Raises SourceRefused when it may not be imported.

    `folders`: those that files may come from, links followed too; none, or `*` among them, lets all through. Whether
    the file exists is not looked at, so that a refusal tells nothing about it.
    """
    if "\0" in file_path:
        raise SourceRefused("A file path cannot hold the character NUL.")
    try:
        path = Path(file_path).expanduser().resolve()
    except (OSError, RuntimeError, UnicodeError):
        raise SourceRefused("The file path cannot be resolved.") from None
    if folders and ANYWHERE not in folders and not any(_inside(path, folder) for folder in folders):
        raise SourceRefused("The file lies outside the folders that files may be imported from.")
    if _holds_credentials(path):
        raise SourceRefused("The file is of a kind that holds credentials, which is never imported.")
    return path


def read(path: Path, most: int) -> bytes:
    """The bytes of `path`, which `resolved` gave. Raises SourceMissing, SourceUnreadable or SourceTooLarge."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        raise SourceMissing from None
    except OSError as error:
        raise SourceUnreadable(_why(error)) from None
    try:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise SourceUnreadable("It is no regular file.")
        if about.st_size > most:
            raise SourceTooLarge(about.st_size)
        content = _bytes_of(descriptor, most + 1)
    finally:
        os.close(descriptor)
    if len(content) > most:  # it grew while it was read
        raise SourceTooLarge(len(content))
    return content


def _bytes_of(descriptor: int, most: int) -> bytes:
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        try:
            return file.read(most)
        except OSError as error:
            raise SourceUnreadable(_why(error)) from None


def _inside(path: Path, folder: str) -> bool:
    try:
        return path.is_relative_to(Path(folder).expanduser().resolve())
    except (OSError, RuntimeError):
        return False


def _holds_credentials(path: Path) -> bool:
    name = path.name.lower()
    text = str(path)
    return (
        any(part.lower() in _CREDENTIAL_FOLDERS for part in path.parts[:-1])
        or name in _CREDENTIAL_NAMES
        or (name == ".env" or (name.startswith(".env.") and name not in _HARMLESS_ENVIRONMENTS))
        or name.endswith(_CREDENTIAL_SUFFIXES)
        or any(text == folder or text.startswith(f"{folder}/") for folder in _SYSTEM_FOLDERS)
        or _WINDOWS_STORE.search(text.replace("/", "\\").lower()) is not None
    )


def _why(error: OSError) -> str:
    if error.errno == errno.ELOOP:
        return "It became a link after it had been looked at."
    return f"{error.strerror or 'It cannot be read'}."
