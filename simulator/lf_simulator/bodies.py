"""Reading a request body against what an operation declares: a content type, JSON members and their types.

Names of members and words of an enumeration are compared without case, and unknown members are ignored, as by the
serializers of a real build; they are named for the journal.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
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
    """A member of a JSON value, or what a list or map holds.

    `words` are those of an enumeration, `members` those of an object, `items` what a list or map holds. A scalar is a
    text, number or truth value, and is read as its text.
    """

    name: str
    kind: Literal["text", "whole", "number", "flag", "word", "scalar", "object", "list", "map"] = "text"
    required: bool = False
    words: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()
    items: Member | None = None
    is_null: bool = False
    """Whether null is a value of its own, and not the same as leaving the member out."""


@dataclass(frozen=True, slots=True)
class JsonBody:
    """A JSON object with these members. `optional`: no body, no content type and `null` stand for an empty object."""

    members: tuple[Member, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class JsonItems:
    """A JSON list, or a map from names of the client's choice; handlers find it as the member `items`."""

    items: Member
    kind: Literal["list", "map"]


@dataclass(frozen=True, slots=True)
class FormBody:
    """An URL-encoded form."""


Body = JsonBody | JsonItems | FormBody


def read(raw: bytes, content_type: str, body: Body) -> tuple[dict[str, Any], list[str]]:
    """The members by name, and the names that were ignored. Raises ApiError 400, 413 or 415 for what does not fit."""
    media = content_type.partition(";")[0].strip().lower()
    if isinstance(body, FormBody):
        if media != FORM:
            raise _wrong_type(content_type, FORM)
        return dict(parse_qsl(raw.decode("utf-8", "replace"), keep_blank_values=True)), []
    if isinstance(body, JsonBody) and body.optional and not raw and not media:
        return {}, []
    if media not in ("application/json", "text/json") and not (media.startswith("application/") and "+json" in media):
        raise _wrong_type(content_type, "application/json")
    if len(raw) > JSON_LIMIT:
        raise errors.framework(413, f"A JSON body may have {JSON_LIMIT} bytes, and this one has {len(raw)}.")
    ignored: list[str] = []
    value = _parse(raw) if raw or not getattr(body, "optional", False) else None
    if isinstance(body, JsonItems):
        return {"items": _value(value, Member("the body", body.kind, items=body.items), "", ignored)}, ignored
    if value is None and body.optional:
        return {}, ignored
    if not isinstance(value, dict):
        reason = f"The body must be a JSON object, not {json.dumps(value)[:60]}."
        raise errors.bad_request("Error: The request body is not valid.", reason)
    return _object(value, body.members, "", ignored), ignored


def _wrong_type(given: str, wanted: str) -> errors.ApiError:
    was = f'not "{given}"' if given else "and none was sent"
    return errors.framework(415, f"The Content-Type of the body must be {wanted}, {was}.")


def _parse(raw: bytes) -> Any:
    try:
        text = raw.decode(json.detect_encoding(raw))
        value = json.loads(text, parse_constant=_refuse_constant)
        if "\\u" in text:  # half a character can be written so, and it is no text for anything behind here
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except (ValueError, RecursionError) as failure:
        place = f"line {failure.lineno}, column {failure.colno}: " if isinstance(failure, json.JSONDecodeError) else ""
        what = failure.msg if isinstance(failure, json.JSONDecodeError) else str(failure)
        title = "Error: The request body is missing." if not raw else "Error: The request body is not valid JSON."
        raise errors.bad_request(title, f"The body is not JSON ({place}{what}).") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _object(value: dict[str, Any], members: tuple[Member, ...], where: str, ignored: list[str]) -> dict[str, Any]:
    known = {member.name.lower(): member for member in members}
    read_: dict[str, Any] = {}
    for name, item in value.items():
        member = known.get(name.lower())
        if member is None:
            ignored.append(where + name)
        elif item is None and member.is_null:
            read_[member.name] = None
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
    if member.kind in ("list", "map"):
        return _many(item, member, name, ignored)
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
    return _text_of(item) if member.kind == "scalar" else item


def _many(item: Any, member: Member, name: str, ignored: list[str]) -> Any:
    """A list or a map, each element as `items` wants it."""
    assert member.items is not None  # noqa: S101 - a row of the table that forgets it fails at its first call
    if member.kind == "list":
        if not isinstance(item, list):
            raise errors.validation([name], f"{name} must be a list, not {json.dumps(item)[:60]}.")
        inner = replace(member.items, name="")
        return [_value(element, inner, f"{name}[{place}]", ignored) for place, element in enumerate(item)]
    if not isinstance(item, dict):
        raise errors.validation([name], f"{name} must be an object, not {json.dumps(item)[:60]}.")
    return {key: _value(element, replace(member.items, name=key), f"{name}.", ignored) for key, element in item.items()}


def _text_of(item: str | float | bool) -> str:
    return item if isinstance(item, str) else json.dumps(item)


def _is_whole(item: object) -> bool:
    return isinstance(item, int) and not isinstance(item, bool) and abs(item) <= LARGEST_INT32


_KINDS: Mapping[str, tuple[str, Callable[[object], bool]]] = MappingProxyType(
    {
        "text": ("a text", lambda item: isinstance(item, str)),
        "whole": ("a whole number", _is_whole),
        "number": ("a number", lambda item: isinstance(item, int | float) and not isinstance(item, bool)),
        "flag": ("true or false", lambda item: isinstance(item, bool)),
        "scalar": ("a text, a number or a truth value", lambda item: isinstance(item, str | int | float)),
    }
)
