"""Entries and what is in them: volumes, uploads, files and their download."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from lf_simulator.checks import FLAG, Check, one_of, whole
from lf_simulator.profiles.setting import setting

HOST = Check(
    "a scheme and a host such as http://app01:8080, or empty",
    lambda value: isinstance(value, str) and re.fullmatch(r"(https?://[^/?#\s]+)?", value) is not None,
)


@dataclass(frozen=True, kw_only=True)
class ContentSettings:
    """Entries and what is in them: volumes, uploads, files and their download."""

    volume_names: Literal["honoured", "ignored"] = setting(
        "honoured",
        one_of("honoured", "ignored"),
        "What volumeName does on create, copy and import: puts the entry into that volume, or nothing.",
        "Documented: it counts on self-hosted and is ignored on Cloud.",
    )
    modified_on_move: bool = setting(
        True,
        FLAG,
        "Whether renaming and moving an entry set its lastModifiedTime.",
        "Seen live on self-hosted v1: they do not. Decision: they do elsewhere, where nobody has looked.",
    )
    delete_needs_content_type: bool = setting(
        False,
        FLAG,
        "Whether deleting an entry, a file or pages without a Content-Type is refused with 415.",
        "Seen live on self-hosted v1 (refused); official tests on Cloud send none, and theirs pass.",
    )
    upload_limit: int = setting(
        104_857_600,
        whole(1),
        "Bytes that a request may have; the next one is refused with 413.",
        "Documented: the web server in front of a self-hosted API Server takes 104,857,600, Cloud 100 MB.",
    )
    file_types: Literal["stored", "octets"] = setting(
        "stored",
        one_of("stored", "octets"),
        "The Content-Type of an electronic file that v1 sends: the one that is stored, or application/octet-stream.",
        "Documented (official tests): the stored one. Reported of a self-hosted v1 server: octets, whatever it is.",
    )
    omits_content_length: bool = setting(
        False,
        FLAG,
        "Whether downloads and empty answers come without a Content-Length.",
        "Reported of self-hosted servers; official tests on Cloud want one on a HEAD and on a download.",
    )
    export_answer: Literal["address", "content"] = setting(
        "address",
        one_of("address", "content"),
        "What Export of v2 answers: the address of a download, or the content itself.",
        "Seen live and documented: the address. Reported: laserfiche-mcp provides for servers that send the content.",
    )
    download_host: str = setting(
        "",
        HOST,
        "Scheme and host that download addresses name, such as http://app01:8080; empty: those that the client called.",
        "Reported: behind a proxy a self-hosted v2 server names an internal host, and only path and query are of use.",
    )
    smallest_part: int = setting(
        5_000_000,
        whole(0),
        "Bytes that each part of an upload must have, the last one apart; an import of smaller parts fails.",
        "Documented: 5 MB. Decision: 5,000,000, the smaller reading.",
    )
    empty_imports: Literal["document", "refused"] = setting(
        "document",
        one_of("document", "refused"),
        "What the import of a file without bytes makes: a document without contents, or a 400.",
        "Documented (official tests): either is accepted; the v2 description of 2026 makes an empty document.",
    )
