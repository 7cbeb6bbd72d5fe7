"""Matches in one's own time: how many a player owes, and the next opponents."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.stages.own_time import MetOn, OwnTime, OwnTimeRules
from scoring.errors import RuleError

MONDAY = date(2026, 10, 5)
RULES = OwnTimeRules()


def date_on(day: int) -> date:
    return MONDAY + timedelta(day)


def season_with(*met: tuple[str, int], rules: OwnTimeRules = RULES) -> OwnTime[str]:
    """A season with these meetings: two letters for the players, and the number of the day."""
    return OwnTime(rules, MONDAY, tuple(MetOn(two[0], two[1], date_on(day)) for two, day in met))


@pytest.mark.parametrize(
    ("day", "begins", "ends"), [(-3, 0, 13), (0, 0, 13), (13, 0, 13), (14, 14, 27), (30, 28, 41)]
)
def test_a_period_is_two_weeks(day: int, begins: int, ends: int) -> None:
    assert season_with().period(date_on(day)) == (date_on(begins), date_on(ends))


def test_two_matches_a_fortnight_are_owed_and_each_period_starts_again() -> None:
    played = season_with(("AB", 0), ("AC", 13), ("AD", 14))

    assert [played.owes(name, date_on(13)) for name in "ABCD"] == [0, 1, 1, 2]
    assert [played.owes(name, date_on(14)) for name in "ABCD"] == [1, 2, 2, 1]
    assert season_with(("AB", 0), ("AC", 1), ("AD", 2)).owes("A", date_on(3)) == 0
    assert season_with(("AB", -3)).owes("A", date_on(3)) == 1


def test_who_owes_most_is_named_first() -> None:
    played = season_with(("AB", 0), ("AC", 13))

    assert list(played.unplayed("ABCD", date_on(3))) == [("D", 2), ("B", 1), ("C", 1)]


def test_the_next_opponent_was_met_least_and_longest_ago() -> None:
    rules = OwnTimeRules(times=3)
    played = season_with(("AB", 5), ("AB", 6), ("CA", 4), ("AD", 2), rules=rules)

    assert played.opponents("A", "ABCDE") == ("E", "D", "C", "B")


def test_no_two_meet_more_often_than_the_league_allows() -> None:
    played = season_with(("AB", 0), ("BA", 20))

    assert played.opponents("A", "ABC") == ("C",)
    assert played.games_tonight("AB", ["AB"], date_on(30)) == ()


def test_who_is_here_and_owes_a_match_is_paired_with_who_they_met_least() -> None:
    played = season_with(("AB", 0), ("CD", 0))

    assert played.games_tonight("ABCD", ["ABCD"], date_on(2)) in (
        (("A", "C"), ("B", "D")),
        (("A", "D"), ("B", "C")),
    )


def test_as_many_play_as_can_however_often_they_have_met() -> None:
    """Each of them has one other in the division, met eight times already."""
    rules = OwnTimeRules(games=14, times=9)
    met = [("AB", day) for day in range(8)] + [("CD", day) for day in range(8)]
    played = season_with(*met, rules=rules)

    assert len(played.games_tonight("ABCD", ["AB", "CD"], date_on(9))) == 2


def test_only_those_of_a_division_play_tonight() -> None:
    assert season_with().games_tonight("ABCD", ["AC", "BD"], date_on(2)) == (("A", "C"), ("B", "D"))
    assert season_with().games_tonight("AB", ["A", "B"], date_on(2)) == ()


def test_who_owes_nothing_is_left_in_peace() -> None:
    played = season_with(("AB", 0), ("AC", 1))

    assert played.games_tonight("ABC", ["ABC"], date_on(2)) == (("B", "C"),)


@pytest.mark.parametrize(
    "wrong", [{"games": 0}, {"games": 15}, {"weeks": 0}, {"weeks": 9}, {"times": 0}, {"times": 21}]
)
def test_what_no_league_asks_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(RuleError):
        OwnTimeRules(**wrong)


def test_the_least_and_the_most_that_a_league_may_ask() -> None:
    assert OwnTimeRules(1, 1, 1).games == 1
    assert OwnTimeRules(14, 8, 20).games == 14


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["AB", "AC", "AD", "BC", "BD", "CD"]), st.integers(0, 40)),
        max_size=20,
    ),
    st.integers(0, 40),
)
def test_no_one_plays_twice_tonight_and_opponents_are_least_met_first(
    met: Sequence[tuple[str, int]], day: int
) -> None:
    played = season_with(*met)
    tonight = played.games_tonight("ABCD", ["ABCD"], date_on(day))

    playing = [entry for two in tonight for entry in two]
    assert len(playing) == len({*playing})
    assert all(played.owes(entry, date_on(day)) for entry in playing)
    for entry in "ABCD":
        listed = played.opponents(entry, "ABCD")
        assert entry not in listed
        assert all(played.times(entry, a) <= played.times(entry, b) for a, b in pairwise(listed))
