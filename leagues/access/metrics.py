"""Access to the metrics: from this computer, or with METRICS_TOKEN."""

from collections.abc import Mapping
from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings

PASSED_ON = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers of a proxy on this computer: behind it, the client can be anywhere."""


def may_read_metrics(address: str, headers: Mapping[str, str]) -> bool:
    """True if the client may read the metrics. ``headers`` have names in lower case."""
    if token := settings.METRICS_TOKEN:
        header = headers.get("authorization", "")
        return compare_digest(header.encode(), f"Bearer {token}".encode())
    try:
        is_here = ip_address(address).is_loopback
    except ValueError:
        return False
    return is_here and not any(name in headers for name in PASSED_ON)
