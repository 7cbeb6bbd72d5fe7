"""Decorators that make a repeated submission of the same form have no second effect."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from uuid import UUID, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from leagues.actions.sent_forms import sending_once
from leagues.templatetags.desk import FIELD

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def made_once(view: View[P]) -> View[P]:
    """Run the view once for each form key; a repeated submission redirects where the first one did.

    A form without a key always runs. A form with other answers counts as another form.
    """
    return made_by("")(view)


def made_by(button: str) -> Callable[[View[P]], View[P]]:
    """Like ``made_once``, but only for submissions that contain ``button``."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            key = sent_key(request)
            if key is None or (button and button not in request.POST):
                return view(request, *args, **kwargs)
            with sending_once(key) as form:
                if form.made:
                    return _once_more(request, form.made)
                answer = view(request, *args, **kwargs)
                if answer.status_code == 302:
                    form.made = answer["Location"]
                elif answer.status_code == 200 and "HX-Request" in request.headers:
                    form.made = IN_THE_PAGE
            return answer

        guarded.carries_key = True  # type: ignore[attr-defined]
        return guarded

    return decorate


IN_THE_PAGE = "in the page"


def sent_key(request: HttpRequest) -> UUID | None:
    """Hash the form key, the path and all values (files by name and size). None without a key."""
    try:
        form = UUID(request.POST.get(FIELD, ""))
    except ValueError:
        return None
    filled_in = sorted(
        (name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"
    )
    files = sorted(
        (name, each.name, each.size) for name, several in request.FILES.lists() for each in several
    )
    return uuid5(form, repr((request.path, filled_in, *files)))


def _once_more(request: HttpRequest, made: str) -> HttpResponse:
    messages.success(request, _("You sent this twice. It was done once."))
    if made == IN_THE_PAGE:
        return HttpResponseClientRefresh()
    return redirect(made)
