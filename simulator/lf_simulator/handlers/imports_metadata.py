"""The metadata of a new document: v1 takes it step by step, keeps what fits and tells what does not; v2 as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.handlers import field_values, fields, links, tags, templates

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from lf_simulator.context import Call
    from lf_simulator.handlers.field_values import Given
    from lf_simulator.store.entries import EntryRecord
    from lf_simulator.wire.imports import Steps

TEMPLATE_NOT_FOUND_V2 = 204
"""The code of the API server for a template that an import names in vain (official tests)."""


def give_all(call: Call, record: EntryRecord, metadata: Mapping[str, Any]) -> None:
    """v2: everything, or an ApiError. 404 with code 204 for an unknown template."""
    given = field_values.given(call, metadata.get("fields"))
    if metadata.get("templateName"):
        call.begin_step("setTemplate")
        try:
            templates.assign_template(call, record, metadata["templateName"], given)
        except errors.ApiError as error:
            if error.code == errors.TEMPLATE_NOT_FOUND:
                error.code = TEMPLATE_NOT_FOUND_V2
            raise
    if given:
        call.begin_step("setFields")
        fields.set_fields(call, record, given, keeps_others=True)
    if metadata.get("tags"):
        call.begin_step("setTags")
        tags.set_tags(call, record, metadata["tags"])
    if metadata.get("links"):
        call.begin_step("setLinks")
        links.set_links(call, record, links.wanted(metadata["links"]))


def give_each(call: Call, record: EntryRecord, body: Mapping[str, Any], steps: Steps) -> None:
    """v1: each step as far as it fits, noted in `steps`. None of them writes anything that it then refuses."""
    metadata = body.get("metadata", {})
    given: Given = {}

    def set_fields() -> None:
        fields.set_fields(call, record, given, keeps_others=True)
        steps.field_count = len(given)

    def set_tags() -> None:
        steps.tags = tags.set_tags(call, record, metadata["tags"])

    def set_links() -> None:
        steps.other_entry_ids = links.set_links(call, record, links.wanted(metadata["links"]))

    try:
        given = field_values.given(call, metadata.get("fields"))
    except errors.ApiError as error:
        steps.refused["setFields"] = error
    if body.get("template"):
        _assign(call, record, body["template"], given, steps)
    if given and "setFields" not in steps.refused:
        _attempt(call, "setFields", set_fields, steps)
    if metadata.get("tags"):
        _attempt(call, "setTags", set_tags, steps)
    if metadata.get("links"):
        _attempt(call, "setLinks", set_links, steps)


def _assign(call: Call, record: EntryRecord, name: str, given: Given, steps: Steps) -> None:
    """The template with the values for its fields.

    *Decision*: when these do not fit, the template is tried without them, so that a wrong value is the matter of
    `setFields`; when it cannot do without, because it requires one, it is the template that was refused.
    """
    refused = _refusal(lambda: _take(call, record, name, given, steps))
    if refused is None:
        return
    if given and refused.code != errors.TEMPLATE_NOT_FOUND:
        bare = _refusal(lambda: _take(call, record, name, {}, steps))
        if bare is None:
            steps.refused["setFields"] = refused
            return
        refused = bare
    steps.refused["setTemplate"] = refused


def _take(call: Call, record: EntryRecord, name: str, given: Given, steps: Steps) -> None:
    call.begin_step("setTemplate")
    steps.template = templates.assign_template(call, record, name, given).name


def _attempt(call: Call, name: str, step: Callable[[], None], steps: Steps) -> None:
    def attempted() -> None:
        call.begin_step(name)
        step()

    refused = _refusal(attempted)
    if refused is not None:
        steps.refused[name] = refused


def _refusal(step: Callable[[], None]) -> errors.ApiError | None:
    try:
        step()
    except errors.ApiError as error:
        return error
    return None
