"""The official JavaScript clients of both versions: every public method of theirs works, on state that lasts."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.clients.conftest import HERE, Make


def driven(packages: Path, client: str, repository: dict[str, Any], origin: str, **more: object) -> dict[str, str]:
    """Each method that the script tells of, with what is wrong with it, "" for nothing."""
    settings = {
        "packages": str(packages),
        "client": client,
        "origin": origin,
        "base": repository["env"]["LF_REPO_API_URL"],
        "repository": repository["id"],
        "profile": repository["profile"],
        **more,
    }
    command = ["node", str(HERE / "drive.mjs"), json.dumps(settings)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=110)
    assert ended.returncode == 0, ended.stderr
    rows = [json.loads(line) for line in ended.stdout.splitlines()]
    return {row["method"]: row.get("problem", "") for row in rows}


@pytest.mark.parametrize(
    ("client", "profile", "methods"),
    [
        ("v1", "v1-selfhosted", 79),
        ("v1", "v1-cloud", 79),
        ("v2", "v2-selfhosted", 182),
        ("v2", "v2-cloud", 182),
    ],
)
def test_every_method_of_an_official_client_does_what_it_says(
    client: str, profile: str, methods: int, npm_clients: Path, make: Make, origin: str
) -> None:
    told = driven(npm_clients, client, make("client-suites", profile), origin)
    failed = "\n\n".join(f"{method}: {problem}" for method, problem in told.items() if problem)
    assert not failed, f"{client} on {profile}\n{failed}"
    assert len(told) == methods


@pytest.fixture
def another_client(npm_clients: Path, tmp_path: Path) -> Path:
    """The v1 client, but one class of it has a method that no case knows, and another class is missing."""
    real = npm_clients / "node_modules/@laserfiche"
    scope = tmp_path / "node_modules/@laserfiche"
    (scope / "lf-repository-api-client/dist").mkdir(parents=True)
    (scope / "lf-repository-api-client/package.json").write_text('{"type": "module"}')
    (scope / "lf-api-client-core").symlink_to(real / "lf-api-client-core")
    module = f"file://{real}/lf-repository-api-client/dist/index.js"
    (scope / "lf-repository-api-client/dist/index.js").write_text(
        f"import * as real from '{module}';\n"
        "export const { RepositoryApiClient, EntriesClient, TagDefinitionsClient } = real;\n"
        "export class TasksClient extends real.TasksClient { pauseOperation() {} }\n"
    )
    return tmp_path


def test_a_method_without_a_case_and_a_case_without_a_method_are_reported(
    another_client: Path, make: Make, origin: str
) -> None:
    told = driven(another_client, "v1", make("client-suites", "v1-selfhosted"), origin, only=["EntriesClient.getEntry"])
    assert told["TasksClient.pauseOperation"] == "no case knows this method"
    assert told["AuditReasonsClient.getAuditReasons"] == "the client has no such method"
    assert "TasksClient.cancelOperation" not in told
