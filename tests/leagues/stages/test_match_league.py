"""How the matches of a league are spread over weeks."""

from datetime import date
from typing import Any

import pytest

from leagues.stages.match_league import MatchLeague
from scoring.errors import RuleError


@pytest.mark.parametrize(
    ("rule", "rounds", "weeks"),
    [
        (MatchLeague(catch_up_every=0), 3, (0, 1, 2)),
        (MatchLeague(catch_up_every=3), 7, (0, 1, 2, 4, 5, 6, 8)),
        (MatchLeague(a_week=2, catch_up_every=2), 9, (0, 0, 1, 1, 3, 3, 4, 4, 6)),
        (MatchLeague(), 0, ()),
    ],
)
def test_rounds_fall_into_weeks_between_those_to_catch_up(
    rule: MatchLeague, rounds: int, weeks: tuple[int, ...]
) -> None:
    assert rule.weeks(rounds) == weeks
    assert not any(rule.is_catch_up(week) for week in weeks)


def test_a_week_to_catch_up_comes_after_so_many_and_never_last() -> None:
    rule = MatchLeague(catch_up_every=3)
    assert [week for week in range(12) if rule.is_catch_up(week)] == [3, 7, 11]
    assert rule.needed(3) == 3
    assert rule.needed(4) == 5
    assert rule.needed(0) == 0


def test_a_match_is_due_days_after_its_weeks_day() -> None:
    assert MatchLeague(days_to_play=6).due_on(date(2026, 10, 26)) == date(2026, 11, 1)
    assert MatchLeague(days_to_play=0).due_on(date(2026, 10, 26)) == date(2026, 10, 26)


def test_a_league_keeps_its_rule() -> None:
    rule = MatchLeague(2, 3, 4, 5, 6)
    assert MatchLeague(**rule.to_dict()) == rule


@pytest.mark.parametrize(
    "facts",
    [
        {"legs": 0},
        {"legs": 5},
        {"a_week": 0},
        {"catch_up_every": -1},
        {"days_to_play": 61},
        {"confirm_hours": 0},
        {"confirm_hours": 337},
        {"most_put_off": -1},
        {"answer_hours": 0},
        {"most_as_substitute": -1},
        {"forfeit_points": -1},
        {"forfeit_games": 1000},
    ],
)
def test_what_no_league_has_is_refused(facts: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        MatchLeague(**facts)
