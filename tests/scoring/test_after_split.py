"""Whether a chain starts again after a split."""

import pytest

from scoring.standings import AfterSplit, rank_entries
from tests.scoring.crosstable import read_crosstable
from tests.scoring.tables import places_line

AGAIN = read_crosstable("""
          Ann   Ben   Cy    Di    Eve
    Ann    .    5/1   2/1   5/1   4/1
    Ben   3/1    .    5/1   4/1   4/9
    Cy    6/1   3/1    .    3/1   4/9
    Di    3/1   4/1   5/1    .    4/0
    Eve   4/0   4/0   4/0   4/0    .
""")


@pytest.mark.parametrize(
    ("after_split", "order"),
    [
        # All five have 16 points, and all met. Ben and Cy have 12 20s; Ben won their game.
        (AfterSplit.START_AGAIN, "Ben Cy Ann Di Eve"),
        (AfterSplit.CONTINUE, "Ben=Cy Ann Di Eve"),
    ],
)
def test_the_two_conventions_differ(after_split: AfterSplit, order: str) -> None:
    rows = rank_entries(
        AGAIN.entries, AGAIN.results, ("points", "mini-points", "twenties"), after_split=after_split
    )

    assert places_line(rows) == order
