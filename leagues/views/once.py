"""Views that make something once for each form, however often it is sent."""

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
    """Send a form with its key once: the same again leads where the first led.

    A form without a key, or with another answer in it, is another form.
    """
    return made_by("")(view)


def made_by(button: str) -> Callable[[View[P]], View[P]]:
    """The same where a view makes something by one button, and only reads by the others."""

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
    """Of the form and all that was filled in, files by name and size; None without a key."""
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
