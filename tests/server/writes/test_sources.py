from __future__ import annotations

import os
from pathlib import Path

import pytest

from lf_mcp.writes import sources
from lf_mcp.writes.sources import SourceMissing, SourceRefused, SourceTooLarge, SourceUnreadable


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "scans").mkdir()
    (tmp_path / "scans" / "lease.pdf").write_bytes(b"%PDF-")
    (tmp_path / "private.pdf").write_bytes(b"private")
    return tmp_path


def test_a_file_in_an_allowed_folder_is_read(folder: Path) -> None:
    path = sources.resolved(str(folder / "scans" / "lease.pdf"), [str(folder / "scans")])
    assert sources.read(path, 5) == b"%PDF-"


@pytest.mark.parametrize("allowed", [[], ["*"], ["/nowhere", "*"]])
def test_without_a_fence_files_may_come_from_anywhere(folder: Path, allowed: list[str]) -> None:
    assert sources.resolved(str(folder / "private.pdf"), allowed) == folder / "private.pdf"


@pytest.mark.parametrize(
    "written", ["private.pdf", "scans/../private.pdf", "scansmore/x.pdf", "scans/way-out/private.pdf"]
)
def test_a_file_outside_is_refused_also_through_links_and_dots(folder: Path, written: str) -> None:
    (folder / "scans" / "way-out").symlink_to(folder)
    with pytest.raises(SourceRefused, match="outside"):
        sources.resolved(str(folder / written), [str(folder / "scans")])


def test_an_allowed_folder_may_be_a_link_itself(folder: Path) -> None:
    (folder / "in").symlink_to(folder / "scans")
    assert sources.resolved(str(folder / "in" / "lease.pdf"), [str(folder / "in")]).name == "lease.pdf"


@pytest.mark.parametrize(
    "path",
    [
        "/home/x/.ssh/config",
        "/home/x/.AWS/credentials",
        "/srv/.kube/config",
        "/srv/app/.env",
        "/srv/app/.env.production",
        "/home/x/.netrc",
        "/home/x/id_ed25519",
        "/home/x/Login Data",
        "/etc/shadow",
        "/srv/tls/server.KEY",
        "/srv/store.jks",
        "/proc/self/environ",
        "/dev/stdin",
        "/sys/kernel/notes",
    ],
)
def test_credentials_are_never_imported(path: str) -> None:
    if path == "/proc/self/environ":
        path = f"/proc/{os.getpid()}/environ"
    with pytest.raises(SourceRefused):
        sources.resolved(path, [])


def test_a_link_to_credentials_is_refused_for_what_it_points_at(folder: Path) -> None:
    (folder / ".ssh").mkdir()
    (folder / ".ssh" / "notes.pdf").write_bytes(b"x")
    (folder / "scans" / "notes.pdf").symlink_to(folder / ".ssh" / "notes.pdf")
    with pytest.raises(SourceRefused, match="credentials"):
        sources.resolved(str(folder / "scans" / "notes.pdf"), [])


@pytest.mark.parametrize("name", [".env.example", ".env.sample", "environment.pdf", "key.pdf", "ssh/notes.pdf"])
def test_files_that_only_look_like_it_pass(folder: Path, name: str) -> None:
    assert sources.resolved(str(folder / name), [str(folder)])


def test_a_windows_store_of_credentials_is_known() -> None:
    assert sources._holds_credentials(Path("C:/Users/x/AppData/Roaming/Microsoft/Credentials/abc"))


@pytest.mark.parametrize("path", ["a\0b", "~nobody-at-all-here/x"])
def test_a_path_that_cannot_be_is_refused_in_words(path: str) -> None:
    with pytest.raises(SourceRefused, match=r"\.$"):
        sources.resolved(path, ["/srv"])


def test_what_cannot_be_read_is_told(folder: Path) -> None:
    with pytest.raises(SourceMissing):
        sources.read(folder / "none.pdf", 10)
    with pytest.raises(SourceUnreadable, match="no regular file"):
        sources.read(folder / "scans", 10)
    os.mkfifo(folder / "pipe")
    with pytest.raises(SourceUnreadable, match="no regular file"):
        sources.read(folder / "pipe", 10)


def test_a_file_that_became_a_link_is_not_followed(folder: Path) -> None:
    path = sources.resolved(str(folder / "scans" / "lease.pdf"), [str(folder / "scans")])
    path.unlink()
    path.symlink_to(folder / "private.pdf")
    with pytest.raises(SourceUnreadable, match="became a link"):
        sources.read(path, 100)


def test_size_is_held(folder: Path) -> None:
    with pytest.raises(SourceTooLarge) as caught:
        sources.read(folder / "private.pdf", 6)
    assert caught.value.byte_size == 7
    assert sources.read(folder / "private.pdf", 7) == b"private"
