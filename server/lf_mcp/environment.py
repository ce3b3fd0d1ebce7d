"""Where settings come from: the process's environment, the file of `--config`, `.env` in the working directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lf_mcp.config import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

QUOTES = ("'", '"')


def gather(environment: Mapping[str, str], config_file: str | None, folder: Path) -> dict[str, str]:
    """The environment, completed by `config_file` and then by `.env` in `folder`; nothing set is overridden.

    Raises ConfigError when `config_file` is not there or a file cannot be read.
    """
    found = {name.upper(): value for name, value in environment.items()}
    files = [Path(config_file)] if config_file is not None else []
    default = folder / ".env"
    if default.is_file():
        files.append(default)
    for file in files:
        for name, value in parse(_text_of(file)).items():
            found.setdefault(name.upper(), value)
    return found


def _text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(f"there is no configuration file {file}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the configuration file {file} cannot be read: {error}") from None


def parse(text: str) -> dict[str, str]:
    """`NAME=value` lines: blank lines, `# …`, a leading `export` and quotes around a value are understood."""
    values = {}
    for line in text.splitlines():
        name, separator, value = line.strip().removeprefix("export ").partition("=")
        if separator and not name.lstrip().startswith("#"):
            values[name.strip()] = _unquoted(value.strip())
    return values


def _unquoted(value: str) -> str:
    if value[:1] in QUOTES:
        end = value.find(value[0], 1)
        if end > 0:
            return value[1:end]
    comment = value.find(" #")
    return value if comment < 0 else value[:comment].rstrip()
