"""Edge colouring: given meetings in the fewest rounds."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.edge_coloring import Edge, color_edges, even_out, fewest_colors
from leagues.pairing.round_robin import circle_rounds
from leagues.pairing.seeds import roll_dice
from tests.leagues.pairing.tournaments import seeds

TWO_TRIANGLES = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]


def is_proper(edges: Sequence[Edge], colors: Sequence[int]) -> bool:
    ends = Counter((end, color) for e, color in zip(edges, colors, strict=True) for end in e)
    return max(ends.values(), default=1) == 1


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 20), st.integers(0, 18), seeds)
def test_what_is_left_of_a_circle_needs_no_more_rounds_than_are_left(
    half: int, played: int, seed: str
) -> None:
    size = 2 * (half // 2 + 1)
    dice = roll_dice(seed)
    rounds = circle_rounds(size)
    dice.shuffle(rounds)
    edges = [two for each in rounds[played:] for two in each]
    dice.shuffle(edges)

    colors = color_edges(edges, dice)

    assert is_proper(edges, colors)
    assert len(set(colors)) == max(0, size - 1 - played)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9))), seeds)
def test_any_meetings_come_into_rounds(pairs: list[Edge], seed: str) -> None:
    edges = [(a, b) for a, b in pairs if a != b]

    colors = color_edges(edges, roll_dice(seed))
    even = even_out(edges, colors, roll_dice(seed))

    assert is_proper(edges, colors)
    assert is_proper(edges, even)
    assert len(set(even)) <= max(colors, default=-1) + 1
    sizes = [even.count(color) for color in range(max(colors, default=-1) + 1)]
    assert max(sizes, default=0) - min(sizes, default=0) < 2


def test_one_round_more_where_it_cannot_be_done_in_fewer() -> None:
    assert fewest_colors(TWO_TRIANGLES) == 2
    assert len(set(color_edges(TWO_TRIANGLES, roll_dice("x")))) == 3


@pytest.mark.parametrize("edges", [[], [(0, 1)], [(0, 1)] * 3])
def test_two_who_meet_often_need_a_round_each_time(edges: list[Edge]) -> None:
    assert sorted(color_edges(edges, roll_dice("x"))) == list(range(len(edges)))


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 9), st.data(), seeds)
def test_what_is_fixed_stays_where_it_is(size: int, data: st.DataObject, seed: str) -> None:
    edges = list(combinations(range(size), 2))
    start: dict[int, int] = {}
    for edge in data.draw(st.permutations(range(len(edges))))[: size - 1]:
        there = {start[e] for e in start if set(edges[e]) & set(edges[edge])}
        start[edge] = min(set(range(size)) - there)
    fixed = set(list(start)[::2])

    colors = color_edges(edges, roll_dice(seed), start=start, fixed=fixed, at_least=size)

    assert is_proper(edges, colors)
    assert {edge: colors[edge] for edge in fixed} == {e: start[e] for e in fixed}


def test_who_has_a_place_already_mostly_keeps_it() -> None:
    rounds = circle_rounds(10)
    edges = [two for each in rounds for two in each]
    start = {n: n // 5 for n in range(45)}

    late = color_edges([*edges, *((n, 10) for n in range(10))], roll_dice("x"), start=start)

    assert max(late) == 10
    assert sum(late[n] == start[n] for n in start) > 30


def test_a_fixed_corner_is_gone_round_with_a_round_more() -> None:
    start = {0: 0, 1: 1}

    colors = color_edges(TWO_TRIANGLES, roll_dice("x"), start=start, fixed=start)

    assert is_proper(TWO_TRIANGLES, colors)
    assert (colors[0], colors[1], len(set(colors))) == (0, 1, 3)


def test_a_full_round_gives_a_match_to_an_empty_one() -> None:
    edges = [(0, 1), (2, 3), (4, 5), (0, 2)]

    even = even_out(edges, [0, 0, 0, 1], roll_dice("x"))

    assert is_proper(edges, even)
    assert sorted(Counter(even).values()) == [2, 2]
