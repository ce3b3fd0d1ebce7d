"""The JSON Schema of a fault plan, made from the tables by which plans are read: for editors, and for other languages.

What one rule says about two keys at once (a body and a text) only the reader can tell; it is stricter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator.faults.kind import key_facts, keys_of, required_keys_of
from lf_simulator.faults.kinds import KINDS
from lf_simulator.faults.moment import NUMBERED
from lf_simulator.faults.rules import EVERY, RULE_KEYS
from lf_simulator.operations import AREAS, NAMES

if TYPE_CHECKING:
    from lf_simulator.checks import Check


def plan_schema() -> dict[str, Any]:
    """A schema (draft 2020-12) of `{"rules": [...]}`, in TOML `[[rules]]`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Fault plan of the Laserfiche simulator",
        "type": "object",
        "required": ["rules"],
        "additionalProperties": False,
        "properties": {"rules": {"type": "array", "items": {"oneOf": [_rule(kind) for kind in KINDS.values()]}}},
    }


def _rule(kind: type[Any]) -> dict[str, Any]:
    told = {fact.name: fact.summary for fact in key_facts(kind)}
    own = {name: {"description": told[name], **_schema(check)} for name, check in keys_of(kind).items()}
    common = {name: _schema(check) for name, check in RULE_KEYS.items()}
    aims = sorted(getattr(kind, "operations", ())) or [*AREAS, *sorted(NAMES)]
    operations = {"type": "array", "minItems": 1, "items": {"enum": [EVERY, *aims]}}
    return {
        "title": kind.name,
        "description": " ".join((kind.__doc__ or "").split("\n\n")[0].split()),
        "type": "object",
        "required": ["operations", "kind", *required_keys_of(kind)],
        "additionalProperties": False,
        "properties": {
            **common,
            **own,
            "kind": {"const": kind.name},
            "operations": operations,
            "phase": {"type": "string", "pattern": _phases(kind), "default": kind.phases[0]},
        },
    }


def _phases(kind: type[Any]) -> str:
    """The phases of a kind as a regular expression."""
    names = (phase.removesuffix(":k") for phase in kind.phases)
    numbers = {name: "[0-9]{1,12}" if name == "body" else "0*[1-9][0-9]{0,11}" for name in NUMBERED}
    forms = (f"{name}:{numbers[name]}" if name in NUMBERED else name for name in names)
    return f"^({'|'.join(forms)})$"


def _schema(check: Check) -> dict[str, Any]:
    return dict(check.schema)
