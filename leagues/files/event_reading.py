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
from leagues.files.event_matches import FORMAT, VERSION, instant, known_zone
from scoring.notation import NotationError
from scoring.notation.fields import (
    Fields,
    Wrong,
    a_list,
    an_object,
    json_of,
    name,
    or_nothing,
    text,
    whole,
)

T = TypeVar("T")
Each = Callable[[Fields], T]

SEATS = 4
LARGEST = 32_767  # the maximum of a small integer column


def copy_event(source: str) -> EventCopy:
    """Read everything in the file that rows can be created from."""
    top = Fields(json_of(source), "the file")
    if top.take("format", text) != FORMAT or top.take("version", whole) != VERSION:
        raise NotationError(f"this is no {FORMAT} of version {VERSION}")
    event = top.take("event", lambda value: Fields(value, "event"))
    return EventCopy(
        name=event.take("name", name),
        kind=event.take("kind", text),
        sides=event.take("sides", text),
        division=event.maybe("division", text) or "",
        starts_at=event.take("starts_at", instant),
        zone=str(event.take("zone", known_zone)),
        place=event.maybe("place", text) or "",
        rules=event.maybe("rules", an_object) or {},
        entries=_many(top, "entries", "entry", _entry),
        stages=_many(top, "stages", "stage", _stage),
        places=_many(top, "places", "place", _place),
    )


def _many(fields: Fields, called: str, each: str, read: Each[T]) -> tuple[T, ...]:
    found = fields.maybe(called, a_list) or []
    where = f"{fields.where}: {each}"
    return tuple(read(Fields(one, f"{where} {n}")) for n, one in enumerate(found, 1))


def _entry(entry: Fields) -> EntryCopy:
    return EntryCopy(
        number=entry.take("number", small),
        name=entry.take("name", name),
        players=tuple(entry.take("players", names)),
        seed=entry.maybe("seed", small),
        state=entry.take("state", text),
    )


def _place(place: Fields) -> RecordedCopy:
    return RecordedCopy(
        place=place.take("place", small),
        entry=place.take("entry", small),
        points=place.maybe("points", text) or "",
        twenties=place.maybe("twenties", whole),
    )


def _stage(stage: Fields) -> StageCopy:
    return StageCopy(
        number=stage.take("number", small),
        name=stage.take("name", name),
        way=stage.take("way", text),
        options=stage.maybe("options", an_object) or {},
        match_format=stage.maybe("match_format", an_object) or {},
        chain=tuple(stage.maybe("chain", texts) or ()),
        ranking=stage.maybe("ranking", an_object) or {},
        takes=stage.maybe("takes", an_object) or {},
        carries_over=stage.maybe("carries_over", yes_or_no) or False,
        walkover_points=stage.maybe("walkover_points", small),
        pools=_many(stage, "pools", "pool", _pool),
        rounds=_many(stage, "rounds", "pairing round", _pairing_round),
        settlements=_many(stage, "settlements", "settlement", _settlement),
    )


def _pool(pool: Fields) -> PoolCopy:
    return PoolCopy(
        pool.take("number", small), pool.take("name", text), tuple(pool.take("entries", numbers))
    )


def _settlement(settlement: Fields) -> SettlementCopy:
    return SettlementCopy(settlement.take("kind", text), tuple(settlement.take("result", a_list)))


def _pairing_round(turn: Fields) -> PairingRoundCopy:
    return PairingRoundCopy(
        number=turn.take("number", small),
        is_play_off=turn.maybe("is_play_off", yes_or_no) or False,
        starts_at=turn.maybe("starts_at", instant),
        matches=_many(turn, "matches", "match", _match),
    )


def _match(match: Fields) -> MatchCopy:
    match.where = f"match {match.take('number', whole)}"
    return MatchCopy(
        number=int(match.where.removeprefix("match ")),
        pool=match.maybe("pool", small),
        slot=match.maybe("slot", text) or "",
        first=match.maybe("first", a_seat) or 0,
        ending=match.maybe("ending", text) or "",
        winner=match.maybe("winner", a_seat),
        started_at=match.maybe("started_at", instant),
        finished_at=match.maybe("finished_at", instant),
        sides=_many(match, "sides", "side", _side),
        rounds=_many(match, "rounds", "round", _round),
    )


def _side(side: Fields) -> SideCopy:
    points = side.take("points", counted)
    result = side.maybe("result", counted)
    return SideCopy(
        seat=side.take("seat", a_seat),
        entries=tuple(side.take("entries", numbers)),
        players=tuple(side.take("players", names)),
        points=points,
        result=points if result is None else result,
        twenties=side.maybe("twenties", counted),
        by_game=tuple(side.maybe("by_game", numbers) or ()),
    )


def _round(played: Fields) -> RoundCopy:
    return RoundCopy(
        game=played.maybe("game", small) or 1,
        number=played.take("number", small),
        first=played.take("first", a_seat),
        points=played.maybe("points", by_seat),
        score=played.maybe("score", by_seat),
        twenties=played.maybe("twenties", by_seat),
    )


# --- One value ----------------------------------------------------------------------------


def small(value: object) -> int:
    found = whole(value)
    if not 0 <= found <= LARGEST:
        raise Wrong("must be a number that is not so large")
    return found


def counted(value: object) -> int:
    found = whole(value)
    if not 0 <= found < 2**31:
        raise Wrong("must be a number that can be counted")
    return found


def a_seat(value: object) -> int:
    found = whole(value)
    if not 0 <= found < SEATS:
        raise Wrong("must be a seat, 0 to 3")
    return found


def yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise Wrong("must be true or false")
    return value


def names(value: object) -> list[str]:
    return [name(each) for each in a_list(value)]


def texts(value: object) -> list[str]:
    return [text(each) for each in a_list(value)]


def numbers(value: object) -> list[int]:
    return [counted(each) for each in a_list(value)]


def by_seat(value: object) -> list[int | None]:
    found: list[Any] = [or_nothing(counted)(each) for each in a_list(value)]
    if len(found) > SEATS:
        raise Wrong("must be a number for each seat")
    return found
