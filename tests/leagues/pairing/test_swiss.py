"""Swiss rounds are the best possible: checked by brute force in small fields, by proof in large."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.draw_checker import Promise, find_breaches
from leagues.pairing.history import History
from leagues.pairing.seeds import roll_dice
from leagues.pairing.swiss import ByeGoes, SwissEntry, SwissRules, Within, pair_round
from leagues.pairing.values import Bye, NoPairing, PairedRound, Pairing, Pairs, pair_up
from tests.leagues.pairing.tournaments import all_pairings, random_history, seeds, some_pairs

GOLDEN = Path(__file__).parent / "golden"
NEW: History[Any] = History()


def entries_with(*points: int) -> list[SwissEntry[int]]:
    """Entries 0, 1, 2 … with these points."""
    return [SwissEntry(entry, worth) for entry, worth in enumerate(points)]


def who_meets(pairing_round: PairedRound[int]) -> set[frozenset[int]]:
    return {frozenset(pairing.entries) for pairing in pairing_round.pairings}


def cost_of(
    pairs: Sequence[tuple[int, int]],
    out: int | None,
    field: Sequence[SwissEntry[int]],
    history: History[int],
    apart: Pairs[int],
) -> tuple[int, int, int, int | Fraction, int | Fraction]:
    """The cost of a pairing by the rules, most important first, computed the slow way."""
    points = {p.entry: p.points for p in field}
    lower = {
        p.entry: sum(
            q.points < p.points or (q.points == p.points and q.then < p.then) for q in field
        )
        for p in field
    }
    return (
        sum(history.meetings(*two) for two in pairs),
        0 if out is None else history.byes[out],
        sum(frozenset(two) in apart for two in pairs),
        0 if out is None else lower[out],
        sum((points[a] - points[b]) ** 2 for a, b in pairs),
    )


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(2, 9), seeds)
def test_no_pairing_of_a_small_field_is_better(data: st.DataObject, size: int, seed: str) -> None:
    entries = range(size)
    history = data.draw(random_history(entries))
    apart = data.draw(some_pairs(entries, most=4))
    field = [SwissEntry(e, data.draw(st.integers(0, 8), label="points"), e) for e in entries]

    paired = pair_round(field, history, roll_dice(seed), SwissRules(apart=apart))

    pairs = [(p.sides.a[0], p.sides.b[0]) for p in paired.pairings]
    out = paired.byes[0].entry if paired.byes else None
    best = min(cost_of(p, o, field, history, apart) for p, o in all_pairings(entries))
    assert cost_of(pairs, out, field, history, apart) == best
    assert find_breaches([paired], Promise(apart=apart), [entries], history) == []


@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(2, 40), seeds)
def test_a_whole_swiss_with_comings_and_goings_breaks_no_rule(
    data: st.DataObject, size: int, seed: str
) -> None:
    dice = roll_dice(seed, "results")
    apart = data.draw(some_pairs(range(size), most=5))
    points = dict.fromkeys(range(size), 0)
    rounds: list[PairedRound[int]] = []
    here: list[list[int]] = []
    for number in range(data.draw(st.integers(1, 8), label="rounds")):
        here.append([entry for entry in points if dice.random() > 0.1])
        field = [SwissEntry(entry, points[entry]) for entry in here[-1]]
        rules = SwissRules(apart=apart)
        rounds.append(pair_round(field, History(rounds), roll_dice(seed, f"{number}"), rules))
        for pairing in rounds[-1].pairings:
            won = dice.randrange(9)
            points[pairing.sides.a[0]] += won
            points[pairing.sides.b[0]] += 8 - won

    assert find_breaches(rounds, Promise(apart=apart, uneven=4), here) == []


@settings(max_examples=25, deadline=None)
@given(st.permutations(range(11)), seeds)
def test_the_order_of_the_list_does_not_matter(order: list[int], seed: str) -> None:
    field = [SwissEntry(entry, entry % 3) for entry in order]

    assert pair_round(field, NEW, roll_dice(seed)) == pair_round(
        sorted(field, key=lambda p: p.entry), NEW, roll_dice(seed)
    )


@pytest.mark.parametrize("state", ["even_n48", "odd_n33", "even_n200", "even_n1000"])
def test_half_way_through_a_real_sized_event(state: str) -> None:
    standing = json.loads((GOLDEN / f"{state}_crok.json").read_text())
    points = {player["id"]: player["score"] for player in standing["players"]}
    history = History(_rounds_of(standing))
    field = [SwissEntry(p["id"], p["score"], p["rating"]) for p in standing["players"]]

    paired = pair_round(field, history, roll_dice("golden"))

    differences = [points[p.sides.a[0]] - points[p.sides.b[0]] for p in paired.pairings]
    best = standing.get("min_sum_squared_score_difference", 43)
    assert sum(difference**2 for difference in differences) == best
    assert find_breaches([paired], here=[points], history=history) == []


def _rounds_of(golden_state: dict[str, Any]) -> list[PairedRound[int]]:
    """The rounds of a golden state, which lists opponents in order, 0 for a bye."""
    rounds = []
    for number in range(golden_state["rounds_played"]):
        pairs, byes = set(), set()
        for player in golden_state["players"]:
            met = player["opponents"][number]
            if met:
                pairs.add((min(player["id"], met), max(player["id"], met)))
            else:
                byes.add(player["id"])
        rounds.append(
            PairedRound(
                tuple(Pairing.between(*two) for two in sorted(pairs)), tuple(map(Bye, byes))
            )
        )
    return rounds


@pytest.mark.parametrize(
    ("within", "pairs"),
    [
        (Within.HALVES, {(0, 4), (1, 5), (2, 6), (3, 7)}),
        (Within.FOLD, {(0, 7), (1, 6), (2, 5), (3, 4)}),
        (Within.NEIGHBOURS, {(0, 1), (2, 3), (4, 5), (6, 7)}),
    ],
)
def test_level_entries_meet_in_the_wanted_order(
    within: Within, pairs: set[tuple[int, int]]
) -> None:
    by_rating = [SwissEntry(entry, 12, then=2000 - entry) for entry in range(8)]

    paired = pair_round(by_rating, NEW, roll_dice("x"), SwissRules(within=within))

    assert who_meets(paired) == set(map(frozenset, pairs))


def test_the_wanted_opponent_is_found_in_a_large_level_too() -> None:
    by_rating = [SwissEntry(entry, 0, then=-entry) for entry in range(300)]

    paired = pair_round(by_rating, NEW, roll_dice("x"))

    assert who_meets(paired) == {frozenset((n, n + 150)) for n in range(150)}


def test_two_who_shot_first_too_often_meet_others_when_that_costs_nothing() -> None:
    firsts = [(0, 8), (1, 9), (10, 2), (11, 3)]
    past = PairedRound(tuple(Pairing.between(*two) for two in firsts))
    level = [SwissEntry(entry, 4) for entry in range(4)]

    paired = pair_round(level, History([past]), roll_dice("x"))

    assert frozenset((0, 1)) not in who_meets(paired)
    assert all(pairing.sides[pairing.first][0] in {2, 3} for pairing in paired.pairings)


@pytest.mark.parametrize(("goes", "out"), [(ByeGoes.BOTTOM, 4), (ByeGoes.TOP, 0)])
def test_the_bye_goes_to_the_end_of_the_table_that_is_set(goes: ByeGoes, out: int) -> None:
    paired = pair_round(entries_with(9, 8, 7, 6, 5), NEW, roll_dice("x"), SwissRules(bye=goes))

    (bye,) = paired.byes
    assert bye.entry == out
    assert f"as the {goes.value}" in str(bye.because())


def test_a_second_bye_waits_until_everyone_has_had_one() -> None:
    rested = History([PairedRound((), (Bye(2), Bye(1)))])

    assert pair_round(entries_with(9, 8, 7), rested, roll_dice("x")).byes[0].entry == 0


def test_a_second_bye_is_preferred_to_a_rematch_with_a_reason() -> None:
    met = PairedRound((Pairing.between(0, 1), Pairing.between(0, 2)))
    history = History([met, PairedRound((), (Bye(0), Bye(1)))])

    (bye,) = pair_round(entries_with(9, 8, 7), history, roll_dice("x")).byes
    assert bye.entry == 0
    assert str(bye.because()) == (
        "you have a bye again because a bye for anyone else would have meant a rematch"
    )


def test_each_pairing_has_a_reason() -> None:
    met = History([PairedRound((Pairing.between(0, 1), Pairing.between(2, 3)))])
    names = ["Ann", "Ben", "Cas", "Dot"].__getitem__

    level = pair_round(entries_with(12, 6, 12, 6), met, roll_dice("x")).pairing_of(0)
    assert level is not None
    assert str(level.because(0, names)) == (
        "you meet Cas because you have the same points (12) and haven’t met"
    )
    (near,) = pair_round(entries_with(12, 10), NEW, roll_dice("x")).pairings
    assert str(near.because(1, names)).startswith(
        "you meet Ann because of your points (10) and theirs (12);"
    )
    (again,) = pair_round(entries_with(12, 10), met, roll_dice("x")).pairings
    assert "no way to pair everyone without a rematch" in str(again.because(0, names))
    family = SwissRules(apart=pair_up([[0, 1]]))
    (kin,) = pair_round(entries_with(12, 10), NEW, roll_dice("x"), family).pairings
    assert "although you should be kept apart" in str(kin.because(0, names))


def test_what_is_forbidden_is_never_given_up() -> None:
    rules = SwissRules(forbidden=pair_up([[0, 1, 2]]))

    with pytest.raises(NoPairing, match="entries kept apart"):
        pair_round(entries_with(1, 2, 3, 4), NEW, roll_dice("x"), rules)
    assert who_meets(
        pair_round(
            entries_with(9, 9, 0, 0), NEW, roll_dice("x"), SwissRules(forbidden=pair_up([[0, 1]]))
        )
    ).isdisjoint({frozenset((0, 1))})


def test_those_not_here_do_not_matter() -> None:
    rules = SwissRules(apart=pair_up([[0, 7], [8, 9]]))

    assert who_meets(pair_round(entries_with(1, 1), NEW, roll_dice("x"), rules)) == {
        frozenset((0, 1))
    }
    assert pair_round([], NEW, roll_dice("x")) == PairedRound()


def test_prorated_points_are_compared_exactly() -> None:
    field = [
        SwissEntry(0, Fraction(60)),
        SwissEntry(1, Fraction(170, 3)),
        SwissEntry(2, 56),
        SwissEntry(3, 50),
    ]

    paired = pair_round(field, NEW, roll_dice("x"))

    assert who_meets(paired) == {frozenset((0, 1)), frozenset((2, 3))}
    close = paired.pairing_of(1)
    assert close is not None
    assert "because of your points (56.7) and theirs (60);" in str(close.because(1))
