"""What happens before any page."""

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

from leagues.access.languages import COOKIE, FOR_PROGRAMS, language_for, speak
from leagues.actions.phones.answers import sentence
from leagues.actions.refusal import Refused
from leagues.models import Club
from leagues.views.public.language import came_from
from leagues.views.site.broken import error_json, is_a_program
from scoring.errors import ScoreError

STYLE = re.compile(rb'<link rel="stylesheet" href="([^"]+)">')
IN_THE_HEAD = 4000  # bytes
OPEN_BEFORE_SET_UP = (*("/setup/", "/language/", "/static/"), *("/healthz", "/metrics", "/_look/"))


class LanguageFirst:
    """What is refused before anybody asks who it is, such as another site's name, is said in the
    language of the device, and never in that of the request before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        chosen = request.COOKIES.get(COOKIE, "")
        wanted = request.headers.get("Accept-Language", "")
        speak(language_for(request.path, chosen, wanted, ""))
        return self.get_response(request)


class ApiErrors:
    """An address of the API explains an error in JSON, also where Django refuses by itself."""

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
"""In English, as all of the API is."""


class SetUpFirst:
    """While no club lives here, every page leads to setting one up.

    A club that was set up stays, so the question is asked until the first yes.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.is_set_up = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not self.is_set_up and not request.path.startswith(OPEN_BEFORE_SET_UP):
            self.is_set_up = Club.objects.home() is not None
            if not self.is_set_up:
                return redirect(reverse("setup"))
        return self.get_response(request)


class FormsWithErrors:
    """A form that was not accepted answers 422, also where a library wrote the view.

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
    """Answer 422 with the reason where a view let an act's refusal through.

    A page that htmx changes shows it as a message and stays as it is; a program gets JSON.
    ``ScoreError`` is a refusal where something was sent; on a page that is only read, it is a fault.
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
        why = sentence(error)
        if is_a_program(request):
            return error_json(request, why, 422)
        if request.headers.get("HX-Request"):
            messages.error(request, why)
            answer = render(request, "_flashes.html", status=422)
            answer["HX-Reswap"] = "none"  # the message finds its own place
            return answer
        found = {"why": why, "back": came_from(request)}
        return render(request, "422.html", found, status=422)


class StoredByNobody:
    """What does not say otherwise is for one person's eyes: nobody on the way may keep it.

    Whatever hands out a cookie is, whatever it says of itself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.cookies or not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        return response


class Policy(CSPMiddleware):
    """Of what stands in a page itself, its policy allows what the page says it carries
    (``leagues.templatetags.carried``), by its hash."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if not report_only and (carried := getattr(request, "carried", None)):
            parts.update = {**(parts.update or {}), **carried}
        return parts


class StyleNamedFirst:
    """The style sheet of a page is named in front of it, so that browsers ask for it sooner.

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
