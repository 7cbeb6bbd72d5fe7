"""Which entries a stage takes, and how they are spread over its pools."""

from dataclasses import replace

import pytest

from leagues.pairing.history import Nights
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import pair_up
from leagues.stages.entry_sources import (
    Bands,
    Before,
    Deal,
    Everyone,
    KeepPools,
    Source,
    Top,
    TopOfPools,
    source_from,
)
from scoring.errors import RuleError
from scoring.serialization import to_dict

TWELVE = tuple("ABCDEFGHIJKL")
ONE_TABLE = Before(order=TWELVE, pools=(TWELVE,))
TWO_POOLS = Before(order=TWELVE, pools=(tuple("ADEHIL"), tuple("BCFGJK")))


def pool_names(filled: list[list[str]]) -> list[str]:
    return ["".join(pool) for pool in filled]


@pytest.mark.parametrize(
    ("takes", "before", "filled"),
    [
        (Everyone(), ONE_TABLE, ["ABCDEFGHIJKL"]),
        (Everyone(2), ONE_TABLE, ["ADEHIL", "BCFGJK"]),
        (Top(8), ONE_TABLE, ["ABCDEFGH"]),
        (Top(8, pools=2), ONE_TABLE, ["ADEH", "BCFG"]),
        (Top(20), ONE_TABLE, ["ABCDEFGHIJKL"]),
        (Bands(3), ONE_TABLE, ["ABCD", "EFGH", "IJKL"]),
        (Bands(5), ONE_TABLE, ["ABC", "DEF", "GH", "IJ", "KL"]),
        (KeepPools(3), TWO_POOLS, ["ADE", "BCF"]),
    ],
    ids=str,
)
def test_who_goes_where(takes: Source, before: Before[str], filled: list[str]) -> None:
    made = takes.fill(before)

    assert pool_names(made) == filled
    assert [len(pool) for pool in made] == takes.sizes([len(p) for p in before.pools])


def test_pool_winners_meet_as_late_as_can_be() -> None:
    [seeds] = TopOfPools(2).fill(TWO_POOLS)
    first, second, *_, last = seeds

    assert {first, second} == {"A", "B"}, "pool winners have the first seeds"
    assert {first, last} in ({"A", "C"}, {"B", "D"}), "and meet those of the other pool"


def test_tiers_give_each_pool_one_of_every_tier() -> None:
    filled = Everyone(3, Deal.TIERS).fill(ONE_TABLE, dice=roll_dice("tiers"))

    for tier in ("ABC", "DEF", "GHI", "JKL"):
        assert [len(set(tier) & set(pool)) for pool in filled] == [1, 1, 1]


def test_bands_may_be_as_large_as_the_desk_sets() -> None:
    by_hand = Bands(2, by_hand=(8, 4))

    assert pool_names(by_hand.fill(ONE_TABLE)) == ["ABCDEFGH", "IJKL"]


@pytest.mark.parametrize(
    ("entries", "sizes"),
    [(38, [13, 12, 13]), (37, [13, 12, 12]), (40, [13, 12, 15]), (20, [13, 7, 0])],
)
def test_who_comes_or_goes_after_that_is_counted_in_the_last_pool(
    entries: int, sizes: list[int]
) -> None:
    assert Bands(3, by_hand=(13, 12, 13)).sizes([entries]) == sizes


def test_who_met_on_earlier_nights_is_dealt_apart() -> None:
    """As they were dealt last time, A to D, E to H and I to L: two of each meet again."""
    last = [TWELVE[:4], TWELVE[4:8], TWELVE[8:]]
    before = replace(ONE_TABLE, nights=Nights(met=dict.fromkeys(pair_up(last), 1)))

    filled = Everyone(3, Deal.UNMET).fill(before, dice=roll_dice("unmet"))

    assert [len(pool) for pool in filled] == [4, 4, 4]
    assert all({*pool} & {*group} for pool in filled for group in last)


def test_a_pool_smaller_than_the_cut_goes_on_whole() -> None:
    assert KeepPools(4).sizes([5, 3]) == [4, 3]
    assert TopOfPools(4).sizes([5, 3]) == [7]


@pytest.mark.parametrize(
    "takes",
    [
        Everyone(4, Deal.TIERS),
        Top(16, 2),
        TopOfPools(3),
        Bands(4),
        Bands(3, by_hand=(13, 12, 13)),
        KeepPools(2),
    ],
    ids=str,
)
def test_a_row_keeps_where_they_come_from(takes: Source) -> None:
    assert source_from(to_dict(takes)) == takes


def test_nothing_stored_means_everybody() -> None:
    assert source_from({}) == Everyone()


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "everyone", "pools": 27},
        {"kind": "top", "go_on": 1},
        {"kind": "top", "pools": 0},
        {"kind": "top_of_pools", "go_on": 0},
        {"kind": "bands", "pools": 0},
        {"kind": "bands", "pools": 3, "by_hand": [13, 12]},
        {"kind": "bands", "pools": 2, "by_hand": [13, 1]},
        {"kind": "bands", "pools": 2, "by_hand": [601, 2]},
        {"kind": "keep_pools", "go_on": 1},
        {"kind": "winners"},
    ],
    ids=str,
)
def test_what_cannot_be_taken_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(RuleError):
        source_from(data)
