"""Leagues of boxes: a period is played, and the next follows from its tables."""

from dataclasses import replace
from datetime import date

import pytest

from leagues.actions.leagues.kinds.boxes import UnplayedOfPeriod
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.refusal import Refused, Stale
from leagues.models import Action, DatedMatch, Entry, League, Match, Night
from leagues.reads.leagues.kinds.boxes import Wishes, box_period, next_period
from leagues.reads.tables.tables import tables_of
from leagues.stages.boxes import BoxRules
from leagues.stages.match_league import MatchLeague
from tests.cast import Cast
from tests.leagues.leagues.box_leagues import (
    entry_key,
    entry_keys,
    go_on,
    names_in_boxes,
    open_boxes,
    play_period,
)
from tests.leagues.leagues.match_leagues import MONDAYS, player_named
from tests.leagues.leagues.tonights import win_match


def test_ten_players_make_two_boxes_by_strength(cast: Cast) -> None:
    league = open_boxes(cast)

    assert names_in_boxes(league) == ["ABCDE", "FGHIJ"]
    assert [str(pool) for pool in box_period(league).stage.pools.all()] == ["Box 1", "Box 2"]
    assert DatedMatch.objects.count() == 20


def test_all_matches_of_a_period_are_due_when_it_ends(cast: Cast) -> None:
    open_boxes(cast)

    assert set(DatedMatch.objects.values_list("due_on", flat=True)) == {date(2026, 11, 1)}
    weeks = DatedMatch.objects.values_list("week__on", flat=True)
    assert set(weeks) == {date(2026, 10, day) for day in (5, 12, 19, 26)}


def test_no_match_of_a_box_waits_for_a_board(cast: Cast) -> None:
    league = open_boxes(cast, boards=(1, 2))
    play_period(league)
    go_on(cast, league)

    assert not Match.objects.exclude(board=None).exists()
    assert league.event is not None
    assert league.event.boards.count() == 2


def test_two_players_make_no_box(cast: Cast) -> None:
    with pytest.raises(Refused, match="three players"):
        open_boxes(cast, "AB")
    assert not League.objects.exists()


def test_a_calendar_without_a_week_is_refused(cast: Cast) -> None:
    none = replace(MONDAYS, first=date(2026, 10, 6), last=date(2026, 10, 11))
    with pytest.raises(Refused, match="no week"):
        open_boxes(cast, calendar=none)


def test_the_best_go_up_and_the_last_down_into_the_next_weeks(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    stage = go_on(cast, league)

    assert names_in_boxes(league) == ["ABCDF", "EGHIJ"]
    assert str(stage) == "Period 2"
    second = DatedMatch.objects.filter(match__pairing_round__stage=stage)
    assert min(second.values_list("week__on", flat=True)) == date(2026, 11, 2)
    assert set(second.values_list("due_on", flat=True)) == {date(2026, 11, 29)}
    assert Match.objects.filter(pairing_round__stage=stage).exclude(ending="bye").count() == 20


def test_an_unplayed_match_blocks_the_next_period_until_it_is_void(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league, but="AB")
    with pytest.raises(Refused, match="1 match hasn’t been played"):
        go_on(cast, league)
    assert league.event is not None
    assert league.event.stages.count() == 1

    go_on(cast, league, unplayed=UnplayedOfPeriod.VOID)
    (gone,) = Match.objects.filter(ending="annulled")
    assert set(gone.sides.values_list("players__name", flat=True)) == {"A", "B"}


def test_a_match_that_is_not_played_may_be_lost_by_both(cast: Cast) -> None:
    """No absent player is ranked above a player with the average of the matches played."""
    league = open_boxes(cast)
    play_period(league, but="AB")
    period = box_period(league).stage
    go_on(cast, league, unplayed=UnplayedOfPeriod.LOST)

    (both,) = Match.objects.filter(ending="forfeit")
    assert [(side.points, both.winner) for side in both.sides.all()] == [(0, None)] * 2
    lines = [line for table in tables_of(period) for line in table.lines]
    assert not any(line.points.is_adjusted for line in lines)


def test_too_few_games_do_not_go_up(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league, but="FG")
    Match.objects.filter(sides__players__name="F").filter(sides__players__name="H").update(
        state="finished", ending="annulled", winner=None
    )
    go_on(cast, league, unplayed=UnplayedOfPeriod.VOID)

    assert names_in_boxes(league)[0] == "ABCDG"


def test_who_leaves_and_who_is_new(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    zoe = player_named(cast, "Z")
    go_on(cast, league, leaving=entry_keys(league, "B"), joining=[-zoe.pk])

    assert names_in_boxes(league) == ["ACDEF", "GHIJZ"]
    assert Entry.objects.get(pk=entry_key(league, "B")).state == "withdrawn"
    gone, new = (league.enrolments.get(player__name="B"), league.enrolments.get(player__name="Z"))
    assert gone.last is not None
    assert gone.last.on == date(2026, 10, 26)
    assert new.first is not None
    assert new.first.on == date(2026, 11, 2)


@pytest.mark.long
def test_who_left_may_come_back_at_the_bottom(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    go_on(cast, league, leaving=entry_keys(league, "A"))
    play_period(league)
    go_on(cast, league, joining=entry_keys(league, "A"))

    assert names_in_boxes(league)[-1].endswith("A")
    assert Entry.objects.get(pk=entry_key(league, "A")).state == "active"
    assert league.enrolments.filter(player__name="A", last=None).count() == 1


def test_who_withdrew_during_the_period_does_not_play_on(cast: Cast) -> None:
    league = open_boxes(cast)
    Entry.objects.filter(pk=entry_key(league, "J")).update(state="withdrawn")
    play_period(league)
    go_on(cast, league)

    assert names_in_boxes(league) == ["ABCDF", "EGHI"]


def test_a_champion_who_leaves_and_three_tied_for_second(cast: Cast) -> None:
    league = open_boxes(cast, rules=BoxRules(moves=2))
    play_period(league)
    tie_players(league, "GHI")
    wishes = {"leaving": entry_keys(league, "F")}
    with pytest.raises(Refused, match="G, H and I are tied, and 2 of them go up"):
        go_on(cast, league, **wishes)

    go_on(cast, league, **wishes, settled=entry_keys(league, "IG"))
    assert names_in_boxes(league) == ["ABCIG", "DEHJ"]


def tie_players(league: League, names: str) -> None:
    """Each beats the next in a circle, so they are tied in everything."""
    for one, other in zip(names, names[1:] + names[0], strict=True):
        match = Match.objects.filter(sides__players__name=one).get(sides__players__name=other)
        seats = list(match.sides.order_by("seat").values_list("players__name", flat=True))
        win_match(match, seats.index(one))


def test_a_person_may_change_the_boxes(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    go_on(cast, league, boxes=(entry_keys(league, "ABCDFE"), entry_keys(league, "GHIJ")))

    assert names_in_boxes(league) == ["ABCDFE", "GHIJ"]


def test_who_goes_up_has_to_play_higher(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    with pytest.raises(Refused, match="F goes up and must play higher"):
        go_on(cast, league, boxes=(entry_keys(league, "ABCDE"), entry_keys(league, "FGHIJ")))

    go_on(cast, league, declining=entry_keys(league, "F"))
    assert names_in_boxes(league) == ["ABCDG", "EFHIJ"]


def test_two_who_look_at_the_same_plan_begin_one_period(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    seen = box_period(league).mark
    go_on(cast, league, seen=seen)
    with pytest.raises(Stale):
        go_on(cast, league, seen=seen)


def test_without_weeks_there_is_no_next_period(cast: Cast) -> None:
    league = open_boxes(cast, calendar=replace(MONDAYS, last=date(2026, 10, 26)))
    play_period(league)
    with pytest.raises(Refused, match="no weeks left"):
        go_on(cast, league)


def test_home_and_away_boxes_meet_twice(cast: Cast) -> None:
    open_boxes(cast, "ABCD", matches=MatchLeague(legs=2))

    assert DatedMatch.objects.count() == 12


def test_a_cancelled_week_is_no_week_of_a_period(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    Night.objects.filter(on=date(2026, 11, 2)).update(is_cancelled=True)
    stage = go_on(cast, league)

    second = DatedMatch.objects.filter(match__pairing_round__stage=stage)
    assert min(second.values_list("week__on", flat=True)) == date(2026, 11, 9)


@pytest.mark.long
def test_a_period_is_taken_back_with_everybody_who_came_and_went(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    zoe = player_named(cast, "Z")
    go_on(cast, league, leaving=entry_keys(league, "B"), joining=[-zoe.pk])
    line = Action.objects.get(verb="open_period")
    assert preview_undo(line).startswith("The period before it will be running again")
    undo(by=cast.who("ann"), action=line)

    assert names_in_boxes(league) == ["ABCDE", "FGHIJ"]
    assert Entry.objects.get(pk=entry_key(league, "B")).state == "active"
    assert not Entry.objects.filter(players__name="Z").exists()
    assert not league.enrolments.exclude(last=None).exists()
    go_on(cast, league)
    assert names_in_boxes(league) == ["ABCDF", "EGHIJ"]


def test_a_period_with_a_played_match_is_not_undone(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    stage = go_on(cast, league)
    line = Action.objects.get(verb="open_period")
    match = Match.objects.filter(pairing_round__stage=stage).unfinished()[0]
    win_match(match)
    Match.objects.filter(pk=match.pk).update(ending="walkover")
    with pytest.raises(Refused, match="already been played"):
        preview_undo(line)


@pytest.mark.long
def test_a_period_is_taken_back_and_the_one_before_it_stays(cast: Cast) -> None:
    league = open_boxes(cast)
    for _period in range(2):
        play_period(league)
        go_on(cast, league)
    first, last = Action.objects.filter(verb="open_period").order_by("pk")
    undo(by=cast.who("ann"), action=last)
    with pytest.raises(Refused, match="already been played"):
        preview_undo(first)


def test_the_plan_of_a_page_is_the_one_that_is_done(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    planned = next_period(box_period(league), Wishes())
    go_on(cast, league, boxes=planned.groups)

    assert names_in_boxes(league) == ["ABCDF", "EGHIJ"]
