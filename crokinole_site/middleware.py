"""Middleware of the site: language, set-up, errors and headers."""

import json
import re
from collections.abc import Callable
from http import HTTPStatus

from csp.middleware import CSPMiddleware, PolicyParts
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse

from leagues.access.current_club import home_of
from leagues.access.languages import (
    COOKIE,
    FOR_PROGRAMS,
    activate_language,
    asked_code,
    language_for,
)
from leagues.actions.phones.answers import as_sentence
from leagues.actions.refusal import Refused
from leagues.views.public.language import came_from
from leagues.views.site.broken import error_json, is_a_program
from scoring.errors import ScoreError

STYLE = re.compile(rb'<link rel="stylesheet" href="([^"]+)">')
IN_THE_HEAD = 4000  # bytes
OPEN_BEFORE_SET_UP = (*("/setup/", "/language/", "/static/"), *("/healthz", "/metrics", "/_look/"))


class LanguageFirst:
    """Set the language of the device first, for requests that are refused early.

    Otherwise a refusal, such as for another site's host name, would be in the language of the
    request before.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        chosen = asked_code(request.META["QUERY_STRING"]) or request.COOKIES.get(COOKIE, "")
        wanted = request.headers.get("Accept-Language", "")
        activate_language(language_for(request.path, chosen, wanted, ""))
        return self.get_response(request)


class ApiErrors:
    """Answer errors under the API's addresses in JSON, including those that Django raises
    itself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if (
            response.status_code >= 400
            and request.path.startswith(FOR_PROGRAMS)
            and isinstance(response, HttpResponse)
            and not response["Content-Type"].startswith("application/json")
        ):
            usual = HTTPStatus(response.status_code).phrase
            detail = API_ERRORS.get(response.status_code, usual)
            response.content = json.dumps({"detail": detail}).encode()
            response["Content-Type"] = "application/json"
            response["Content-Length"] = str(len(response.content))
        return response


API_ERRORS = {
    400: "This request can’t be read. Nothing was saved.",
    403: "You aren’t allowed to do this. Nothing was saved.",
    404: "There is nothing at this address.",
    405: "This address doesn’t accept this method. The Allow header lists those it does.",
    429: "Too many requests. Wait a minute.",
    500: "Something broke on the site. The request wasn’t carried out.",
}
"""In English, like all of the API."""


class SetUpFirst:
    """Redirect every page to the set-up until the site has a club.

    A club stays once it is set up, so the database isn't asked again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.is_set_up = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not self.is_set_up and not request.path.startswith(OPEN_BEFORE_SET_UP):
            self.is_set_up = home_of(request) is not None
            if not self.is_set_up:
                return redirect(reverse("setup"))
        return self.get_response(request)


class FormsWithErrors:
    """Answer 422 for a form that was not accepted, also in views of libraries.

    Browsers and htmx can then tell "done" from "look at this again".
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_template_response(
        self, request: HttpRequest, response: TemplateResponse
    ) -> TemplateResponse:
        if request.method == "POST" and response.status_code == 200:
            shown = (response.context_data or {}).values()
            sent = [each for each in shown if isinstance(each, BaseForm)]
            if any(form.is_bound and form.errors for form in sent):
                response.status_code = 422
        return response


class RefusedActs:
    """Answer 422 with the reason if a view did not catch an act's ``Refused``.

    htmx shows it as a message and leaves the page as it is; a program gets JSON. A
    ``ScoreError`` is a refusal only for POST requests; when a page is read, it is a fault.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        is_refusal = isinstance(error, Refused) or (
            isinstance(error, ScoreError) and request.method == "POST"
        )
        if not is_refusal:
            return None
        why = as_sentence(error)
        if is_a_program(request):
            return error_json(request, why, 422)
        if request.headers.get("HX-Request"):
            messages.error(request, why)
            answer = render(request, "_flashes.html", status=422)
            answer["HX-Reswap"] = "none"  # the message is placed out of band
            return answer
        found = {"why": why, "back": came_from(request)}
        return render(request, "422.html", found, status=422)


class StoredByNobody:
    """Forbid caches to store a response, unless it has ``Cache-Control`` and sets no cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.cookies or not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        return response


class Policy(CSPMiddleware):
    """Adds the hashes of inline scripts and styles recorded by ``leagues.templatetags.inlined_files``."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if not report_only and (carried := getattr(request, "carried", None)):
            parts.update = {**(parts.update or {}), **carried}
        return parts


class StyleNamedFirst:
    """Name the page's style sheet in a header, so that browsers request it sooner.

    Nothing is painted without it, and on a slow line the page itself takes a while.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, HttpResponse):
            linked = STYLE.search(response.content, 0, IN_THE_HEAD)
            if linked:
                response["Link"] = f"<{linked[1].decode()}>; rel=preload; as=style"
        return response
