"""Where a table is cut, which ties matter there, and how final places are composed."""

import pytest

from leagues.reads.advance.cut import TieAtCut, cuts_made_by, ties_at, ties_on_podium
from leagues.reads.advance.finals import compose_order
from leagues.reads.advance.stage_order import Ladder, StageStanding
from leagues.stages.entry_sources import Bands, Everyone, KeepPools, Source, Top, TopOfPools


def ladder(text: str) -> Ladder:
    """Entries by place; in ``ladder("1 2=3 4")`` the entries 2 and 3 are tied."""
    return tuple(tuple(map(int, rung.split("="))) for rung in text.split())


def standing_of_pools(*pools: str, overall: str = "") -> StageStanding:
    ladders = tuple(map(ladder, pools))
    together = tuple(rung for pool in ladders for rung in pool)
    return StageStanding(ladders, ladder(overall) if overall else together, is_final=True)


FINALS: list[tuple[str, list[tuple[Source, StageStanding]], str]] = [
    ("one table is the final order", [(Everyone(), standing_of_pools("2 1=3 4"))], "2 1=3 4"),
    (
        "whoever went on stands before whoever did not",
        [(Everyone(), standing_of_pools("1 2 3 4")), (Top(2), standing_of_pools("2 1"))],
        "2 1 3 4",
    ),
    (
        "power pools: all of A, then all of B",
        [(Everyone(), standing_of_pools("1 2 3 4")), (Bands(2), standing_of_pools("2 1", "4 3"))],
        "2 1 4 3",
    ),
    (
        "pool letter, then play-off, then pool place",
        [
            (Everyone(), standing_of_pools("1 2 3 4 5 6")),
            (Bands(2), standing_of_pools("2 1 3", "4 5 6")),
            (KeepPools(2), standing_of_pools("1 2", "5 4")),
        ],
        "1 2 3 5 4 6",
    ),
    (
        "who is level in a play-off, or in the pool below it, stays level",
        [
            (Everyone(), standing_of_pools("1 2 3 4 5 6 7 8")),
            (Bands(2), standing_of_pools("1 2 3=4", "5 6 7=8")),
            (KeepPools(2), standing_of_pools("2 1", "5=6")),
        ],
        "2 1 3=4 5=6 7=8",
    ),
    (
        "a play-off may be in one pool only",
        [
            (Everyone(), standing_of_pools("1 2 3 4 5 6")),
            (Bands(2), standing_of_pools("1 2 3", "4 5 6")),
            (KeepPools(2), standing_of_pools("2 1")),
        ],
        "2 1 3 4 5 6",
    ),
    (
        "a championship: semis, then the pools of eight, then the preliminary",
        [
            (Everyone(), standing_of_pools("1 2 3 4 5 6 7 8")),
            (Top(6, pools=2), standing_of_pools("1 4 5", "3 2 6", overall="3 1 2 4 6 5")),
            (TopOfPools(1), standing_of_pools("1 3")),
        ],
        "1 3 2 4 6 5 7 8",
    ),
    (
        "losers of a knockout share their places",
        [(Everyone(), standing_of_pools("1 2 3 4")), (Top(4), standing_of_pools("3 1 2=4"))],
        "3 1 2=4",
    ),
    ("before anything there is no order", [], ""),
]


@pytest.mark.parametrize(
    ("stages", "order"), [row[1:] for row in FINALS], ids=[row[0] for row in FINALS]
)
def test_final_places(stages: list[tuple[Source, StageStanding]], order: str) -> None:
    assert compose_order(stages) == ladder(order)


@pytest.mark.parametrize(
    ("table", "go_on", "level"),
    [
        ("1 2 3 4", 2, []),
        ("1 2=3 4", 2, [TieAtCut((2, 3), 2, 2)]),
        ("1=2 3 4", 2, []),
        ("1 2 3=4", 2, []),
        ("1=2=3=4", 2, [TieAtCut((1, 2, 3, 4), 1, 2)]),
        ("1 2=3", 3, []),
    ],
)
def test_a_tie_matters_only_where_the_line_runs_through_it(
    table: str, go_on: int, level: list[TieAtCut]
) -> None:
    assert list(ties_at(cuts_made_by(Top(go_on), standing_of_pools(table)))) == level


def test_how_many_of_a_tie_go_on() -> None:
    [tie] = ties_at(cuts_made_by(Top(3), standing_of_pools("1 2=3=4 5")))
    assert (tie.above, tie.first, tie.last) == (2, 2, 4)


def test_bands_are_cut_between_all_their_pools() -> None:
    standing = standing_of_pools("1 2=3 4=5 6")
    ties = ties_at(cuts_made_by(Bands(3), standing))
    assert [tie.entries for tie in ties] == [(2, 3), (4, 5)]
    assert not ties_at(cuts_made_by(Bands(2, by_hand=(3, 3)), standing))


@pytest.mark.parametrize("takes", [TopOfPools(1), KeepPools(2)])
def test_each_pool_is_cut_for_itself(takes: Source) -> None:
    standing = standing_of_pools("1 2 3", "4=5=6")
    [tie] = ties_at(cuts_made_by(takes, standing))
    assert (tie.entries, tie.pool) == ((4, 5, 6), 1)


def test_everybody_goes_on_uncut() -> None:
    assert not cuts_made_by(Everyone(), standing_of_pools("1=2=3"))


def test_every_step_of_the_podium_is_a_place_of_its_own() -> None:
    assert [t.entries for t in ties_on_podium(ladder("1=2 3=4 5=6"))] == [(1, 2), (3, 4)]
