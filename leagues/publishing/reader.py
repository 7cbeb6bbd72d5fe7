"""Reads the site's pages inside this process, as a visitor without an account."""

import io
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.utils.encoding import iri_to_uri

from leagues.access.addresses import SITE_OF_COPY
from leagues.access.languages import header_of
from leagues.publishing.addresses import PageAddress

NOWHERE = "https://published.invalid"
"""Replaces the address of the copy while it isn't known; links to it are left out."""


@dataclass(frozen=True)
class PageAnswer:
    status: int
    kind: str
    location: str
    body: bytes


@cache
def application() -> WSGIHandler:
    return WSGIHandler()


def copy_address() -> str:
    return str(settings.PUBLISH_URL) or NOWHERE


def own_host() -> str:
    return (
        urlsplit(settings.BASE_URL).netloc or settings.ALLOWED_HOSTS[0].lstrip(".*") or "localhost"
    )


def read_page(address: PageAddress) -> PageAnswer:
    head: list[tuple[str, dict[str, str]]] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], exc_info: object = None, /
    ) -> Callable[[bytes], object]:
        head.append((status, dict(headers)))
        return len  # for an old way to send, which Django doesn't use

    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": address.path.encode().decode("latin-1"),
        "QUERY_STRING": address.query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "443" if settings.HTTPS else "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": own_host(),
        "HTTP_ACCEPT_LANGUAGE": header_of(address.language),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "https" if settings.HTTPS else "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        SITE_OF_COPY: iri_to_uri(copy_address()),
    }
    answer = application()(environ, start_response)
    try:
        body = b"".join(answer)
    finally:
        answer.close()
    status, headers = head[0]
    return PageAnswer(
        int(status[:3]), headers.get("Content-Type", ""), headers.get("Location", ""), body
    )


@contextmanager
def expecting_missing_pages() -> Iterator[None]:
    """Don't log pages that aren't there: the copy leaves them out."""
    log = logging.getLogger("django.request")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)
