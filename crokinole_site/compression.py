"""Compression (gzip) of Django's answers; ready-made pages are compressed at the edge.

The length of a compressed page shows whether a text that a stranger put in its address also
occurs elsewhere in it (BREACH). So a page whose address anyone may know must not be compressed
if it shows a secret (``access.keep_secret``), nor may the library's account pages. If the
address is a secret itself, only people who know it can ask. The CSRF token is masked
differently in each answer.
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

KEYS = {"token", "signed", "secret"}
"""Parts of an address that are secrets themselves."""
PACKED = ("text/", "application/json", "application/javascript", "image/svg+xml")
NEVER = "/accounts/"


class Packing(GZipMiddleware):
    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        return (
            super().process_response(request, response)
            if may_be_packed(request, response)
            else response
        )


def may_be_packed(request: HttpRequest, response: HttpResponseBase) -> bool:
    if response.streaming or request.path.startswith(NEVER):
        return False  # streams are sent piece by piece
    if not response.headers.get("Content-Type", "").startswith(PACKED):
        return False
    found = request.resolver_match
    is_key = found is not None and bool(KEYS & found.kwargs.keys())
    return is_key or not getattr(response, "shows_secret", False)
