"""Requests that no page could answer are refused before Django is asked.

Django raises at the first look at a form that it can't decode, and an error page takes
that look as well, so the error page would be the next error.
"""

from urllib.parse import unquote_to_bytes

from django.http.multipartparser import MultiPartParser
from django.utils.http import parse_header_parameters

from leagues.live.asgi import HttpAnswer, Scope
from leagues.live.refusals import UNREADABLE, WHICH_HOST, refused

LONGEST = 500  # of a content type; a browser's has about 80 characters


def refusal_of(scope: Scope) -> HttpAnswer | None:
    """Why this request is not answered; None for all that browsers send."""
    hosts = _values(scope, b"host")
    if len(hosts) > 1 or (scope["http_version"] == "1.1" and not hosts):
        return refused(scope, 400, WHICH_HOST)
    # PostgreSQL stores no NUL, so nothing here can have one in its name.
    asked = scope["path"].encode() + unquote_to_bytes(scope["query_string"])
    if b"\0" in asked or not _has_readable_type(_values(scope, b"content-type")):
        return refused(scope, 400, UNREADABLE)
    return None


def _values(scope: Scope, name: bytes) -> list[bytes]:
    return [value for key, value in scope["headers"] if key == name]


def _has_readable_type(given: list[bytes]) -> bool:
    """UTF-8, or nothing said of it; and a form in parts names its boundary."""
    header = b"".join(given)
    if len(given) > 1 or len(header) > LONGEST or not header.isascii():
        return False
    try:
        kind, options = parse_header_parameters(header.decode())
    except ValueError:
        return False
    if options.get("charset", "utf-8").lower() != "utf-8":
        return False
    boundary = options.get("boundary", "")
    in_parts = kind.startswith("multipart/")
    return not in_parts or bool(MultiPartParser.boundary_re.fullmatch(boundary))
