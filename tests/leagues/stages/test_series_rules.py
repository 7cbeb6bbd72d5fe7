"""The rules of a league of series: games, the margin of a forfeit, the clock."""

import pytest

from leagues.stages.kind_rules import read_rules, rules_to_store
from leagues.stages.series import SeriesRules
from scoring.errors import RuleError
from scoring.season import SERIES_LEAGUE


def test_the_usual_ones_are_those_of_the_league_the_library_knows() -> None:
    assert SeriesRules().pays == SERIES_LEAGUE


def test_they_are_kept_and_read() -> None:
    rules = SeriesRules(games=3, forfeit_margin=40, minutes=0)
    assert read_rules(rules_to_store(rules)) == rules


def test_without_minutes_there_is_no_clock() -> None:
    assert SeriesRules().has_clock
    assert not SeriesRules(minutes=0).has_clock


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"games": 1}, "games per series"),
        ({"games": 5}, "games per series"),
        ({"forfeit_margin": 0}, "margin of a forfeit"),
        ({"forfeit_margin": 101}, "margin of a forfeit"),
        ({"minutes": -1}, "minutes per game"),
        ({"minutes": 121}, "minutes per game"),
    ],
)
def test_unplayable_rules_are_refused(asked: dict[str, int], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        SeriesRules(**asked)
