from __future__ import annotations

import pytest

from lf_mcp.search.candidates import Template, candidates

LEASE = Template("Lease", ("Parcel Number", "Tenant Last Name"))


@pytest.mark.parametrize(
    ("words", "templates", "folder", "queries"),
    [
        ([], [], None, ['{LF:Name="*"}']),
        ([], [LEASE], None, ['{LF:Name="*"}']),
        (["Maria"], [], None, ['{LF:Name="*Maria*"}']),
        (["Maria", "Rivera"], [], None, ['{LF:Name="*Maria*"}', '{LF:Name="*Maria*"} & {LF:Name="*Rivera*"}']),
        (["Maria"], [LEASE], None, ['{LF:Name="*Maria*"}', '{[Lease]:[Tenant Last Name]="*Maria*"}']),
        (
            ["Maria"],
            [Template("Permit", ("Number", "Status"))],
            None,
            ['{LF:Name="*Maria*"}', '{[Permit]:[Number]="*Maria*"}'],
        ),
        (["Maria"], [Template("Permit", ())], None, ['{LF:Name="*Maria*"}']),
        (["Maria"], [Template("Odd ]", ("Name",))], None, ['{LF:Name="*Maria*"}']),
        (
            ["Maria"],
            [Template("T", ("Last ] Name", "Plain"))],
            None,
            ['{LF:Name="*Maria*"}', '{[T]:[Plain]="*Maria*"}'],
        ),
        (["Maria"], [], "\\Legal", ['{LF:Name="*Maria*"} & {LF:LookIn="\\Legal"}']),
        (["Maria"], [], '\\A "b" c', ['{LF:Name="*Maria*"} & {LF:LookIn="\\A \\"b\\" c"}']),
    ],
)
def test_candidates_follow_from_keywords_templates_and_folder(
    words: list[str], templates: list[Template], folder: str | None, queries: list[str]
) -> None:
    found = candidates(words, templates, folder)
    assert [candidate.query for candidate in found] == queries
    assert all(candidate.rationale.endswith(".") for candidate in found)


def test_there_are_never_more_than_three() -> None:
    assert len(candidates(["Maria", "Rivera", "Lopez"], [LEASE, LEASE], "\\A")) == 3
