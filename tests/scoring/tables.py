"""Tables for tests of tie-breaks."""

from scoring.standings import Row, rank_entries
from scoring.tiebreaks import Prorate, Step
from tests.scoring.crosstable import Crosstable, read_crosstable


def places_by(table: Crosstable, *chain: str | Step) -> str:
    """The order in one line: ``Ann Ben=Cy`` when Ben and Cy share second."""
    return places_line(rank_entries(table.entries, table.results, chain))


def places_line(rows: tuple[Row[str], ...]) -> str:
    text = ""
    for above, row in zip((None, *rows), rows, strict=False):
        between = "=" if above and above.place == row.place else " "
        text += between + row.entry
    return text.strip()


def step_values(
    name: str, table: Crosstable, prorate_to: Prorate = Prorate.NOT
) -> dict[str, object]:
    """The value of one step, alone, for each entry."""
    rows = rank_entries(table.entries, table.results, (name,), prorate_to=prorate_to)
    return {row.entry: row.steps[0].value_of(row.entry) for row in rows}


FOUR = read_crosstable("""
          Ann   Ben   Cy    Di
    Ann    .    5/6   4/3   8/9
    Ben   3/4    .    6/7   4/2
    Cy    4/3   2/2    .    8/6
    Di    0/1   4/5   0/0    .
""")


TWO_LEVEL = """
          Ann   Ben   Cy
    Ann    .    {}    4/3
    Ben   {}     .    {}
    Cy    4/3   {}     .
"""


def two_level(ann: str, ben: str, ben_cy: str, cy_ben: str) -> Crosstable:
    return read_crosstable(TWO_LEVEL.format(ann, ben, ben_cy, cy_ben))
