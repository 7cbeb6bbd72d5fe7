"""Pages anybody may read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues.access import anyone
from leagues.models import Event


@anyone
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return TemplateResponse(
        request, "public/home.html", {"events": Event.objects.listed()}
    )


@anyone
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Event.objects.reachable(), slug=slug)
    return TemplateResponse(request, "public/event.html", {"event": found})
