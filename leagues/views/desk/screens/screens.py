"""Remote control of the screens of an event."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues.access.addresses import absolute_address
from leagues.access.roles import get_visitor, scorers_and_up
from leagues.access.throttle import SCREEN_CODES
from leagues.actions.screens import screens as acts
from leagues.forms.screens import THEMES, ScreenCodeForm, ShowForm, ThemeForm
from leagues.models import Event
from leagues.reads.screens.wall import View, remotes_of, views_of
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event


@scorers_and_up
@require_safe
def event_screens(request: HttpRequest, slug: str) -> HttpResponse:
    return render_screens(request, desk_event(request, slug))


def render_screens(
    request: HttpRequest, event: Event, status: int = 200, **forms: Any
) -> HttpResponse:
    path = reverse("screen", args=[event.slug])
    found = remotes_of(event, timezone.now())
    facts = {
        "event": event,
        "remotes": found,
        "views": [(v, word) for v, word in views_of(event).items() if v is not View.WORDS],
        "on_all": found[0].view if len({each.view for each in found}) == 1 else None,
        "path": path,
        "address": absolute_address(request, path),
        "themes": THEMES,
        "theme_on_all": found[0].theme if len({each.theme for each in found}) == 1 else None,
        "code": ScreenCodeForm(),
        "show": ShowForm(event),
    }
    return TemplateResponse(request, "desk/screens/screens.html", facts | forms, status=status)


@scorers_and_up
@require_POST
def screen_pair(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    form = ScreenCodeForm(request.POST)
    if not form.is_valid():
        return render_screens(request, event, 422, code=form)
    if SCREEN_CODES.is_spent(request):
        return SCREEN_CODES.refuse(request)
    with Attempt(form) as tried:
        screen = acts.pair_screen(by=get_visitor(request), event=event, **form.cleaned_data)
    if tried.refused:
        SCREEN_CODES.spend(request)
        return render_screens(request, event, 422, code=form)
    messages.success(
        request, _("%(screen)s is added. You can now control it.") % {"screen": screen.name}
    )
    return redirect("event_screens", slug)


@scorers_and_up
@require_POST
def screen_show(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what one screen or all screens show."""
    event = desk_event(request, slug)
    if "theme" in request.POST:
        return _set_theme(request, event)
    form = ShowForm(event, request.POST)
    if not form.is_valid():
        return render_screens(request, event, 422, show=form)
    acts.show_on_screens(
        by=get_visitor(request),
        event=event,
        screens=form.screens,
        view=View(form.cleaned_data["view"]),
        words=form.cleaned_data["words"],
    )
    return redirect("event_screens", slug)


def _set_theme(request: HttpRequest, event: Event) -> HttpResponse:
    form = ThemeForm(event, request.POST)
    if not form.is_valid():
        return render_screens(request, event, 422)
    acts.colour_screens(
        by=get_visitor(request), event=event, screens=form.screens, theme=form.cleaned_data["theme"]
    )
    return redirect("event_screens", event.slug)


@scorers_and_up
@require_POST
def screen_names(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    acts.name_screens(by=get_visitor(request), event=event)
    messages.success(request, _("Each screen shows its name for a moment."))
    return redirect("event_screens", slug)


@scorers_and_up
@require_POST
def screen_forget(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug)
    screen = get_object_or_404(event.screens.paired(), pk=pk)
    acts.forget_screen(by=get_visitor(request), screen=screen)
    messages.success(
        request, _("%(screen)s is removed. Its browser shows a new code.") % {"screen": screen.name}
    )
    return redirect("event_screens", slug)
