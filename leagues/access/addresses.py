"""The address under which others reach this site: on codes, labels, links and in emails.

It is BASE_URL where that is set. Else it is the address this visitor came by, unless only
this computer knows it: then it is the address this computer has in the hall's network.
"""

import os
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext_lazy

UNREACHABLE = gettext_lazy(
    "No link was created, because it would work only on this computer. Set BASE_URL to the address that others use, such as BASE_URL=https://club.example. Then restart the site."
)
"""Why no link is sent or printed where ``site_address`` is empty."""
ANY = {"0.0.0.0", "::"}  # noqa: S104 - listening there is listening beyond this computer


def absolute_address(request: HttpRequest, path: str) -> str:
    """A page's address for whoever is elsewhere; empty where nobody else reaches it."""
    site = site_address(request)
    return f"{site}{iri_to_uri(path)}" if site else ""


def site_address(request: HttpRequest) -> str:
    """Where others reach this site, such as http://192.168.1.20:8000; empty if nowhere."""
    if settings.BASE_URL:
        return str(settings.BASE_URL)
    name, _port = split_domain_port(request.get_host())
    asked = f"{request.scheme}://{request.get_host()}"
    if is_loopback(name):
        return _answered_in_hall()
    # A computer's bare name is known to few phones.
    return asked if "." in name or ":" in name else _answered_in_hall() or asked


def address_in_answer_mail(request: HttpRequest) -> str:
    """The same in mail that a visitor asks for, who may send any port in ``Host``: another than
    ours is left out."""
    site = site_address(request)
    parts = urlsplit(site)
    if settings.BASE_URL or str(parts.port or settings.PORT) == settings.PORT:
        return site
    return parts._replace(netloc=in_url(parts.hostname or "")).geturl()


def is_only_here(address: str) -> bool:
    """Whether an address that is printed would open nothing on a phone."""
    name, _port = split_domain_port(urlsplit(address).netloc)
    return not address or is_loopback(name)


def address_in_mail() -> str:
    """The same where nobody asks just now: for what time brings about. Empty if nowhere."""
    return str(settings.BASE_URL) or _answered_in_hall()


def _answered_in_hall() -> str:
    """The address in the hall, unless the network came after the site was started."""
    url = hall_url()
    name, _port = split_domain_port(urlsplit(url).netloc)
    return url if validate_host(name, settings.ALLOWED_HOSTS) else ""


def hall_url() -> str:
    """This computer's address in the hall; empty while it listens to nobody else."""
    host = hall_address() if settings.HOST in ANY else settings.HOST
    if not host or is_loopback(host):
        return ""
    scheme = "https" if settings.HTTPS else "http"
    return f"{scheme}://{in_url(host)}:{settings.PORT}"


def in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def hall_address() -> str | None:
    """This machine's address as phones in the same network see it.

    Connecting a datagram socket sends nothing; it only asks which address would be used.
    A container's own address is known to its host alone.
    """
    if os.environ.get("container"):  # noqa: SIM112 - as podman and the Dockerfile write it
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = asking.getsockname()[0]
    return None if is_loopback(address) else address


def is_loopback(name: str) -> bool:
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
