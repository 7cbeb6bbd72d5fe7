"""Matches before a cut are changed so that two entries are tied there."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.forced_ties import CardToCome, LineToLevel

DISCS = 8


def make_card(match: int, one: str, other: str, *rounds: tuple[int, int, int, int]) -> Any:
    """A card to come, with (points, points, 20s, 20s) of each round."""
    claims = [{"points": [a, b], "twenties": [x, y]} for a, b, x, y in rounds]
    return CardToCome(match, ((one,), (other,)), tuple(claims))


ANN_BEN = make_card(1, "Ann", "Ben", (2, 0, 3, 1), (0, 2, 1, 1), (2, 0, 2, 0), (1, 1, 1, 2))
CAT_DAN = make_card(2, "Cat", "Dan", (2, 0, 2, 2), (2, 0, 1, 0), (0, 2, 0, 1), (2, 0, 2, 1))
EVERYBODY = ["Eve", "Cat", "Ann", "Ben"]
MADE = {"Eve": (30, 10), "Cat": (20, 10), "Ann": (18, 9), "Ben": (2, 1)}


def make_line(cards: list[Any], order: list[str], end: int, made: Any = MADE) -> Any:
    return LineToLevel(cards, order, end, made, DISCS)


def test_the_points_and_20s_of_a_side_are_those_of_its_rounds() -> None:
    assert (ANN_BEN.made(0), ANN_BEN.made(1)) == ((5, 7), (3, 4))


@given(seat=st.integers(0, 1), points=st.integers(0, 8), twenties=st.integers(0, 4 * DISCS))
def test_a_side_makes_what_is_wanted_in_rounds_that_can_be_played(
    seat: int, points: int, twenties: int
) -> None:
    changed = ANN_BEN.with_made(seat, (points, twenties), DISCS)

    assert changed.made(seat) == (points, twenties)
    assert changed.made(1 - seat)[0] == 8 - points
    for each in changed.rounds:
        (a, b), (x, y) = each["points"], each["twenties"]
        assert a + b == 2
        assert 0 <= min(x, y) <= max(x, y) <= DISCS
        assert (x >= y if a > b else x <= y) or a == b


def test_a_side_that_makes_three_points_wins_one_round_and_ties_one() -> None:
    changed = ANN_BEN.with_made(0, (3, 4), DISCS)

    assert [each["points"] for each in changed.rounds] == [[2, 0], [1, 1], [0, 2], [0, 2]]
    assert [each["twenties"] for each in changed.rounds] == [[1, 1], [1, 1], [1, 1], [1, 2]]


@pytest.mark.parametrize("made", [(9, 4), (-1, 4), (4, -1), (4, 33)])
def test_what_four_rounds_cannot_make_gives_nothing(made: tuple[int, int]) -> None:
    assert ANN_BEN.with_made(0, made, DISCS) is None


@pytest.mark.parametrize(("rounds", "points"), [(4, 4), (3, 3), (1, 1)])
def test_a_level_match_has_as_much_on_both_sides(rounds: int, points: int) -> None:
    level = make_card(1, "Ann", "Ben", *[(2, 0, 3, 1)] * rounds).level()

    assert level.made(0) == level.made(1) == (points, rounds)


def test_who_is_out_is_brought_level_with_who_is_in_and_the_other_way_round() -> None:
    """Cat would go on with 20 points and 10 20s, Ann would be out with 18 and 9."""
    (first,), (second,) = list(make_line([ANN_BEN, CAT_DAN], EVERYBODY, 2).changes())[:2]

    assert (first.match, first.made(0)) == (1, (7, 8))  # Ann makes two more, and a 20
    assert (second.match, second.made(0)) == (2, (4, 4))  # Cat makes two fewer


def test_who_meet_each_other_only_are_not_made_level() -> None:
    assert not list(make_line([ANN_BEN], ["Ann", "Ben"], 1).changes())


def test_who_are_still_to_meet_are_level_there_too() -> None:
    """With the match against each other level both lose what it brought; then Ben's other match
    makes up for the rest."""
    ben_cat = make_card(3, "Cat", "Ben", *[(0, 2, 1, 2)] * 4)
    made = {"Ann": (20, 10), "Ben": (19, 9)}
    changed, level = next(iter(make_line([ANN_BEN, ben_cat], ["Ann", "Ben"], 1, made).changes()))

    assert (level.match, level.made(0), level.made(1)) == (1, (4, 3), (4, 3))
    assert changed.match == 3
    ann = 20 - 5 + 4, 10 - 7 + level.made(0)[1]
    ben = (19 - 3 + 4 - 8 + changed.made(1)[0], 9 - 4 + level.made(1)[1] - 8 + changed.made(1)[1])
    assert ann == ben


def test_who_has_no_match_left_is_only_caught_up_with() -> None:
    """Eve rests in the last round."""
    made = {"Eve": (18, 9), "Ann": (16, 9)}
    found = list(make_line([ANN_BEN], ["Eve", "Ann"], 1, made).changes())

    assert [each.made(0) for (each,) in found] == [(7, 7)]


def test_beside_them_another_match_comes_out_otherwise() -> None:
    found = list(make_line([ANN_BEN, CAT_DAN], EVERYBODY, 2).with_one_more())

    first = found[0]
    assert [each.match for each in first] == [1, 2]
    assert {each[1].made(0)[0] for each in found[:8]} == {0, 1, 2, 3, 4, 5, 7, 8}
    assert all(each[1].made(0)[1] == 5 for each in found[:8])
