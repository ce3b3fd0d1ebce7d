"""What a handler is handed, and what it hands back: one call of one operation, and its answer.

Neither is changed once it is made. They are not frozen all the same: that would take longer than the database does. The
words of a request (query, body) have been read and checked by then.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lf_simulator import errors, paging
from lf_simulator.rights import EVERY_RIGHT, Rights, rights_of
from lf_simulator.wire import keys
from lf_simulator.wire.dialect import Dialect

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator, Mapping

    from lf_simulator.auth import Session
    from lf_simulator.faults.manner import Manner
    from lf_simulator.multipart import Files
    from lf_simulator.paging import Listing
    from lf_simulator.profiles import Profile
    from lf_simulator.registry import Registry
    from lf_simulator.repository import Repository
    from lf_simulator.search.account import Account

JSON_V1 = b"application/json; charset=utf-8"
JSON_V2 = b"application/json;odata.metadata=minimal"
"""Seen on a live v2 server; v1 is *decided*: what its web framework writes."""

Headers = tuple[tuple[bytes, bytes], ...]


class StreamBroken(Exception):
    """The rest of a body cannot be read any more. The connection is cut, since its length was promised."""


@dataclass(slots=True)
class Answer:
    """What goes back: `content_type` None sends no such header, which a body of no bytes may do without.

    A long body is a beginning and a `stream` of the rest, which raises StreamBroken when that is gone.
    """

    status: int
    body: bytes = b""
    content_type: bytes | None = None
    headers: Headers = ()
    stream: Iterator[bytes] | None = None
    length: int | None = None
    """Bytes of the whole body where `body` does not have them all."""
    omits_length: bool = False
    """Whether the length is not told, and the body ends with its last chunk."""
    manner: Manner | None = None
    """How a fault has it sent; None: simply."""
    account: Account | None = None
    """What the journal is to tell of the search that was run for it."""

    @property
    def size(self) -> int:
        return len(self.body) if self.length is None else self.length


@dataclass(slots=True)
class Call:
    """One call. `path` and `query` hold values by name, `body` the members of the body.

    `origin` is scheme and host, `instance` the path as it came, with its percent signs, `raw_query` what followed it.
    """

    registry: Registry
    repository: Repository
    operation: str
    version: str
    origin: str
    instance: str
    raw_query: str
    path: Mapping[str, Any]
    query: Mapping[str, Any]
    headers: Mapping[bytes, bytes]
    body: Mapping[str, Any]
    session: Session | None
    operation_id: str = ""
    """What `X-RequestId` says."""
    files: Files = field(default_factory=dict)
    """The files that came with it, until it is answered."""
    failing: Mapping[str, int] = field(default_factory=dict)
    """Steps that a fault lets fail, by name, with the code of each failure."""

    def begin_step(self, name: str) -> None:
        """Raises ApiError when a fault lets that step of the operation fail."""
        if name in self.failing:
            title, reason = "The operation could not be completed.", f"A rule of the fault plan lets {name} fail."
            raise errors.ApiError(500, title, self.failing[name], reason)

    @property
    def store(self) -> sqlite3.Connection:
        return self.repository.database.connection

    @property
    def profile(self) -> Profile:
        return self.repository.profile

    @property
    def user(self) -> str:
        """Who has signed in, "" on an open operation where nobody has."""
        return self.session.user if self.session is not None else ""

    @property
    def rights(self) -> Rights:
        """What the user of this call may do, as it is now; looked up only for accounts that have not every right."""
        session = self.session
        if session is None or session.is_unlimited:
            return EVERY_RIGHT
        return rights_of(self.store, session.user)

    @property
    def is_v1(self) -> bool:
        return self.version == "v1"

    @property
    def base(self) -> str:
        """Absolute, as all addresses of this version begin."""
        return f"{self.origin}{self.repository.profile.base_path}/{self.version}"

    @property
    def repository_address(self) -> str:
        """Absolute, as this repository's addresses begin."""
        return f"{self.base}/Repositories/{self.repository.id}"

    def dialect(self) -> Dialect:
        """How to write records for this call."""
        return Dialect(self.version, self.repository.profile.timestamps, self.base)

    def header(self, name: bytes) -> str:
        """A request header, "" where there is none."""
        return self.headers.get(name, b"").decode("latin-1")

    def listing(self, properties: Collection[str], page_size: int = paging.PAGE) -> Listing:
        """The options of this listing, whose rows may have these properties."""
        return paging.read(self.query, self.header(b"prefer"), properties, page_size)

    def entry_id(self) -> int:
        """The id in the path. Raises ApiError for a number that no entry can have."""
        return self.positive("entryId")

    def positive(self, name: str) -> int:
        """A number in the path. Raises ApiError 400 for one that nothing can have."""
        value: int = self.path[name]
        if not 0 < value < 2**31:
            raise errors.out_of_range(name, value, self.version)
        return value

    def json(self, value: Any, status: int = 200, headers: Headers = (), *, keeps_keys: bool = False) -> Answer:
        """An answer with this JSON value. `keeps_keys`: another standard names them, whatever the build does."""
        if self.version != "v1":
            return Answer(status, dumps(value), JSON_V2, headers)
        if self.repository.profile.key_case == "pascal" and not keeps_keys:
            value = keys.everywhere(value, keys.pascal)
        return Answer(status, dumps(value), JSON_V1, headers)

    def page(
        self,
        rows: list[Any],
        listing: Listing,
        total: int,
        context: str,
        *,
        status: int = 200,
        counted: int | None = None,
    ) -> Answer:
        """An answer with a page of a listing whose collection has `total` rows; `counted` is what the count says."""
        body = paging.collection(rows, listing, total, self.origin + self.instance, self.raw_query, counted)
        return self.json({**self.dialect().context(context), **body}, status)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def dumps(value: Any) -> bytes:
    """JSON as the simulator writes it: no blanks, text as it is."""
    return _encode(value).encode()
