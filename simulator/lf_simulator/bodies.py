"""Reading a request body against what an operation declares: a content type, JSON members and their types.

Names of members and words of an enumeration are compared without case, and unknown members are ignored, as by the
serializers of a real build; they are named for the journal.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import parse_qsl

from lf_simulator import errors
from lf_simulator.query import LARGEST_INT32

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

JSON_LIMIT = 5 * 1024 * 1024
"""Bytes of a JSON request, documented for both kinds of installation."""
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a JSON object. `words` are those of an enumeration, `members` those of an object."""

    name: str
    kind: Literal["text", "whole", "flag", "word", "object"] = "text"
    required: bool = False
    words: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class JsonBody:
    """A JSON object with these members."""

    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class FormBody:
    """An URL-encoded form."""


Body = JsonBody | FormBody


def read(raw: bytes, content_type: str, body: Body) -> tuple[dict[str, Any], list[str]]:
    """The members by name, and the names that were ignored. Raises ApiError 400, 413 or 415 for what does not fit."""
    media = content_type.partition(";")[0].strip().lower()
    if isinstance(body, FormBody):
        if media != FORM:
            raise _wrong_type(content_type, FORM)
        return dict(parse_qsl(raw.decode("utf-8", "replace"), keep_blank_values=True)), []
    if media not in ("application/json", "text/json") and not (media.startswith("application/") and "+json" in media):
        raise _wrong_type(content_type, "application/json")
    if len(raw) > JSON_LIMIT:
        raise errors.framework(413, f"A JSON body may have {JSON_LIMIT} bytes, and this one has {len(raw)}.")
    ignored: list[str] = []
    return _object(_parse(raw), body.members, "", ignored), ignored


def _wrong_type(given: str, wanted: str) -> errors.ApiError:
    was = f'not "{given}"' if given else "and none was sent"
    return errors.framework(415, f"The Content-Type of the body must be {wanted}, {was}.")


def _parse(raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as failure:
        place = f"line {failure.lineno}, column {failure.colno}: " if isinstance(failure, json.JSONDecodeError) else ""
        what = failure.msg if isinstance(failure, json.JSONDecodeError) else str(failure)
        title = "Error: The request body is missing." if not raw else "Error: The request body is not valid JSON."
        raise errors.bad_request(title, f"The body is not JSON ({place}{what}).") from None
    if not isinstance(value, dict):
        reason = f"The body must be a JSON object, not {json.dumps(value)[:60]}."
        raise errors.bad_request("Error: The request body is not valid.", reason)
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _object(value: dict[str, Any], members: tuple[Member, ...], where: str, ignored: list[str]) -> dict[str, Any]:
    known = {member.name.lower(): member for member in members}
    read_: dict[str, Any] = {}
    for name, item in value.items():
        member = known.get(name.lower())
        if member is None:
            ignored.append(where + name)
        elif item is not None or member.required:  # null stands for a member that was left out
            read_[member.name] = _value(item, member, where, ignored)
    missing = [member.name for member in members if member.required and member.name not in read_]
    if missing:
        raise errors.validation(missing, f"The body lacks the required member {', '.join(missing)}.")
    return read_


def _value(item: Any, member: Member, where: str, ignored: list[str]) -> Any:
    name = where + member.name
    if member.kind == "object":
        if not isinstance(item, dict):
            raise errors.validation([name], f"{name} must be an object, not {json.dumps(item)[:60]}.")
        return _object(item, member.members, f"{name}.", ignored)
    if member.kind == "word":
        word = next((word for word in member.words if isinstance(item, str) and word.lower() == item.lower()), None)
        if word is None:
            raise errors.validation([name], f"{name} must be one of {', '.join(member.words)}, not {json.dumps(item)}.")
        return word
    wants, holds = _KINDS[member.kind]
    if not holds(item):
        raise errors.validation([name], f"{name} must be {wants}, not {json.dumps(item)[:60]}.")
    if member.required and item == "":
        raise errors.validation([name], f"{name} must not be empty.")
    return item


def _is_whole(item: object) -> bool:
    return isinstance(item, int) and not isinstance(item, bool) and abs(item) <= LARGEST_INT32


_KINDS: Mapping[str, tuple[str, Callable[[object], bool]]] = MappingProxyType(
    {
        "text": ("a text", lambda item: isinstance(item, str)),
        "whole": ("a whole number", _is_whole),
        "flag": ("true or false", lambda item: isinstance(item, bool)),
    }
)
