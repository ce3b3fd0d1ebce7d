"""Rows: signing in, the list of repositories, audit reasons, attributes of users, sessions."""

from __future__ import annotations

from lf_simulator.bodies import FormBody
from lf_simulator.handlers import repositories, sign_in
from lf_simulator.operations.row import Operation, both, row

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
    *both("GetAuditReasons GET ~/AuditReasons", "ListAuditReasons GET ~/AuditReasons"),
    *both("GetTrusteeAttributeKeyValuePairs GET ~/Attributes", "ListAttributes GET ~/Attributes"),
    *both(
        "GetTrusteeAttributeValueByKey GET ~/Attributes/{attributeKey}", "GetAttribute GET ~/Attributes/{attributeKey}"
    ),
    # Deprecated, and of Cloud v1 only
    row("CreateServerSession POST ~/ServerSession/Create", "v1"),
    row("RefreshServerSession POST ~/ServerSession/Refresh", "v1"),
    row("InvalidateServerSession POST ~/ServerSession/Invalidate", "v1"),
)
