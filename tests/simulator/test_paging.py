"""Pages of a listing: the arithmetic of top, skip and what was done, and the next link. No HTTP."""

from __future__ import annotations

import pytest

from lf_simulator import paging
from lf_simulator.errors import ApiError
from lf_simulator.paging import Listing, Order

NAMES = ["id", "name", "fieldType"]

PAGES = [
    # top, skip, done, page size, rows in all → offset, limit, done after the page
    ((None, 0, 0, 10, 25), (0, 10, 10)),
    ((None, 0, 10, 10, 25), (10, 10, 20)),
    ((None, 0, 20, 10, 25), (20, 10, None)),
    ((None, 0, 0, 10, 10), (0, 10, None)),
    ((None, 0, 0, 10, 0), (0, 10, None)),
    ((None, 20, 0, 10, 25), (20, 10, None)),
    ((None, 90, 0, 10, 25), (90, 10, None)),
    ((12, 0, 0, 10, 25), (0, 10, 10)),
    ((12, 0, 10, 10, 25), (10, 2, None)),
    ((12, 20, 0, 10, 25), (20, 10, None)),
    ((0, 0, 0, 10, 25), (0, 0, None)),
    ((5, 0, 90, 10, 25), (90, 0, None)),
]


@pytest.mark.parametrize(("given", "expected"), PAGES)
def test_a_page_is_a_piece_of_what_top_and_skip_leave(given, expected):
    top, skip, done, size, total = given
    listing = Listing(top=top, skip=skip, done=done, page_size=size)
    rows = max(0, min(listing.limit, total - listing.offset))
    assert (listing.offset, listing.limit, listing.after(rows, total)) == expected


PREFERENCES = [
    ("", 100),
    ("maxpagesize=7", 7),
    ("odata.maxpagesize=7", 7),
    ("MaxPageSize = 7", 7),
    ("respond-async; maxpagesize=7", 7),
    ("respond-async, odata.maxpagesize=7", 7),
    ('maxpagesize="7"', 7),
    ("maxpagesize=1000", 150),
    ("maxpagesize=0", 100),
    ("maxpagesize=-3", 100),
    ("maxpagesize=many", 100),
    ("notmaxpagesize=7", 100),
]


@pytest.mark.parametrize(("header", "size"), PREFERENCES)
def test_the_preferred_page_size_is_read_in_every_form_that_clients_write(header, size):
    assert paging.read({}, header, NAMES).page_size == size


LINKS = [
    ("", 10, "http://h/x?$skiptoken=10"),
    ("$top=3&$orderby=name%20desc", 2, "http://h/x?$top=3&$orderby=name%20desc&$skiptoken=2"),
    ("$skiptoken=5&a=b", 10, "http://h/x?a=b&$skiptoken=10"),
    ("a=b&%24skiptoken=5", 10, "http://h/x?a=b&$skiptoken=10"),
    ("a=b&$SkipToken=5&c=d", 10, "http://h/x?a=b&c=d&$skiptoken=10"),
]


@pytest.mark.parametrize(("query", "done", "link"), LINKS)
def test_a_next_link_is_the_same_query_at_another_place(query, done, link):
    assert paging.next_link("http://h/x", query, done) == link


def test_names_are_read_without_regard_to_case_and_spelled_as_the_listing_spells_them():
    listing = paging.read({"$select": "NAME, fieldtype", "$orderby": "ID desc,Name"}, "", NAMES)
    assert listing.select == ("name", "fieldType")
    assert listing.order == (Order("id", descending=True), Order("name"))


@pytest.mark.parametrize("text", ["nonsense", "name,", "", "name asc desc", "name ascending", "name desc,nonsense"])
def test_an_order_that_cannot_be_read_is_refused(text):
    with pytest.raises(ApiError):
        paging.read({"$orderby": text}, "", NAMES)


def test_rows_are_ordered_by_several_properties_without_regard_to_case_and_nothing_comes_first():
    rows = [{"id": 1, "name": "b"}, {"id": 2, "name": None}, {"id": 3, "name": "A"}, {"id": 4, "name": "B"}]
    listing = Listing(order=(Order("name"), Order("id", descending=True)))
    assert [row["id"] for row in paging.page_of(rows, listing)] == [2, 3, 4, 1]
