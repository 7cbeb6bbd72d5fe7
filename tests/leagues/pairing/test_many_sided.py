"""Three or four at a board."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.draw_checker import Promise, find_breaches
from leagues.pairing.history import History
from leagues.pairing.many_sided import board_sizes, many_sided
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import NoPairing
from tests.leagues.pairing.tournaments import seeds


@pytest.mark.parametrize(
    ("entries", "wanted", "boards", "sizes"),
    [
        (12, 4, None, [4, 4, 4]),
        (12, 3, None, [3, 3, 3, 3]),
        (11, 4, None, [4, 4, 3]),
        (10, 4, None, [4, 3, 3]),
        (13, 3, None, [4, 3, 3, 3]),
        (5, 4, None, [4]),
        (3, 4, None, [3]),
        (12, 3, 2, [4, 4]),
        (2, 3, None, []),
    ],
)
def test_sizes_mix_three_and_four_before_anybody_rests(
    entries: int, wanted: int, boards: int | None, sizes: list[int]
) -> None:
    assert board_sizes(entries, wanted, boards) == sizes


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 20), st.integers(1, 6), st.sampled_from([3, 4]), seeds)
def test_everybody_plays_or_rests_in_turn(
    entries: int, rounds: int, wanted: int, seed: str
) -> None:
    drawn = many_sided(range(entries), rounds, roll_dice(seed), wanted, effort=300)

    history = History(drawn)
    rested = [history.byes[entry] for entry in range(entries)]
    assert max(rested) - min(rested) <= 1
    assert find_breaches(drawn, Promise(), [range(entries)] * rounds) == []


def test_nine_at_three_boards_meet_everybody_once_in_four_rounds() -> None:
    history = History(many_sided(range(9), 4, roll_dice("x"), wanted=3))

    assert Counter(history.met[a][b] for a, b in combinations(range(9), 2)) == {1: 36}


@pytest.mark.parametrize(("entries", "rounds", "wanted"), [(12, 4, 4), (16, 5, 4), (11, 5, 4)])
def test_opponents_are_spread(entries: int, rounds: int, wanted: int) -> None:
    drawn = many_sided(range(entries), rounds, roll_dice("x"), wanted)

    history = History(drawn)
    assert max(history.met[a][b] for a, b in combinations(range(entries), 2)) <= 3
    assert max(abs(history.lead(entry)) for entry in range(entries)) <= 12
    assert "most evenly" in str(drawn[0].pairings[0].because(drawn[0].entries[0]))


def test_two_need_no_third() -> None:
    with pytest.raises(NoPairing, match="three"):
        many_sided(["Ann", "Ben"], 3, roll_dice("x"))


@settings(max_examples=25, deadline=None)
@given(st.integers(6, 20), st.integers(1, 8), st.sampled_from([3, 4]), seeds)
def test_seats_at_boards_of_three_are_shared_out(
    entries: int, rounds: int, wanted: int, seed: str
) -> None:
    first = many_sided(range(entries), rounds, roll_dice(seed), wanted, effort=300)
    then = many_sided(range(entries), 3, roll_dice(seed), wanted, History(first), effort=300)
    at_threes = Counter(
        entry
        for drawn in (*first, *then)
        for pairing in drawn.pairings
        for entry in pairing.entries
        if len(pairing.sides) == 3
    )
    times = [at_threes[entry] for entry in range(entries)]

    if len(set(board_sizes(entries, wanted))) > 1:
        assert max(times) - min(times) <= 1


def test_fourteen_on_four_boards_all_play() -> None:
    drawn = many_sided(range(14), 6, roll_dice("spring"), wanted=4, boards=4)
    history = History(drawn)

    assert {tuple(len(p.sides) for p in each.pairings) for each in drawn} == {(4, 4, 3, 3)}
    assert not any(each.byes for each in drawn)
    assert max(history.met[a][b] for a, b in combinations(range(14), 2)) <= 3


def test_boards_of_one_size_are_drawn_as_ever() -> None:
    drawn = many_sided(range(6), 1, roll_dice("x"), wanted=3, allowed=(3,), effort=10)

    assert [p.entries for p in drawn[0].pairings] == [(1, 2, 5), (0, 4, 3)]
