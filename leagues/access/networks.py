"""Whose network a request comes from: limits are counted by it."""

from collections.abc import Mapping
from ipaddress import IPv6Network, ip_address
from typing import Any

from django.conf import settings


def network_of(address: str) -> str:
    """An IPv4 address, or the /64 that everybody with IPv6 has to themselves."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(IPv6Network((known, 64), strict=False).network_address)


def network_asking(scope: Mapping[str, Any]) -> str:
    """Whose network an ASGI request comes from: the caller's, or what a proxy of ours says."""
    if getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0):
        said = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
        if nearest := said.rpartition(",")[2].strip():
            return network_of(nearest)
    return network_of(scope["client"][0]) if scope.get("client") else ""
