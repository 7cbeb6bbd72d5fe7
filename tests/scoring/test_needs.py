"""What an entry needs to make the cut: worked tables, and small events with every ending."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.point_limits import max_points_absorbed
from scoring.qualification import Certainty, Gives, Left, Outlook, Status, what_it_takes
from scoring.results import Number

Table = dict[str, int]
NAMES = ("Ann", "Ben", "Cy", "Di", "Eve")


def outlook_of(
    table: Table, left: list[Left[str]], cut: int, entry: str, effort: int = 6000
) -> Outlook:
    return what_it_takes(table, left, cut, effort)[entry]


@pytest.mark.parametrize(
    ("table", "cut", "entry", "sentence"),
    [
        ({"Ann": 20, "Ben": 11, "Cy": 2}, 1, "Ann", "is in"),
        ({"Ann": 20, "Ben": 12, "Cy": 2}, 1, "Ann", "needs 1 of 8 points to be sure of it"),
        ({"Ann": 20, "Ben": 12, "Cy": 2}, 1, "Ben", "needs at least 8 of 8 points and others to lose"),
        ({"Ann": 20, "Ben": 12, "Cy": 2}, 1, "Cy", "is out"),
        ({"Ann": 20, "Ben": 12, "Cy": 2}, 3, "Cy", "is in"),
    ],
)  # fmt: skip
def test_with_games_left_against_others(table: Table, cut: int, entry: str, sentence: str) -> None:
    left = [Left(name, f"{name}'s rival", 8) for name in table]
    rivals = {f"{name}'s rival": -20 for name in table}

    assert str(outlook_of(table | rivals, left, cut, entry).sentence()) == sentence


def test_level_on_points_is_not_yet_safe_and_not_yet_lost() -> None:
    table = {"Ann": 10, "Ben": 10, "Cy": 3}

    assert [o.status for o in what_it_takes(table, [], cut=1).values()] == [
        Status.OPEN,
        Status.OPEN,
        Status.OUT,
    ]
    assert (
        str(outlook_of(table, [], 1, "Ben").sentence()) == "needs others to lose, or the tie-breaks"
    )
    assert outlook_of(table, [], 2, "Ben").status is Status.IN


def test_two_chasers_who_meet_cannot_both_catch_up() -> None:
    """Ben and Cy could each reach 20, but they share the eight points of one game."""
    table = {"Ann": 19, "Ben": 12, "Cy": 12}

    assert outlook_of(table, [Left("Ben", "Cy", 8)], 2, "Ann").status is Status.IN
    apart = [Left("Ben", "Di", 8), Left("Cy", "Di", 8)]
    assert outlook_of({**table, "Di": 0}, apart, 2, "Ann").status is Status.OPEN


def test_two_leaders_who_meet_cannot_both_stay_behind() -> None:
    """One of Ben and Cy gets four of the eight points, and passes Ann."""
    table = {"Ann": 13, "Ben": 10, "Cy": 10}

    assert outlook_of(table, [Left("Ben", "Cy", 8)], 1, "Ann").status is Status.OUT


def test_who_needs_only_others_to_lose() -> None:
    table = {"Ann": 13, "Ben": 10, "Cy": 0, "Di": 0}
    left = [Left("Ben", "Cy", 8)]

    assert (
        str(outlook_of(table, left, 1, "Ann").sentence())
        == "needs others to lose, or the tie-breaks"
    )
    left.append(Left("Ann", "Di", 1))
    assert str(outlook_of(table, left, 1, "Ann").sentence()) == "needs others to lose"


def test_too_many_ways_to_fill_the_places_give_a_bound_marked_as_such() -> None:
    table = dict.fromkeys(NAMES, 10)
    left = [Left(a, b, 8) for a, b in combinations(NAMES, 2)]
    exact, bound = (outlook_of(table, left, 3, "Ann", effort) for effort in (6000, 20))

    assert (exact.certainty, bound.certainty) == (Certainty.EXACT, Certainty.BOUND)
    assert exact.sure is not None
    assert bound.sure is None or bound.sure >= exact.sure
    assert (exact.least or 0) >= (bound.least or 0)


def test_a_game_scored_by_difference_gives_a_bound() -> None:
    table = {"Ann": 120, "Ben": 90, "Cy": 10}
    left = [Left("Ann", "Cy", 100, Gives.AT_MOST), Left("Ben", "Cy", 100, Gives.AT_MOST)]
    ann = outlook_of(table, left, 1, "Ann")

    assert (ann.sure, ann.least, ann.certainty) == (71, 0, Certainty.BOUND)
    assert outlook_of(table, left, 3, "Ann").certainty is Certainty.EXACT


def test_prorated_points_may_be_fractions() -> None:
    table: dict[str, Number] = {"Ann": Fraction(170, 3), "Ben": 50, "Cy": 0}

    assert what_it_takes(table, [Left("Ben", "Cy", 8)], 1)["Ben"].least == 7


def test_a_cut_leaves_a_place() -> None:
    with pytest.raises(ValueError, match="at least one place"):
        what_it_takes({"Ann": 1}, [], cut=0)


def test_a_game_left_is_between_entries_of_the_table() -> None:
    with pytest.raises(ValueError, match="Ben has a game left but no points"):
        what_it_takes({"Ann": 1}, [Left("Ann", "Ben", 8)], cut=1)


# Every ending of small events.

tables = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 4), min_size=2, max_size=5)


@st.composite
def random_event(draw: st.DrawFn, gives: Gives) -> tuple[Table, list[Left[str]], int]:
    table = draw(tables)
    pairs = st.sampled_from(list(combinations(table, 2)))
    games = draw(st.lists(st.tuples(pairs, st.integers(1, 3)), max_size=4))
    left = [Left(*pair, points, gives) for pair, points in games]
    return table, left, draw(st.integers(1, len(table)))


def possible_splits(game: Left[str]) -> Iterator[tuple[int, int]]:
    for won in range(game.points + 1):
        if game.gives is Gives.EXACTLY:
            yield won, game.points - won
        else:
            yield from [(won, 0), (0, won)]


def possible_endings(table: Table, left: list[Left[str]]) -> Iterator[Table]:
    for split in product(*map(possible_splits, left)):
        final = dict(table)
        for game, (a, b) in zip(left, split, strict=True):
            final[game.a] += a
            final[game.b] += b
        yield final


def made_in(table: Table, left: list[Left[str]], cut: int, entry: str) -> tuple[set[int], set[int]]:
    """The entry's own points with which it may miss the cut, and with which it may make it."""
    unsafe, possible = set(), set()
    for final in possible_endings(table, left):
        others = [points for name, points in final.items() if name != entry]
        made = final[entry] - table[entry]
        if sum(points >= final[entry] for points in others) >= cut:
            unsafe.add(made)
        if sum(points > final[entry] for points in others) < cut:
            possible.add(made)
    return unsafe, possible


@given(random_event(Gives.EXACTLY))
def test_exact_numbers_are_those_of_every_ending(event: tuple[Table, list[Left[str]], int]) -> None:
    table, left, cut = event
    for entry, need in what_it_takes(table, left, cut).items():
        unsafe, possible = made_in(table, left, cut, entry)
        sure = max(unsafe, default=-1) + 1

        assert need.certainty is Certainty.EXACT
        assert need.sure == (sure if sure <= need.left else None)
        assert need.least == min(possible, default=None)


@given(st.sampled_from(Gives).flatmap(random_event), st.integers(0, 3))
def test_bounds_never_promise_what_an_ending_can_break(
    event: tuple[Table, list[Left[str]], int], effort: int
) -> None:
    table, left, cut = event
    for entry, need in what_it_takes(table, left, cut, effort).items():
        unsafe, possible = made_in(table, left, cut, entry)

        assert need.sure is None or all(made < need.sure for made in unsafe)
        assert all(need.least is not None and made >= need.least for made in possible)


def test_a_long_chain_of_games_moves_along() -> None:
    """A thousand sides in a row, each with room for one game: only the end has room."""
    games = [(n, n + 1, 1) for n in range(1000)]

    assert max_points_absorbed([*games, (-1, 0, 1)], dict.fromkeys(range(1001), 1)) == 1001


def test_a_game_moves_its_points_on_to_make_room() -> None:
    games = [("Ann", "Ben", 4), ("Ann", "Cy", 4), ("Ben", "Cy", 4)]

    assert max_points_absorbed(games, {"Ann": 4, "Ben": 4, "Cy": 4}) == 12
    assert max_points_absorbed(games, {"Ann": 8, "Cy": 1}) == 9
    assert max_points_absorbed(games, {"Di": 8}) == 0
