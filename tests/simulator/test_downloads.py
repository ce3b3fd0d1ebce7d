"""Download addresses last their time, and give way when too much waits to be fetched."""

from __future__ import annotations

import pytest

from lf_simulator import downloads
from lf_simulator.clock import Clock
from lf_simulator.downloads import DOWNLOAD_SECONDS, Download, Downloads


@pytest.fixture
def clock():
    made = Clock(1)
    made.freeze()
    return made


def test_a_download_lasts_its_time_and_no_longer(clock):
    offered = Downloads(clock)
    token = offered.offer(Download(5, b"x", "text/plain", "x.txt"))
    clock.advance(DOWNLOAD_SECONDS - 1)
    assert offered.find(token).content == b"x"
    assert offered.find(token).content == b"x"
    clock.advance(1)
    assert offered.find(token) is None
    assert offered.find("never") is None


def test_the_oldest_end_early_when_too_much_is_kept(clock, monkeypatch):
    monkeypatch.setattr(downloads, "KEPT_BYTES", 10)
    offered = Downloads(clock)
    first, second, file = (offered.offer(Download(5, content, "t", "n")) for content in (b"x" * 6, b"y" * 4, None))
    assert all(offered.find(token) for token in (first, second, file))
    offered.offer(Download(5, b"z", "t", "n"))
    assert offered.find(first) is None
    assert offered.find(second)
