"""The forecast of an event's end on its page of stages."""

import pytest
from django.test import Client

from leagues.models import Event
from leagues.reads.draw.forecasts import forecast_of
from tests.leagues.events.planning import TYPING, plan_event, words_of

pytestmark = pytest.mark.django_db

FORECAST = "Simulated 100 times. Usually finishes at <b>"


def page_text(ann: Client, event: Event, entries: int = 38) -> str:
    address = f"/desk/events/{event.slug}/stages/?for={entries}"
    return words_of(ann.get(address, headers=TYPING))


def test_the_plan_shows_its_usual_and_its_latest_end(ann: Client) -> None:
    event = plan_event(ann, "club-night")
    found = forecast_of(event, list(event.stages.all()), 24)

    assert found is not None
    assert found.usually <= found.mostly
    assert f"{FORECAST}{found.usually:%H:%M}</b>, nine times in ten before " in page_text(
        ann, event, 24
    )
    assert "because each game waits for its slowest match" in page_text(ann, event, 24)
    assert "wait for a free board" not in page_text(ann, event, 24)


def test_too_few_boards_and_a_cut_that_ties_are_named(ann: Client) -> None:
    event = plan_event(ann)
    event.boards.set(event.boards.all()[:12])

    text = page_text(ann, event)

    assert "games, matches wait for a free board. With 19 boards, none would wait." in text
    assert "to start at least ten minutes late." in text
    assert "ended in a tie on points." in text


def test_past_midnight_the_day_is_named(ann: Client) -> None:
    event = plan_event(ann, "round-robin")

    assert "Sun " in page_text(ann, event, 60)


def test_no_forecast_where_none_is_possible(ann: Client) -> None:
    event = plan_event(ann, "club-night")
    stages = list(event.stages.all())

    def has_forecast(entries: int = 24) -> bool:
        return forecast_of(event, stages, entries) is not None

    assert has_forecast()
    assert not has_forecast(entries=1), "no one has an opponent"
    assert forecast_of(event, [], 24) is None
    for kind in Event.Kind.LEAGUE, Event.Kind.FRIENDLIES:
        event.kind = kind
        assert not has_forecast()
    event.kind = Event.Kind.CLUB_NIGHT
    event.state = Event.State.RUNNING
    assert not has_forecast()
    event.state = Event.State.PLANNED
    event.boards.clear()
    assert not has_forecast()
