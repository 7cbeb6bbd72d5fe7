"""Packing (gzip) of what Django answers; ready-made pages are packed at the edge.

A packed page tells by its length whether what a stranger put into its address also stands
elsewhere in it (BREACH), so a secret must not stand on a page that anybody can have asked
for. What is never packed: pages that show a secret under an address anybody may know
(``access.keep_secret``), and the library's pages for accounts. Under an address that is a secret itself
nobody can ask who does not know it. The token against forgery is masked anew for each answer.
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
        return False  # what is told piece by piece is sent piece by piece
    if not response.headers.get("Content-Type", "").startswith(PACKED):
        return False
    found = request.resolver_match
    is_key = found is not None and bool(KEYS & found.kwargs.keys())
    return is_key or not getattr(response, "shows_secret", False)
