"""Reading a query string against the parameters that an operation declares.

Names are compared without case. A `$` option that the operation does not declare is refused, as OData does; any other
unknown parameter is ignored, as the web framework does, and named for the journal.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import parse_qsl

from lf_simulator import errors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LARGEST_INT32 = 2**31 - 1
MOST_FIELD_NAMES = 10


@dataclass(frozen=True, slots=True)
class Param:
    """A query parameter: its name on the wire and, where dialects differ, the `key` under which handlers find it."""

    name: str
    kind: Literal["text", "flag", "whole", "texts"] = "text"
    key: str = ""
    required: bool = False

    @property
    def found_as(self) -> str:
        return self.key or self.name


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of one operation, prepared for look-up."""

    by_name: Mapping[str, Param]
    required: tuple[Param, ...]


def declare(*params: Param) -> Params:
    """The parameters of one operation. A name that comes twice is a mistake in the table."""
    by_name = {param.name.lower(): param for param in params}
    if len(by_name) != len(params):
        raise ValueError(f"a query parameter is declared twice: {[param.name for param in params]}")
    return Params(MappingProxyType(by_name), tuple(param for param in params if param.required))


NOTHING: Mapping[str, Any] = MappingProxyType({})


def read(raw: bytes, params: Params) -> tuple[Mapping[str, Any], list[str]]:
    """The values by key, and the names that were ignored. Raises ApiError 400 for what does not fit."""
    if not raw and not params.required:
        return NOTHING, []
    values: dict[str, Any] = {}
    ignored: list[str] = []
    for name, text in parse_qsl(raw.decode("latin-1"), keep_blank_values=True, errors="replace"):
        param = params.by_name.get(name.lower())
        if param is None:
            _refuse_option(name)
            ignored.append(name)
        elif param.kind == "texts":
            values.setdefault(param.found_as, []).append(text)
        elif param.found_as in values:
            raise errors.bad_parameter(param.name, f"{param.name} is given more than once.")
        else:
            values[param.found_as] = _READERS[param.kind](param.name, text)
    for param in params.required:
        if not values.get(param.found_as):
            raise errors.bad_parameter(param.name, f"The query parameter {param.name} is required.")
    return values, ignored


def _refuse_option(name: str) -> None:
    if name.startswith("$"):
        raise errors.bad_parameter(name, f"This operation does not offer the query option {name}.")


def _text(_: str, text: str) -> str:
    return text


def _flag(name: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise errors.bad_parameter(name, f'{name} must be true or false, not "{text}".')
    return text.lower() == "true"


def _whole(name: str, text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else -1
    if not 0 <= value <= LARGEST_INT32:
        raise errors.bad_parameter(name, f'{name} must be a whole number from 0 to {LARGEST_INT32}, not "{text}".')
    return value


_READERS: Mapping[str, Callable[[str, str], Any]] = MappingProxyType({"text": _text, "flag": _flag, "whole": _whole})


def field_names(given: Sequence[str] | None) -> list[str]:
    """The names given by `fields=`, each once, blank ones left out. Raises ApiError for more than ten."""
    names = list(dict.fromkeys(name for name in given or () if name.strip()))
    if len(names) > MOST_FIELD_NAMES:
        reason = f"At most {MOST_FIELD_NAMES} names may be given by fields, not {len(names)}."
        raise errors.bad_parameter("fields", reason)
    return names


CULTURE = Param("culture")
SELECT = Param("$select")
FULL = (SELECT, Param("$orderby"), Param("$top", "whole"), Param("$skip", "whole"), Param("$count", "flag"))
"""What the published descriptions offer on a full listing."""
NEXT = Param("$skiptoken", "whole")
"""The place of a next link. Its form is ours: the descriptions name it in prose and leave it opaque."""
LISTING = (*FULL, NEXT)
FIELDS = Param("fields", "texts")
GROUP = Param("groupByEntryType", "flag")
