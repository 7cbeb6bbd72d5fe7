"""Some games for each entry, all against different opponents."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.draw_checker import Promise, Rule, find_breaches
from leagues.pairing.history import History
from leagues.pairing.partial_round_robin import draw_partial, next_round
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import PairedRound, Pairing, pair_up
from tests.leagues.pairing.tournaments import random_history, seeds, some_pairs


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 30), st.integers(1, 12), seeds)
def test_no_two_meet_again_and_byes_and_first_shots_are_spread(
    size: int, games: int, seed: str
) -> None:
    rounds = draw_partial(range(size), games, roll_dice(seed))

    history = History(rounds)
    byes = [history.byes[entry] for entry in range(size)]
    assert len(rounds) == games
    assert max(byes) - min(byes) <= 1
    assert find_breaches(rounds, Promise(uneven=1), [range(size)] * games) == []


@pytest.mark.parametrize(("size", "games"), [(38, 10), (41, 10), (73, 10), (100, 10)])
def test_the_morning_of_an_open(size: int, games: int) -> None:
    rounds = draw_partial(range(size), games, roll_dice("open"))

    history = History(rounds)
    assert all(max(history.met[entry].values()) == 1 for entry in range(size))
    assert {sum(history.met[e].values()) for e in range(size)} <= {games, games - size % 2}


@settings(max_examples=25, deadline=None)
@given(st.data(), st.integers(6, 18), seeds)
def test_families_are_kept_apart_and_the_past_counts(
    data: st.DataObject, size: int, seed: str
) -> None:
    apart = data.draw(some_pairs(range(size), most=3))
    history = data.draw(random_history(range(size), most=2))

    rounds = draw_partial(range(size), 3, roll_dice(seed), apart, history)

    unwanted = {Rule.APART, Rule.REMATCH} if size >= 16 else set()
    breaches = find_breaches(rounds, Promise(apart=apart), [range(size)] * 3, history)
    assert {b.rule for b in breaches} & unwanted == set()


def test_clubmates_do_not_meet_in_the_morning() -> None:
    clubs = pair_up([range(at, at + 5) for at in range(0, 40, 5)])

    rounds = draw_partial(range(40), 10, roll_dice("x"), clubs)

    assert find_breaches(rounds, Promise(apart=clubs, uneven=1)) == []


def test_where_one_round_after_the_other_leads_into_a_corner_a_circle_is_found() -> None:
    family = pair_up([[0, 1]])

    for seed in "abcdefgh":
        rounds = draw_partial(range(6), 5, roll_dice(seed), family)
        assert max(max(met.values()) for met in History(rounds).met.values()) == 1


def test_who_may_never_meet_does_not_in_any_round() -> None:
    couple = pair_up([["Ann", "Ben"]])

    rounds = draw_partial(["Ann", "Ben", "Cas", "Dot"], 4, roll_dice("x"), never=couple)

    assert all(History(rounds).met["Ann"][other] == 2 for other in ("Cas", "Dot"))


def test_when_everyone_has_met_everyone_it_starts_again() -> None:
    rounds = draw_partial(range(4), 5, roll_dice("x"))

    history = History(rounds)
    assert {history.meetings(a, b) for a in range(4) for b in range(a)} == {1, 2}
    assert draw_partial([], 3, roll_dice("x")) == ()


def test_a_latecomer_is_simply_there_in_the_next_round() -> None:
    before = draw_partial(["Ann", "Ben", "Cas"], 1, roll_dice("x"))
    here = ["Ann", "Ben", "Cas", "Dot"]

    paired = next_round(here, History(before), roll_dice("x", "round 2"))

    assert find_breaches([*before, paired], here=[here[:3], here]) == []
    assert "by lot" in str(paired.pairings[0].because(paired.pairings[0].entries[0]))


def test_the_reason_for_a_rematch_by_lot_is_given() -> None:
    met = History([PairedRound((Pairing.between("Ann", "Ben"),))])

    (again,) = next_round(["Ann", "Ben"], met, roll_dice("x")).pairings

    assert "again" in str(again.because("Ann"))
