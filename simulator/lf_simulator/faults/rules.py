"""Rules of a fault plan: which calls they aim at, when they strike, and how they are read from a document.

A rule aims at operations by their official names, of either dialect, by a group, or at all of them with `*`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lf_simulator.checks import (
    OBJECTS,
    SOME_TEXTS,
    TEXT,
    BadValue,
    Check,
    names,
    number,
    read_object,
    shown,
    unknown,
    unknown_operation,
    whole,
)
from lf_simulator.faults.kind import as_keys, keys_of, required_keys_of
from lf_simulator.faults.kinds import KINDS
from lf_simulator.faults.moment import PHASE, Moment, Phase, Point, read_phase

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

BEFORE = Phase("before")
EVERY = "*"
SIGN_IN = frozenset({"CreateToken", "CreateServiceToken"})
POLLS = frozenset({"GetOperationStatusAndProgress", "GetSearchStatus", "ListTasks"})
"""The operations that look at a task."""


def _is_entry_list(value: object) -> bool:
    items = value if isinstance(value, list) else [value]
    return bool(items) and all(type(item) is int for item in items)


ENTRIES = Check(
    "an entry id, or a list of them",
    _is_entry_list,
    {"oneOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}, "minItems": 1}]},
)
RULE_KEYS: Mapping[str, Check] = {
    "operations": SOME_TEXTS,
    "kind": TEXT,
    "phase": PHASE,
    "label": TEXT,
    "nth": whole(1),
    "times": whole(1),
    "every": whole(1),
    "probability": number(0, 1),
    "from_seconds": number(0),
    "until_seconds": number(0),
    "entry": ENTRIES,
    "user": TEXT,
}


@dataclass(frozen=True, slots=True)
class Rule:
    """Whom a fault hits and when.

    `nth`: the k-th matching call only; `every`: each k-th; `times`: no more often than that; `probability`: by chance
    that follows from the seed; the window is in seconds of the repository's clock since its beginning, without its end.
    """

    operations: tuple[str, ...]
    """Official names, groups resolved."""
    kind: Any
    phase: Phase = BEFORE
    label: str = ""
    nth: int | None = None
    times: int | None = None
    every: int | None = None
    probability: float | None = None
    from_seconds: float | None = None
    until_seconds: float | None = None
    entry: tuple[int, ...] = ()
    user: str | None = None
    aim: tuple[str, ...] = ()
    """As it was written: names, groups, `*`."""

    @property
    def point(self) -> Point:
        """The point of the exchange at which it strikes."""
        if self.phase.name in ("before", "after", "sign-in"):
            return self.phase.name  # type: ignore[return-value]  # it is one of the three
        return "before" if hasattr(self.kind, "apply") and self.phase.name != "body" else "after"

    def matches(self, moment: Moment) -> bool:
        """Whether a call of an operation that it aims at meets its conditions."""
        if self.entry and moment.entry not in self.entry:
            return False
        if self.user is not None and self.user.casefold() != moment.user.casefold():
            return False
        if self.phase.name == "page" and moment.page != self.phase.number:
            return False
        start, end = self.from_seconds, self.until_seconds
        return (start is None or moment.elapsed >= start) and (end is None or moment.elapsed < end)

    def aims_at(self, called: tuple[str, ...]) -> bool:
        """Whether an operation that is called so is meant. `*` is every operation but the sign-in.

        That exception is ours: a fault meant for the work must not hit the way to it. Name the sign-in to hit it.
        """
        if any(name in self.operations for name in called):
            return True
        return EVERY in self.operations and SIGN_IN.isdisjoint(called)

    def describe(self) -> dict[str, object]:
        """As a plan writes it."""
        written: dict[str, object] = {
            "operations": list(self.aim or self.operations),
            "kind": self.kind.name,
            "phase": str(self.phase),
        }
        for name in ("label", "nth", "times", "every", "probability", "from_seconds", "until_seconds", "user"):
            value = getattr(self, name)
            if value not in (None, ""):
                written[name] = value
        if self.entry:
            written["entry"] = self.entry[0] if len(self.entry) == 1 else list(self.entry)
        return {**written, **as_keys(self.kind)}


def read_plan(
    document: object,
    operations: Collection[str] | None = None,
    groups: Mapping[str, Collection[str]] | None = None,
    listings: Collection[str] | None = None,
) -> tuple[Rule, ...]:
    """A plan `{"rules": [...]}` as rules. `operations` are the names that exist; None takes any.

    `groups` are names for several of them, `listings` those that answer in pages. Raises BadValue, which names the
    rule, the key, what is wrong with it and what would be right.
    """
    plan = read_object(document, {"rules": OBJECTS}, "plan", required=("rules",))
    return tuple(
        _read_rule(rule, f"rules[{index}]", operations, groups or {}, listings)
        for index, rule in enumerate(plan["rules"])
    )


def _read_rule(
    document: object,
    where: str,
    operations: Collection[str] | None,
    groups: Mapping[str, Collection[str]],
    listings: Collection[str] | None,
) -> Rule:
    kind = _kind_of(document, where)
    keys = read_object(document, {**RULE_KEYS, **keys_of(kind)}, where, ("operations", "kind", *required_keys_of(kind)))
    aim = _resolved(keys["operations"], operations, groups, where)
    try:
        fault = kind(**{key: value for key, value in keys.items() if key not in RULE_KEYS})
    except BadValue as problem:
        raise BadValue(f"{where}: {problem}") from None
    phase = read_phase(keys.get("phase", kind.phases[0]))
    _check_aim(kind, aim, where)
    _check_phase(kind, phase, aim, listings, where)
    start, end = keys.get("from_seconds"), keys.get("until_seconds")
    if start is not None and end is not None and end <= start:
        raise BadValue(f"{where}: until_seconds: must be later than from_seconds, which is {start:g}")
    if "nth" in keys and "every" in keys:
        raise BadValue(f"{where}: nth and every exclude each other")
    entry = keys.get("entry", ())
    limits = ("label", "nth", "times", "every", "probability", "from_seconds", "until_seconds", "user")
    return Rule(
        operations=aim,
        kind=fault,
        phase=phase,
        entry=tuple(entry) if isinstance(entry, list | tuple) else (entry,),
        aim=tuple(keys["operations"]),
        **{name: keys[name] for name in limits if name in keys},
    )


def _resolved(
    named: list[str], operations: Collection[str] | None, groups: Mapping[str, Collection[str]], where: str
) -> tuple[str, ...]:
    found: list[str] = []
    for name in named:
        if name in groups:
            found += groups[name]
        elif operations is not None and name != EVERY and name not in operations:
            there_is = {*operations, *groups}
            raise BadValue(unknown_operation(name, there_is, f"{where}: operations"))
        else:
            found.append(name)
    return tuple(dict.fromkeys(found))


def _check_aim(kind: type[Any], aim: tuple[str, ...], where: str) -> None:
    having: Collection[str] = getattr(kind, "operations", ())
    for name in aim:
        if having and name not in (EVERY, *having):
            raise BadValue(f"{where}: operations: {kind.name} is for {names(sorted(having))}, not for {name}")


def _check_phase(
    kind: type[Any], phase: Phase, aim: tuple[str, ...], listings: Collection[str] | None, where: str
) -> None:
    if phase.form not in kind.phases:
        raise BadValue(f"{where}: phase: {kind.name} has {names(kind.phases)}, not {shown(str(phase))}")
    having = {"page": listings, "poll": POLLS}.get(phase.name)
    if having is not None and EVERY not in aim:
        for name in aim:
            if name not in having:
                what = "answers in pages" if phase.name == "page" else "looks at a task"
                raise BadValue(f"{where}: phase: {name} is no operation that {what}, so it has no {phase}")


def _kind_of(document: object, where: str) -> type[Any]:
    """The kind, looked at before all else because it decides which other keys there are."""
    if not isinstance(document, dict):
        raise BadValue(f"{where}: must be an object, not {shown(document)}")
    read_object({key: document[key] for key in ("kind",) if key in document}, {"kind": TEXT}, where, ("kind",))
    if document["kind"] not in KINDS:
        raise BadValue(unknown("kind", document["kind"], KINDS, where))
    return KINDS[document["kind"]]
