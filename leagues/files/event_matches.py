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
from scoring.notation import Context, MatchRecord, NotationError, Recorded, RoundRecord, side_of
from scoring.notation.fields import (
    Fields,
    Wrong,
    a_list,
    for_both_sides,
    json_of,
    or_nothing,
    read_name,
    read_text,
    read_whole,
)
from scoring.notation.record import UNKNOWN
from scoring.sides import BySeat, Seat

FORMAT, VERSION = "twenties-event", 1
PLAYED = frozenset({"played", "totals"})
TWO = 2
counts = for_both_sides(or_nothing(read_whole), "two whole numbers or null")


def is_event(source: str) -> bool:
    """True if the text looks like our event file. Only reading it shows whether it is valid."""
    return f'"{FORMAT}"' in source


def read_event(source: str) -> Recorded:
    """Return all matches of two sides that were played out, and reasons for those left out."""
    top = Fields(json_of(source), "the file")
    if top.take("format", read_text) != FORMAT or top.take("version", read_whole) != VERSION:
        raise NotationError(f"this is no {FORMAT} of version {VERSION}")
    event = top.take("event", lambda value: Fields(value, "event"))
    called = event.take("name", read_text)
    zone = event.take("zone", known_zone)
    starts = event.take("starts_at", read_instant)
    found: list[MatchRecord] = []
    odd: list[str] = []
    for at, stage in enumerate(top.take("stages", a_list), start=1):
        read = Fields(stage, f"stage {at}")
        for record in _read_stage(read, called, zone, starts):
            if isinstance(record, str):
                odd.append(record)
            else:
                found.append(record)
    return Recorded(tuple(found), tuple(odd))


def _read_stage(
    stage: Fields, event: str, zone: ZoneInfo, starts: datetime
) -> Iterator[MatchRecord | str]:
    named = stage.take("name", read_text)
    pools = dict(
        _read_pool(Fields(each, f"{stage.where}, pool")) for each in stage.take("pools", a_list)
    )
    for each in stage.take("rounds", a_list):
        turn = Fields(each, f"{stage.where}, pairing round")
        number = turn.take("number", read_whole)
        for played in turn.take("matches", a_list):
            match = Fields(played, f"{turn.where} {number}, match")
            match.where = f"match {match.take('number', read_whole)}"
            if match.take("ending", read_text) not in PLAYED:
                yield f"{match.where} was not played out, and stays out"
                continue
            pool = match.maybe("pool", read_whole)
            context = Context(
                event=event,
                pairing_round=number,
                stage=named,
                pool=pools.get(pool) if pool is not None else None,
            )
            yield _read_match(match, context, zone, starts)


def _read_pool(pool: Fields) -> tuple[int, str]:
    return pool.take("number", read_whole), pool.take("name", read_text)


def _read_match(
    match: Fields, context: Context, zone: ZoneInfo, starts: datetime
) -> MatchRecord | str:
    sides = [
        Fields(each, f"{match.where}, side {n}")
        for n, each in enumerate(match.take("sides", a_list), start=1)
    ]
    if len(sides) != TWO:
        return f"{match.where} has not two sides, and stays out"
    players = [each.take("players", _read_names) for each in sides]
    if not any(players):
        return f"{match.where} is a meeting of teams, and stays out"
    if not all(players):
        raise NotationError(f"{match.where}: players must name both sides")
    ended = match.maybe("finished_at", read_instant) or starts
    return MatchRecord(
        sides=BySeat(*(side_of(*each) for each in players)),
        rounds=tuple(_read_rounds(match)),
        recorded_points=BySeat(*(each.take("points", read_whole) for each in sides)),
        recorded_twenties=BySeat(*(each.maybe("twenties", read_whole) for each in sides)),
        winner=match.maybe("winner", _read_seat),
        played=_local_day(ended, zone),
        context=context,
    )


def _read_rounds(match: Fields) -> Iterator[RoundRecord]:
    for n, each in enumerate(match.take("rounds", a_list), start=1):
        played = Fields(each, f"{match.where}, round {n}")
        yield RoundRecord(
            points=played.maybe("points", counts) or UNKNOWN,
            twenties=played.maybe("twenties", counts) or UNKNOWN,
            first=played.maybe("first", _read_seat),
        )


def _read_names(value: object) -> list[str]:
    return [read_name(each) for each in a_list(value)]


def _read_seat(value: object) -> Seat:
    if value not in (0, 1) or isinstance(value, bool):
        raise Wrong("must be 0 or 1")
    return Seat(value)


def known_zone(value: object) -> ZoneInfo:
    if read_text(value) not in known_zones():
        raise Wrong("must be a time zone")
    return ZoneInfo(read_text(value))


def read_instant(value: object) -> datetime:
    try:
        found = datetime.fromisoformat(read_text(value))
    except ValueError:
        raise Wrong("must be an instant in UTC") from None
    if found.tzinfo is None:
        raise Wrong("must be an instant in UTC")
    return found


def _local_day(at: datetime, zone: ZoneInfo) -> date:
    try:
        return at.astimezone(zone).date()
    except OverflowError:
        raise NotationError("a day is out of all bounds") from None
