"""Head-to-head between tied entries."""

import pytest

from scoring.results import match_results, played_together
from scoring.sides import BySeat
from scoring.standings import rank_entries
from scoring.tiebreaks import Prorate, SkipReason, chain_named
from tests.scoring.crosstable import Crosstable, read_crosstable
from tests.scoring.tables import places_by, places_line, step_values, two_level


@pytest.mark.parametrize(
    ("table", "chain", "order"),
    [
        (two_level("5/2", "3/9", "6/9", "2/0"), "points,mini-points,twenties", "Ann Ben Cy"),
        (two_level("5/2", "3/9", "6/9", "2/0"), "points,twenties", "Ben Ann Cy"),
        (two_level("4/5", "4/4", "4/9", "4/0"), "points,mini-points,shared", "Ann=Ben=Cy"),
        # A level game passes to the 20s of that game, or to all 20s: a matter of the chain.
        (two_level("4/5", "4/4", "4/9", "4/9"), "points,mini-twenties", "Ben Cy Ann"),
        (two_level("5/2", "3/9", "6/9", "2/0"), "points,head-to-head", "Ann Ben Cy"),
        (two_level("5/2", "3/9", "6/9", "2/0"), "points,head-to-head-twenties", "Ben Ann Cy"),
    ],
)  # fmt: skip
def test_head_to_head(table: Crosstable, chain: str, order: str) -> None:
    assert places_by(table, *chain_named(chain)) == order


def test_three_level_play_a_league_of_their_own() -> None:
    """All three have 14; among themselves Cy made 9, Ann 8 and Ben 7."""
    table = read_crosstable("""
              Ann   Ben   Cy    Di
        Ann    .     6     2     6
        Ben    2     .     5     7
        Cy     6     3     .     5
        Di     2     1     3     .
    """)

    assert places_by(table, "points", "mini-points") == "Cy Ann Ben Di"
    assert step_values("points", table) == {"Ann": 14, "Ben": 14, "Cy": 14, "Di": 6}


def test_the_head_to_head_step_is_for_two_only() -> None:
    table = read_crosstable("""
              Ann   Ben   Cy
        Ann    .     5     3
        Ben    3     .     5
        Cy     5     3     .
    """)
    rows = rank_entries(table.entries, table.results, ("points", "head-to-head"))

    assert places_line(rows) == "Ann=Ben=Cy"
    skipped = rows[0].steps[1].skipped
    assert skipped is not None
    assert skipped.why is SkipReason.MORE_THAN_TWO


def test_a_mini_league_is_skipped_unless_all_met() -> None:
    table = read_crosstable("""
              Ann   Ben   Cy    Di
        Ann    .    5/1   5/1    -
        Ben   3/5    .     -    7/5
        Cy    3/3    -     .    7/3
        Di     -    1/1   1/1    .
    """)
    rows = rank_entries(table.entries, table.results, ("points", "mini-points", "twenties"))
    skipped = rows[0].steps[1].skipped

    assert places_line(rows) == "Ben Cy Ann Di"
    assert skipped is not None
    assert (skipped.why, skipped.entries) == (SkipReason.NOT_ALL_MET, ("Ben", "Cy"))
    assert str(rows[0].because()) == (
        "first on 20s among 3 tied: Ben 10, Cy 6, Ann 2 (head-to-head skipped: Ben and Cy did not meet)"
    )


def test_a_mini_league_counts_unequal_meetings_by_the_game() -> None:
    """Ann beat Ben twice 5-3; Cy beat both once 5-3: the best average is Cy's."""
    results = [
        *match_results(BySeat("Ann", "Ben"), BySeat(5, 3)),
        *match_results(BySeat("Ann", "Ben"), BySeat(5, 3)),
        *match_results(BySeat("Cy", "Ann"), BySeat(5, 3)),
        *match_results(BySeat("Cy", "Ben"), BySeat(5, 3)),
    ]

    def mini(prorate_to: Prorate) -> dict[str, object]:
        rows = rank_entries(["Ann", "Ben", "Cy"], results, ("mini-points",), prorate_to=prorate_to)
        return {row.entry: row.steps[0].value_of(row.entry) for row in rows}

    assert mini(Prorate.TO_MOST_GAMES) == {"Ann": 13, "Ben": 9, "Cy": 15}
    assert mini(Prorate.NOT) == {"Ann": 13, "Ben": 9, "Cy": 10}


def test_partners_are_no_rivals() -> None:
    """Two who only ever sat on the same side have not met."""
    results = played_together(BySeat(("Ann", "Ben"), ("Cy", "Di")), BySeat(4, 4))
    rows = rank_entries(["Ann", "Ben"], results, ("points", "mini-points"))
    skipped = rows[0].steps[1].skipped

    assert skipped is not None
    assert skipped.entries == ("Ann", "Ben")
