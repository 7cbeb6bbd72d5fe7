"""A plan that can't be played is refused when it is made or entered, not in the last round."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from leagues.actions.draw.draw import draw_rounds
from leagues.actions.refusal import Refused
from leagues.models import Entry, Event, Match, PairingRound, Team
from leagues.reads.draw.draw_input import clubs_in
from leagues.reads.draw.timetable import EventTimetable, hall_of, timetable_for
from leagues.reads.events.plans import plan_of
from leagues.reads.play.round_times import as_it_runs
from leagues.stages.pairing_ways import Outsiders, PairingWay, Partners, SomeGames
from tests.cast import Cast
from tests.leagues.draw.draws import a_stage, an_event
from tests.leagues.events.planning import OPEN, words_of

pytestmark = pytest.mark.django_db


def outlook_of(event: Event, entries: int) -> EventTimetable:
    """The timetable of a planned event with this number of entries."""
    return timetable_for(
        [plan_of(stage) for stage in event.stages.all()],
        entries,
        hall_of(event),
        event.starts_at.astimezone(event.tzinfo),
        clubs_in(event),
    )


TEN_NEED_ELEVEN = (
    "10 games against different opponents: a pool needs more than 10 entries, but it would have 10"
)


def in_clubs(event: Event, *sizes: int) -> None:
    """Put the entries of an event into teams of these sizes."""
    entries = iter(event.entries.order_by("pk"))
    for number, size in enumerate(sizes, start=1):
        team = Team.objects.create(club=event.club, name=f"Club {number}")
        Entry.objects.filter(pk__in=[next(entries).pk for _ in range(size)]).update(team=team)


@pytest.mark.parametrize(
    ("way", "entries", "clubs"),
    [
        (Partners(), 10, ()),
        (Outsiders(clubs=2), 12, (4, 4, 4)),
        (Outsiders(clubs=2), 9, (4, 3, 2)),
        (SomeGames(4), 7, ()),
    ],
    ids=str,
)
def test_what_is_planned_for_those_who_are_in_is_drawn(
    cast: Cast, way: PairingWay, entries: int, clubs: tuple[int, ...]
) -> None:
    event = an_event(cast, entries, boards=6)
    stage = a_stage(cast, event, way)
    in_clubs(event, *clubs)
    [outlook] = outlook_of(event, entries).stages

    draw_rounds(by=cast.who("ann"), stage=stage)

    drawn = Match.objects.filter(pairing_round__stage=stage)
    assert outlook.rounds == PairingRound.objects.filter(stage=stage).count()
    assert outlook.matches == drawn.exclude(ending="bye").count()
    assert outlook.byes == drawn.filter(ending="bye").count()


def test_three_clubs_of_four_are_48_matches(cast: Cast) -> None:
    event = an_event(cast, 12)
    a_stage(cast, event, Outsiders(clubs=2))
    in_clubs(event, 4, 4, 4)

    assert [stage.matches for stage in outlook_of(event, 12).stages] == [48]


def test_ten_opponents_are_not_drawn_from_nine(cast: Cast) -> None:
    event = an_event(cast, 10)
    stage = a_stage(cast, event, SomeGames(10))

    with pytest.raises(Refused, match="needs more than 10 entries"):
        draw_rounds(by=cast.who("ann"), stage=stage)
    assert not PairingRound.objects.exists()


def test_people_and_stages_say_what_those_who_are_in_cannot_play(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 10)
    stage = a_stage(cast, event, SomeGames(10))
    for page in ("people", "stages"):
        shown = words_of(ann.get(f"/desk/events/{event.slug}/{page}/"))
        assert f"{TEN_NEED_ELEVEN}." in shown, page

    stage.options = {"games": 9}
    stage.save()
    for page in ("people", "stages"):
        shown = words_of(ann.get(f"/desk/events/{event.slug}/{page}/"))
        assert "different opponents need" not in shown, page


def test_a_shape_is_not_planned_for_too_few_players(ann: Client) -> None:
    answer = ann.post("/desk/new/rotating-doubles/", OPEN | {"entries": "3", "sides": "redrawn"})

    assert answer.status_code == 422
    assert (
        "“Doubles” doesn’t work with this number of players: doubles need four players."
        in words_of(answer)
    )
    assert not Event.objects.exists()


def test_the_stages_to_come_count_from_the_current_game(cast: Cast) -> None:
    event = an_event(cast, 6, boards=3)
    stage = a_stage(cast, event, SomeGames(3))
    a_stage(cast, event, SomeGames(2), name="Evening")
    rounds = draw_rounds(by=cast.who("ann"), stage=stage)
    outlook = outlook_of(event, 6)
    starts = [at.replace(tzinfo=event.tzinfo) for at in outlook.stages[0].starts]
    assert as_it_runs(event, outlook, starts[1]) is None

    second = Match.objects.filter(pairing_round=rounds[1])
    second.update(state="called", called_at=starts[1] + timedelta(minutes=20))
    assert moved_by(event, outlook, starts[1] + timedelta(minutes=21)) == {timedelta(minutes=20)}
    later = starts[2] + timedelta(minutes=45)
    assert moved_by(event, outlook, later) == {timedelta(minutes=45)}, "the game isn’t finished"


def moved_by(event: Event, planned: EventTimetable, now: datetime) -> set[timedelta]:
    """By how much the event and its stages are expected to end later than planned."""
    moved = as_it_runs(event, planned, now)
    assert moved
    ends = [(moved.ends[0][0], planned.ends[0][0])]
    for stage, before in zip(moved.stages, planned.stages, strict=True):
        assert stage.ends
        assert before.ends
        ends.append((stage.ends, before.ends))
    [*_, evening], [*_, planned_evening] = moved.stages, planned.stages
    ends.append((evening.starts[-1], planned_evening.starts[-1]))
    return {after - before for after, before in ends}


def test_the_expected_end_waits_for_the_next_game_and_counts_no_play_off(cast: Cast) -> None:
    event = an_event(cast, 6, boards=3)
    stage = a_stage(cast, event, SomeGames(3))
    first, second, third = draw_rounds(by=cast.who("ann"), stage=stage)
    outlook = outlook_of(event, 6)
    starts = [at.replace(tzinfo=event.tzinfo) for at in outlook.stages[0].starts]
    for each, begun in ((first, starts[0]), (third, starts[2])):
        each.matches.update(state="finished", ending="played", called_at=begun)
    PairingRound.objects.filter(pk=third.pk).update(is_play_off=True, number=9)

    waiting = as_it_runs(event, outlook, starts[1] + timedelta(minutes=10))
    assert waiting
    assert waiting.ends[0][0] == outlook.ends[0][0] + timedelta(minutes=10)

    second.matches.update(state="finished", ending="played", called_at=starts[1])
    in_time = as_it_runs(event, outlook, starts[2])
    assert in_time
    assert in_time.ends[0] == outlook.ends[0]
