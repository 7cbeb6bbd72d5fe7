"""What an entry made on a night: points, 20s and the rounds they were shot in."""

import pytest

from leagues.models import Match, Round
from leagues.reads.leagues.table.night_results import EntryMade
from scoring.results import Result, bye_result
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays

pytestmark = pytest.mark.django_db


def result_of_match(points: int, twenties: int | None) -> Result[int]:
    return Result(1, (2,), points=points, twenties=twenties)


def test_matches_add_up() -> None:
    made = EntryMade().with_match(result_of_match(5, 6), 4).with_match(result_of_match(3, 2), 4)

    assert made == EntryMade(points=8, twenties=8, games=2, rounds=8)


def test_a_bye_that_pays_nothing_is_no_game() -> None:
    assert EntryMade().with_match(bye_result(1), 0) == EntryMade()


def test_a_match_without_20s_leaves_what_is_known() -> None:
    made = EntryMade().with_match(result_of_match(5, 6), 4).with_match(result_of_match(3, None), 4)

    assert (made.twenties, made.rounds) == (6, 4)


def test_rounds_are_unknown_once_those_of_one_match_are() -> None:
    for first, second in ((4, 0), (0, 4)):
        made = (
            EntryMade()
            .with_match(result_of_match(5, 6), first)
            .with_match(result_of_match(3, 2), second)
        )
        assert (made.twenties, made.rounds) == (8, None)


def test_the_rounds_of_a_night_reach_the_season(cast: Cast) -> None:
    mondays = Mondays.open(cast, "Zoë", "Bo")
    event = mondays.play(1, ("Zoë", "Bo", 6, 2))
    played = Match.objects.get(event=event)
    Round.objects.bulk_create(Round(match=played, number=number, first=0) for number in range(1, 5))
    played.sides.update(twenties=3)
    event.touch()

    assert [row.scores[0].rounds for row in mondays.season().rows] == [4, 4]
