"""Tie-breaks where numbers are not recorded."""

from scoring.standings import rank_entries
from scoring.tiebreaks import SkipReason
from tests.scoring.crosstable import read_crosstable
from tests.scoring.tables import places_by, places_line, two_level


def test_a_key_that_was_not_recorded_is_skipped_and_never_zero() -> None:
    table = read_crosstable("""
              Ann   Ben   Cy
        Ann    .    4/1   5/2
        Ben   4/1    .     5
        Cy    3/1    3     .
    """)
    rows = rank_entries(table.entries, table.results, ("points", "twenties", "difference"))
    skipped = rows[0].steps[1].skipped

    assert places_line(rows) == "Ann=Ben Cy"
    assert [row.twenties for row in rows] == [3, None, None]
    assert skipped is not None
    assert (skipped.why, skipped.entries) == (SkipReason.NOT_RECORDED, ("Ben",))
    assert str(rows[0].because()) == (
        "shares first with Ben: tied on points and point difference"
        " (20s skipped: not recorded for Ben)"
    )


def test_20s_of_the_mini_league_need_only_its_own_games_recorded() -> None:
    table = two_level("4/5", "4/4", "5", "3")

    assert places_by(table, "points", "mini-twenties") == "Ben Ann Cy"
    table = read_crosstable("""
              Ann   Ben   Cy
        Ann    .    4/5    4
        Ben   4/4    .     4
        Cy     4     4     .
    """)
    assert places_by(table, "points", "mini-twenties") == "Ann=Ben=Cy"
    table = read_crosstable("""
              Ann   Ben   Cy
        Ann    .    4/5    5
        Ben   4/4    .     5
        Cy     3     3     .
    """)
    assert places_by(table, "points", "mini-twenties", "twenties") == "Ann Ben Cy"
