"""A new league of dated matches: all meet all, and each match has its week."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations

import pytest
import time_machine

from leagues.actions.draw.draw import discard_drafts, take_back_rounds
from leagues.actions.refusal import Refused
from leagues.models import DatedMatch, Event, League, Match, Night
from leagues.reads import tables_of
from leagues.stages.match_league import MatchLeague
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import FIRST, MONDAYS, open_matches


def side_names(match: Match) -> frozenset[str]:
    return frozenset(
        " & ".join(p.name for p in side.players.order_by("side_players__number"))
        for side in match.sides.all()
    )


def test_four_meet_once_in_three_weeks_with_one_to_catch_up(cast: Cast) -> None:
    league = open_matches(cast)
    dated = DatedMatch.objects.order_by("due_on", "match__number")
    assert [(each.week.on, each.due_on) for each in dated[::2]] == [
        (date(2026, 10, 5), date(2026, 10, 11)),
        (date(2026, 10, 12), date(2026, 10, 18)),
        (date(2026, 10, 26), date(2026, 11, 1)),
    ]
    assert {side_names(each.match) for each in dated} == {
        frozenset(two) for two in combinations(("Ben", "Cat", "Eve", "Fay"), 2)
    }
    assert league.nights.in_order()[2].is_catch_up
    assert not league.nights.in_order()[3].is_catch_up


def test_its_event_runs_from_the_first_week_and_silence_confirms_after_days(cast: Cast) -> None:
    league = open_matches(cast, matches=MatchLeague(confirm_hours=48))
    event = league.event
    assert event is not None
    assert event.state == Event.State.RUNNING
    assert event.starts_at == league.nights.in_order()[0].starts_at
    shown = []
    for days in (-4, 1):
        with time_machine.travel(event.starts_at + timedelta(days=days)):
            shown.append(event.shown_state)
    assert shown == [Event.State.PLANNED, Event.State.RUNNING]
    assert event.confirm_minutes == 48 * 60
    assert league.has_dated_matches
    assert not event.matches.exclude(board=None).exists()


def test_divisions_play_among_themselves_and_each_has_a_table(cast: Cast) -> None:
    pairs = {"First": ("Ben & Cat", "Eve & Fay", "Gus & Hal"), "Second": ("Ida & Jon", "Kim & Leo")}
    league = open_matches(cast, pairs, kind=League.Kind.PAIRS)
    assert league.event is not None
    stage = league.event.stages.get()
    found = [
        (table.pool.name, sorted(str(line.entry.people[0]) for line in table.lines))
        for table in tables_of(stage)
    ]
    assert found == [("First", ["Ben", "Eve", "Gus"]), ("Second", ["Ida", "Kim"])]
    assert DatedMatch.objects.count() == 4  # three, and one; who sits out has no match
    divisions = dict(league.enrolments.values_list("player__name", "division"))
    assert divisions["Hal"] == "First"
    assert divisions["Leo"] == "Second"
    assert len(divisions) == 10


def test_home_and_away_is_twice(cast: Cast) -> None:
    open_matches(cast, matches=MatchLeague(legs=2, catch_up_every=0))
    assert DatedMatch.objects.count() == 12
    assert len(set(DatedMatch.objects.values_list("week", flat=True))) == 6


def test_a_calendar_that_is_too_short_is_refused_and_leaves_nothing(cast: Cast) -> None:
    two = replace(MONDAYS, last=date(2026, 10, 12))
    with pytest.raises(Refused, match="need 4 weeks, but the calendar has only 2"):
        open_matches(cast, calendar=two)
    assert not League.objects.exists()
    assert not Event.objects.exists()


def test_a_division_of_one_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused, match="Second needs at least two"):
        open_matches(cast, {"First": ("Ben", "Cat"), "Second": ("Eve",)})
    with pytest.raises(Refused, match="At least two"):
        open_matches(cast, {"": ("Ben",)})
    assert not Night.objects.exists()


def test_the_second_leg_lists_the_sides_the_other_way_round(cast: Cast) -> None:
    league = open_matches(cast, matches=MatchLeague(legs=2, catch_up_every=0))
    assert league.event is not None
    of_round: dict[int, list[tuple[str, ...]]] = {}
    for match in league.event.matches.order_by("pairing_round__number", "number"):
        sides = match.sides.order_by("seat").values_list("players__name", flat=True)
        of_round.setdefault(match.pairing_round.number, []).append(tuple(sides))
        assert match.first == 0
    rounds = list(of_round.values())
    half = len(rounds) // 2
    for there, back in zip(rounds[:half], rounds[half:], strict=True):
        assert {names[::-1] for names in back} == set(there)


def test_a_week_keeps_its_hour_over_the_change_of_clocks(cast: Cast) -> None:
    league = open_matches(cast, matches=MatchLeague(legs=2, catch_up_every=0))
    assert league.event is not None
    rounds = league.event.stages.get().pairing_rounds.order_by("number")
    zone = league.tzinfo
    starts = [each.starts_at.astimezone(zone) for each in rounds if each.starts_at]
    assert [start.date() for start in starts][:1] == [FIRST]
    assert {start.strftime("%H:%M") for start in starts} == {"19:30"}
    assert len({start.utcoffset() for start in starts}) == 2


def test_a_draw_that_is_taken_back_and_thrown_away_takes_its_dates_along(cast: Cast) -> None:
    league = open_matches(cast)
    assert league.event is not None
    stage = league.event.stages.get()
    take_back_rounds(by=cast.who("ann"), stage=stage)
    discard_drafts(by=cast.who("ann"), stage=stage)
    assert not DatedMatch.objects.exists()
