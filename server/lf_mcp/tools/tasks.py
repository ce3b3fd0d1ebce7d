"""The tools that look at long operations of the server."""

from __future__ import annotations

from lf_mcp.tools.inputs import Argument
from lf_mcp.tools.row import Tool
from lf_mcp.waiting import status, update, wait

TOKEN = Argument(
    "operation_token",
    "string",
    "Token (API v1) or task id (v2) that a copy or a deletion answered.",
    ("4b1e…",),
    bounds=(("minLength", 1),),
)
INTERVAL = Argument(
    "poll_interval_seconds",
    "number",
    "Pause between two looks. Default 1.",
    (2,),
    default=1.0,
    bounds=(("minimum", 0.1), ("maximum", 60)),
)


def _timeout(least: int, words: str) -> Argument:
    return Argument(
        "timeout_seconds", "integer", words, (120,), default=60, bounds=(("minimum", least), ("maximum", 3600))
    )


TASK_TOOLS = (
    Tool(
        name="laserfiche_task_get_status",
        legacy_name="get_task_status",
        title="Get the state of a Laserfiche task",
        description=(
            "Look once at a long operation such as a copy or a deletion: status, percentComplete, errors, and the new "
            "entry when it has ended. To wait for the end use laserfiche_task_wait. One request; an unknown or expired "
            "token fails as not_found."
        ),
        arguments=(TOKEN,),
        run=status,
        echoed=("operation_token",),
    ),
    Tool(
        name="laserfiche_task_wait",
        legacy_name="wait_for_task",
        title="Wait for a Laserfiche task",
        description=(
            "Wait until a long operation has ended, and return its last state with timed_out false; after "
            "timeout_seconds timed_out is true and the task goes on. For one look use laserfiche_task_get_status. One "
            "request a look, with progress; an unknown token fails as not_found."
        ),
        arguments=(TOKEN, _timeout(1, "Longest wait. Default 60."), INTERVAL),
        run=wait,
        echoed=("operation_token",),
    ),
    Tool(
        name="laserfiche_task_update",
        legacy_name="task_wait_or_poll",
        title="Look at a Laserfiche task or wait for it",
        description=(
            "Both in one, and in spite of its name it changes nothing: timeout_seconds 0 looks once, as "
            "laserfiche_task_get_status, more waits, as laserfiche_task_wait. One request a look; an unknown token "
            "fails as not_found."
        ),
        arguments=(TOKEN, _timeout(0, "Longest wait; 0 is one look. Default 60."), INTERVAL),
        run=update,
        echoed=("operation_token",),
    ),
)
