"""From what was recorded to what counts: the results of each entry.

>>> from scoring.notation.record import side
>>> from scoring.sides import BySeat
>>> record = MatchRecord(BySeat(side("Ann", "Cy"), side("Ben", "Di")), recorded_points=BySeat(5, 3))
>>> [(result.entry, result.points) for result in results_of(record)]
[('Ann/Cy', 5), ('Ben/Di', 3)]
"""

from scoring.notation.record import MatchRecord
from scoring.results import Ending, Result, played, uncounted
from scoring.sides import BySeat


def results_of(record: MatchRecord) -> tuple[Result[str], ...]:
    """The results of one match, by the names of its sides.

    Without the points of both sides nobody knows the result, and it counts for nobody.
    """
    a, b = record.points
    if a is None or b is None:
        return uncounted(record.names, Ending.NOT_RECORDED)
    return played(record.names, BySeat(a, b), record.twenties, record.winner)
