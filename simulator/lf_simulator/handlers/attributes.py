"""Attributes: keys and values that programs keep for a user, or for the group Everyone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors, paging
from lf_simulator.store import audit

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call

NAMES = ("key", "value")


def list_attributes(call: Call) -> Answer:
    """`GET Attributes`: those of the user, or with `everyone` those of the group instead, by ascending key."""
    listing = call.listing(NAMES)
    rows = [{"key": key, "value": value} for key, value in sorted(_attributes(call).items())]
    context = "Collection(Laserfiche.Repository.Attribute)"
    return call.page(paging.page_of(rows, listing), listing, len(rows), context)


def get_attribute(call: Call) -> Answer:
    """`GET Attributes/{attributeKey}`. *Decision*: keys are compared without case, as names are.

    Raises ApiError 404 for a key that there is not.
    """
    wanted = call.path["attributeKey"]
    rows = _attributes(call).items()
    found = next(({"key": key, "value": value} for key, value in rows if key.casefold() == wanted.casefold()), None)
    if found is None:
        owner = "the group Everyone" if call.query.get("everyone") else f'the user "{call.user}"'
        reason = f'There is no attribute "{wanted}" of {owner}.'
        raise errors.definition_not_found("Attribute", reason, errors.ATTRIBUTE_NOT_FOUND)
    return call.json({**call.dialect().context("Laserfiche.Repository.Attribute"), **found})


def _attributes(call: Call) -> dict[str, str]:
    if call.query.get("everyone"):
        return audit.attributes_of_everyone(call.store)
    return audit.attributes_of(call.store, call.user)
