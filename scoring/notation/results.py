"""The results of each entry, from recorded matches.

>>> from scoring.notation.record import side_of
>>> from scoring.sides import BySeat
>>> record = MatchRecord(BySeat(side_of("Ann", "Cy"), side_of("Ben", "Di")), recorded_points=BySeat(5, 3))
>>> [(result.entry, result.points) for result in results_of(record)]
[('Ann/Cy', 5), ('Ben/Di', 3)]
"""

from scoring.notation.record import MatchRecord
from scoring.results import Ending, Result, match_results, uncounted_results
from scoring.sides import BySeat


def results_of(record: MatchRecord) -> tuple[Result[str], ...]:
    """Return the results of one match, by the names of its sides.

    Without the points of both sides the result is unknown, and the match does not count.
    """
    a, b = record.points
    if a is None or b is None:
        return uncounted_results(record.names, Ending.NOT_RECORDED)
    return match_results(record.names, BySeat(a, b), record.twenties, record.winner)
