"""Rows: signing in, the list of repositories, audit reasons, attributes of users, sessions."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.bodies import FormBody
from lf_simulator.handlers import attributes, audit, repositories, service_sign_in, sessions, sign_in
from lf_simulator.operations.row import OAUTH, Operation, both, row

EVERYONE = q.Param("everyone", "flag")

ROWS: tuple[Operation, ...] = (
    *both(
        "CreateToken POST ~/Token",
        "CreateToken POST ~/Token",
        sign_in.create_token,
        body=FormBody(),
        is_open=True,
        document="",
    ),
    *both(
        "GetRepositoryList GET /Repositories",
        "ListRepositories GET /Repositories",
        repositories.list_repositories,
        is_open=True,
    ),
    *both(
        "GetAuditReasons GET ~/AuditReasons",
        "ListAuditReasons GET ~/AuditReasons",
        audit.list_audit_reasons,
        only_v2=q.LISTING,
    ),
    *both(
        "GetTrusteeAttributeKeyValuePairs GET ~/Attributes",
        "ListAttributes GET ~/Attributes",
        attributes.list_attributes,
        (*q.LISTING, EVERYONE),
    ),
    *both(
        "GetTrusteeAttributeValueByKey GET ~/Attributes/{attributeKey}",
        "GetAttribute GET ~/Attributes/{attributeKey}",
        attributes.get_attribute,
        (EVERYONE,),
    ),
    # Deprecated, and of Cloud v1 only
    row("CreateServerSession POST ~/ServerSession/Create", "v1", sessions.create),
    row("RefreshServerSession POST ~/ServerSession/Refresh", "v1", sessions.refresh),
    row("InvalidateServerSession POST ~/ServerSession/Invalidate", "v1", sessions.invalidate),
    row(
        "CreateServiceToken POST /Token",
        OAUTH,
        service_sign_in.create_service_token,
        body=FormBody(),
        is_open=True,
        document="",
        reshape=service_sign_in.oauth_body,
    ),
)
