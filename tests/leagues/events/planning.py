"""Helpers that plan an event through its pages."""

from typing import Any

from django.test import Client
from django.utils import timezone

from leagues.models import Event, Match, PairingRound

OPEN = {
    "name": "Westport Open",
    "day": "2026-11-14",
    "time": "09:30",
    "zone": "America/Toronto",
    "entries": "38",
    "boards": "20",
    "game_minutes": "12",
    "change_over_minutes": "2",
    "sides": "singles",
    "sheet": "tournament",
    "visibility": "public",
    "trust": "confirm",
    "confirm_minutes": "3",
    "entry_way": "",
}


TYPING = {"HX-Request": "true"}


STAGE = {
    "name": "Last eight",
    "who": "top",
    "go_on": "8",
    "pools": "1",
    "deal": "snake",
    "match_format": "first-to-9",
    "chain": "usual",
    "after_split": "start-again",
    "prorate": "when-played",
    "placing": "BRONZE",
}


def plan_event(ann: Client, shape: str = "one-day-open", **changed: Any) -> Event:
    answer = ann.post(f"/desk/new/{shape}/", OPEN | changed)
    assert answer.status_code == 302, words_of(answer)
    slug = answer["Location"].split("/")[3]
    return Event.objects.get(slug=slug)


def words_of(answer: Any) -> str:
    """The page on one line."""
    return " ".join(answer.content.decode().split())


def stages_of(event: Event) -> list[str]:
    return [stage.name for stage in event.stages.all()]


def form_of(ann: Client, path: str) -> dict[str, Any]:
    """The values a browser would send from the form at this address, unchanged."""
    form = ann.get(path).context["form"]
    shown = {name: field.prepare_value(form[name].value()) for name, field in form.fields.items()}
    return {
        name: value for name, value in shown.items() if value is not None and value is not False
    }


def save_event(ann: Client, event: Event, **changed: Any) -> Any:
    path = f"/desk/events/{event.slug}/change/"
    return ann.post(path, form_of(ann, path) | changed)


def begin_match(event: Event, number: int = 1) -> Match:
    stage = event.stages.get(number=number)
    pairing_round = PairingRound.objects.create(stage=stage, number=1)
    return Match.objects.create(
        event=event,
        pairing_round=pairing_round,
        number=1,
        state=Match.State.PLAYING,
        started_at=timezone.now(),
    )


def save_stage(ann: Client, event: Event, number: int, **changed: Any) -> Any:
    path = f"/desk/events/{event.slug}/stages/{number}/"
    return ann.post(path, form_of(ann, path) | changed)
