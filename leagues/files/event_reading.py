"""Read our whole event file (JSON, "twenties-event" version 1, docs/files.md).

>>> from leagues.files.event_copy import EventCopy
>>> file = '''{"format": "twenties-event", "version": 1, "places": [], "stages": [], "entries": [
...       {"number": 1, "name": "Ann", "players": ["Ann"], "seed": null, "state": "active"}],
...     "event": {"name": "Open", "kind": "tournament", "sides": "singles", "division": "",
...       "starts_at": "2019-03-05T18:00:00Z", "zone": "UTC", "place": "", "rules": {}}}'''
>>> copy = copy_event(file)
>>> copy.name, copy.day.isoformat(), copy.entries[0].players
('Open', '2019-03-05', ('Ann',))
"""

from collections.abc import Callable
from typing import Any, TypeVar

from leagues.files.event_copy import (
    EntryCopy,
    EventCopy,
    MatchCopy,
    PairingRoundCopy,
    PoolCopy,
    RecordedCopy,
    RoundCopy,
    SettlementCopy,
    SideCopy,
    StageCopy,
)
from leagues.files.event_matches import FORMAT, VERSION, known_zone, read_instant
from scoring.notation import NotationError
from scoring.notation.fields import (
    Fields,
    Wrong,
    a_list,
    an_object,
    json_of,
    or_nothing,
    read_name,
    read_text,
    read_whole,
)

T = TypeVar("T")
Each = Callable[[Fields], T]

SEATS = 4
LARGEST = 32_767  # the maximum of a small integer column


def copy_event(source: str) -> EventCopy:
    """Read everything in the file that rows can be created from."""
    top = Fields(json_of(source), "the file")
    if top.take("format", read_text) != FORMAT or top.take("version", read_whole) != VERSION:
        raise NotationError(f"this is no {FORMAT} of version {VERSION}")
    event = top.take("event", lambda value: Fields(value, "event"))
    return EventCopy(
        name=event.take("name", read_name),
        kind=event.take("kind", read_text),
        sides=event.take("sides", read_text),
        division=event.maybe("division", read_text) or "",
        starts_at=event.take("starts_at", read_instant),
        zone=str(event.take("zone", known_zone)),
        place=event.maybe("place", read_text) or "",
        rules=event.maybe("rules", an_object) or {},
        entries=_read_many(top, "entries", "entry", _read_entry),
        stages=_read_many(top, "stages", "stage", _read_stage),
        places=_read_many(top, "places", "place", _read_place),
    )


def _read_many(fields: Fields, called: str, each: str, read: Each[T]) -> tuple[T, ...]:
    found = fields.maybe(called, a_list) or []
    where = f"{fields.where}: {each}"
    return tuple(read(Fields(one, f"{where} {n}")) for n, one in enumerate(found, 1))


def _read_entry(entry: Fields) -> EntryCopy:
    return EntryCopy(
        number=entry.take("number", small_number),
        name=entry.take("name", read_name),
        players=tuple(entry.take("players", read_names)),
        seed=entry.maybe("seed", small_number),
        state=entry.take("state", read_text),
    )


def _read_place(place: Fields) -> RecordedCopy:
    return RecordedCopy(
        place=place.take("place", small_number),
        entry=place.take("entry", small_number),
        points=place.maybe("points", read_text) or "",
        twenties=place.maybe("twenties", read_whole),
    )


def _read_stage(stage: Fields) -> StageCopy:
    return StageCopy(
        number=stage.take("number", small_number),
        name=stage.take("name", read_name),
        way=stage.take("way", read_text),
        options=stage.maybe("options", an_object) or {},
        match_format=stage.maybe("match_format", an_object) or {},
        chain=tuple(stage.maybe("chain", read_texts) or ()),
        ranking=stage.maybe("ranking", an_object) or {},
        takes=stage.maybe("takes", an_object) or {},
        carries_over=stage.maybe("carries_over", yes_or_no) or False,
        walkover_points=stage.maybe("walkover_points", small_number),
        pools=_read_many(stage, "pools", "pool", _read_pool),
        rounds=_read_many(stage, "rounds", "pairing round", _pairing_round),
        settlements=_read_many(stage, "settlements", "settlement", _read_settlement),
    )


def _read_pool(pool: Fields) -> PoolCopy:
    return PoolCopy(
        pool.take("number", small_number),
        pool.take("name", read_text),
        tuple(pool.take("entries", read_numbers)),
    )


def _read_settlement(settlement: Fields) -> SettlementCopy:
    return SettlementCopy(
        settlement.take("kind", read_text), tuple(settlement.take("result", a_list))
    )


def _pairing_round(turn: Fields) -> PairingRoundCopy:
    return PairingRoundCopy(
        number=turn.take("number", small_number),
        is_play_off=turn.maybe("is_play_off", yes_or_no) or False,
        starts_at=turn.maybe("starts_at", read_instant),
        matches=_read_many(turn, "matches", "match", _read_match),
    )


def _read_match(match: Fields) -> MatchCopy:
    match.where = f"match {match.take('number', read_whole)}"
    return MatchCopy(
        number=int(match.where.removeprefix("match ")),
        pool=match.maybe("pool", small_number),
        slot=match.maybe("slot", read_text) or "",
        first=match.maybe("first", a_seat) or 0,
        ending=match.maybe("ending", read_text) or "",
        winner=match.maybe("winner", a_seat),
        started_at=match.maybe("started_at", read_instant),
        finished_at=match.maybe("finished_at", read_instant),
        sides=_read_many(match, "sides", "side", _read_side),
        rounds=_read_many(match, "rounds", "round", _read_round),
    )


def _read_side(side: Fields) -> SideCopy:
    points = side.take("points", counted_number)
    result = side.maybe("result", counted_number)
    return SideCopy(
        seat=side.take("seat", a_seat),
        entries=tuple(side.take("entries", read_numbers)),
        players=tuple(side.take("players", read_names)),
        points=points,
        result=points if result is None else result,
        twenties=side.maybe("twenties", counted_number),
        by_game=tuple(side.maybe("by_game", read_numbers) or ()),
    )


def _read_round(played: Fields) -> RoundCopy:
    return RoundCopy(
        game=played.maybe("game", small_number) or 1,
        number=played.take("number", small_number),
        first=played.take("first", a_seat),
        points=played.maybe("points", by_seat),
        score=played.maybe("score", by_seat),
        twenties=played.maybe("twenties", by_seat),
    )


# --- One value ----------------------------------------------------------------------------


def small_number(value: object) -> int:
    found = read_whole(value)
    if not 0 <= found <= LARGEST:
        raise Wrong("must be a number that is not so large")
    return found


def counted_number(value: object) -> int:
    found = read_whole(value)
    if not 0 <= found < 2**31:
        raise Wrong("must be a number that can be counted")
    return found


def a_seat(value: object) -> int:
    found = read_whole(value)
    if not 0 <= found < SEATS:
        raise Wrong("must be a seat, 0 to 3")
    return found


def yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise Wrong("must be true or false")
    return value


def read_names(value: object) -> list[str]:
    return [read_name(each) for each in a_list(value)]


def read_texts(value: object) -> list[str]:
    return [read_text(each) for each in a_list(value)]


def read_numbers(value: object) -> list[int]:
    return [counted_number(each) for each in a_list(value)]


def by_seat(value: object) -> list[int | None]:
    found: list[Any] = [or_nothing(counted_number)(each) for each in a_list(value)]
    if len(found) > SEATS:
        raise Wrong("must be a number for each seat")
    return found
