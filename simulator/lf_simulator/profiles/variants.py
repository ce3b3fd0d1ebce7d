"""Builds that differ from one of the four in one thing or a few: what some real servers do and others do not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator.profiles.builds import V1_CLOUD, V1_SELFHOSTED, V2_CLOUD, V2_SELFHOSTED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.profiles.profile import Profile

SEARCHES_OF_V1 = (
    "CreateSearchOperation",
    "GetSearchStatus",
    "GetSearchResults",
    "GetSearchContextHits",
    "CancelOrCloseSearch",
)


@dataclass(frozen=True, slots=True)
class Variant:
    """`changes`: the settings in which `profile` differs from `base`. `how_sure`: as the settings' evidence says it."""

    profile: Profile
    base: str
    changes: Mapping[str, Any]
    how_sure: str


def _variant(name: str, base: Profile, summary: str, how_sure: str, **changes: Any) -> Variant:
    absent = changes.get("absent_operations")
    if absent is not None:
        changes["absent_operations"] = (*base.absent_operations, *absent)
    profile = replace(base, name=name, summary=summary, **changes)
    return Variant(profile, base.name, MappingProxyType(changes), how_sure)


_ROWS = (
    _variant(
        "v1-without-searches",
        V1_SELFHOSTED,
        "an older v1 without the asynchronous search",
        "reported",
        absent_operations=SEARCHES_OF_V1,
    ),
    _variant(
        "v1-without-list",
        V1_SELFHOSTED,
        "the list of repositories is switched off, as it is when nobody has switched it on",
        "seen live and documented, the status inferred",
        repositories_list="disabled",
    ),
    _variant(
        "v1-empty-list",
        V1_SELFHOSTED,
        "the list of repositories has no body",
        "reported",
        repositories_body="empty",
    ),
    _variant(
        "v2-bare-list",
        V2_SELFHOSTED,
        "the list of repositories is a bare array on v2 as well, without addresses of a web client",
        "a bare array seen live, on which version is not told; empty addresses documented",
        repositories_body="array",
        web_client_addresses=False,
    ),
    _variant(
        "v1-capitals",
        V1_SELFHOSTED,
        "keys begin with capitals: Id, FullPath, Token",
        "reported",
        key_case="pascal",
    ),
    _variant(
        "v1-page-count",
        V1_SELFHOSTED,
        "$count=true counts the page of a folder's children, not the folder",
        "seen live",
        children_count="page",
    ),
    _variant(
        "v1-without-paging",
        V1_SELFHOSTED,
        "$top and $skip are refused on the results of a search",
        "reported",
        results_paging="refused",
    ),
    _variant(
        "v1-searches-by-user",
        V1_SELFHOSTED,
        "two searches for a user, however often he has signed in",
        "documented of Cloud, inferred here",
        searches_of="user",
    ),
    _variant(
        "v1-guide-answers",
        V1_CLOUD,
        "starts answer 202, and a task that has ended 302, as the guides have it",
        "contradictory",
        start_status_v1=202,
        finished_task_v1="redirect",
        cancelled_word="Canceled",
    ),
    _variant(
        "v1-behind-iis",
        V1_SELFHOSTED,
        "small uploads only, downloads of no stated length and of no stated type",
        "the limit of uploads seen live, the downloads reported",
        upload_limit=49_152,
        omits_content_length=True,
        file_types="octets",
    ),
    _variant(
        "v1-domain-users",
        V1_SELFHOSTED,
        "Windows users who must name their domain; a wrong password looks like a missing directory server",
        "documented and seen live",
        user_names="with-domain",
        bad_password_code=9528,
    ),
    _variant(
        "v1-sessions-used-up",
        V1_SELFHOSTED,
        "a licence of two sessions",
        "documented",
        most_sessions=2,
    ),
    _variant(
        "v1-odd-times",
        V1_SELFHOSTED,
        "times of entries are blank",
        "reported",
        timestamps="blank",
    ),
    _variant(
        "v2-streaming",
        V2_SELFHOSTED,
        "exports answer the content, not the address of a download, and entries by path come bare",
        "reported; contradicts what is documented",
        export_answer="content",
        bypath_answer="bare",
    ),
    _variant(
        "v2-behind-proxy",
        V2_SELFHOSTED,
        "addresses of downloads name a host that the client cannot reach",
        "reported",
        download_host="http://app01.internal:8080",
        omits_content_length=True,
    ),
    _variant(
        "v2-day-first",
        V2_SELFHOSTED,
        "a machine whose dates begin with the day, two hours ahead of UTC",
        "documented that the machine decides",
        date_order="day-first",
        date_offset_minutes=120,
    ),
    _variant(
        "v2-slow-index",
        V2_SELFHOSTED,
        "what was written is found by searches half a minute later",
        "documented that indexing is a process of its own; the time is a decision",
        index_lag_seconds=30.0,
    ),
    _variant(
        "v2-cloud-limits",
        V2_CLOUD,
        "100 calls a minute, 30 of them imports or exports, and reasons for deleting and exporting are demanded",
        "documented, limits and demanded reasons for deleting seen live",
        calls_per_minute=100,
        transfers_per_minute=30,
        audit_reason_required=("DeleteEntry", "ExportDocument"),
    ),
)
VARIANTS: Mapping[str, Variant] = MappingProxyType({row.profile.name: row for row in _ROWS})
