"""The fault plan of a repository: which rules are armed, what they have counted, and what strikes at a moment."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lf_simulator.faults.moment import Moment
    from lf_simulator.faults.rules import Rule


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that fires now: the rule it comes from, and what to do."""

    rule: int
    phase: str
    kind: Any
    label: str = ""
    chance: random.Random = field(default_factory=lambda: random.Random(0), compare=False, repr=False)
    """The rule's own."""
    at_byte: int | None = None
    """Where in the body it strikes, for the phase `body:k`."""

    def describe(self) -> dict[str, object]:
        """`{"rule", "kind", "phase"}`, as the journal shows it, and `label` where there is one."""
        told: dict[str, object] = {"rule": self.rule, "kind": self.kind.name, "phase": self.phase}
        return {**told, "label": self.label} if self.label else told


class _Armed:
    """A rule in a plan, with its counters and its own stream of chance."""

    __slots__ = ("fault", "fired", "matched", "polls", "rule")

    def __init__(self, number: int, rule: Rule, seed: int) -> None:
        chance = random.Random(f"{seed}/fault/{number}")
        at_byte = rule.phase.number if rule.phase.name == "body" else None
        self.rule = rule
        self.fault = Fault(number, str(rule.phase), rule.kind, rule.label, chance, at_byte)
        self.matched = 0
        self.fired = 0
        self.polls: Counter[str] = Counter()

    def counts(self, moment: Moment) -> bool:
        """Whether this call is one of those that it counts; it is counted then."""
        rule = self.rule
        if not rule.matches(moment):
            return False
        if rule.phase.name == "poll":
            self.polls[moment.task] += 1
            if self.polls[moment.task] != rule.phase.number:
                return False
        self.matched += 1
        return True

    def is_due(self) -> bool:
        """Whether the call that was just counted is one to strike."""
        rule = self.rule
        if rule.nth is not None and self.matched != rule.nth:
            return False
        if rule.every is not None and self.matched % rule.every:
            return False
        if rule.times is not None and self.fired >= rule.times:
            return False
        return rule.probability is None or self.fault.chance.random() < rule.probability

    def describe(self) -> dict[str, object]:
        return {"id": self.fault.rule, **self.rule.describe(), "matched": self.matched, "fired": self.fired}


class FaultPlan:
    """The armed rules of one repository, in the order in which they were added."""

    def __init__(self, seed: int = 0) -> None:
        """Chance follows from `seed` and the number of a rule, so that one rule never shifts what another draws."""
        self._seed = seed
        self._armed: list[_Armed] = []
        self._points: frozenset[str] = frozenset()
        self._aiming: dict[tuple[str, tuple[str, ...]], list[_Armed]] = {}
        """Rules by point and operation, found when such a call comes first."""
        self._added = 0

    def has(self, point: str) -> bool:
        """Whether any rule strikes at that point of an exchange."""
        return point in self._points

    def hits(self, moment: Moment) -> list[Fault]:
        """What fires at this moment, in order.

        A fault that ends the exchange hides the rules behind it: they count the call and do not fire.
        """
        firing: list[Fault] = []
        ended = False
        for armed in self._aiming_at(moment):
            if not armed.counts(moment) or ended or not armed.is_due():
                continue
            armed.fired += 1
            firing.append(armed.fault)
            ended = armed.rule.kind.ends and armed.fault.at_byte is None
        return firing

    def missed(self, fault: Fault) -> None:
        """It was to fire, and there was nothing to strike: its rule is as ready as before."""
        for armed in self._armed:
            if armed.fault is fault:
                armed.fired -= 1

    def _aiming_at(self, moment: Moment) -> list[_Armed]:
        key = moment.point, moment.called
        found = self._aiming.get(key)
        if found is None:
            found = [armed for armed in self._armed if armed.rule.point == key[0] and armed.rule.aims_at(moment.called)]
            self._aiming[key] = found
        return found

    def add(self, rules: Iterable[Rule]) -> None:
        for rule in rules:
            self._added += 1
            self._armed.append(_Armed(self._added, rule, self._seed))
        self._points = frozenset(armed.rule.point for armed in self._armed)
        self._aiming = {}

    def replace(self, rules: Iterable[Rule]) -> None:
        """Put these rules in place of all others, and count from nought."""
        self._armed = []
        self.add(rules)

    def clear(self) -> None:
        """Disarm everything and number rules from 1 again."""
        self._armed = []
        self._points = frozenset()
        self._aiming = {}
        self._added = 0

    def describe(self) -> list[dict[str, object]]:
        """The rules as a plan writes them, each with `id`, `matched` and `fired`."""
        return [armed.describe() for armed in self._armed]

    def never_fired(self) -> list[dict[str, object]]:
        """Those that were armed in vain."""
        return [armed.describe() for armed in self._armed if not armed.fired]
