"""The API's addresses, cached and readable by pages of other sites."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from leagues.access.roles import for_anyone
from leagues.live.page_cache import ready_made
from leagues.views.api import club, document, events, leagues, writes
from leagues.views.api.v1 import api

MODULES = (club, leagues, events, writes)
"""Modules that register the API's addresses when they are imported."""
ROOT = "api-root"
WRITE_ONLY = {"api-report"}
SAFE = ("GET", "HEAD", "OPTIONS")
AnyView = Callable[..., HttpResponseBase]


def readable_by_all(view: AnyView) -> AnyView:
    """Allow pages of other sites to read it: it contains nothing private."""

    @wraps(view)
    def opened(request: HttpRequest, /, **kwargs: Any) -> HttpResponseBase:
        if request.method == "OPTIONS":
            answer: HttpResponseBase = HttpResponse(status=204)
            answer["Access-Control-Allow-Methods"] = "GET, HEAD"
            answer["Access-Control-Allow-Headers"] = "If-None-Match"
        else:
            if request.method == "HEAD":
                request.method = "GET"
            answer = view(request, **kwargs)
        answer["Access-Control-Allow-Origin"] = "*"
        return answer

    kept = ready_made("page")(opened)

    @wraps(kept)
    def chosen(request: HttpRequest, /, **kwargs: Any) -> HttpResponseBase:
        if request.method in SAFE and "Authorization" not in request.headers:
            return kept(request, **kwargs)
        return own(request, **kwargs)

    own = writable_by_token(view)
    return csrf_exempt(for_anyone(chosen))


def writable_by_token(view: AnyView) -> AnyView:
    """Allow requests with a token: not cached, unreadable by other sites' pages, without CSRF
    check.

    Cookies give no rights here, so there is nothing to protect by a CSRF token.
    """

    @wraps(view)
    def private(request: HttpRequest, /, **kwargs: Any) -> HttpResponseBase:
        answer = view(request, **kwargs)
        answer["Cache-Control"] = "private, no-store"
        return answer

    return csrf_exempt(for_anyone(private))


def _cached(pattern: URLPattern) -> URLPattern:
    route = f"api/v1/{pattern.pattern}"
    if pattern.name in WRITE_ONLY:
        return path(route, writable_by_token(require_POST(pattern.callback)), name=pattern.name)
    return path(route, readable_by_all(pattern.callback), name=pattern.name)


urlpatterns = [
    path("api/", document.api_page, name="api"),
    path("api/v1/openapi.json", document.show_document, name="api-document"),
    *(_cached(each) for each in api.urls[0] if isinstance(each, URLPattern) and each.name != ROOT),
]
