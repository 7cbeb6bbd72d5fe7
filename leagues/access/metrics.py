"""Who may read the site's numbers: this computer, or whoever knows METRICS_TOKEN."""

from collections.abc import Mapping
from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings

PASSED_ON = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""What a proxy on this computer says: behind it anybody may be."""


def may_read_metrics(address: str, headers: Mapping[str, str]) -> bool:
    """``headers`` by their small names."""
    if token := settings.METRICS_TOKEN:
        said = headers.get("authorization", "")
        return compare_digest(said.encode(), f"Bearer {token}".encode())
    try:
        is_here = ip_address(address).is_loopback
    except ValueError:
        return False
    return is_here and not any(name in headers for name in PASSED_ON)
