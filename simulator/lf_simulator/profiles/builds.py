"""The four builds: two versions of the API, each on a host of one's own and in the cloud."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from lf_simulator.profiles.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Mapping


V1_SELFHOSTED = Profile(
    name="v1-selfhosted",
    summary="API Server on a Windows host, Repository API v1 only",
    versions=("v1",),
    token_versions=("v1",),
    base_path="/LFRepositoryAPI",
    simple_search_top="refused",
    repositories_list="open",
    timestamps="offset",
    code_in_title=True,
    select_keeps_type=False,
    definitions_top=150,
    modified_on_move=False,
    delete_needs_content_type=True,
    absent_operations=("CreateServerSession", "RefreshServerSession", "InvalidateServerSession"),
    wrapped_fields="crash",
    missing_required="multistatus",
)
V2_SELFHOSTED = Profile(
    name="v2-selfhosted",
    summary="API Server on a Windows host, Repository API v2; signs in under v1 or v2",
    versions=("v2",),
    token_versions=("v1", "v2"),
    base_path="/LFRepositoryAPI",
    repositories_list="open",
    timestamps="offset",
    problem_type="address",
)
V1_CLOUD = Profile(
    name="v1-cloud",
    summary="Laserfiche Cloud, Repository API v1 with server sessions; signs in by service app or by password",
    versions=("v1",),
    token_versions=("v1",),
    base_path="/repository",
    long_operations=1,
    searches_of="user",
    token_seconds=43200,
    service_apps=True,
    volume_names="ignored",
)
V2_CLOUD = Profile(
    name="v2-cloud",
    summary="Laserfiche Cloud, Repository API v2; signs in by service app or by password",
    versions=("v2",),
    token_versions=("v1", "v2"),
    base_path="/repository",
    long_operations=1,
    searches_of="user",
    token_seconds=43200,
    service_apps=True,
    volume_names="ignored",
)
PROFILES: Mapping[str, Profile] = MappingProxyType(
    {row.name: row for row in (V1_SELFHOSTED, V2_SELFHOSTED, V1_CLOUD, V2_CLOUD)}
)
DEFAULT_PROFILE = V1_SELFHOSTED.name
