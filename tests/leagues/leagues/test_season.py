"""A season's table from the results of its nights."""

from pytest_django import DjangoAssertNumQueries

from leagues.actions.people.merge import merge_players, undo_merge
from leagues.models import (
    Action,
    Adjustment,
    Answer,
    Event,
    Match,
    MatchSide,
    Night,
    NightResult,
    PairingRound,
    Pool,
    PoolEntry,
)
from leagues.reads.people.merging import plan_merge, state_of_plan
from leagues.reads.state_marks import mark_of
from scoring.season import Listed, NightMark, PaidBy, Scheme
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene


@scene
def mondays(cast: Cast) -> Mondays:
    return Mondays.open(cast, "Zoë", "Bo", "Cy")


def test_every_night_pays_the_points_it_brought(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0), ("Bo", "Cy", 6, 2))
    mondays.play(2, ("Zoë", "Cy", 5, 3))

    assert mondays.totals() == {"Zoë": 13, "Bo": 6, "Cy": 5}


def test_a_guest_is_never_paid(mondays: Mondays) -> None:
    mondays.play(1, ("Gus", "Bo", 8, 0), ("Gus", "Cy", 6, 2))

    assert mondays.totals() == {"Cy": 2, "Zoë": 0, "Bo": 0}


def test_who_joins_on_a_night_is_paid_from_then_on(mondays: Mondays) -> None:
    mondays.play(1, ("Gus", "Bo", 8, 0))
    mondays.play(2, ("Gus", "Cy", 6, 2))
    mondays.enrol("Gus", first=2)

    assert mondays.totals()["Gus"] == 6
    gus = mondays.player("Gus").pk
    assert mondays.season().marks_of(gus) == (NightMark.GUEST, NightMark.PLAYED, NightMark.TO_COME)


def test_a_running_night_counts_only_provisionally(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0), state=Event.State.RUNNING)

    assert mondays.totals()["Zoë"] == 0
    assert mondays.totals(with_running=True)["Zoë"] == 8


def test_a_correction_is_in_the_table_at_once(mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 8, 0))
    assert mondays.totals()["Zoë"] == 8

    MatchSide.objects.filter(match__event=event, seat=0).update(points=6)
    event.touch()

    assert mondays.totals()["Zoë"] == 6
    assert NightResult.objects.get(event=event).revision == event.revision


def test_a_night_with_too_few_is_played_and_does_not_count(mondays: Mondays) -> None:
    mondays.league.fewest = 3
    mondays.play(1, ("Zoë", "Bo", 8, 0))

    assert mondays.totals()["Zoë"] == 0
    assert mondays.season().nights[0].is_too_small


def test_a_match_is_one_meeting_of_two(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0), ("Bo", "Cy", 2, 6))
    zoe, bo, cy = (mondays.player(name).pk for name in ("Zoë", "Bo", "Cy"))

    [played] = mondays.season().season_nights[0].events
    assert [({m.one, m.other}, m.winner) for m in played.meetings] == [
        ({zoe, bo}, zoe),
        ({bo, cy}, cy),
    ]


def test_where_groups_are_paid_the_first_of_each_gets_the_same(cast: Cast) -> None:
    scheme = Scheme(Listed((3, 1)), paid_by=PaidBy.GROUP)
    mondays = Mondays.open(cast, "Zoë", "Bo", "Cy", "Di", scheme=scheme)
    event = mondays.play(1, ("Zoë", "Bo", 8, 0), ("Cy", "Di", 6, 2))
    second = Pool.objects.create(stage=event.stages.get(), number=2)
    lower = PoolEntry.objects.filter(entry__players__name__in=("Cy", "Di"))
    lower.update(pool=second)
    event.touch()

    assert mondays.totals() == {"Zoë": 3, "Cy": 3, "Bo": 1, "Di": 1}


def test_a_binned_event_pays_nothing(mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 8, 0))
    Event.objects.filter(pk=event.pk).update(binned_at=event.starts_at)

    assert mondays.totals()["Zoë"] == 0


def test_a_whole_season_is_read_in_one_query_of_results(
    mondays: Mondays, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in (1, 2, 3):
        mondays.play(number, ("Zoë", "Bo", 8, 0))
    mondays.season()

    with django_assert_num_queries(6):
        rows = mondays.season().rows

    assert rows[0].tour_points == 16  # two of three count


def test_a_match_struck_out_is_no_game(mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 8, 0))
    Match.objects.filter(event=event).update(ending=Match.Ending.NOT_RECORDED)
    event.touch()

    assert mondays.season().nights[0].is_too_small


def test_a_play_off_is_no_meeting_and_pays_nothing(mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 8, 0), ("Zoë", "Cy", 8, 0))
    last = Match.objects.filter(event=event).latest("number")
    PairingRound.objects.filter(matches=last).update(is_play_off=True)
    event.touch()

    assert mondays.totals()["Zoë"] == 8
    [played] = mondays.season().season_nights[0].events
    assert len(played.meetings) == 1


# --- Two who are one person -------------------------------------------------------------


def merge_two(mondays: Mondays, stays: str, leaves: str) -> Action:
    plan = plan_merge(mondays.player(stays), mondays.player(leaves))
    seen = mark_of(state_of_plan(plan))
    return merge_players(by=mondays.cast.who("ann"), plan=plan, seen=seen)


def test_a_walk_up_who_was_a_member_all_along_is_paid_once_merged(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0))
    mondays.play(2, ("Z.", "Bo", 6, 2))
    assert mondays.totals()["Zoë"] == 8

    done = merge_two(mondays, "Zoë", "Z.")
    assert mondays.totals() == {"Zoë": 14, "Bo": 2, "Cy": 0}

    undo_merge(by=mondays.cast.who("ann"), action=done)
    assert mondays.totals() == {"Zoë": 8, "Bo": 2, "Cy": 0}


def test_two_memberships_and_what_hangs_on_them_pass_over_and_back(mondays: Mondays) -> None:
    mondays.enrol("Z.", first=2)
    z = mondays.player("Z.")
    Adjustment.objects.create(league=mondays.league, player=z, points=3, reason="keys")
    night = mondays.night(3)
    Night.objects.filter(pk=night.pk).update(host=z)
    Answer.objects.create(night=mondays.night(1), player=z, reply="out", is_excused=True)
    mondays.play(1, ("Cy", "Bo", 8, 0))

    done = merge_two(mondays, "Zoë", "Z.")

    zoe = mondays.player("Zoë")
    assert mondays.totals() == {"Cy": 8, "Zoë": 3, "Bo": 0}
    assert mondays.season().marks_of(zoe.pk)[0] is NightMark.EXCUSED
    assert Night.objects.get(pk=night.pk).host == zoe

    undo_merge(by=mondays.cast.who("ann"), action=done)
    assert mondays.totals() == {"Cy": 8, "Z.": 3, "Zoë": 0, "Bo": 0}
    assert Night.objects.get(pk=night.pk).host == z


# --- Attendance, and players who cancelled in time -----------------------------------------


def test_who_played_without_a_place_in_a_table_is_paid_too(mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 5, 3))
    PoolEntry.objects.filter(entry__players=mondays.player("Bo")).delete()
    event.touch()

    assert mondays.totals()["Bo"] == 3


def test_an_answer_out_and_then_in_is_no_excuse(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0))
    cy = mondays.player("Cy")
    for reply, excused in (("out", True), ("in", False)):
        Answer.objects.create(night=mondays.night(1), player=cy, reply=reply, is_excused=excused)

    assert mondays.season().marks_of(cy.pk)[0] is NightMark.ABSENT
