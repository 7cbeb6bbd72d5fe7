"""Refuse requests that no page could answer, before Django sees them.

Django raises when a form that it can't decode is first read. The error page reads it too, and
would raise the next error.
"""

from urllib.parse import unquote_to_bytes

from django.http.multipartparser import MultiPartParser
from django.utils.http import parse_header_parameters

from leagues.live.asgi import HttpAnswer, Scope
from leagues.live.refusals import UNREADABLE, WHICH_HOST, refusal_answer

LONGEST = 500  # characters of a content type; a browser's has about 80


def refusal_of(scope: Scope) -> HttpAnswer | None:
    """Return why this request is refused; None for all requests that browsers send."""
    hosts = _header_values(scope, b"host")
    if len(hosts) > 1 or (scope["http_version"] == "1.1" and not hosts):
        return refusal_answer(scope, 400, WHICH_HOST)
    # PostgreSQL can't store NUL, so no name in an address can have one.
    asked = scope["path"].encode() + unquote_to_bytes(scope["query_string"])
    if b"\0" in asked or not _has_readable_type(_header_values(scope, b"content-type")):
        return refusal_answer(scope, 400, UNREADABLE)
    return None


def _header_values(scope: Scope, name: bytes) -> list[bytes]:
    return [value for key, value in scope["headers"] if key == name]


def _has_readable_type(given: list[bytes]) -> bool:
    """True if the type is UTF-8 or gives no charset, and a multipart form has a boundary."""
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
