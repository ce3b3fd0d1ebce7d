"""The tools with two steps, each as one tool that can do both and as two that do one each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lf_mcp.tools.inputs import REQUIRED, Argument
from lf_mcp.tools.row import READ, REMOVE, REPLACE, Effects, Tool
from lf_mcp.writes.entries import DELETE, DELETE_EDOC, DELETE_PAGES, MOVE, RENAME

if TYPE_CHECKING:
    from lf_mcp.writes.two_steps import TwoStep

ENTRY_ID = Argument("entry_id", "integer", "Id of the entry.", (604,), bounds=(("minimum", 1),))
TOKEN = Argument(
    "confirmation_token",
    "string",
    "Left out, the call is a preview and changes nothing; with the token of that preview it is carried out.",
    ("AbC…",),
    default=None,
)
NO_TOKEN = replace(TOKEN, description="Not for a preview; a token given here is refused, so that nothing is mistaken.")
THE_TOKEN = replace(
    TOKEN,
    description="The token of the preview that the person has agreed to.",
    default=REQUIRED,
    bounds=(("minLength", 1),),
)
_NAME_BOUNDS = (("minLength", 1), ("maxLength", 128))
BOTH_STEPS = (
    "Two steps: without confirmation_token it answers a preview (mode preview) and changes nothing; show that to the "
    "person, and repeat with the token of the preview, good once and for five minutes, to carry it out. "
)
REFUSALS = (
    "A token for anything else, or for an entry that has changed since, fails as invalid_confirmation_token; a fenced "
    "path as path_not_allowed; outcome_unknown means: read the entry before a second try."
)


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a two-step operation is called, in words and in names. `no_preview`: arguments for the second step only.

    `whole_only`: arguments that only the tool with both steps takes, as the published builds have it.
    """

    step: TwoStep
    resource: str
    title: str
    does: str
    returns: str
    cost: str
    failures: str
    arguments: tuple[Argument, ...]
    late: tuple[Argument, ...] = ()
    whole_only: frozenset[str] = frozenset()
    effects: Effects = REMOVE

    def tools(self) -> tuple[Tool, Tool, Tool]:
        """Both steps in one, the preview, the execution."""
        legacy = self.step.operation
        both = Tool(
            name=f"laserfiche_{self.resource}",
            legacy_name=legacy,
            title=self.title,
            description=f"{self.does} {BOTH_STEPS}{self.returns} {self.cost} {self.failures}{REFUSALS}",
            arguments=(*self.arguments, TOKEN, *self.late),
            run=self.step.run,
            effects=self.effects,
            writes=True,
        )
        split = tuple(each for each in self.late if each.name not in self.whole_only)
        preview = replace(
            both,
            name=f"{both.name}_preview",
            legacy_name=f"{legacy}_preview",
            title=f"{self.title}: preview",
            description=(
                f"Show what {both.name}_execute would do, and get the confirmation_token for it. Changes nothing; "
                f"{both.name} does both steps. {self.cost} A token fails as preview_does_not_accept_token, "
                "a wrong id as not_found, a fenced path as path_not_allowed."
            ),
            arguments=(*self.arguments, NO_TOKEN, *split),
            run=self.step.preview,
            effects=READ,
            part=True,
        )
        execute = replace(
            both,
            name=f"{both.name}_execute",
            legacy_name=f"{legacy}_execute",
            title=f"{self.title}: execution",
            description=(
                f"{self.does} Only with the confirmation_token of {both.name}_preview for the same arguments, once the "
                f"person has agreed. {self.cost} {self.failures}{REFUSALS}"
            ),
            arguments=(*self.arguments, THE_TOKEN, *split),
            part=True,
        )
        return both, preview, execute


_SUBJECTS = (
    _Subject(
        step=RENAME,
        resource="entry_rename",
        title="Rename a Laserfiche entry",
        does="Give an entry another name in its folder.",
        returns="The execution returns old_name, new_name and the server's entry as result.",
        cost="One read; the execution one request more.",
        failures=(
            "For another folder use laserfiche_entry_move. A wrong name fails as invalid_name, a taken one as "
            "server_error. "
        ),
        arguments=(
            ENTRY_ID,
            Argument(
                "new_name",
                "string",
                "The new name: 1 to 128 characters, no slash, no backslash, not only dots.",
                ("Lease 2026",),
                bounds=_NAME_BOUNDS,
            ),
        ),
        effects=REPLACE,
    ),
    _Subject(
        step=MOVE,
        resource="entry_move",
        title="Move a Laserfiche entry",
        does="Move an entry, a folder with all that is in it, into another folder, under another name if wanted.",
        returns="The execution returns old_name, new_parent_id, new_name and the server's entry as result.",
        cost="Two reads; the execution one request more.",
        failures=(
            "For a copy use laserfiche_entry_copy. An entry that is there already fails as no_op, a taken name "
            "as server_error. "
        ),
        arguments=(
            ENTRY_ID,
            Argument(
                "new_parent_id",
                "integer",
                "Id of the folder to move into; 1 is the root.",
                (61,),
                bounds=(("minimum", 1),),
            ),
        ),
        late=(
            Argument(
                "new_name",
                "string",
                "Name to have there. Without it the entry keeps its own.",
                ("Lease 2026",),
                default=None,
                bounds=_NAME_BOUNDS,
            ),
        ),
        effects=REPLACE,
    ),
    _Subject(
        step=DELETE,
        resource="entry_delete",
        title="Delete a Laserfiche entry",
        does="Delete an entry; a folder goes with everything in it.",
        returns=(
            "The execution returns operation_token (API v1) or task_id (v2), which laserfiche_task_wait follows: the "
            "deletion runs on the server and may still fail."
        ),
        cost="One read, for a folder also a count of its children; the execution one request more.",
        failures=(
            "Folders with more than LF_DELETE_FOLDER_MAX_DESCENDANTS children fail as exceeds_batch_cap, uncounted "
            "ones as child_count_probe_failed, a missing reason as audit_reason_required. "
        ),
        arguments=(ENTRY_ID,),
        late=(
            Argument(
                "audit_reason_id",
                "integer",
                "Reason for the audit log, an id of laserfiche_audit_reason_list.",
                (2,),
                default=None,
                bounds=(("minimum", 1),),
            ),
            Argument(
                "comment",
                "string",
                "Words for the audit log, at most 500 characters.",
                ("Scanned twice",),
                default=None,
                bounds=(("maxLength", 500),),
            ),
            Argument(
                "force_large_delete",
                "boolean",
                "Whether a folder with many children may go; only when the person has said so. Default false.",
                (True,),
                default=False,
            ),
        ),
        whole_only=frozenset({"comment"}),
    ),
    _Subject(
        step=DELETE_EDOC,
        resource="document_edoc_delete",
        title="Delete the file of a Laserfiche document",
        does="Delete the electronic document of an entry; its pages, text and metadata stay.",
        returns="The execution returns entry_name and the server's answer as result.",
        cost="One read; the execution one request more.",
        failures="To delete the whole entry use laserfiche_entry_delete. ",
        arguments=(ENTRY_ID,),
    ),
    _Subject(
        step=DELETE_PAGES,
        resource="document_pages_delete",
        title="Delete pages of a Laserfiche document",
        does="Delete pages of a document, images and text; those behind them get new numbers.",
        returns="The execution returns entry_name, page_range and the server's answer as result.",
        cost="One read; the execution one request more.",
        failures=(
            "For the file use laserfiche_document_edoc_delete. A blank page_range fails as "
            "page_range_required, a malformed one as invalid_page_range. "
        ),
        arguments=(
            ENTRY_ID,
            Argument(
                "page_range",
                "string",
                "Pages to delete: numbers and ascending ranges with commas between, no blanks.",
                ("1-3,7",),
                bounds=(("minLength", 1),),
            ),
        ),
    ),
)
_ROWS = [subject.tools() for subject in _SUBJECTS]
# The tools that do both steps come first, as in the published catalogue, and then the pairs.
TWO_STEP_TOOLS = (*(both for both, _, _ in _ROWS), *(tool for _, *pair in _ROWS for tool in pair))
