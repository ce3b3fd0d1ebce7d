"""Who may hold the levers: this machine, by a loopback name, and no web page from elsewhere."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from lf_simulator.checks import shown

if TYPE_CHECKING:
    from starlette.requests import Request


class NotFromHere(Exception):
    """A request that did not come from this machine, or came by way of a web page."""


def check_origin(request: Request) -> None:
    """Raise NotFromHere unless caller, `Host` and, where there is one, `Origin` are this machine by a loopback name."""
    caller = request.client.host if request.client else ""
    if caller and not _is_loopback(caller):
        raise NotFromHere(f"the control plane answers this machine only, not {caller}")
    host = request.headers.get("host", "")
    if not _is_loopback(_host_name(f"//{host}")):
        raise NotFromHere(f"Host: {shown(host)} is no name of this machine; use 127.0.0.1 or localhost")
    origin = request.headers.get("origin")
    if origin is not None and not _is_loopback(_host_name(origin)):
        raise NotFromHere(f"Origin: {shown(origin)}: no page from elsewhere may use the control plane")


def _host_name(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
