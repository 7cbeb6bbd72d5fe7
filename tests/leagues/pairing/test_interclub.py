"""Inter-club days: each player meets all outsiders and no clubmate."""

from itertools import combinations

import pytest

from leagues.pairing.draw_checker import Promise, Rule, find_breaches
from leagues.pairing.history import History
from leagues.pairing.interclub import draw_interclub, matches_between
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import pair_up


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ((4, 4), 4),
        ((3, 3, 3, 3), 9),
        ((4, 4, 4), 8),
        ((4, 4, 4, 4, 4), 16),
        ((1, 1, 1), 3),
        ((3, 3, 3), 7),
        ((5, 5, 5), 11),
        ((4, 5), 5),
        ((7, 2, 2), 9),
        ((6,), 0),
        ((5,), 0),
        ((0, 5), 0),
        ((0, 2, 2), 2),
        ((), 0),
    ],
)
def test_everyone_meets_everyone_of_the_other_clubs(sizes: tuple[int, ...], rounds: int) -> None:
    clubs = [[f"{club}.{n}" for n in range(size)] for club, size in enumerate(sizes)]

    day = draw_interclub(clubs, roll_dice("day"))

    history = History(day)
    everyone = [entry for club in clubs for entry in club]
    for one, other in combinations(everyone, 2):
        assert history.meetings(one, other) == (one[0] != other[0])
    assert len(day) == rounds
    planned = matches_between(sizes)
    assert sorted(planned) == sorted(len(each.pairings) for each in day)
    breaches = find_breaches(day, Promise(forbidden=pair_up(clubs), uneven=1), [everyone] * rounds)
    assert {breach.rule for breach in breaches} <= {Rule.SECOND_BYE}


def test_equal_clubs_play_without_a_bye_unless_everything_is_odd() -> None:
    for clubs, size in [(2, 5), (3, 4), (4, 3), (6, 4)]:
        teams = [[(club, n) for n in range(size)] for club in range(clubs)]
        assert all(r.byes == () for r in draw_interclub(teams, roll_dice("day")))

    odd = draw_interclub([[(club, n) for n in range(3)] for club in range(3)], roll_dice("day"))
    assert {len(r.byes) for r in odd} <= {1, 3}
    assert "not everyone can play" in str(odd[0].byes[0].because())
