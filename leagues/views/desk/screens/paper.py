"""Printouts of an event: the page that lists them, personal sheets, certificates."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.languages import for_the_hall
from leagues.access.league_roles import scorers_of_event
from leagues.access.roles import get_visitor
from leagues.models import Event, PairingRound
from leagues.reads.screens.certificates import certificates_of_event
from leagues.reads.screens.paper import rounds_on_card
from leagues.reads.screens.personal import personal_sheets
from leagues.views.desk._event import desk_event
from leagues.views.paper_size import keeps_paper_size

MOST_BOXES = 6  # one box for each round, next to the opponent's name


@scorers_of_event
@keeps_paper_size
@require_safe
def event_paper(request: HttpRequest, slug: str) -> HttpResponse:
    """List every printout, for the chosen pairing round or the next one to be played."""
    event = desk_event(request, slug)
    rounds = list(PairingRound.objects.of(event).published().with_begun())
    return TemplateResponse(
        request,
        "desk/screens/paper.html",
        {
            "event": event,
            "rounds": rounds,
            "round": _chosen_round(rounds, request.GET.get("round", "")),
            "stages": list({each.stage_id: each.stage for each in rounds}.values()),
            "boards": get_visitor(request).is_organiser and event.boards.exists(),
            "is_over": event.state == Event.State.FINISHED,
        },
    )


def _chosen_round(rounds: Sequence[Any], asked: str) -> PairingRound | None:
    """Return the chosen pairing round, else the first that hasn't begun, else the latest.

    None if none is published.
    """
    known = {str(each.pk): each for each in rounds}
    to_come = (each for each in rounds if not each.was_begun)
    return known.get(asked) or next(to_come, rounds[-1] if rounds else None)


@scorers_of_event
@for_the_hall
@keeps_paper_size
@require_safe
def print_personal_sheets(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Print a sheet for each person with all their matches of a stage, to be cut apart."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    stage.event = event
    numbers = rounds_on_card(stage)
    return TemplateResponse(
        request,
        "desk/screens/personal.html",
        {
            "event": event,
            "stage": stage,
            "sheets": personal_sheets(stage, timezone.now()),
            "boxes": numbers if len(numbers) <= MOST_BOXES else (),
        },
    )


@scorers_of_event
@for_the_hall
@keeps_paper_size
@require_safe
def event_certificates(request: HttpRequest, slug: str) -> HttpResponse:
    """Print a certificate for each place on the podium that is settled."""
    event = desk_event(request, slug)
    return TemplateResponse(
        request,
        "desk/screens/certificates.html",
        {"event": event, "certificates": certificates_of_event(event)},
    )
