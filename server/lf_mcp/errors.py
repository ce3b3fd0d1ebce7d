"""What the model is told when a tool fails: slugs with their kinds, the classification of failures, the answer forms.

Every error answer holds `mode`, `operation`, `kind`, `error` and `request_id`; the rest depends on the form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_mcp.failures import ApiError

NOT_FOUND = "not_found"
DENIED = "permission_denied"
SLOW_DOWN = "rate_limited"
BAD_INPUT = "invalid_input"
UPSTREAM = "upstream_unavailable"

LONGEST_REASON = 300  # characters of a server's title or of an error text
SERVER_TROUBLE = 500  # statuses from here on say nothing that would help the caller


@dataclass(frozen=True, slots=True)
class Slug:
    """One row: the stable word, its kind, and the advice that goes out as `reason`."""

    name: str
    kind: str
    advice: str = ""


SLUGS = {
    slug.name: slug
    for slug in (
        Slug(
            "auth_failed",
            DENIED,
            "Laserfiche refused the sign-in or the account lacks the right. The same call will fail again.",
        ),
        Slug(
            "not_found",
            NOT_FOUND,
            "Laserfiche has nothing under this id or path, or hides it from this account. Check it.",
        ),
        Slug("method_not_allowed", UPSTREAM, "This Laserfiche build does not offer the operation."),
        Slug("unsupported_media_type", BAD_INPUT, "Laserfiche did not accept the form of the content that was sent."),
        Slug(
            "rate_limited",
            SLOW_DOWN,
            "Laserfiche asks for fewer requests. Wait before the next call, and make fewer at a time.",
        ),
        Slug(
            "required_field_missing",
            BAD_INPUT,
            "The template demands a field that has no value. Give it one and repeat.",
        ),
        Slug("server_error", UPSTREAM, "Laserfiche could not be reached or failed inside. A later repeat may work."),
        Slug(
            "outcome_unknown",
            UPSTREAM,
            "The change may have been made and may not. Read the entry before trying again.",
        ),
        Slug("network_error", UPSTREAM, "The network failed in a way that was not foreseen."),
        Slug("local_io_error", UPSTREAM, "The machine that runs this server could not read or write a file."),
        Slug("internal_error", UPSTREAM, "This server met something it was not made for."),
        Slug("bad_query_syntax", BAD_INPUT),
        Slug("async_search_unavailable", UPSTREAM, "This Laserfiche build has no searches that return passages."),
        Slug("search_timeout", UPSTREAM),
        Slug("search_failed", UPSTREAM),
        Slug("writes_disabled", DENIED),
        Slug("tool_not_allowed", DENIED),
        Slug("path_not_allowed", DENIED),
        Slug("path_traversal_blocked", DENIED),
        Slug("destructive_scope_required", DENIED),
        Slug("source_path_not_allowed", DENIED),
        Slug("invalid_name", BAD_INPUT),
        Slug("invalid_field_name", BAD_INPUT),
        Slug("invalid_tag_name", BAD_INPUT),
        Slug("invalid_template_name", BAD_INPUT),
        Slug("invalid_link_type", BAD_INPUT),
        Slug("missing_required_fields", BAD_INPUT),
        Slug("invalid_confirmation_token", BAD_INPUT),
        Slug("preview_does_not_accept_token", BAD_INPUT),
        Slug("execute_requires_token", BAD_INPUT),
        Slug("no_op", BAD_INPUT),
        Slug("conflicting_modes", BAD_INPUT),
        Slug("fields_ignored_on_remove", BAD_INPUT),
        Slug("invalid_mode", BAD_INPUT),
        Slug("exceeds_batch_cap", BAD_INPUT),
        Slug("audit_reason_required", BAD_INPUT),
        Slug("page_range_required", BAD_INPUT),
        Slug("invalid_page_range", BAD_INPUT),
        Slug("file_not_found", BAD_INPUT),
        Slug("file_read_failed", BAD_INPUT),
        Slug("size_exceeds_cap", BAD_INPUT),
        Slug("invalid_page_spec", BAD_INPUT),
        Slug("pages_out_of_range", BAD_INPUT),
        Slug("pages_not_applicable", BAD_INPUT),
        Slug("pdf_encrypted", BAD_INPUT),
        Slug("pdf_open_failed", BAD_INPUT),
        Slug("pypdf_unavailable", BAD_INPUT),
        Slug("unsupported_format", BAD_INPUT),
        Slug("legacy_office_format", BAD_INPUT),
        Slug("not_a_zip", BAD_INPUT),
        Slug("malformed_docx", BAD_INPUT),
        Slug("xlsx_open_failed", BAD_INPUT),
        Slug("msg_open_failed", BAD_INPUT),
        Slug("malformed_eml", BAD_INPUT),
        Slug("backend_unavailable", BAD_INPUT),
        Slug("extraction_failed", BAD_INPUT),
        Slug("archive_too_large", UPSTREAM),
        Slug("image_too_large", BAD_INPUT),
        Slug("unsupported_image_format", BAD_INPUT),
        Slug("not_a_folder", BAD_INPUT),
        Slug("child_count_probe_failed", UPSTREAM),
        Slug("no_electronic_document", NOT_FOUND),
        Slug("no_extracted_text", NOT_FOUND),
    )
}

# LFSO error codes that say more than the status; they win over it.
SLUG_OF_CODE = {
    9010: "auth_failed",
    9528: "auth_failed",
    9039: "required_field_missing",
    9066: "required_field_missing",
}
SLUG_OF_STATUS = {
    401: "auth_failed",
    403: "auth_failed",
    404: "not_found",
    405: "method_not_allowed",
    415: "unsupported_media_type",
    429: "rate_limited",
}


@dataclass(frozen=True, slots=True)
class Origin:
    """Which call an error answer belongs to. `operation` is the legacy name of the function that failed."""

    operation: str
    request_id: str


class ToolError(Exception):
    """Raised by a tool that failed for a reason of its own; `answer` is the complete error answer."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(str(answer.get("error")))
        self.answer = answer


def classify(failure: ApiError) -> Slug:
    """The slug of a failed request: unknown outcome, then the server's error code, then the status."""
    if failure.outcome_unknown:
        return SLUGS["outcome_unknown"]
    code = failure.error_code
    by_code = SLUG_OF_CODE.get(code) if isinstance(code, int) and not isinstance(code, bool) else None
    return SLUGS[by_code or SLUG_OF_STATUS.get(failure.status or 0, "server_error")]


def envelope(origin: Origin, slug: Slug) -> dict[str, Any]:
    """The five keys that every error answer has."""
    return {
        "mode": "error",
        "operation": origin.operation,
        "kind": slug.kind,
        "error": slug.name,
        "request_id": origin.request_id,
    }


def own(origin: Origin, slug: str, **keys: Any) -> dict[str, Any]:
    """An error answer that no failed request caused."""
    return {**envelope(origin, SLUGS[slug]), **keys}


def classified(
    origin: Origin, failure: ApiError, extras: Mapping[str, Any], *, instead: str | None = None
) -> dict[str, Any]:
    """The error answer for a failed request; `extras` are the keys that the tool adds.

    `instead` replaces the slug when the tool knows better what the failure means. The user gets a hint when neither
    that nor the failure itself says that the caller can go on alone.
    """
    first = classify(failure)
    slug = SLUGS[instead] if instead else first
    answer = {
        **envelope(origin, slug),
        "status_code": failure.status,
        "server_error_code": failure.error_code,
        "server_message": failure.server_message,
        "reason": _reason(slug, failure),
        "upstream_trace_id": failure.trace_id,
        **extras,
    }
    if {first.kind, slug.kind} <= {DENIED, UPSTREAM}:
        answer["user_hint"] = user_hint(origin)
    return answer


def unexpected(origin: Origin, slug: str, what: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The safety net: `what` is a sentence about what was met, never the text of a foreign exception."""
    answer = own(origin, slug, reason=f"{SLUGS[slug].advice} {what}".strip())
    if "entry_id" in arguments:
        answer["entry_id"] = arguments["entry_id"]
    answer["user_hint"] = user_hint(origin)
    return answer


def user_hint(origin: Origin) -> str:
    """One sentence for the person in front of the model."""
    return (
        "Whoever set up this Laserfiche connection has to look into this; "
        f"give them the request id {origin.request_id}, their log has it too."
    )


def _reason(slug: Slug, failure: ApiError) -> str:
    if slug.name != "server_error" or (failure.status or 0) >= SERVER_TROUBLE:
        return slug.advice
    said = failure.server_message
    return (said if isinstance(said, str) and said else failure.text)[:LONGEST_REASON]
