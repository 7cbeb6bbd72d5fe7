"""Everyone meets everyone: once, or once a leg; byes and first shots shared out."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.draw_checker import Promise, find_breaches
from leagues.pairing.history import History, Nights
from leagues.pairing.repeat_meetings import count_repeats
from leagues.pairing.round_robin import home_first, round_robin
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import PairedRound
from scoring.sides import Seat
from tests.leagues.pairing.tournaments import seeds


@pytest.mark.parametrize("size", range(2, 22))
def test_everyone_meets_everyone_once_and_shoots_first_as_often_as_last(size: int) -> None:
    rounds = round_robin(range(size), roll_dice("spring"))

    met = Counter(frozenset(two) for r in rounds for p in r.pairings for two in p.meetings())
    assert len(met) == size * (size - 1) // 2
    assert set(met.values()) == {1}
    assert len(rounds) == size - 1 + size % 2
    assert all(len(r.byes) == size % 2 for r in rounds)
    assert find_breaches(rounds, Promise(uneven=1), [range(size)] * len(rounds)) == []


@pytest.mark.parametrize("legs", [2, 3, 4])
def test_every_second_leg_turns_the_first_shots(legs: int) -> None:
    rounds = round_robin("ABCDEFG", roll_dice("spring"), legs)

    history = History(rounds)
    assert len(rounds) == 7 * legs
    assert {history.meetings("A", other) for other in "BCDEFG"} == {legs}
    assert find_breaches(rounds, Promise(meetings=legs, uneven=legs % 2)) == []
    assert "more than once" in str(rounds[-1].pairings[0].because(rounds[-1].entries[0]))


def test_with_an_odd_number_everyone_sits_out_once() -> None:
    rounds = round_robin(range(9), roll_dice("spring"))

    assert History(rounds).byes == dict.fromkeys(range(9), 1)
    assert "in turn" in str(rounds[0].byes[0].because())


def test_one_entry_has_no_opponent() -> None:
    assert round_robin([], roll_dice("x")) == ()
    assert [r.pairings for r in round_robin(["Ann"], roll_dice("x"))] == [()]


@settings(max_examples=20, deadline=None)
@given(st.permutations(range(8)), seeds)
def test_same_entries_and_seed_give_the_same_draw(order: list[int], seed: str) -> None:
    assert round_robin(order, roll_dice(seed)) == round_robin(range(8), roll_dice(seed))


def test_who_has_not_met_on_earlier_nights_meets_first() -> None:
    met = {frozenset(two): 1 for two in ("AC", "AD", "AE", "BC", "BD", "BE", "CE", "DE")}
    rounds = round_robin("ABCDE", roll_dice("spring"), nights=Nights(met=met))

    assert {frozenset(p.entries) for p in rounds[0].pairings} == {frozenset("AB"), frozenset("CD")}
    assert [bye.entry for bye in rounds[0].byes] == ["E"]
    assert count_repeats(rounds[:1], Nights(met=met)) == 0
    assert count_repeats(rounds, Nights(met=met)) == len(met)


def test_home_and_away_turn_in_the_second_leg_and_are_spread_over_each() -> None:
    rounds = home_first(round_robin("ABCDEFG", roll_dice("spring"), legs=2))
    leg, again = rounds[:7], rounds[7:]

    def at_home(of: Sequence[PairedRound[str]]) -> Counter[str]:
        return Counter(p.entries[0] for each in of for p in each.pairings)

    there = [p.entries for each in leg for p in each.pairings]
    assert [p.entries[::-1] for each in again for p in each.pairings] == there
    assert {p.first for each in rounds for p in each.pairings} == {Seat.A}
    assert set(at_home(leg).values()) == {3}
    assert set(at_home(rounds).values()) == {6}
