"""The address at which others reach this site, for codes, labels, links and emails.

It is BASE_URL if that is set. Otherwise it is the host of the request, unless only this
computer knows that host: then it is this computer's address in the local network.
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
    "No link was created, because it would work only on this computer. An owner can change it on the Server page."
)
"""The reason why no link is sent or printed when ``site_address`` is empty."""
SITE_OF_COPY = "twenties.site_of_copy"
"""In the environment of a request for a page to be published: the root URL of the copy."""
ANY = {"0.0.0.0", "::"}  # noqa: S104 - listening there is listening beyond this computer


def absolute_address(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of a page for other devices. Empty if others can't reach the site."""
    site = site_address(request)
    return f"{site}{iri_to_uri(path)}" if site else ""


def site_address(request: HttpRequest) -> str:
    """Return the site's root URL for others, such as http://192.168.1.20:8000. Empty if none."""
    if copy := request.META.get(SITE_OF_COPY):
        return str(copy)
    if settings.BASE_URL:
        return str(settings.BASE_URL)
    name, _port = split_domain_port(request.get_host())
    asked = f"{request.scheme}://{request.get_host()}"
    if is_loopback(name):
        return _answered_in_hall()
    # Few phones can resolve a computer's bare name.
    return asked if "." in name or ":" in name else _answered_in_hall() or asked


def address_in_answer_mail(request: HttpRequest) -> str:
    """Return ``site_address`` for an email requested by a visitor.

    A visitor can send any port in ``Host``, so a port other than ours is left out.
    """
    site = site_address(request)
    parts = urlsplit(site)
    if settings.BASE_URL or str(parts.port or settings.PORT) == settings.PORT:
        return site
    return parts._replace(netloc=in_url(parts.hostname or "")).geturl()


def is_only_here(address: str) -> bool:
    """True if a printed address would not work on a phone."""
    name, _port = split_domain_port(urlsplit(address).netloc)
    return not address or is_loopback(name)


def address_in_mail() -> str:
    """Return the site's root URL without a request, for periodic jobs. Empty if there is none."""
    return str(settings.BASE_URL) or _answered_in_hall()


def _answered_in_hall() -> str:
    """Return the address in the local network. Empty if it isn't in ``ALLOWED_HOSTS``, as when the
    network appeared after the start.
    """
    url = hall_url()
    name, _port = split_domain_port(urlsplit(url).netloc)
    return url if validate_host(name, settings.ALLOWED_HOSTS) else ""


def hall_url() -> str:
    """Return this computer's URL in the local network. Empty if it listens only to itself."""
    host = hall_address() if settings.HOST in ANY else settings.HOST
    if not host or is_loopback(host):
        return ""
    scheme = "https" if settings.HTTPS else "http"
    return f"{scheme}://{in_url(host)}:{settings.PORT}"


def in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def hall_address() -> str | None:
    """Return this computer's IP address as phones in the same network see it. None if unknown.

    Connecting a datagram socket sends nothing; it only finds the address that would be used.
    A container's address is known only to its host.
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
