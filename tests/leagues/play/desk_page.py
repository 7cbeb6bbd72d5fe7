"""Helpers for the desk's page."""

from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone

from leagues.models import Match, Round, RoundReport
from leagues.reads.play.blockers import blockers_of
from leagues.reads.play.card import card_mark
from leagues.reads.play.desk import desk_of
from tests.leagues.play.desk_hall import NOON, DeskHall

HTMX = {"HX-Request": "true"}


def desk_address(name: str, hall: DeskHall, *args: object) -> str:
    return reverse(name, args=[hall.event.slug, *args])


def fault_of(page: Any) -> str:
    return str(page.context["entry"]["fault"])


def blocker_texts(hall: DeskHall) -> list[str]:
    hall.event.refresh_from_db()
    return [each.sentence for each in blockers_of(desk_of(hall.event), timezone.now())]


def record_report(
    match: Match, number: int, seat: int, paid: list[int], state: str, **facts: object
) -> None:
    """Write a round and a report as a phone would."""
    Round.objects.update_or_create(
        match=match,
        game=1,
        number=number,
        defaults={"first": 0, "state": state, "points": paid, "twenties": [None, None]},
    )
    RoundReport.objects.create(
        key=uuid4(),
        match=match,
        number=number,
        seat=seat,
        claim={"points": paid},
        made_at=NOON,
        **facts,
    )


def card_form(hall: DeskHall, match: Match, text: str, **more: str) -> dict[str, str]:
    return {
        "match": str(match.number),
        "card": text,
        "key": str(uuid4()),
        "seen": card_mark(match),
    } | more
