"""Plain JSON: a list of games, for people who don't use a notation.

``{"games": [{"a": "P01", "b": "P02", "points": [5, 3], "twenties": [6, 4]}]}``

It is read liberally. 20s may be missing or null, and other keys are ignored. A game without
the points of both sides is reported and doesn't count. A game without an opponent is
reported and skipped.

>>> reading = read_plain('{"games": [{"a": "Ann", "b": "Ben", "points": [5, 3]}]}')
>>> reading.matches[0].names, reading.matches[0].points
(BySeat('Ann', 'Ben'), BySeat(5, 3))
"""

from collections.abc import Iterator

from scoring.notation.doubts import find_doubts, odd_one_out
from scoring.notation.fields import (
    Fields,
    a_list,
    for_both_sides,
    json_of,
    or_nothing,
    read_name,
    read_number,
    read_whole,
)
from scoring.notation.record import UNKNOWN, MatchRecord, NotationError, Recorded, side_of
from scoring.sides import BySeat

_points = for_both_sides(or_nothing(read_number), "two numbers, or null")
_twenties = for_both_sides(or_nothing(read_whole), "two whole numbers, or null")


def read_plain(source: str) -> Recorded:
    """Read the games of a plain JSON file."""
    return plain_of(json_of(source))


def plain_of(data: object) -> Recorded:
    """Read games from JSON that is already parsed; a list of games without ``games`` is accepted
    too.
    """
    games = data if isinstance(data, list) else Fields(data, "the file").take("games", a_list)
    records: dict[int, MatchRecord] = {}
    notices: list[str] = []
    for n, game in enumerate(games, 1):
        fields = Fields(game, f"game {n}")
        a, b = fields.take("a", read_name), fields.maybe("b", read_name)
        points = fields.maybe("points", _points)
        if a == b:
            raise NotationError(f"game {n}: {a} cannot play against themselves")
        if b is None:
            notices.append(f"game {n}: no opponent, so it counts for nobody")
            continue
        if points is None or None in points:
            notices.append(f"game {n}: no points of both sides, so it counts for nobody")
        records[n] = MatchRecord(
            BySeat(side_of(a), side_of(b)),
            recorded_points=points or UNKNOWN,
            recorded_twenties=fields.maybe("twenties", _twenties) or UNKNOWN,
        )
    return Recorded(tuple(records.values()), (*notices, *_find_odd_records(records)))


def _find_odd_records(records: dict[int, MatchRecord]) -> Iterator[str]:
    for n, record in records.items():
        for doubt in find_doubts(record):
            yield f"game {n}: {doubt}"
    numbers = {id(record): n for n, record in records.items()}
    for record, oddity in odd_one_out(tuple(records.values())):
        a, b = record.names
        yield f"game {numbers[id(record)]} ({a} against {b}): {oddity}"
