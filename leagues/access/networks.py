"""The network of a request, by which rate limits count."""

from collections.abc import Mapping
from ipaddress import IPv6Network, ip_address
from typing import Any

from django.conf import settings


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, or the /64 network of an IPv6 address."""
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
    """Return the network of an ASGI request: the client's, or the one a trusted proxy reports."""
    if getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0):
        forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
        if nearest := forwarded.rpartition(",")[2].strip():
            return network_of(nearest)
    return network_of(scope["client"][0]) if scope.get("client") else ""
