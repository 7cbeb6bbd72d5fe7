"""The start of each pairing round: as planned, then moved with the real course of the day."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.events.plan import FACTS, change_event, state_of
from leagues.actions.events.stages import change_stage, columns_of
from leagues.actions.events.times import set_times
from leagues.models import Match, PairingRound, Stage
from leagues.reads import sheet_of
from leagues.reads.events.plans import plan_of
from leagues.reads.state_marks import mark_of
from leagues.stages.entry_sources import Top
from leagues.stages.pairing_ways import AllShoot, Knockout, SomeGames
from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.leagues.draw.draws import NOON
from tests.leagues.events.mornings import call_pairing_round, morning, start_times

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The clock, an hour before the event begins."""
    with time_machine.travel(NOON - timedelta(hours=1), tick=False) as clock:
        yield clock


def test_a_draw_sets_when_its_rounds_begin(cast: Cast, clock: time_machine.Traveller) -> None:
    assert start_times(morning(cast)) == ["12:00", "12:14", "12:28"]


def test_with_one_board_each_round_takes_two_waves(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    assert start_times(morning(cast, boards=1)) == ["12:00", "12:28", "12:56"]


def test_a_late_start_moves_all_that_is_to_come(cast: Cast, clock: time_machine.Traveller) -> None:
    stage = morning(cast)
    clock.move_to(NOON + timedelta(minutes=10))
    call_pairing_round(cast, stage, 1)
    assert start_times(stage) == ["12:10", "12:24", "12:38"]


def test_the_last_card_of_a_round_sets_the_start_of_the_next(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=4)
    stage = hall.stage("Morning", SomeGames(3))
    clock.move_to(hall.event.starts_at)
    draw_rounds(by=hall.by, stage=stage)
    publish_rounds(by=hall.by, stage=stage)
    call_pairing_round(cast, stage, 1)
    first, second = stage.pairing_rounds.get(number=1).matches.all()
    clock.shift(timedelta(minutes=20))
    hall.win(first, 0)
    assert start_times(stage)[1] == "12:14", "one match is still played"
    clock.shift(timedelta(minutes=10))
    hall.win(second, 0)
    assert start_times(stage) == ["12:00", "12:32", "12:46"]


def test_a_final_has_its_time_as_soon_as_it_is_known(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=4)
    clock.move_to(hall.event.starts_at)
    stage = hall.stage("Play-off", Knockout())
    publish_rounds(by=hall.by, stage=stage)
    clock.shift(timedelta(minutes=30))
    for slot in ("SF1", "SF2"):
        hall.win(Match.objects.get(slot=slot), 0)
    assert start_times(stage)[-1] == "12:32"


@pytest.mark.parametrize(
    ("pause", "begins"),
    [
        ({}, "12:50"),
        ({"break_minutes": 5}, "12:35"),
        ({"not_before": 8 * 60 + 30}, "13:30"),
        ({"not_before": 7 * 60 + 40}, "12:50"),
    ],
    ids=str,
)
def test_between_two_stages_there_is_a_break(
    pause: dict[str, Any], begins: str, cast: Cast, clock: time_machine.Traveller
) -> None:
    """The first stage is over at 12:30 UTC, which is 7:30 in Toronto."""
    hall = Hall.open(cast.club, cast.who("ann"), entries=4)
    clock.move_to(hall.event.starts_at)
    first, later = (hall.stage("One", SomeGames(1)), hall.stage("Two", Knockout(), Top(2)))
    draw_rounds(by=hall.by, stage=first)
    publish_rounds(by=hall.by, stage=first)
    clock.shift(timedelta(minutes=30))
    for match in Match.objects.all():
        hall.win(match, 0 if match.number == 1 else 1)
    hall.enter(later)
    publish_rounds(by=hall.by, stage=later)
    assert start_times(later) == ["12:50"]
    change_stage(
        by=hall.by,
        stage=later,
        plan=replace(plan_of(later), **pause),
        seen=mark_of(columns_of(later)),
    )
    assert start_times(later) == [begins]


def test_fewer_boards_and_another_start_move_the_times(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    stage = morning(cast)
    event, by = stage.event, cast.who("ann")
    change_event(
        by=by,
        event=event,
        seen=mark_of(state_of(event)),
        sheet=sheet_of(event),
        boards=[1],
        facts={name: getattr(event, name) for name in FACTS}
        | {"starts_at": NOON + timedelta(minutes=30)},
    )
    assert start_times(stage) == ["12:30", "12:58", "13:26"]


def test_lunch_after_a_shoot_out_ends_at_its_time(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    """A shoot-out has no draw. 13:30 UTC is 8:30 in Toronto."""
    hall = Hall.open(cast.club, cast.who("ann"), entries=4)
    hall.stage("Shoot-out", AllShoot())
    stage = hall.stage("Games", SomeGames(1))
    Stage.objects.filter(pk=stage.pk).update(not_before=8 * 60 + 30)
    hall.seat(stage, [hall.entries])
    draw_rounds(by=hall.by, stage=stage)
    assert start_times(stage) == ["13:30"]


def test_minutes_of_a_stage_move_its_times(cast: Cast, clock: time_machine.Traveller) -> None:
    stage = morning(cast)
    change_stage(
        by=cast.who("ann"),
        stage=stage,
        plan=replace(plan_of(stage), minutes=20),
        seen=mark_of(columns_of(stage)),
    )
    assert start_times(stage) == ["12:00", "12:22", "12:44"]


def test_a_walkover_before_the_day_is_no_beginning(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    stage = morning(cast)
    first = Match.objects.filter(pairing_round__number=1).order_by("number")[:1]
    Match.objects.filter(pk__in=first).update(
        state="finished", ending="walkover", finished_at=NOON - timedelta(minutes=30)
    )
    set_times(stage.event)
    assert start_times(stage) == ["12:00", "12:14", "12:28"]


def test_a_draw_sets_no_times_in_a_league(cast: Cast, clock: time_machine.Traveller) -> None:
    stage = morning(cast, kind="league")
    assert not PairingRound.objects.filter(stage=stage).exclude(starts_at=None).exists()


def test_times_cost_the_same_for_many_rounds(cast: Cast, clock: time_machine.Traveller) -> None:
    asked = []
    for rounds in (1, 3):
        event = morning(cast, SomeGames(rounds)).event
        clock.shift(timedelta(hours=2))
        with CaptureQueriesContext(connection) as queries:
            set_times(event)
        asked.append(len(queries))
    assert asked[0] == asked[1] == 3
