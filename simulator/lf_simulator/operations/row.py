"""What a row of the operation table is, and the short forms in which the rows are written down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from lf_simulator import query as q

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from typing import Any

    from lf_simulator import bodies
    from lf_simulator.context import Answer, Call
    from lf_simulator.multipart import MultipartBody, RawBody
    from lf_simulator.profiles import Profile
    from lf_simulator.query import Param, Params

    Body = bodies.Body | MultipartBody | RawBody
    Reshape = Callable[[Mapping[str, Any], Profile], dict[str, Any] | None]
    """From the problem of a refusal to the body that the operation sends in its place; None keeps the problem."""
    Handler = Callable[[Call], Answer] | Callable[[Call], Awaitable[Answer]]

REPOSITORY = {"v1": "/v1/Repositories/{repoId}", "v2": "/v2/Repositories/{repositoryId}"}
"""What `~` stands for at the beginning of a path."""

OAUTH = "oauth"
"""Stands in the place of a version for what belongs to none: the OAuth service at the root of the address."""

Document = Literal["v1", "v2-2023", "v2-2026", ""]
"""The published description that has the operation; "" for those that none of them has."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of one version. `names`: its own, and those of the other version that a fault may name."""

    name: str
    version: str
    method: str
    path: str
    names: tuple[str, ...]
    run: Handler | None
    query: Params
    body: Body | None
    is_open: bool
    """Whether it needs no sign-in."""
    document: Document

    reshape: Reshape | None = None
    """For an operation whose refusals are no plain problems."""

    @property
    def simulated(self) -> bool:
        return self.run is not None


def row(
    line: str,
    version: str,
    run: Handler | None = None,
    query: tuple[Param, ...] = (),
    body: Body | None = None,
    also: tuple[str, ...] = (),
    *,
    is_open: bool = False,
    document: Document | None = None,
    reshape: Reshape | None = None,
) -> Operation:
    """A row from its line `Name METHOD /path`. `document` None: the first description of the version."""
    name, method, path = line.split()
    full = path.replace("~", REPOSITORY[version]) if path.startswith("~") else f"/{version}{path}"
    if document is None:
        document = "v1" if version == "v1" else "v2-2023"
    names, params = (name, *also), q.declare(*query)
    return Operation(name, version, method, full, names, run, params, body, is_open, document, reshape)


def both(
    v1: str,
    v2: str,
    run: Handler | None = None,
    query: tuple[Param, ...] = (),
    *,
    only_v1: tuple[Param, ...] = (),
    only_v2: tuple[Param, ...] = (),
    body: Body | None = None,
    body_v1: Body | None = None,
    body_v2: Body | None = None,
    is_open: bool = False,
    document: Document | None = None,
    reshape_v1: Reshape | None = None,
) -> tuple[Operation, Operation]:
    """The same operation in both versions; `body` where both take the same one."""
    name_v1, name_v2 = v1.split()[0], v2.split()[0]
    also_v1, also_v2 = ((), ()) if name_v1 == name_v2 else ((name_v2,), (name_v1,))
    return (
        row(
            *(v1, "v1", run, (*query, *only_v1), body_v1 or body, also_v1),
            is_open=is_open,
            document=document,
            reshape=reshape_v1,
        ),
        row(v2, "v2", run, (*query, *only_v2), body_v2 or body, also_v2, is_open=is_open, document=document),
    )


CULTURE = q.CULTURE
FORMAT_FIELDS = q.Param("formatFields", "flag", "format")
FORMAT_VALUE = q.Param("formatValue", "flag", "format")
FORMAT_FIELD_VALUES = q.Param("formatFieldValues", "flag", "format")
CHILDREN = (*q.LISTING, q.GROUP, q.FIELDS, q.CULTURE)
"""The options of a listing of entries."""
V1_FOLDER = "~/Entries/{entryId}/Laserfiche.Repository.Folder"
V1_DOCUMENT = "~/Entries/{entryId}/Laserfiche.Repository.Document"
