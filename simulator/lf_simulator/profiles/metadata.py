"""Fields, templates and tags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lf_simulator.checks import one_of
from lf_simulator.profiles.setting import setting


@dataclass(frozen=True, kw_only=True)
class MetadataSettings:
    """Fields, templates and tags."""

    definition_names: Literal["exact", "any-case"] = setting(
        "exact",
        one_of("exact", "any-case"),
        "How the names of fields, templates and tags that a request gives are compared.",
        "Reported: with case on most builds.",
    )
    wrapped_fields: Literal["refused", "crash"] = setting(
        "refused",
        one_of("refused", "crash"),
        "What v1 does when the fields of a PUT are wrapped in an object fields: 404 for a field of that name, or 500.",
        "Seen live on self-hosted v1: 500 with a NullReferenceException. Decision: 404 elsewhere.",
    )
    empty_values: Literal["clear", "refused"] = setting(
        "clear",
        one_of("clear", "refused"),
        "What an empty list of values does to a field: clears it, or is refused with 400; null always clears.",
        "Documented: a field without values is blank. Reported of one Laserfiche 11 server: refused.",
    )
    missing_required: Literal["own", "multistatus"] = setting(
        "own",
        one_of("own", "multistatus"),
        "How missing required fields are reported: with their own code 9066, or as 9039, a status of several.",
        "Seen live on self-hosted v1 (9039); the code list of the server has 9066.",
    )
