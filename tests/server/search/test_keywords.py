from __future__ import annotations

import pytest

from lf_mcp.search.keywords import keywords


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Find the lease for Maria Rivera", ["Maria", "Rivera"]),
        ("Which leases mention an unpaid balance?", []),
        ("Show Acme's invoices", ["Acme"]),
        ("Show O'Brien's file", ["O'Brien"]),
        ("Anne-Marie and the USA", ["Anne-Marie", "USA"]),
        ("Smith, Smith and Jones", ["Smith", "Jones"]),
        ("How many List entries", ["How", "List"]),
        ("A B C", []),
        ("the PO 2024", ["PO"]),
        ("find rivera", []),
        ("Lease604 now", ["Lease604"]),
        ("Élodie", []),
        ("", []),
    ],
)
def test_words_that_look_like_names_are_kept_in_order(question: str, found: list[str]) -> None:
    assert keywords(question) == found
