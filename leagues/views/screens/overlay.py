"""A transparent page with one match, as an overlay for video streams."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues import reads
from leagues.access.languages import for_the_hall
from leagues.access.roles import for_anyone
from leagues.models import Board, Event, Match
from leagues.models.matches import MatchQuerySet
from leagues.views.public.event import find_event
from leagues.views.screens.screen import theme_in


@for_anyone
@for_the_hall
@require_safe
def overlay_match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = find_event(request, slug)
    return render_overlay(request, event, get_object_or_404(_shown_matches(event), number=number))


@for_anyone
@for_the_hall
@require_safe
def overlay_board(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the match in play on a board; between matches, the one that ended last."""
    event = find_event(request, slug)
    board = get_object_or_404(Board, club=event.club_id, number=number)
    here = _shown_matches(event).filter(board=board)
    return render_overlay(request, event, here.at_a_board().first() or here.last_finished().first())


def _shown_matches(event: Event) -> MatchQuerySet:
    return event.matches.published().with_sides().with_rounds()


def render_overlay(request: HttpRequest, event: Event, match: Match | None) -> HttpResponse:
    mark = f"{event.revision}"
    if "seen" in request.GET:
        if request.GET["seen"] == mark:
            return HttpResponse(status=204)
        template = "screens/overlay.html#now"
    else:
        template = "screens/overlay.html"
    facts: dict[str, Any] = {
        "event": event,
        "match": match,
        "mark": mark,
        "theme": theme_in(request),
    }
    if match is not None:
        at = reads.match_state(reads.format_of(match), list(match.rounds.all()), match.first)
        facts["due"] = at.next
    return TemplateResponse(request, template, facts)
