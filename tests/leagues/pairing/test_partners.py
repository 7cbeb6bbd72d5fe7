"""Redrawn partners: everyone with everyone where a design exists, the best balance elsewhere."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from leagues.pairing.draw_checker import find_breaches
from leagues.pairing.history import History, Nights
from leagues.pairing.partners import (
    Spare,
    draw_rotating,
    everyone_partners_everyone,
    rotating_boards,
)
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import NoPairing, PairedRound
from leagues.pairing.whist import BASES
from tests.leagues.pairing.tournaments import seeds


def count_pairs_by_times(times: dict[int, Counter[int]], players: int) -> Counter[int]:
    """How many pairs came together how often."""
    return Counter(times[a][b] for a, b in combinations(range(players), 2))


@pytest.mark.parametrize("players", BASES)
def test_everyone_partners_everyone_once_and_meets_everyone_twice(players: int) -> None:
    rounds = everyone_partners_everyone(range(players), roll_dice("night"))

    history = History(rounds)
    pairs = players * (players - 1) // 2
    assert count_pairs_by_times(history.partnered, players) == {1: pairs}
    assert count_pairs_by_times(history.met, players) == {2: pairs}
    assert set(history.byes.values()) <= {1}
    assert len(rounds) == players - (players % 4 == 0)
    assert find_breaches(rounds, here=[range(players)] * len(rounds)) == []


def test_designs_exist_for_every_size_up_to_41() -> None:
    assert list(BASES) == [n for n in range(4, 42) if n % 4 in {0, 1}]


@pytest.mark.parametrize("players", [3, 7, 11])
def test_three_left_over_may_play_one_against_two(players: int) -> None:
    rounds = everyone_partners_everyone(range(players), roll_dice("night"), Spare.ALONE)

    history = History(rounds)
    alone = Counter(
        side[0] for r in rounds for p in r.pairings for side in p.sides if len(side) == 1
    )
    assert count_pairs_by_times(history.partnered, players) == {1: players * (players - 1) // 2}
    assert alone == dict.fromkeys(range(players), 1)
    assert len(rounds) == players
    (lonely,) = alone.keys() & {
        side[0] for p in rounds[0].pairings for side in p.sides if len(side) == 1
    }
    match = rounds[0].pairing_of(lonely)
    assert match is not None
    assert "one against two" in str(match.because(lonely))


@pytest.mark.parametrize(("players", "rounds"), [(6, 8), (7, 11), (10, 12)])
def test_with_others_left_over_everyone_still_partners_everyone(players: int, rounds: int) -> None:
    drawn = everyone_partners_everyone(range(players), roll_dice("night"))

    history = History(drawn)
    assert len(drawn) == rounds
    assert set(count_pairs_by_times(history.partnered, players)) == {1, 2}
    assert max(history.byes.values()) - min(history.byes.values()) <= 1


@pytest.mark.no_cover  # a long search; others count the lines
@pytest.mark.parametrize(
    ("players", "rounds"), [(16, 5), (20, 6), (24, 8), (48, 10), (13, 6), (18, 5)]
)
def test_in_a_short_evening_no_one_has_a_partner_twice(players: int, rounds: int) -> None:
    history = History(draw_rotating(range(players), rounds, roll_dice("night")))

    assert max(count_pairs_by_times(history.partnered, players)) == 1
    assert max(count_pairs_by_times(history.met, players)) <= 2


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 15), st.integers(1, 4), st.integers(1, 3), seeds)
def test_evenings_with_comings_and_goings_share_out_rests(
    players: int, nights: int, boards: int, seed: str
) -> None:
    history: History[int] = History()
    for night in range(nights):
        dice = roll_dice(seed, f"night {night}")
        drawn = draw_rotating(range(players), 3, dice, history, boards, effort=300)
        assert find_breaches(drawn, here=[range(players)] * 3, history=history) == []
        assert all(len(r.pairings) == min(boards, players // 4) for r in drawn)
        history = history.then(*drawn)

    rested = [history.byes[entry] for entry in range(players)]
    assert max(rested) - min(rested) <= 1


def count_singles(rounds: Iterable[PairedRound[int]]) -> Counter[int]:
    """How often each player was the single one against two."""
    sides = (side for r in rounds for p in r.pairings for side in p.sides)
    return Counter(side[0] for side in sides if len(side) == 1)


def test_three_left_over_play_in_a_set_number_of_games_too() -> None:
    """Eleven players, eight games: all play, and each is alone once at most."""
    rounds = draw_rotating(range(11), 8, roll_dice("night"), effort=3000, spare=Spare.ALONE)

    assert [(len(r.pairings), r.byes) for r in rounds] == [(3, ())] * 8
    assert set(count_singles(rounds).values()) == {1}
    (one,) = count_singles(rounds[:1])
    match = rounds[0].pairing_of(one)
    assert match is not None
    assert "take turns as the one" in str(match.because(one))


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 15), st.integers(1, 3), st.none() | st.integers(1, 4), seeds)
def test_all_take_turns_as_the_one_and_in_sitting_out(
    players: int, nights: int, boards: int | None, seed: str
) -> None:
    fours, threes = rotating_boards(players, boards, Spare.ALONE)
    assume(fours + threes)
    history: History[int] = History()
    for night in range(nights):
        dice = roll_dice(seed, f"night {night}")
        here = range(players)
        drawn = draw_rotating(here, 3, dice, history, boards, effort=300, spare=Spare.ALONE)
        assert find_breaches(drawn, here=[here] * 3, history=history) == []
        sizes = sorted(len(p.entries) for p in drawn[0].pairings)
        assert sizes == [3] * threes + [4] * fours
        history = history.then(*drawn)

    for times in (count_singles(history.rounds), history.byes):
        each = [times[entry] for entry in range(players)]
        assert max(each) - min(each) <= 1


def test_partners_of_last_week_are_not_partners_tonight() -> None:
    last_week = draw_rotating(range(8), 3, roll_dice("last week"))

    tonight = draw_rotating(range(8), 4, roll_dice("tonight"), History(last_week))

    assert count_pairs_by_times(History([*last_week, *tonight]).partnered, 8) == {1: 28}


@pytest.mark.parametrize("players", [6, 8])
def test_a_night_looks_back_on_the_season(players: int) -> None:
    earlier = draw_rotating(range(players), 3, roll_dice("last week"))
    history = History(earlier)
    nights = Nights(
        partnered={
            frozenset(two): history.partnered[two[0]][two[1]]
            for two in combinations(range(players), 2)
        }
    )

    tonight = draw_rotating(range(players), 2, roll_dice("tonight"), History(nights=nights))

    assert max(count_pairs_by_times(History([*earlier, *tonight]).partnered, players)) == 1


def test_who_has_rested_most_this_season_rests_last() -> None:
    rested = {entry: Fraction(entry, 10) for entry in range(1, 6)}

    nights = Nights(rested=rested)
    rounds = draw_rotating(range(6), 3, roll_dice("tonight"), History(nights=nights))

    assert [{bye.entry for bye in each.byes} for each in rounds] == [{0, 1}, {2, 3}, {4, 5}], (
        "who is new counts as never rested, and nobody rests twice before the others"
    )


def test_a_whole_tour_that_no_design_covers_looks_back_too() -> None:
    never = Nights(partnered={frozenset({0, 1}): 50})
    rounds = everyone_partners_everyone(range(6), roll_dice("night"), nights=never)

    assert History(rounds).partnered[0][1] <= 1


def test_each_reason_tells_whether_the_partner_is_new() -> None:
    (first, again) = draw_rotating(
        ["Ann", "Ben", "Cas", "Dot", "Eve"], 2, roll_dice("x"), effort=500
    )
    assert "haven’t been partners before" in str(first.pairings[0].because(first.entries[0]))
    assert "no one has two byes" in str(again.byes[0].because())

    crowd = draw_rotating("ABCD", 4, roll_dice("x"), effort=500)
    assert any("partners again" in str(r.pairings[0].because("A")) for r in crowd)


def test_the_same_seed_seats_alike_whatever_the_order_of_the_list() -> None:
    drawn = draw_rotating("ABCDEFGHI", 5, roll_dice("x"), effort=2000)

    assert drawn == draw_rotating("IHGFEDCBA", 5, roll_dice("x"), effort=2000)
    assert drawn != draw_rotating("ABCDEFGHI", 5, roll_dice("y"), effort=2000)


@pytest.mark.parametrize("boards", [None, 0])
def test_three_cannot_play_doubles(boards: int | None) -> None:
    with pytest.raises(NoPairing, match="four players"):
        draw_rotating(range(3 if boards is None else 8), 2, roll_dice("x"), boards=boards)


def test_no_rounds_no_seats() -> None:
    assert draw_rotating(range(8), 0, roll_dice("x")) == ()
    assert [type(r) for r in draw_rotating(range(8), 1, roll_dice("x"), effort=0)] == [PairedRound]
