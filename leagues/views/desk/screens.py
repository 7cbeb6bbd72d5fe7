"""The remote of every screen on the wall."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues.access import scorers_and_up, who
from leagues.actions import screens as acts
from leagues.bridge.hall.screens import VIEW_WORDS, View, remotes
from leagues.forms.screens import CodeForm, ShowForm
from leagues.models import Event
from leagues.throttle import SCREEN_CODES
from leagues.views.desk._event import desk_event


@scorers_and_up
@never_cache
@require_safe
def event_screens(request: HttpRequest, slug: str) -> HttpResponse:
    return page(request, desk_event(request, slug))


def page(
    request: HttpRequest, event: Event, status: int = 200, **forms: Any
) -> HttpResponse:
    address = request.build_absolute_uri(reverse("screen", args=[event.slug]))
    found = remotes(event, timezone.now())
    facts = {
        "event": event,
        "remotes": found,
        "views": [(v, word) for v, word in VIEW_WORDS.items() if v is not View.WORDS],
        "on_all": found[0].view if len({each.view for each in found}) == 1 else None,
        "address": address,
        "code": CodeForm(),
        "show": ShowForm(event),
    }
    return TemplateResponse(
        request, "desk/screens/screens.html", facts | forms, status=status
    )


@scorers_and_up
@require_POST
def screen_pair(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    form = CodeForm(request.POST)
    if not form.is_valid():
        return page(request, event, 422, code=form)
    if SCREEN_CODES.is_spent(request):
        return SCREEN_CODES.refuse(request)
    try:
        screen = acts.pair_screen(by=who(request), event=event, **form.cleaned_data)
    except acts.NoSuchCode:
        SCREEN_CODES.spend(request)
        form.add_error(
            "code", _("No screen of this event shows this code. Look at it again.")
        )
        return page(request, event, 422, code=form)
    messages.success(
        request, _("%(screen)s is yours to direct.") % {"screen": screen.name}
    )
    return redirect("event_screens", slug)


@scorers_and_up
@require_POST
def screen_show(request: HttpRequest, slug: str) -> HttpResponse:
    """One press, and one screen or all of them show something else."""
    event = desk_event(request, slug)
    form = ShowForm(event, request.POST)
    if not form.is_valid():
        return page(request, event, 422, show=form)
    acts.show_on_screens(
        by=who(request),
        event=event,
        screens=form.screens,
        view=View(form.cleaned_data["view"]),
        words=form.cleaned_data["words"],
        theme=form.new_theme,
    )
    return redirect("event_screens", slug)


@scorers_and_up
@require_POST
def screen_names(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    acts.name_screens(by=who(request), event=event)
    messages.success(request, _("Every screen shows its name for a moment."))
    return redirect("event_screens", slug)


@scorers_and_up
@require_POST
def screen_forget(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug)
    screen = get_object_or_404(event.screens.paired(), pk=pk)
    acts.forget_screen(by=who(request), screen=screen)
    messages.success(
        request,
        _("%(screen)s is forgotten. Its browser shows a new code.")
        % {"screen": screen.name},
    )
    return redirect("event_screens", slug)
