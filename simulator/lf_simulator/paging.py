"""Reading the options of a listing, and what they do to it: order, stretch, chosen properties, next link. Pure.

A listing is answered in server pages. `$skip` and `$top` cut the collection; a page is a piece of what they leave; the
next link names its place by `$skiptoken` and repeats everything else, so that following it needs no thought.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from lf_simulator import errors

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

ENTRY_PAGE = 150
"""Rows of a page of children or search results, where the client asks for nothing else (published description)."""
PAGE = 100
"""The same for every other listing."""
LARGEST_PAGE = 150
"""*Decision*: a larger `maxpagesize` is a preference that is not met; 150 is the documented limit of the service."""
MOST_ORDER_EXPRESSIONS = 5

_MAX_PAGE_SIZE = re.compile(r"(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*\"?(\d{1,9})\"?", re.IGNORECASE)
_NEXT_PLACE = re.compile(r"(?i)(?:^|&)(?:\$|%24)skiptoken=[^&]*")


@dataclass(frozen=True, slots=True)
class Order:
    """One expression of `$orderby`: a property as the listing spells it."""

    name: str
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """The options of one listing, checked. `done` rows of it were on earlier pages; `top` None: all rows."""

    select: tuple[str, ...] | None = None
    order: tuple[Order, ...] = ()
    top: int | None = None
    skip: int = 0
    done: int = 0
    wants_count: bool = False
    page_size: int = PAGE

    @property
    def offset(self) -> int:
        """Rows of the collection before this page."""
        return self.skip + self.done

    @property
    def limit(self) -> int:
        """Rows that this page may have at most."""
        return self.page_size if self.top is None else max(0, min(self.page_size, self.top - self.done))

    def after(self, rows: int, total: int) -> int | None:
        """Rows done after this page of `rows`, None when that was the last one of a collection of `total`."""
        done = self.done + rows
        wanted = total - self.skip if self.top is None else min(self.top, total - self.skip)
        return done if 0 < done < wanted else None


def read(query: Mapping[str, Any], prefer: str, properties: Collection[str], page_size: int = PAGE) -> Listing:
    """The options in a query that `query.read` has read. Raises ApiError 400 for a property that does not exist.

    `prefer` is the `Prefer` header, `properties` are those that a row may have.
    """
    if not query and not prefer:
        return Listing(page_size=page_size)
    spelled = {name.lower(): name for name in properties}
    return Listing(
        select=read_select(query.get("$select"), spelled),
        order=_read_order(query.get("$orderby"), spelled),
        top=query.get("$top"),
        skip=query.get("$skip", 0),
        done=query.get("$skiptoken", 0),
        wants_count=query.get("$count", False),
        page_size=_page_size(prefer) or page_size,
    )


def read_select(text: str | None, spelled: Mapping[str, str]) -> tuple[str, ...] | None:
    """The properties chosen by `$select`, None when all are. `spelled` maps lower case to the right spelling."""
    if text is None or text.strip() in ("", "*"):
        return None
    return tuple(_property(name.strip(), spelled, "$select") for name in text.split(","))


def _read_order(text: str | None, spelled: Mapping[str, str]) -> tuple[Order, ...]:
    if text is None:
        return ()
    expressions = text.split(",")
    if len(expressions) > MOST_ORDER_EXPRESSIONS:
        reason = f"$orderby may have {MOST_ORDER_EXPRESSIONS} expressions, not {len(expressions)}."
        raise errors.bad_parameter("$orderby", reason)
    return tuple(_read_expression(expression, spelled) for expression in expressions)


def _read_expression(text: str, spelled: Mapping[str, str]) -> Order:
    words = text.split()
    if not words or len(words) > 2 or (len(words) == 2 and words[1].lower() not in ("asc", "desc")):
        reason = f'$orderby takes "Property asc" or "Property desc", separated by commas, not "{text.strip()}".'
        raise errors.bad_parameter("$orderby", reason)
    return Order(_property(words[0], spelled, "$orderby"), words[-1].lower() == "desc" and len(words) == 2)


def _property(name: str, spelled: Mapping[str, str], option: str) -> str:
    known = spelled.get(name.lower())
    if known is None:
        reason = f'{option} names the property "{name}"; there is {", ".join(spelled.values())}.'
        raise errors.bad_parameter(option, reason)
    return known


def _page_size(prefer: str) -> int | None:
    """The page size that the client prefers; a header that cannot be read is no preference (RFC 7240)."""
    found = _MAX_PAGE_SIZE.search(prefer)
    size = int(found.group(1)) if found else 0
    return min(size, LARGEST_PAGE) or None


def page_number(raw_query: str, prefer: str, page_size: int) -> int:
    """Which page of a listing a request asks for, from 1: by the place of its next link, or by `$skip` and `$top`."""
    given = {name.lower(): value for name, value in parse_qsl(raw_query)}
    size = _page_size(prefer) or page_size
    done = given.get("$skiptoken", "")
    if done.isdecimal():
        return -(-int(done) // size) + 1
    skip, top = given.get("$skip", ""), given.get("$top", "")
    return int(skip) // max(1, int(top)) + 1 if skip.isdecimal() and top.isdecimal() else 1


def next_link(address: str, raw_query: str, done: int) -> str:
    """The absolute address of the page that begins after `done` rows: the same query, at another place."""
    kept = _NEXT_PLACE.sub("", raw_query).strip("&")
    return f"{address}?{kept}{'&' if kept else ''}$skiptoken={done}"


def collection(
    rows: list[Any], listing: Listing, total: int, address: str, raw_query: str, counted: int | None = None
) -> dict[str, Any]:
    """The collection object of one page: `@odata.count` and `@odata.nextLink` where they belong, and `value`.

    `counted` is the count of a build that counts something else than the `total` of the collection.
    """
    body: dict[str, Any] = {}
    if listing.wants_count:
        body["@odata.count"] = total if counted is None else counted
    done = listing.after(len(rows), total)
    if done is not None:
        body["@odata.nextLink"] = next_link(address, raw_query, done)
    body["value"] = rows
    return body


def page_of(rows: Sequence[dict[str, Any]], listing: Listing) -> list[dict[str, Any]]:
    """The rows of this page of a collection that is at hand as a whole, with the chosen properties only."""
    ordered = list(rows)
    for order in reversed(listing.order):
        ordered.sort(key=partial(_sort_key, order.name), reverse=order.descending)
    page = ordered[listing.offset : listing.offset + listing.limit]
    if listing.select is None:
        return page
    return [chosen(row, listing.select) for row in page]


def chosen(row: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """The row with these properties only, and those that describe it (`@odata.type`)."""
    return {name: value for name, value in row.items() if name in names or name.startswith("@")}


def _sort_key(name: str, row: Mapping[str, Any]) -> tuple[int, Any]:
    """Nothing first, then truth and numbers, then texts without case, then the rest by what it looks like."""
    value = row.get(name)
    if value is None:
        return 0, 0
    if isinstance(value, int | float):
        return 1, value
    return (2, value.casefold()) if isinstance(value, str) else (3, str(value))
