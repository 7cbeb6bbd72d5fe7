"""Brackets: knockout, double elimination and Page, all with one interface."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from leagues.pairing.bracket import (
    Bracket,
    EmptySide,
    LoserOf,
    Seeded,
    Slot,
    SlotStatus,
    WinnerOf,
    fill_slots,
    final_places,
)
from leagues.pairing.double_knockout import double_knockout
from leagues.pairing.knockout import Placing, knockout_bracket, seed_order
from leagues.pairing.page_playoff import PAGE
from scoring.sides import Seat

NAMES = ["Ann", "Ben", "Cas", "Dot", "Eve", "Fay", "Gus", "Hal"]
SIZES = (2, 3, 4, 5, 7, 8, 11, 16)
ALL_BRACKETS = [
    *(knockout_bracket(n, placing) for n, placing in product(SIZES, Placing)),
    *(double_knockout(n) for n in SIZES),
    PAGE,
]


def play_bracket(bracket: Bracket, seeded: list[int], dice: Random) -> dict[str, int]:
    """Play a bracket to its end, one match at a time, in any order."""
    winners: dict[str, int] = {}
    while ready := [
        spot.pairing and (key, spot.pairing.entries)
        for key, spot in fill_slots(bracket, seeded, winners).items()
        if spot.status is SlotStatus.READY
    ]:
        chosen = dice.choice(ready)
        assert chosen
        winners[chosen[0]] = dice.choice(chosen[1])
    return winners


@pytest.mark.parametrize("number", range(len(ALL_BRACKETS)))
def test_every_bracket_plays_to_the_end_and_places_everyone_once(number: int) -> None:
    bracket = ALL_BRACKETS[number]
    entries = max(s.seed for slot in bracket.slots for s in slot.sources if isinstance(s, Seeded))
    for size in range(max(2, entries // 2 + 1), entries + 1):
        dice = Random(size)
        seeded = list(range(100, 100 + size))
        winners = play_bracket(bracket, seeded, dice)

        spots = fill_slots(bracket, seeded, winners)
        ended = final_places(bracket, seeded, winners)
        assert {spot.status for spot in spots.values()} <= {
            SlotStatus.PLAYED,
            SlotStatus.BYE,
            SlotStatus.NOT_NEEDED,
        }
        assert sorted(entry for _, _, entry in ended) == seeded
        assert [first for first, _, _ in ended][:2] == [1, 2]
        assert all(first <= last <= size for first, last, _ in ended)


def test_a_slot_names_where_its_sides_go() -> None:
    cup = knockout_bracket(4)

    assert cup.goes_to(WinnerOf("SF2")) is cup.by_key["F"]
    assert cup.goes_to(LoserOf("SF2")) is cup.by_key["P3"]
    assert cup.goes_to(WinnerOf("F")) is None


def test_a_slot_never_comes_before_the_slots_that_feed_it() -> None:
    for bracket in ALL_BRACKETS:
        step = {slot.key: slot.step for slot in bracket.slots}
        assert len(step) == len(bracket.slots)
        for slot in bracket.slots:
            for source in slot.sources:
                assert isinstance(source, Seeded) or step[source.slot] < slot.step


def test_the_best_two_can_meet_only_in_the_final() -> None:
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    for size in (2, 4, 8, 16, 32):
        for winners in range(1, size.bit_length()):
            best = [seed for seed in seed_order(size) if seed <= 2**winners]
            assert best == seed_order(2**winners)


def test_a_knockout_of_five_gives_three_byes_and_shows_who_waits() -> None:
    cup = knockout_bracket(5)
    spots = fill_slots(cup, NAMES[:5], {})

    assert [spots[f"QF{n}"].status for n in (1, 2, 3, 4)] == [
        SlotStatus.BYE,
        SlotStatus.READY,
        SlotStatus.BYE,
        SlotStatus.BYE,
    ]
    assert spots["SF2"].sides == ("Ben", "Cas")
    assert spots["SF1"].sides == ("Ann", EmptySide.UNKNOWN)
    assert spots["SF1"].status is SlotStatus.WAITING
    assert spots["F"].pairing is None


def test_the_better_seed_has_the_hammer_and_both_get_the_reason() -> None:
    cup = knockout_bracket(5)
    spots = fill_slots(cup, NAMES[:5], {"QF2": "Eve", "SF2": "Cas"})

    semi = spots["SF1"].pairing
    assert semi is not None
    assert str(semi.because("Ann")) == (
        "you meet Eve here as seed 1 against winner of Quarter-final 2"
    )
    assert str(semi.because("Eve")) == (
        "you meet Ann here as winner of Quarter-final 2 against seed 1"
    )
    assert semi.sides[semi.first] == ("Eve",)
    (quarter,) = (s.pairing for s in spots.values() if s.slot.key == "QF2")
    assert quarter is not None
    assert quarter.first is Seat.B


def test_a_corrected_result_shows_what_no_longer_fits() -> None:
    cup = knockout_bracket(4)
    before = {"SF1": "Ann", "SF2": "Ben", "F": "Ann"}
    after = before | {"SF1": "Dot"}

    assert final_places(cup, NAMES[:4], before)[0] == (1, 1, "Ann")
    spots = fill_slots(cup, NAMES[:4], after)
    assert spots["F"].status is SlotStatus.CONTRADICTED
    assert spots["F"].winner is EmptySide.UNKNOWN
    assert final_places(cup, NAMES[:4], after) == []


def test_a_final_whose_other_finalist_is_unknown_again_was_played_and_pairs_no_two() -> None:
    spots = fill_slots(knockout_bracket(4), NAMES[:4], {"SF1": "Ann", "F": "Ann"})

    assert spots["F"].sides == ("Ann", EmptySide.UNKNOWN)
    assert spots["F"].status is SlotStatus.PLAYED
    assert (spots["F"].winner, spots["F"].pairing) == ("Ann", None)


@pytest.mark.parametrize(
    ("placing", "spans"),
    [
        (Placing.SHARED, [(1, 1), (2, 2), (3, 4), (3, 4), (5, 8), (5, 8), (5, 8), (5, 8)]),
        (Placing.BRONZE, [(1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (5, 8), (5, 8), (5, 8)]),
        (Placing.ALL, [(n, n) for n in range(1, 9)]),
    ],
)
def test_places_are_shared_or_played_for(placing: Placing, spans: list[tuple[int, int]]) -> None:
    cup = knockout_bracket(8, placing)
    winners = play_bracket(cup, list(range(8)), Random(1))

    assert [(a, b) for a, b, _ in final_places(cup, list(range(8)), winners)] == spans


def test_every_match_has_a_name() -> None:
    assert [str(slot.label) for slot in knockout_bracket(8, Placing.ALL).slots] == [
        "Quarter-final 1",
        "Quarter-final 2",
        "Quarter-final 3",
        "Quarter-final 4",
        "Places 5-8, match 1",
        "Places 5-8, match 2",
        "Semi-final 1",
        "Semi-final 2",
        "Place 7",
        "Place 5",
        "Bronze",
        "Final",
    ]
    assert str(knockout_bracket(9).slots[8].label) == "Quarter-final 1"
    assert str(knockout_bracket(9).slots[0].label) == "Round of 16, match 1"
    assert str(knockout_bracket(4).describe(LoserOf("SF2"))) == "loser of Semi-final 2"


@pytest.mark.parametrize("make", [knockout_bracket, double_knockout])
def test_one_entry_is_no_knockout(make: type) -> None:
    with pytest.raises(ValueError, match="two entries"):
        make(1)


GRAND_FINAL = {"W1-1": "Ann", "W1-2": "Ben", "W2-1": "Ann", "L1-1": "Dot", "L2-1": "Dot"}


@pytest.mark.parametrize(
    ("results", "status", "ended"),
    [
        ({}, SlotStatus.WAITING, []),
        ({"GF": "Ann"}, SlotStatus.NOT_NEEDED, ["Ann", "Dot"]),
        ({"GF": "Dot"}, SlotStatus.READY, []),
        ({"GF": "Dot", "GF2": "Ann"}, SlotStatus.PLAYED, ["Ann", "Dot"]),
        ({"GF": "Dot", "GF2": "Dot"}, SlotStatus.PLAYED, ["Dot", "Ann"]),
        ({"GF": "Ann", "GF2": "Dot"}, SlotStatus.CONTRADICTED, []),
    ],
)
def test_the_grand_final_is_played_again_only_if_the_unbeaten_lose_it(
    results: dict[str, str], status: SlotStatus, ended: list[str]
) -> None:
    cup = double_knockout(4)
    winners = GRAND_FINAL | results

    assert fill_slots(cup, NAMES[:4], winners)["GF2"].status is status
    places = final_places(cup, NAMES[:4], winners)
    assert [entry for place, _, entry in places if place <= 2] == ended
    assert [entry for place, _, entry in places if place > 2] == ["Ben", "Cas"]


def test_without_a_reset_one_grand_final_decides() -> None:
    cup = double_knockout(4, reset=False)

    assert [slot.key for slot in cup.slots[-2:]] == ["L2-1", "GF"]
    assert final_places(cup, NAMES[:4], GRAND_FINAL | {"GF": "Dot"})[0] == (1, 1, "Dot")


def find_rematches(cup: Bracket, entries: int, seed: int) -> Iterator[Slot]:
    """Slots of one random bracket in which two entries meet again."""
    seeded = list(range(entries))
    winners = play_bracket(cup, seeded, Random(seed))
    met: defaultdict[frozenset[int], int] = defaultdict(int)
    for spot in fill_slots(cup, seeded, winners).values():
        if spot.pairing:
            pair = frozenset(spot.pairing.entries)
            if met[pair]:
                yield spot.slot
            met[pair] += 1


@pytest.mark.no_cover  # thousands of brackets; others count the lines
@pytest.mark.parametrize(
    ("entries", "late"),
    [(8, {"L3-1", "L4-1", "GF", "GF2"}), (16, {"L4-1", "L4-2", "L5-1", "L6-1", "GF", "GF2"})],
)
def test_losers_cross_over_so_that_rematches_come_late(entries: int, late: set[str]) -> None:
    cup = double_knockout(entries)

    assert {slot.key for seed in range(60) for slot in find_rematches(cup, entries, seed)} <= late


def test_no_one_is_out_before_two_losses() -> None:
    cup = double_knockout(11)
    seeded = list(range(11))
    winners = play_bracket(cup, seeded, Random(5))
    losses: defaultdict[int, int] = defaultdict(int)
    for spot in fill_slots(cup, seeded, winners).values():
        if spot.status is SlotStatus.PLAYED and not isinstance(spot.loser, EmptySide):
            losses[spot.loser] += 1

    champion = final_places(cup, seeded, winners)[0][2]
    assert losses[champion] <= 1
    assert all(losses[entry] == 2 for entry in seeded if entry != champion)


def test_in_the_page_play_off_the_first_two_have_a_second_chance() -> None:
    winners = {"P12": "Ben", "P34": "Dot", "SF": "Ann", "F": "Ann"}

    ended = final_places(PAGE, NAMES[:4], winners)
    assert [entry for _, _, entry in ended] == ["Ann", "Ben", "Dot", "Cas"]
    final = fill_slots(PAGE, NAMES[:4], winners)["F"].pairing
    assert final is not None
    assert str(final.because("Ann")) == (
        "you meet Ben here as winner of Semi-final against winner of Page 1 v 2"
    )


def test_of_three_the_third_waits_for_the_loser_of_the_first_two() -> None:
    spots = fill_slots(PAGE, NAMES[:3], {"P12": "Ann"})

    assert spots["P34"].status is SlotStatus.BYE
    assert spots["SF"].sides == ("Ben", "Cas")
    assert str(PAGE.describe(WinnerOf("P12"))) == "winner of Page 1 v 2"
