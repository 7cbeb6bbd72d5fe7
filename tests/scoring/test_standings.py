"""Places, prorating and reasons; and the laws of every table."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.results import Number, Result, bye_result, match_results, walkover_results
from scoring.sides import BySeat
from scoring.standings import AfterSplit, Places, Row, measure_entries, rank_entries
from scoring.tiebreaks import CHAINS, STEP_NAMES, Prorate
from tests.scoring.crosstable import read_crosstable

LEVEL_TWICE = read_crosstable("""
          Ann   Ben   Cy    Di
    Ann    .    8/4   4/4   4/4
    Ben   0/1    .    4/4   4/4
    Cy    4/4   4/4    .    4/4
    Di    4/4   4/4   4/4    .
""")


@pytest.mark.parametrize(
    ("kind", "places"), [(Places.SHARED, [1, 2, 2, 4]), (Places.FORCED, [1, 2, 3, 4])]
)
def test_level_entries_share_a_place_or_stand_as_they_entered(
    kind: Places, places: list[int]
) -> None:
    rows = rank_entries(LEVEL_TWICE.entries, LEVEL_TWICE.results, places=kind)

    assert [(row.place, row.entry) for row in rows] == list(
        zip(places, ["Ann", "Cy", "Di", "Ben"], strict=True)
    )
    assert [row.shared for row in rows] == [False, *[kind is Places.SHARED] * 2, False]


def test_a_step_has_values_also_for_entries_without_a_tie() -> None:
    values = measure_entries(
        LEVEL_TWICE.entries, LEVEL_TWICE.results, ("points", "mini-points", "buchholz")
    )

    assert list(values) == ["points", "buchholz"]
    assert values["points"] == {"Ann": 16, "Ben": 8, "Cy": 12, "Di": 12}
    assert values["buchholz"] == {"Ann": 32, "Ben": 40, "Cy": 36, "Di": 36}


def test_opponents_are_weighed_in_two_ways_at_once() -> None:
    values = measure_entries(
        LEVEL_TWICE.entries, LEVEL_TWICE.results, ("buchholz", "buchholz-cut-1")
    )

    assert values["buchholz"] == {"Ann": 32, "Ben": 40, "Cy": 36, "Di": 36}
    assert values["buchholz-cut-1"] == {"Ann": 24, "Ben": 28, "Cy": 28, "Di": 28}


def test_an_unrecorded_value_is_none() -> None:
    results = [*match_results(BySeat("Ann", "Ben"), BySeat(5, 3), BySeat(4, None))]

    assert measure_entries(["Ann", "Ben"], results, ("twenties",)) == {
        "twenties": {"Ann": 4, "Ben": None}
    }


def test_what_a_row_knows() -> None:
    ann, cy, di, ben = rank_entries(
        LEVEL_TWICE.entries, LEVEL_TWICE.results, ("points", "twenties")
    )

    assert (cy.games, cy.points, cy.twenties, cy.level_with) == (3, 12, 12, ("Di",))
    assert ann.ahead is None
    assert ann.behind is cy.ahead is ann.decided_by
    assert cy.behind is di.ahead is None
    assert di.behind is ben.ahead
    assert ben.behind is None
    assert [(c.step.name, c.level, c.values, c.splits) for c in di.steps] == [
        ("points", ("Ann", "Ben", "Cy", "Di"), (16, 8, 12, 12), True),
        ("twenties", ("Cy", "Di"), (12, 12), False),
    ]
    assert di.steps[0].order == ("Ann", "Cy", "Di", "Ben")


# Reasons.


@pytest.mark.parametrize(
    ("chain", "place", "sentence"),
    [
        ("points", 1, "first with 16 points"),
        ("points", 2, "shares second with Di: tied on points"),
        ("wins", 1, "first with 1 win"),
        ("mini-points", 1, "first on head-to-head among 4 tied: Ann 16, Cy 12, Di 12, Ben 8"),
        ("ties,difference", 3, "third on point difference, 8 to -8 for Ben"),
        ("difference", 1, "first with 8 point difference"),
        ("buchholz", 1, "first with 40 Buchholz"),
        ("fewer-forfeits", 2, "shares first with Ann, Cy and Di: tied on forfeits"),
    ],
)
def test_a_reason_in_a_sentence(chain: str, place: int, sentence: str) -> None:
    rows = rank_entries(LEVEL_TWICE.entries, LEVEL_TWICE.results, tuple(chain.split(",")))

    assert str(rows[place - 1].because()) == sentence


def test_names_come_from_the_caller() -> None:
    results = match_results(BySeat(1, 2), BySeat(4, 4), BySeat(6, 5))
    rows = rank_entries([1, 2], results, ("points", "mini-twenties"))

    names = {1: "Ann", 2: "Ben"}
    assert str(rows[0].because(lambda entry: names[entry])) == (
        "first on head-to-head 20s, 6-5 against Ben"
    )


def test_forced_places_say_that_nothing_separates_them() -> None:
    results = match_results(BySeat("Ann", "Ben"), BySeat(4, 4))
    rows = rank_entries(["Ben", "Ann"], results, ("points", "twenties"), places=Places.FORCED)

    assert [str(row.because()) for row in rows] == [
        "first in order of entry, next to Ann: tied on points (20s skipped: not recorded for Ben and Ann)",
        "second in order of entry, next to Ben: tied on points (20s skipped: not recorded for Ben and Ann)",
    ]


def test_a_table_of_one_and_a_table_of_none() -> None:
    assert [str(row.because()) for row in rank_entries(["Ann"], [])] == ["first, the only entry"]
    assert rank_entries([], []) == ()


def test_a_chain_of_nothing_shares_everything() -> None:
    rows = rank_entries(["Ann", "Ben"], [], ())

    assert [(row.place, str(row.because())) for row in rows] == [
        (1, "shares first with Ben: nothing separates them"),
        (1, "shares first with Ann: nothing separates them"),
    ]


def five_level(twenties: list[int | None]) -> list[Result[str]]:
    return [
        result
        for entry, made in zip("ABCDE", twenties, strict=True)
        for result in match_results(BySeat(entry, "X"), BySeat(4, 4), BySeat(made, 0))
    ]


def test_a_tie_of_many_is_described_by_its_size() -> None:
    decided = rank_entries("ABCDE", five_level([3, 1, 9, 7, 5]), ("points", "twenties"))
    missing = rank_entries("ABCDE", five_level([None, None, 9, None, None]), ("points", "twenties"))

    assert str(decided[1].because()) == "second on 20s with 7, among 5 tied"
    assert str(missing[1].because()) == (
        "shares first with 4 others: tied on points (20s skipped: not recorded for 4 of them)"
    )


# Unequal games.


def results_of(entry: str, points: int, twenties: int, number: int) -> list[Result[str]]:
    """Results of this number of games with these totals."""
    first = match_results(
        BySeat(entry, f"{entry}'s rival 0"), BySeat(points, 0), BySeat(twenties, 0)
    )
    rest = [
        match_results(BySeat(entry, f"{entry}'s rival {n}"), BySeat(0, 0), BySeat(0, 0))
        for n in range(1, number)
    ]
    return [result for match in (first, *rest) for result in match]


@pytest.mark.parametrize(
    ("made", "in_games", "to", "adjusted"),
    [
        (54, 9, 10, 60),
        (51, 9, 10, Fraction(170, 3)),
        (48, 10, 9, Fraction(216, 5)),
        (98, 9, 10, Fraction(980, 9)),
    ],
)
def test_published_adjusted_totals(made: int, in_games: int, to: int, adjusted: Fraction) -> None:
    (row,) = rank_entries(["Ann"], results_of("Ann", made, made, in_games), prorate_to=to)

    assert (row.points, row.twenties, row.made.points) == (adjusted, adjusted, made)


def over_five(entry: str, *facts: list[Result[str]], **how: Any) -> Row[str]:
    """The row of an entry beside Zoe, who has played five games of the stage."""
    results = [*results_of("Zoe", 0, 0, 5), *(each for fact in facts for each in fact)]
    return next(row for row in rank_entries([entry, "Zoe"], results, **how) if row.entry == entry)


GIVEN = list(walkover_results("Ann", "Cy", BySeat(8, 0)))


@pytest.mark.parametrize(
    ("facts", "points"),
    [
        pytest.param([GIVEN], 8, id="a walkover alone stays what it pays"),
        pytest.param([results_of("Ann", 7, 1, 1)], 7, id="one game is no average of five"),
        pytest.param([results_of("Ann", 14, 1, 2)], 14, id="two of five are under half"),
        pytest.param([results_of("Ann", 15, 1, 3)], 25, id="three of five are projected"),
        pytest.param([results_of("Ann", 12, 1, 3), GIVEN], 24, id="by games, not by the walkover"),
        pytest.param(
            [results_of("Ann", 9, 1, 3), [bye_result("Ann", 8)]], 20, id="nor by a bye that pays"
        ),
    ],
)
def test_only_games_really_played_are_projected(
    facts: list[list[Result[str]]], points: Number
) -> None:
    assert over_five("Ann", *facts).points == points


def test_an_entry_that_withdrew_is_not_projected() -> None:
    row = over_five("Ann", results_of("Ann", 24, 12, 4), withdrawn={"Ann"})

    assert (row.points, row.twenties, row.due) == (24, 12, 4)
    assert over_five("Ann", results_of("Ann", 24, 12, 4)).points == 30


def test_20s_of_few_games_are_not_projected_over_walkovers() -> None:
    """One game with nine 20s and three walkovers: nine 20s, and not thirty-six."""
    results = [*results_of("Ann", 8, 9, 1), *GIVEN * 3]

    for to in Prorate:
        [row] = rank_entries(["Ann"], results, prorate_to=to)
        assert (row.twenties, row.made.twenties) == (9, 9)


def test_totals_are_projected_within_one_stage() -> None:
    """Nine of ten games in the morning, then all eight of a pool with eight games each."""
    results = [
        *results_of("Ann", 54, 1, 9),
        *(replace(each, stage=2) for each in results_of("Ann", 40, 1, 8)),
        *results_of("Zoe", 50, 1, 10),
        *(replace(each, stage=2) for each in results_of("Zoe", 44, 1, 8)),
    ]

    assert [
        (row.entry, row.points, row.made.points, row.due)
        for row in rank_entries(["Ann", "Zoe"], results)
    ] == [("Ann", 100, 94, 18), ("Zoe", 94, 94, 18)]


def test_the_strength_of_an_opponent_is_projected_as_the_table_is() -> None:
    """Ben has a walkover and one game of five: he is worth 12 points, and not 30."""
    results = [
        *walkover_results("Ben", "Cy", BySeat(8, 0)),
        *match_results(BySeat("Ann", "Ben"), BySeat(4, 4)),
        *results_of("Ann", 0, 0, 4),
    ]
    worth = measure_entries(["Ann", "Ben"], results, ("buchholz", "points"))

    assert worth["points"]["Ben"] == 12
    assert worth["buchholz"] == {"Ann": 12, "Ben": 12 + 4}


def test_unequal_games_are_compared_exactly_and_explained() -> None:
    results = [*results_of("Ann", 54, 1, 9), *results_of("Ben", 59, 1, 10)]

    assert [str(row.because()) for row in rank_entries(["Ann", "Ben"], results)] == [
        "first with 60 points (54 in 9 games)",
        "second with 59 points",
    ]
    raw = rank_entries(["Ann", "Ben"], results, prorate_to=Prorate.NOT)
    assert [(row.entry, row.points) for row in raw] == [("Ben", 59), ("Ann", 54)]


@pytest.mark.parametrize(
    ("made", "in_games", "to", "words"),
    [
        (13, 2, 3, "19½ points (13 in 2 games)"),
        (48, 10, 9, "43.2 points (48 in 10 games)"),
        (1, 2, 1, "½ points (1 in 2 games)"),
        (5, 7, 1, "5/7 points (5 in 7 games)"),
        (40, 7, 1, "5 5/7 points (40 in 7 games)"),
    ],
)
def test_parts_of_a_point_are_written_as_people_do(
    made: int, in_games: int, to: int, words: str
) -> None:
    results = [*results_of("Ann", made, 1, in_games), *results_of("Ben", 0, 0, to)]
    first, _ = rank_entries(["Ann", "Ben"], results, prorate_to=to)

    assert str(first.because()) == f"first with {words}"


def test_one_game_is_one_game() -> None:
    results = [*results_of("Ann", 5, 1, 1), *results_of("Ben", 9, 1, 2)]

    assert (
        str(rank_entries(["Ann", "Ben"], results)[0].because())
        == "first with 10 points (5 in 1 game)"
    )


# Laws.

NAMES = "ABCDEF"
CHAIN_LISTS = st.one_of(
    st.sampled_from(list(CHAINS.values())),
    st.lists(st.sampled_from(STEP_NAMES), max_size=6).map(tuple),
)
POINTS_FIRST = st.lists(st.sampled_from(STEP_NAMES), max_size=5).map(
    lambda names: ("points", *names)
)


@st.composite
def random_results(draw: st.DrawFn) -> list[Result[str]]:
    """Random matches among six, with few different numbers so that ties are frequent."""
    results: list[Result[str]] = []
    sides = st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True)
    twenties = st.one_of(st.none(), st.integers(0, 2))
    for a, b in draw(st.lists(sides, max_size=12)):
        points = draw(st.sampled_from([0, 3, 4, 5, 8]))
        if draw(st.booleans()) or draw(st.booleans()):
            seen = BySeat(draw(twenties), draw(twenties))
            results += match_results(BySeat(a, b), BySeat(points, 8 - points), seen)
        else:
            results += draw(
                st.sampled_from(
                    [(bye_result(a),), (bye_result(a, 4),), walkover_results(a, b, BySeat(8, 0))]
                )
            )
    return results


def by_place(rows: tuple[Row[str], ...]) -> dict[str, int]:
    return {row.entry: row.place for row in rows}


@given(
    random_results(), CHAIN_LISTS, st.sampled_from(AfterSplit), st.randoms(use_true_random=False)
)
def test_no_order_of_entries_or_results_changes_a_place(
    results: list[Result[str]], chain: tuple[str, ...], after: AfterSplit, dice: Random
) -> None:
    entries, shuffled = list(NAMES), list(results)
    dice.shuffle(entries)
    dice.shuffle(shuffled)

    assert by_place(rank_entries(NAMES, results, chain, after_split=after)) == by_place(
        rank_entries(entries, shuffled, chain, after_split=after)
    )


@given(random_results(), CHAIN_LISTS, st.sampled_from(AfterSplit))
def test_a_table_is_a_total_preorder(
    results: list[Result[str]], chain: tuple[str, ...], after: AfterSplit
) -> None:
    """Each entry is listed once; a place is one more than the number of entries ahead."""
    rows = rank_entries(NAMES, results, chain, after_split=after)
    places = [row.place for row in rows]

    assert sorted(row.entry for row in rows) == list(NAMES)
    assert places == [1 + sum(other < place for other in places) for place in places]
    for row in rows:
        level = {other.entry for other in rows if other.place == row.place}
        assert level == {row.entry, *row.level_with}


@given(random_results(), CHAIN_LISTS, st.sampled_from(AfterSplit))
def test_places_agree_with_the_values_that_decided_them(
    results: list[Result[str]], chain: tuple[str, ...], after: AfterSplit
) -> None:
    for upper, lower in pairwise(rank_entries(NAMES, results, chain, after_split=after)):
        decided = lower.ahead
        assert decided is upper.behind
        assert (decided is None) == (upper.place == lower.place)
        if decided is not None:
            better = [decided.order.index(row.entry) for row in (upper, lower)]
            assert better == sorted(better)
            assert decided.value_of(upper.entry) != decided.value_of(lower.entry)
        assert str(upper.because())


@given(random_results(), CHAIN_LISTS)
def test_shared_and_forced_places_agree_on_the_order(
    results: list[Result[str]], chain: tuple[str, ...]
) -> None:
    shared = rank_entries(NAMES, results, chain)
    forced = rank_entries(NAMES, results, chain, places=Places.FORCED)

    assert [row.entry for row in shared] == [row.entry for row in forced]
    assert [row.place for row in forced] == [1, 2, 3, 4, 5, 6]
    assert all(one.place <= other.place for one, other in zip(shared, forced, strict=True))


@given(
    st.permutations(NAMES),
    st.lists(st.tuples(*[st.integers(0, 8)] * 15), min_size=1, max_size=2),
    CHAIN_LISTS,
)
def test_prorating_equal_games_changes_nothing(
    order: list[str], rounds: list[tuple[int, ...]], chain: tuple[str, ...]
) -> None:
    pairs = [(a, b) for n, a in enumerate(order) for b in order[:n]]
    results = [
        result
        for points in rounds
        for pair, made in zip(pairs, points, strict=True)
        for result in match_results(BySeat(*pair), BySeat(made, 8 - made), BySeat(made, made))
    ]
    prorated = rank_entries(NAMES, results, chain)
    plain = rank_entries(NAMES, results, chain, prorate_to=Prorate.NOT)

    assert [(r.entry, r.place, r.points, r.twenties) for r in prorated] == [
        (r.entry, r.place, r.points, r.twenties) for r in plain
    ]


@given(random_results(), POINTS_FIRST, st.sampled_from(AfterSplit), st.data())
def test_a_round_more_won_never_lowers_anybody(
    results: list[Result[str]], chain: tuple[str, ...], after: AfterSplit, data: st.DataObject
) -> None:
    counting = [n for n, result in enumerate(results) if result.points is not None]
    if not counting:
        return
    lucky = data.draw(st.sampled_from(counting))
    better = list(results)
    better[lucky] = replace(results[lucky], points=(results[lucky].points or 0) + 2)
    before, now = (
        by_place(rank_entries(NAMES, seen, chain, after_split=after)) for seen in (results, better)
    )

    assert now[results[lucky].entry] <= before[results[lucky].entry]
