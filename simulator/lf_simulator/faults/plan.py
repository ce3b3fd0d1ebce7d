"""The fault plan of a repository: which exchanges are hit, when, and how often that has happened.

A rule aims at operations by their official names, of either dialect, or at all of them with `*`. It counts every
matching call, and every time it fired.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from lf_simulator.checks import (
    OBJECTS,
    SOME_TEXTS,
    TEXT,
    BadValue,
    one_of,
    read_object,
    shown,
    unknown,
    unknown_operation,
    whole,
)
from lf_simulator.faults.kinds import KINDS, Kind, as_keys, keys_of, required_keys_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

Phase = Literal["before", "after"]
"""`before`: after sign-in, and nothing has been done. `after`: the effect is kept, the answer is replaced or lost."""

PHASES: tuple[Phase, ...] = get_args(Phase)
EVERY = "*"
SIGN_IN = "CreateToken"

RULE_KEYS = {
    "operations": SOME_TEXTS,
    "kind": TEXT,
    "phase": one_of(*PHASES),
    "nth": whole(1),
    "times": whole(1),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that fires now: the rule it comes from, and what to do."""

    rule: int
    phase: Phase
    kind: Kind

    def describe(self) -> dict[str, object]:
        """`{"rule", "kind", "phase"}`, as the journal shows it."""
        return {"rule": self.rule, "kind": self.kind.name, "phase": self.phase}


@dataclass(frozen=True, slots=True)
class Rule:
    """Whom a fault hits and when. `nth`: the k-th matching call only; `times`: no more often than that."""

    operations: tuple[str, ...]
    kind: Kind
    phase: Phase = "before"
    nth: int | None = None
    times: int | None = None

    def aims_at(self, called: tuple[str, ...]) -> bool:
        """Whether an operation that is called so is meant. `*` is every operation but the sign-in.

        That exception is ours: a fault meant for the work must not hit the way to it. Name `CreateToken` to hit it.
        """
        return any(name in self.operations for name in called) or (EVERY in self.operations and SIGN_IN not in called)


class _Armed:
    """A rule in a plan, with its counters."""

    __slots__ = ("fault", "fired", "matched", "rule")

    def __init__(self, number: int, rule: Rule) -> None:
        self.rule = rule
        self.fault = Fault(number, rule.phase, rule.kind)
        self.matched = 0
        self.fired = 0

    def is_due(self) -> bool:
        """Whether the call that was just counted is one to strike."""
        nth, times = self.rule.nth, self.rule.times
        return (nth is None or self.matched == nth) and (times is None or self.fired < times)

    def describe(self) -> dict[str, object]:
        rule = self.rule
        limits = {"nth": rule.nth, "times": rule.times}
        return {
            "id": self.fault.rule,
            "operations": list(rule.operations),
            "kind": rule.kind.name,
            "phase": rule.phase,
            **{key: value for key, value in limits.items() if value is not None},
            **as_keys(rule.kind),
            "matched": self.matched,
            "fired": self.fired,
        }


class FaultPlan:
    """The armed rules of one repository, in the order in which they were added."""

    def __init__(self) -> None:
        self._armed: list[_Armed] = []
        self._added = 0

    def hits(self, called: tuple[str, ...], phase: str) -> list[Fault]:
        """What fires at this point of an exchange, in order. `called` are the operation's official names.

        A fault that ends the exchange hides the rules behind it: they count the call and do not fire.
        """
        if not self._armed:
            return []
        firing: list[Fault] = []
        ended = False
        for armed in self._armed:
            if armed.rule.phase != phase or not armed.rule.aims_at(called):
                continue
            armed.matched += 1
            if ended or not armed.is_due():
                continue
            armed.fired += 1
            firing.append(armed.fault)
            ended = armed.rule.kind.ends
        return firing

    def add(self, rules: Iterable[Rule]) -> None:
        for rule in rules:
            self._added += 1
            self._armed.append(_Armed(self._added, rule))

    def replace(self, rules: Iterable[Rule]) -> None:
        """Put these rules in place of all others, and count from nought."""
        self._armed = []
        self.add(rules)

    def clear(self) -> None:
        """Disarm everything and number rules from 1 again."""
        self._armed = []
        self._added = 0

    def describe(self) -> list[dict[str, object]]:
        """The rules as a plan writes them, each with `id`, `matched` and `fired`."""
        return [armed.describe() for armed in self._armed]

    def never_fired(self) -> list[dict[str, object]]:
        """Those that were armed in vain."""
        return [armed.describe() for armed in self._armed if not armed.fired]


def read_plan(document: object, operations: Collection[str] | None = None) -> tuple[Rule, ...]:
    """A plan `{"rules": [...]}` as rules. `operations` are the names that exist; None takes any.

    Raises BadValue, which names the rule, the key, what is wrong with it and what would be right.
    """
    plan = read_object(document, {"rules": OBJECTS}, "plan", required=("rules",))
    return tuple(_read_rule(rule, f"rules[{index}]", operations) for index, rule in enumerate(plan["rules"]))


def _read_rule(document: object, where: str, operations: Collection[str] | None) -> Rule:
    kind = _kind_of(document, where)
    keys = read_object(document, RULE_KEYS | keys_of(kind), where, ("operations", "kind", *required_keys_of(kind)))
    for name in keys["operations"]:
        if operations is not None and name != EVERY and name not in operations:
            raise BadValue(unknown_operation(name, operations, f"{where}: operations"))
    try:
        fault = kind(**{key: value for key, value in keys.items() if key not in RULE_KEYS})
    except BadValue as problem:
        raise BadValue(f"{where}: {problem}") from None
    return Rule(tuple(keys["operations"]), fault, keys.get("phase", "before"), keys.get("nth"), keys.get("times"))


def _kind_of(document: object, where: str) -> type[Kind]:
    """The kind, looked at before all else because it decides which other keys there are."""
    if not isinstance(document, dict):
        raise BadValue(f"{where}: must be an object, not {shown(document)}")
    read_object({key: document[key] for key in ("kind",) if key in document}, {"kind": TEXT}, where, ("kind",))
    if document["kind"] not in KINDS:
        raise BadValue(unknown("kind", document["kind"], KINDS, where))
    return KINDS[document["kind"]]
