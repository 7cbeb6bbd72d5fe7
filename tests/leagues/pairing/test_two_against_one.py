"""Two against one: a pair meets a single player in every match, or the draw fails with a reason."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.history import History
from leagues.pairing.seeds import roll_dice
from leagues.pairing.two_against_one import pairs_against_singles, same_kind
from leagues.pairing.values import NoPairing, PairedRound
from leagues.stages.pairing_ways import (
    Outsiders,
    PairingWay,
    RoundRobin,
    SomeGames,
    StageField,
    Swiss,
)
from tests.leagues.pairing.tournaments import seeds

KINDS = {"Ann & Ben": 2, "Cas & Dot": 2, "Eve & Fay": 2, "Gus": 1, "Hal": 1, "Ida": 1}


def field_of(
    seed: str, kinds: dict[str, int] = KINDS, *played: PairedRound[str]
) -> StageField[str]:
    return StageField(tuple(kinds), roll_dice(seed), History(played), kinds=kinds)


def are_two_against_one(
    rounds: tuple[PairedRound[str], ...], kinds: dict[str, int] = KINDS
) -> bool:
    return all(
        sorted(kinds[entry] for entry in pairing.entries) == [1, 2]
        for drawn in rounds
        for pairing in drawn.pairings
    )


@settings(max_examples=20, deadline=None)
@given(seeds, st.sampled_from([RoundRobin(), RoundRobin(2), SomeGames(2), SomeGames(5), Swiss(2)]))
def test_a_pair_meets_a_single_player(seed: str, way: PairingWay) -> None:
    drawn = way.draw(field_of(seed))

    assert are_two_against_one(drawn)
    assert all(len(each.pairings) == 3 for each in drawn)
    again = way.draw(field_of(seed, KINDS, *drawn[:1]))
    assert are_two_against_one(again)


@settings(max_examples=20, deadline=None)
@given(seeds, st.integers(1, 5), st.integers(1, 5), st.integers(1, 2))
def test_every_pair_meets_every_single_player_in_each_leg(
    seed: str, pairs: int, singles: int, legs: int
) -> None:
    kinds = {f"pair {n}": 2 for n in range(pairs)}
    kinds |= {f"single {n}": 1 for n in range(singles)}
    drawn = RoundRobin(legs).draw(field_of(seed, kinds))
    met = Counter(frozenset(p.entries) for each in drawn for p in each.pairings)

    assert are_two_against_one(drawn, kinds)
    assert len(met) == pairs * singles
    assert set(met.values()) == {legs}
    assert all(len(each.entries) == len(kinds) for each in drawn)


def test_rounds_go_on_with_another_lap() -> None:
    drawn = pairs_against_singles({"Ann & Ben": 2, "Cas": 1}, roll_dice("x"), rounds=3)

    assert len(drawn) == 3
    assert str(drawn[0].pairings[0].because("Cas")) == (
        "you meet Ann & Ben because every pair meets every single player here"
    )


@pytest.mark.parametrize("way", [RoundRobin(), SomeGames(2), Swiss(2)], ids=str)
def test_without_a_single_player_no_one_is_paired(way: PairingWay) -> None:
    only_pairs = {"Ann & Ben": 2, "Cas & Dot": 2}

    with pytest.raises(NoPairing, match="pairs: 2, single players: 0"):
        way.draw(field_of("x", only_pairs))


def test_swiss_needs_as_many_pairs_as_single_players() -> None:
    with pytest.raises(NoPairing, match="as many pairs as single players"):
        Swiss(2).draw(field_of("x", KINDS | {"Jon": 1, "Kit": 1}))


def test_one_too_many_sits_out_in_swiss() -> None:
    [drawn] = Swiss(2).draw(field_of("x", KINDS | {"Jon": 1}))

    assert [KINDS.get(bye.entry, 1) for bye in drawn.byes] == [1]


def test_clubs_cannot_meet_in_it() -> None:
    with pytest.raises(NoPairing, match="clubs"):
        Outsiders().draw(field_of("x"))


def test_on_other_sheets_no_one_is_kept_apart() -> None:
    assert same_kind(["Ann", "Ben"], {}) == frozenset()
