"""An event starts by its button or its first call, and its date is then that day."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from leagues.actions.events.events import start_event
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import undo
from leagues.models import Action, Event, Match, PairingRound
from tests.cast import Cast
from tests.leagues.draw.draws import NOON
from tests.leagues.events.mornings import call_pairing_round, morning, start_times

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The clock, an hour before the event begins."""
    with time_machine.travel(NOON - timedelta(hours=1), tick=False) as clock:
        yield clock


@pytest.mark.parametrize("days", [-7, 3])
def test_an_event_begun_on_another_day_than_planned_is_an_event_of_that_day(
    cast: Cast, clock: time_machine.Traveller, days: int
) -> None:
    """Otherwise its pages would show one date and its rounds another."""
    stage = morning(cast)
    today = NOON + timedelta(days=days, hours=2)
    clock.move_to(today)
    desk = cast.browser_of("ann")
    before = desk.get(reverse("event_desk", args=[stage.event.slug]))
    planned = f"planned for {NOON:%a %-d %b}. Starting it moves it to today."
    assert planned in before.content.decode()
    answer = desk.post(reverse("desk_start", args=[stage.event.slug]), follow=True)
    assert "is moved to today" in answer.content.decode()

    stage.event.refresh_from_db()
    assert stage.event.starts_at == today
    rounds = PairingRound.objects.filter(stage=stage)
    assert {each.starts_at.date() for each in rounds if each.starts_at} == {today.date()}
    assert start_times(stage) == ["14:00", "14:14", "14:28"]

    started = Action.objects.filter(event=stage.event, verb="start_event").latest("pk")
    planned = f"planned for {NOON:%a %-d %b %Y}."
    assert planned in sentence_of("start_event", started.details)
    undo(by=cast.who("ann"), action=started)
    stage.event.refresh_from_db()
    assert stage.event.starts_at == NOON


def test_an_event_begun_on_its_day_keeps_the_time_it_was_planned_for(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    stage = morning(cast)
    desk = cast.browser_of("ann")
    before = desk.get(reverse("event_desk", args=[stage.event.slug]))
    assert "The event hasn’t started yet." in before.content.decode()
    answer = desk.post(reverse("desk_start", args=[stage.event.slug]), follow=True)
    assert "moved to today" not in answer.content.decode()
    stage.event.refresh_from_db()
    assert stage.event.starts_at == NOON
    started = Action.objects.filter(verb="start_event").latest("pk")
    assert sentence_of("start_event", started.details) == "Started the event."


def test_the_first_call_starts_the_event_today(cast: Cast, clock: time_machine.Traveller) -> None:
    stage = morning(cast)
    today = NOON + timedelta(days=3, hours=2)
    clock.move_to(today)
    first = stage.pairing_rounds.get(number=1)
    path = reverse("desk_call_round", args=[stage.event.slug, first.pk])
    html = cast.browser_of("sam").post(path, follow=True).content.decode()

    assert "2 matches called" in html
    assert "has started. It was planned for another day and is moved to today." in html
    stage.event.refresh_from_db()
    assert stage.event.state == Event.State.RUNNING
    assert stage.event.starts_at == today
    assert start_times(stage) == ["14:00", "14:14", "14:28"]
    assert [each.verb for each in stage.event.log.order_by("pk")][-2:] == [
        "start_event",
        "call_matches",
    ]


def test_one_match_called_by_hand_starts_the_event(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    stage = morning(cast)
    path = reverse("desk_match_call", args=[stage.event.slug, 1])
    html = cast.browser_of("sam").post(path, follow=True).content.decode()

    assert "has started." in html
    assert "moved to today" not in html
    stage.event.refresh_from_db()
    assert stage.event.state == Event.State.RUNNING
    assert stage.event.starts_at == NOON


def test_a_call_of_no_match_starts_nothing(cast: Cast, clock: time_machine.Traveller) -> None:
    stage = morning(cast)
    there = Match.objects.filter(event=stage.event)
    there.update(state=Match.State.FINISHED, ending="annulled")
    call_pairing_round(cast, stage, 1)

    stage.event.refresh_from_db()
    assert stage.event.state == Event.State.PLANNED


def test_what_was_played_on_the_planned_day_keeps_it(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    """Cards may be entered before the event is started; they were played on the planned day."""
    stage = morning(cast)
    match = Match.objects.get(event=stage.event, number=1)
    Match.objects.filter(pk=match.pk).update(state=Match.State.PLAYING)
    clock.move_to(NOON + timedelta(days=3))
    by = cast.who("ann")
    assert not start_event(by=by, event=stage.event, now=timezone.now())

    stage.event.refresh_from_db()
    assert stage.event.starts_at == NOON


def test_a_league_begun_before_its_first_night_keeps_its_plan(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    stage = morning(cast, kind="league")
    clock.move_to(NOON - timedelta(days=2))
    desk = cast.browser_of("ann")
    desk.post(reverse("desk_start", args=[stage.event.slug]))
    stage.event.refresh_from_db()
    assert stage.event.starts_at == NOON
