"""Read the matches in our own event file (JSON, "twenties-event" version 1, docs/files.md).

>>> file = '''{"format": "twenties-event", "version": 1,
...     "event": {"name": "Open", "starts_at": "2019-03-05T18:00:00Z", "zone": "UTC"},
...     "stages": [{"name": "Morning", "pools": [{"number": 1, "name": "A"}], "rounds": [
...         {"number": 1, "matches": [{"number": 1, "pool": 1, "ending": "played", "sides": [
...             {"players": ["Ann"], "points": 5, "twenties": 9},
...             {"players": ["Ben"], "points": 3, "twenties": null}], "rounds": []}]}]}]}'''
>>> [match] = read_event(file).matches
>>> match.names, match.points, match.played, match.context.stage
(BySeat('Ann', 'Ben'), BySeat(5, 3), datetime.date(2019, 3, 5), 'Morning')
"""

from collections.abc import Iterator
from datetime import date, datetime
from zoneinfo import ZoneInfo

from leagues.models.fields import known_zones
from scoring.notation import Context, MatchRecord, NotationError, Recorded, RoundRecord, side
from scoring.notation.fields import (
    Fields,
    Wrong,
    a_list,
    json_of,
    name,
    or_nothing,
    text,
    two,
    whole,
)
from scoring.notation.record import UNKNOWN
from scoring.sides import BySeat, Seat

FORMAT, VERSION = "twenties-event", 1
PLAYED = frozenset({"played", "totals"})
TWO = 2
counts = two(or_nothing(whole), "two whole numbers or null")


def is_event(source: str) -> bool:
    """True if the text looks like our event file. Only reading it shows whether it is valid."""
    return f'"{FORMAT}"' in source


def read_event(source: str) -> Recorded:
    """Return all matches of two sides that were played out, and reasons for those left out."""
    top = Fields(json_of(source), "the file")
    if top.take("format", text) != FORMAT or top.take("version", whole) != VERSION:
        raise NotationError(f"this is no {FORMAT} of version {VERSION}")
    event = top.take("event", lambda value: Fields(value, "event"))
    called = event.take("name", text)
    zone = event.take("zone", known_zone)
    starts = event.take("starts_at", instant)
    found: list[MatchRecord] = []
    odd: list[str] = []
    for at, stage in enumerate(top.take("stages", a_list), start=1):
        read = Fields(stage, f"stage {at}")
        for record in _stage(read, called, zone, starts):
            if isinstance(record, str):
                odd.append(record)
            else:
                found.append(record)
    return Recorded(tuple(found), tuple(odd))


def _stage(
    stage: Fields, event: str, zone: ZoneInfo, starts: datetime
) -> Iterator[MatchRecord | str]:
    named = stage.take("name", text)
    pools = dict(
        _pool(Fields(each, f"{stage.where}, pool")) for each in stage.take("pools", a_list)
    )
    for each in stage.take("rounds", a_list):
        turn = Fields(each, f"{stage.where}, pairing round")
        number = turn.take("number", whole)
        for played in turn.take("matches", a_list):
            match = Fields(played, f"{turn.where} {number}, match")
            match.where = f"match {match.take('number', whole)}"
            if match.take("ending", text) not in PLAYED:
                yield f"{match.where} was not played out, and stays out"
                continue
            pool = match.maybe("pool", whole)
            context = Context(
                event=event,
                pairing_round=number,
                stage=named,
                pool=pools.get(pool) if pool is not None else None,
            )
            yield _match(match, context, zone, starts)


def _pool(pool: Fields) -> tuple[int, str]:
    return pool.take("number", whole), pool.take("name", text)


def _match(match: Fields, context: Context, zone: ZoneInfo, starts: datetime) -> MatchRecord | str:
    sides = [
        Fields(each, f"{match.where}, side {n}")
        for n, each in enumerate(match.take("sides", a_list), start=1)
    ]
    if len(sides) != TWO:
        return f"{match.where} has not two sides, and stays out"
    players = [each.take("players", _names) for each in sides]
    if not any(players):
        return f"{match.where} is a meeting of teams, and stays out"
    if not all(players):
        raise NotationError(f"{match.where}: players must name both sides")
    ended = match.maybe("finished_at", instant) or starts
    return MatchRecord(
        sides=BySeat(*(side(*each) for each in players)),
        rounds=tuple(_rounds(match)),
        recorded_points=BySeat(*(each.take("points", whole) for each in sides)),
        recorded_twenties=BySeat(*(each.maybe("twenties", whole) for each in sides)),
        winner=match.maybe("winner", _seat),
        played=_day(ended, zone),
        context=context,
    )


def _rounds(match: Fields) -> Iterator[RoundRecord]:
    for n, each in enumerate(match.take("rounds", a_list), start=1):
        played = Fields(each, f"{match.where}, round {n}")
        yield RoundRecord(
            points=played.maybe("points", counts) or UNKNOWN,
            twenties=played.maybe("twenties", counts) or UNKNOWN,
            first=played.maybe("first", _seat),
        )


def _names(value: object) -> list[str]:
    return [name(each) for each in a_list(value)]


def _seat(value: object) -> Seat:
    if value not in (0, 1) or isinstance(value, bool):
        raise Wrong("must be 0 or 1")
    return Seat(value)


def known_zone(value: object) -> ZoneInfo:
    if text(value) not in known_zones():
        raise Wrong("must be a time zone")
    return ZoneInfo(text(value))


def instant(value: object) -> datetime:
    try:
        found = datetime.fromisoformat(text(value))
    except ValueError:
        raise Wrong("must be an instant in UTC") from None
    if found.tzinfo is None:
        raise Wrong("must be an instant in UTC")
    return found


def _day(at: datetime, zone: ZoneInfo) -> date:
    try:
        return at.astimezone(zone).date()
    except OverflowError:
        raise NotationError("a day is out of all bounds") from None
