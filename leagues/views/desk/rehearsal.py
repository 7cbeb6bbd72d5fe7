"""Rehearsals: play a copy of an event in advance, and report problems."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.phone_passes import label_secret
from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.rehearsal.background import start_playing
from leagues.actions.rehearsal.copy import delete_rehearsal, rehearse_event, why_not
from leagues.actions.rehearsal.play import go_on, stop_rehearsal
from leagues.forms import sent_data
from leagues.forms.rehearsal import RehearsalForm
from leagues.models import Event, Match
from leagues.reads.rehearsal.report import report_of
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def show_rehearsal(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a rehearsal at the chosen speed, and show its report during and after play."""
    event = desk_event(request, slug)
    if event.rehearsal_of is not None:
        return redirect("rehearsal", event.rehearsal_of.slug)
    form = RehearsalForm(sent_data(request))
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            speed = form.cleaned_data["speed"]
            rehearse_event(by=get_visitor(request), event=event, speed=speed)
        if tried.refused is None:
            start_playing()
            return redirect("rehearsal", event.slug)
    return _render_page(request, event, form)


def _render_page(request: HttpRequest, event: Event, form: RehearsalForm) -> HttpResponse:
    found = report_of(event)
    is_poll = "HX-Request" in request.headers
    part = "#report" if is_poll and found else ""
    if found and not form.is_bound:
        form.initial["speed"] = found.rehearsal.speed
    answer = TemplateResponse(
        request,
        f"desk/rehearsal/rehearsal.html{part}",
        {
            "event": event,
            "form": form,
            "report": found,
            "phone": _phone_at(found.playing) if found else "",
            "why_not": why_not(event),
        },
    )
    if is_poll and not (found and found.is_playing):  # the page needs other buttons now
        answer["HX-Refresh"] = "true"
    return answer


def _phone_at(playing: Sequence[Match]) -> str:
    """Return the label address of the first board in play. Empty if no board is."""
    board = next((match.board for match in playing if match.board), None)
    if board is None:
        return ""
    return reverse("board_label", args=[board.pk, label_secret(board)])


@organisers_only
@require_POST
def rehearsal_speed(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop the rehearsal, or continue it at the chosen speed."""
    event = desk_event(request, slug)
    form = RehearsalForm(request.POST)
    found = report_of(event)
    if found and "stop" in request.POST:
        stop_rehearsal(found.rehearsal)
    elif found and form.is_valid():
        go_on(found.rehearsal, form.cleaned_data["speed"])
        start_playing()
    return redirect("rehearsal", event.slug)


@organisers_only
@require_POST
def rehearsal_delete(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    delete_rehearsal(by=get_visitor(request), event=event)
    messages.success(request, _("The rehearsal is deleted."))
    return redirect("rehearsal", event.slug)
