"""Doubts about a record, in sentences. They are warnings; no record is refused.

>>> from scoring.notation.record import side_of
>>> both_won = MatchRecord(BySeat(side_of("Ann"), side_of("Ben")), (RoundRecord(BySeat(2, 2)),))
>>> list(find_doubts(both_won))
['round 1 is recorded as 2-2, and a round is 2-0 or 1-1']
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.notation.record import MatchRecord, RoundRecord, added_up
from scoring.results import Number
from scoring.sides import BySeat, Seat

TWO_POINTS = frozenset({BySeat(2, 0), BySeat(1, 1), BySeat(0, 2)})


def find_doubts(record: MatchRecord) -> Iterator[str]:
    """Yield what is recorded of this match although it can't have happened."""
    by_difference = any(_is_difference(played) for played in record.rounds)
    for number, played in enumerate(record.rounds, 1):
        if not (by_difference and 0 in played.points):
            yield from _odd_points(number, played)
        yield from _odd_score(number, played)
    yield from _odd_totals(record)
    yield from _odd_winner(record)


def odd_one_out(records: Sequence[MatchRecord]) -> Iterator[tuple[MatchRecord, str]]:
    """Find matches whose points can't be right, or differ from the others of the file.

    If more than half of several matches agree, as they do when all have the same number of
    rounds, the others are odd. Otherwise only an odd number is: two points a round never add
    up to one. Matches whose rounds are known are not checked.
    """
    totals = [_total_points(record) for record in records]
    known = Counter(total for total in totals if total is not None)
    most = max(1, known.total() / 2)
    usual = next((total for total, often in known.items() if often > most), None)
    for record, total in zip(records, totals, strict=True):
        if total in (usual, None) or record.rounds:
            continue
        makes = f"{_pair_text(record.points)} makes {total}"
        if usual is not None:
            yield record, f"{makes}, where most make {usual}"
        elif not _adds_up(record.points):
            yield record, f"{makes}, and two points a round make an even number"


def _adds_up(points: BySeat[Number | None]) -> bool:
    """True if the total is possible: two points a round are even, differences are in fives."""
    known = [made for made in points if made is not None]
    return sum(known) % 2 == 0 or all(made % 5 == 0 for made in known)


def _total_points(record: MatchRecord) -> Number | None:
    a, b = record.points
    return None if a is None or b is None else a + b


def _is_difference(played: RoundRecord) -> bool:
    """True for a round that paid the difference of the totals, as the conventional game does."""
    a, b = played.points
    return 0 in (a, b) and max(a or 0, b or 0) >= 5


def _odd_points(number: int, played: RoundRecord) -> Iterator[str]:
    if None in played.points:
        yield f"round {number} is recorded for one side only"
    elif played.points not in TWO_POINTS:
        shown = _pair_text(played.points)
        yield f"round {number} is recorded as {shown}, and a round is 2-0 or 1-1"


def _odd_score(number: int, played: RoundRecord) -> Iterator[str]:
    score = played.score
    if score is None:
        return
    for seat, total in score.items():
        twenties = played.twenties[seat]
        if twenties is not None and total < 20 * twenties:
            yield f"round {number}: {twenties} 20s are more than a score of {total}"
    if None not in played.points and score.leader != _find_leader(played.points):
        shown = _pair_text(played.points)
        yield f"round {number} is recorded as {shown} with a score of {_pair_text(score)}"


def _odd_totals(record: MatchRecord) -> Iterator[str]:
    points, twenties = (
        added_up([played.points for played in record.rounds]),
        added_up([played.twenties for played in record.rounds]),
    )
    for what, total, summed in (
        ("points", record.recorded_points, points),
        ("20s", record.recorded_twenties, twenties),
    ):
        for seat, recorded in total.items():
            if recorded is not None and summed[seat] not in (None, recorded):
                yield (
                    f"{record.names[seat]} is recorded with {recorded} {what}, "
                    f"and the rounds add up to {summed[seat]}"
                )
            if recorded is not None and recorded < 0:
                yield f"{record.names[seat]} is recorded with {recorded} {what}"


def _odd_winner(record: MatchRecord) -> Iterator[str]:
    ahead = _find_leader(record.points)
    if record.winner is not None and ahead not in (None, record.winner):
        yield (
            f"{record.names[record.winner]} is recorded as the winner "
            f"of a match that ended {_pair_text(record.points)}"
        )


def _find_leader(points: BySeat[Number | None]) -> Seat | None:
    return None if None in points else points.leader


def _pair_text(values: BySeat[Number | None] | BySeat[int]) -> str:
    return "-".join(map(str, values))
