"""What a case says when it compares: a finding, or nothing.

Each helper compares one thing and raises `Finding` when it is otherwise than the requirement has it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from lf_contracts.answer import Answer
from lf_contracts.finding import NOTHING, Finding


def expect(condition: object, message: str, *, expected: Any = NOTHING, got: Any = NOTHING) -> None:
    """Raise a finding unless the condition holds."""
    if not condition:
        raise Finding(message, expected=expected, got=got)


def equal(got: Any, expected: Any, what: str) -> None:
    """`what` names the thing compared, for example “mode” or “rows[0].hits”. True and 1 are different things."""
    if not _same(got, expected):
        raise Finding(f"{what} is not what it must be", expected=expected, got=got)


def one_of(got: Any, allowed: Collection[Any], what: str) -> None:
    """The value is one of several."""
    expect(
        any(_same(got, value) for value in allowed), f"{what} is none of the allowed values", expected=allowed, got=got
    )


def contains(text: object, part: str, what: str) -> None:
    """The text holds the part, letter case left aside."""
    found = isinstance(text, str) and part.casefold() in text.casefold()
    expect(found, f"{what} does not hold {part!r}", expected=part, got=text)


def lacks(text: object, part: str, what: str) -> None:
    """The text does not hold the part, letter case left aside."""
    found = isinstance(text, str) and part.casefold() in text.casefold()
    expect(not found, f"{what} holds {part!r}, which must not be there", got=text)


def schema(value: Any, name: str) -> None:
    """The value fits the schema file of this name. The finding gives the place and the first thing that is wrong."""
    from jsonschema.exceptions import best_match  # here, because it loads slowly and a listing does not need it

    from lf_contracts import schemas

    error = best_match(schemas.validator(name).iter_errors(value))
    if error is not None:
        raise Finding(
            f"the answer does not fit the schema {name} at {error.json_path}: {error.message}", got=error.instance
        )


def ok(answer: Answer, mode: str | None = None) -> dict[str, Any]:
    """The answer is no error of either plane, and of this mode if one is given. Gives its data."""
    found = answer.data.get("mode")
    expect(found != "error", f"the tool answered with the error {answer.slug!r}", got=answer.data)
    expect(not answer.is_error, "the tool failed outside its contract (isError)", got=answer.text)
    if mode is not None:
        equal(found, mode, "mode")
    return answer.data


def is_request_id(value: Any) -> None:
    """A UUID of version 4 in its usual writing (error contract, section 3)."""
    try:
        good = str(UUID(value)) == value.lower() and UUID(value).version == 4
    except (ValueError, TypeError, AttributeError):
        good = False
    expect(good, "request_id is not a UUID of version 4", got=value)


def operations(exchanges: Iterable[Mapping[str, Any]]) -> list[str]:
    """The operation names of a journal, in order."""
    return [str(exchange["operation"]) for exchange in exchanges]


def order(exchanges: Iterable[Mapping[str, Any]], expected: Sequence[str], what: str = "the requests") -> None:
    """The journal holds exactly these operations in this order."""
    equal(operations(exchanges), list(expected), what)


def made(exchanges: Iterable[Mapping[str, Any]], operation: str, times: int) -> None:
    """The operation was asked for exactly so many times."""
    names = operations(exchanges)
    expect(
        names.count(operation) == times,
        f"{operation} was requested {names.count(operation)} times instead of {times}",
        expected=times,
        got=names,
    )


def _same(left: Any, right: Any) -> bool:
    """Equality of JSON values: a boolean is no number, at any depth."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(_same(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    return bool(left == right)
