"""Addresses that webhooks may use: on the public internet, not in this network.

A name is looked up once, and the connection is made to the checked address. So a name that
changes its address in between (DNS rebinding) has no effect.
"""

import socket
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext as _

LONGEST = 500
PORTS = {"http": 80, "https": 443}
NOT_OF_THE_INTERNET = (
    ip_network("192.88.99.0/24"),
    ip_network("3fff::/20"),
    ip_network("fec0::/10"),
)
"""Networks that Python 3.11 counts as public: an old relay, documentation, and site-local ones."""
NAT64 = IPv6Network("64:ff9b::/96")
"""A gateway leads from here to the IPv4 address in the last 32 bits."""


class NotPublic(Exception):
    """An address that is not public; the sentence explains why nothing is sent there."""


def is_public(address: str) -> bool:
    """True for a numeric address of the internet: not of this computer or its network."""
    try:
        known = ip_address(address)
    except ValueError:
        return False  # with an interface name it is in this network
    if isinstance(known, IPv6Address):
        if known.sixtofour or known.teredo:
            return False  # a tunnel to any address, and out of use
        known = known.ipv4_mapped or _behind_gateway(known) or known
    if any(known in network for network in NOT_OF_THE_INTERNET):
        return False
    return known.is_global and not known.is_multicast and not known.is_reserved


def _behind_gateway(address: IPv6Address) -> IPv4Address | None:
    return IPv4Address(int(address) & 0xFFFFFFFF) if address in NAT64 else None


def read_address(address: str, *, own: Collection[str], plain: bool) -> SplitResult:
    """Return the parts of an address that webhooks may use, checked without a lookup.

    ``own`` are hosts that the operator allows in any network; ``plain`` allows plain HTTP for
    others.
    """
    parts = _split_address(address)
    host = parts.hostname or ""
    if host in own:
        return parts
    if parts.scheme != "https" and not plain:
        raise NotPublic(_("Others could read what is sent to this address. Use https://."))
    is_named_here = host == "localhost" or host.endswith((".localhost", ".local"))
    if is_named_here or (_is_numeric(host) and not is_public(host)):
        raise _not_public(host)
    return parts


def _split_address(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018
    except ValueError as trouble:
        raise NotPublic(_("This isn’t a valid address.")) from trouble
    if len(address) > LONGEST or not address.isprintable() or " " in address:
        raise NotPublic(_("This isn’t a valid address."))
    if parts.scheme not in PORTS or not parts.hostname:
        raise NotPublic(_("The address must begin with https:// and a name."))
    if parts.username is not None or parts.password is not None:
        raise NotPublic(_("The address must not contain a user name or password."))
    return parts


def _is_numeric(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def look_up(parts: SplitResult, *, own: Collection[str]) -> str:
    """Return the numeric address to connect to; if one of several is not public, none is used."""
    host = parts.hostname or ""
    port = parts.port or PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as trouble:
        raise NotPublic(_("%(host)s could not be found.") % {"host": host}) from (trouble)
    addresses = [str(where[0]) for *_kind, where in found]
    if host not in own:
        for each in addresses:
            if not is_public(each):
                raise _not_public(each)
    return addresses[0]


def _not_public(where: str) -> NotPublic:
    sentence = _("%(where)s isn’t on the public internet, so nothing is sent there.")
    return NotPublic(sentence % {"where": where})
