"""The desk's list of events, and planning a new one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues.access import organisers_only
from leagues.models import Event
from leagues.views.desk._event import desk_event


@organisers_only
@require_safe
def events_list(request: HttpRequest) -> HttpResponse:
    events = Event.objects.present().filter(club__is_home=True).order_by("-starts_at")
    return TemplateResponse(request, "desk/setup/events.html", {"events": events})


@organisers_only
@require_safe
def stages_list(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    return TemplateResponse(request, "desk/setup/stages.html", {"event": event})
