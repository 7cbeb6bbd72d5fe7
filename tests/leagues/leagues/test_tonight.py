"""A night of a league: marking who is here, the draw, the start and the end."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from django.utils import timezone

from leagues.actions.leagues.nights import tonight
from leagues.actions.people.merge import merge_players, undo_merge
from leagues.actions.refusal import Refused
from leagues.models import Action, Event, League, Match, Night
from leagues.reads.leagues.night_format import Evening
from leagues.reads.people.merging import plan_merge, state_of_plan
from leagues.reads.play.open_matches import left_open, state_of_open
from leagues.reads.state_marks import mark_of
from scoring.season import Handicap
from scoring.serialization import to_dict
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import (
    drawn_event,
    half_played,
    mark_here,
    played_event,
    sat_out,
    set_boards,
    times_met,
    win_match,
)
from tests.scenes import scene

pytestmark = pytest.mark.django_db
FIVE = ("Eve", "Flo", "Gus", "Hal", "Ivy")


@scene
def mondays(cast: Cast) -> Mondays:
    mondays = Mondays.open(cast, *FIVE, nights=6)
    set_boards(mondays, 2)
    return mondays


# --- The draw -----------------------------------------------------------------------------


def test_the_draw_makes_the_nights_event_from_what_a_night_is_like(mondays: Mondays) -> None:
    event = drawn_event(mondays, 1, "Eve", "Flo", "Gus", "Hal")

    assert event.name == "Mondays, 5 October"
    assert event.night == mondays.night(1)
    assert event.starts_at == mondays.night(1).starts_at
    assert event.state == Event.State.PLANNED
    assert [b.number for b in event.boards.all()] == [1, 2]
    assert event.entries.exclude(checked_in_at=None).count() == 4
    rounds = event.stages.get().pairing_rounds.all()
    assert {r.state for r in rounds} == {"draft"}
    assert set(times_met(event).values()) == {1}


def test_a_second_press_of_draw_draws_nothing_twice(mondays: Mondays) -> None:
    event = drawn_event(mondays, 1, *FIVE)
    lines = Action.objects.count()
    again = tonight.draw_night(by=mondays.cast.who("ann"), night=mondays.night(1))

    assert again == [event]
    assert Action.objects.count() == lines
    assert Event.objects.count() == 1


@pytest.mark.parametrize("names", [(), ("Eve",)])
def test_fewer_than_two_cannot_be_drawn(mondays: Mondays, names: tuple[str, ...]) -> None:
    night = mark_here(mondays, 1, *names)
    with pytest.raises(Refused):
        tonight.draw_night(by=mondays.cast.who("ann"), night=night)
    assert not Event.objects.exists()


def test_a_cancelled_night_is_not_drawn(mondays: Mondays) -> None:
    night = mark_here(mondays, 1, *FIVE)
    type(night).objects.update(is_cancelled=True)
    with pytest.raises(Refused, match="cancelled"):
        tonight.draw_night(by=mondays.cast.who("ann"), night=night)


def test_one_board_short_is_left_out(mondays: Mondays) -> None:
    night = mark_here(mondays, 1, *FIVE)
    [event] = tonight.draw_night(by=mondays.cast.who("ann"), night=night, boards=1)

    assert [b.number for b in event.boards.all()] == [1]
    waves = event.matches.exclude(ending="bye").values_list("wave", flat=True)
    assert set(waves) == {1, 2}


@pytest.mark.long
def test_a_draw_is_taken_back_until_the_night_has_started(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(1)
    drawn_event(mondays, 1, "Eve", "Flo", "Gus", "Hal")
    tonight.take_draw_back(by=by, night=night)
    assert not Event.objects.present().exists()

    event = drawn_event(mondays, 1, *FIVE)
    assert event.entries.count() == 5
    tonight.start_night(by=by, night=night)
    with pytest.raises(Refused, match="started"):
        tonight.take_draw_back(by=by, night=night)


def test_handicaps_are_frozen_when_the_night_is_drawn(mondays: Mondays) -> None:
    """Case 26: the games use the handicaps as drawn, whatever is corrected later."""
    League.objects.update(handicap=to_dict(Handicap(Fraction(10), minimum=1)))
    mondays.play(1, ("Eve", "Flo", 8, 2))
    event = drawn_event(mondays, 2, "Eve", "Flo", "Zoe")

    assert event.handicaps is not None
    assert set(event.handicaps) <= {str(mondays.player(name).pk) for name in ("Eve", "Flo", "Zoe")}
    assert str(mondays.player("Flo").pk) in event.handicaps


# --- Over the season ----------------------------------------------------------------------


@pytest.mark.long
def test_four_nights_have_no_repeat_that_can_be_avoided(cast: Cast) -> None:
    """Ten players with two games a night meet eight of nine others in four nights."""
    ten = [f"P{n}" for n in range(10)]
    mondays = Mondays.open(cast, *ten, nights=4)
    League.objects.update(evening=evening_with(games=2))
    set_boards(mondays, 5)
    nights = [played_event(mondays, number, *ten) for number in range(1, 5)]

    assert set(times_met(*nights).values()) == {1}
    assert len(times_met(*nights)) == 40


@pytest.mark.long
def test_byes_of_five_with_two_boards_are_spread_over_the_season(mondays: Mondays) -> None:
    """Case 12: one of five is idle in each round, each equally often within one."""
    League.objects.update(evening=evening_with(games=2))
    mondays.league.refresh_from_db()
    nights = [played_event(mondays, number, *FIVE) for number in range(1, 6)]

    byes = sat_out(*nights)
    assert sum(byes.values()) == 10
    assert set(byes.values()) == {2}


def evening_with(games: int) -> dict[str, object]:
    return Evening(games=games).to_dict()


# --- Two places ---------------------------------------------------------------------------


@pytest.mark.long
def test_a_night_in_two_halls_is_two_events_and_one_column(cast: Cast) -> None:
    """Case 24: nine in one hall, fourteen in the other."""
    everybody = [f"P{n:02}" for n in range(23)]
    mondays = Mondays.open(cast, *everybody)
    set_boards(mondays, 10)
    by, night = cast.who("ann"), mark_here(mondays, 1, *everybody)
    nine = [mondays.player(name).pk for name in everybody[:9]]
    with pytest.raises(Refused, match="second venue"):
        tonight.split_night(by=by, night=night, place="", players=nine)
    tonight.split_night(by=by, night=night, place="Church hall", players=nine)
    here, there = tonight.draw_night(by=by, night=night)

    assert (here.entries.count(), there.entries.count()) == (14, 9)
    assert (here.boards.count(), there.boards.count()) == (6, 4)
    assert there.name == "Mondays, 5 October, Church hall"
    assert there.place == "Church hall"
    assert not set(here.boards.all()) & set(there.boards.all())
    tonight.start_night(by=by, night=night)
    for match in Match.objects.unfinished():
        win_match(match)
    tonight.end_night(by=by, night=night)

    assert Event.objects.filter(state="finished").count() == 2
    [column, *_later] = mondays.season().season_nights
    assert len(column.events) == 2
    assert all(len(row.scores) <= 3 for row in mondays.season().rows)
    assert len(mondays.totals()) == 23


def test_a_split_can_be_taken_back(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mark_here(mondays, 1, *FIVE)
    eve = mondays.player("Eve").pk
    tonight.split_night(by=by, night=night, place="Church hall", players=[eve])
    tonight.split_night(by=by, night=night, place="", players=[])

    assert set(night.arrivals.values_list("place", flat=True)) == {""}


# --- The start and the end ----------------------------------------------------------------


def test_the_start_publishes_and_calls_and_is_done_once(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(1)
    event = drawn_event(mondays, 1, *FIVE)
    tonight.start_night(by=by, night=night)
    event.refresh_from_db()

    assert event.state == Event.State.RUNNING
    assert event.starts_at == night.starts_at  # its day is the night's
    assert event.matches.filter(state="called").count() == 2
    assert not event.matches.exclude(pairing_round__state="published").exists()
    lines = Action.objects.count()
    tonight.start_night(by=by, night=night)
    assert Action.objects.count() == lines


@pytest.mark.long
def test_what_is_open_is_named_before_the_night_ends(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(1)
    event = drawn_event(mondays, 1, *FIVE)
    tonight.start_night(by=by, night=night)
    with pytest.raises(Refused, match="8 matches are still open"):
        tonight.end_night(by=by, night=night)
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def open_marks(night: Night) -> dict[int, str]:
    events = night.events.all()
    return {e.pk: mark_of(state_of_open(left_open(e))) for e in events}


@pytest.mark.long
@pytest.mark.parametrize(
    ("rounds", "halves_stand", "ending", "points"),
    [
        (2, True, Match.Ending.PLAYED, 4),
        (1, True, Match.Ending.ANNULLED, 0),
        (2, False, Match.Ending.ANNULLED, 0),
    ],
)
def test_the_power_is_cut_after_some_of_four_rounds(
    mondays: Mondays, rounds: int, halves_stand: bool, ending: Match.Ending, points: int
) -> None:
    """Case 38: from half of the rounds on, the night counts unfinished if the host chooses so."""
    by, night = mondays.cast.who("ann"), mondays.night(1)
    event = drawn_event(mondays, 1, *FIVE[:4])
    tonight.start_night(by=by, night=night)
    match = half_played(event, rounds)
    tonight.end_night(by=by, night=night, seen=open_marks(night), halves_stand=halves_stand)

    match.refresh_from_db()
    assert match.ending == ending
    assert match.sides.get(seat=0).points == points
    others = event.matches.exclude(pk=match.pk)
    assert {*others.values_list("ending", flat=True)} == {Match.Ending.ANNULLED}
    assert max(mondays.totals().values()) == points


@pytest.mark.long
def test_what_is_open_now_and_was_not_seen_ends_no_night(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(1)
    event = drawn_event(mondays, 1, *FIVE)
    tonight.start_night(by=by, night=night)
    seen = open_marks(night)
    match = half_played(event, 2)
    with pytest.raises(Refused, match="just been played or drawn"):
        tonight.end_night(by=by, night=night, seen=seen, halves_stand=True)

    match.refresh_from_db()
    assert match.state == Match.State.PLAYING


def test_the_second_end_writes_nothing(mondays: Mondays) -> None:
    """Case 39: two hosts end the night three seconds apart."""
    played_event(mondays, 1, *FIVE)
    lines, revision = Action.objects.count(), Event.objects.get().revision
    tonight.end_night(by=mondays.cast.who("ann"), night=mondays.night(1))

    assert Action.objects.count() == lines
    assert Event.objects.get().revision == revision


def test_a_night_past_midnight_belongs_to_the_evening(mondays: Mondays) -> None:
    """Case 37: begun after midnight, it is still Monday's."""
    event = drawn_event(mondays, 1, *FIVE)
    tonight.start_night(by=mondays.cast.who("ann"), night=mondays.night(1))
    event.refresh_from_db()

    assert event.starts_at == datetime(2026, 10, 5, 23, 30, tzinfo=UTC)
    assert timezone.now().date() != event.starts_at.date()


# --- One person of two --------------------------------------------------------------------


def merge_two(mondays: Mondays, stays: str, leaves: str) -> Action:
    plan = plan_merge(mondays.player(stays), mondays.player(leaves))
    by, seen = mondays.cast.who("ann"), mark_of(state_of_plan(plan))
    return merge_players(by=by, plan=plan, seen=seen)


def test_two_who_are_one_person_are_here_once(mondays: Mondays) -> None:
    """Case 15: both were ticked, or only the one who is merged away."""
    mark_here(mondays, 1, "Eve", "Eva", "Gus")
    mark_here(mondays, 2, "Eva")
    action = merge_two(mondays, "Eve", "Eva")
    [event] = tonight.draw_night(by=mondays.cast.who("ann"), night=mondays.night(1))

    assert event.entries.count() == 2
    assert [a.player.name for a in mondays.night(2).arrivals.all()] == ["Eve"]
    tonight.take_draw_back(by=mondays.cast.who("ann"), night=mondays.night(1))
    undo_merge(by=mondays.cast.who("ann"), action=action)
    assert [a.player.name for a in mondays.night(2).arrivals.all()] == ["Eva"]
