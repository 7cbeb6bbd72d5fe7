"""Draw the table, get the results: a crosstable as people pin it to the wall.

Each row is one entry, each cell what it made against the entry of that column:
points, or points/20s. A dot is oneself, a dash a match that is still to come,
``w8`` a walkover worth eight and ``f0`` the forfeit that faces it.

>>> table = read_crosstable('''
...        Ann  Ben  Cy
... Ann     .   5/6  w8
... Ben    3/4   .   4
... Cy      f0   4   .
... ''')
>>> [(r.entry, r.opponents[0], r.points, r.twenties, r.ending.value) for r in table.results][:3]
[('Ann', 'Ben', 5, 6, 'played'), ('Ben', 'Ann', 3, 4, 'played'), ('Ann', 'Cy', 8, None, 'walkover')]
"""

from dataclasses import dataclass
from itertools import combinations

from scoring.results import Result, match_results, walkover_results
from scoring.sides import BySeat


@dataclass(frozen=True)
class Crosstable:
    entries: tuple[str, ...]
    results: tuple[Result[str], ...]


def read_crosstable(drawing: str) -> Crosstable:
    """The entries and results of a table in text form."""
    heading, *rows = [line.split() for line in drawing.strip().splitlines()]
    cell = {
        (name, other): text
        for name, *cells in rows
        for other, text in zip(heading, cells, strict=True)
    }
    matches = (
        _match_results(BySeat(a, b), BySeat(cell[a, b], cell[b, a]))
        for a, b in combinations(heading, 2)
    )
    return Crosstable(tuple(heading), tuple(result for match in matches for result in match))


def _match_results(names: BySeat[str], cells: BySeat[str]) -> tuple[Result[str], ...]:
    if cells.a == cells.b == "-":
        return ()
    if cells.a.startswith("f"):
        names, cells = BySeat(names.b, names.a), BySeat(cells.b, cells.a)
    if cells.a.startswith("w"):
        return walkover_results(names.a, names.b, cells.map(lambda cell: int(cell[1:])))
    return match_results(names, cells.map(_points_in), cells.map(_twenties_in))


def _points_in(cell: str) -> int:
    return int(cell.partition("/")[0])


def _twenties_in(cell: str) -> int | None:
    _, slash, twenties = cell.partition("/")
    return int(twenties) if slash else None
