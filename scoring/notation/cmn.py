"""Crokinole Match Notation (CMN) 1.0-draft: read and write without losing anything.

Some of its words differ from ours: a CMN *game* is our **round**, a *team* is a **side**, and
``event.round`` is our pairing round. This file and ``cmn_parts`` translate between them.

Our extension fields begin with ``x-``: ``x-first`` (who shot first), ``x-points`` and
``x-twenties`` (where the draft has no field for what is known) and, in the event,
``x-context`` (division, category, stage, pool, game, board).
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from scoring.notation.cmn_parts import (
    pair_of_counts,
    pair_of_numbers,
    read_context,
    read_length,
    read_round,
    read_sides,
    seat_or_none,
    stated_pair,
    with_extra,
    write_context,
    write_length,
    write_round,
    write_side,
)
from scoring.notation.doubts import find_doubts
from scoring.notation.fields import Fields, Wrong, a_list, an_object, json_of, read_text
from scoring.notation.record import UNKNOWN, Context, Extra, MatchRecord, NotationError, Recorded

VERSION = "1.0"
FORMATS = {"singles": 1, "doubles": 2}


@dataclass(frozen=True)
class CmnFile:
    """A CMN file: one match, or a batch of matches, of one event or several.

    Every match has an event and a source. Those of the file are its shared ones; a match of a batch
    with the same values is written without repeating them.
    """

    matches: tuple[MatchRecord, ...]
    batch: bool = True
    context: Context | None = None
    source: Extra | None = None
    extra: Extra = field(default_factory=dict)

    @property
    def recorded(self) -> Recorded:
        """The matches, and what is odd about them."""
        odd = [
            f"match {n}: {doubt}"
            for n, record in enumerate(self.matches, 1)
            for doubt in (*find_doubts(record), *_odd_tie(record))
        ]
        return Recorded(self.matches, tuple(odd))


def read_cmn(source: str) -> CmnFile:
    """Read the matches of a CMN file; a ``NotationError`` reports where it is malformed."""
    return cmn_of(json_of(source))


def cmn_of(data: object) -> CmnFile:
    """Read a CMN file from JSON that is already parsed."""
    top = Fields(data, "the file")
    version = top.take("cmn", read_text)
    if version.removesuffix("-draft") != VERSION:
        raise NotationError(f"this is CMN {version}, and only {VERSION} can be read")
    if top.maybe("batch", _read_bool):
        context, source = read_context(top), top.maybe("source", an_object)
        entries = enumerate(top.take("matches", a_list), 1)
        matches = tuple(
            _read_match(Fields(entry, f"match {n}"), f"match {n}", context, source)
            for n, entry in entries
        )
        return CmnFile(matches, True, context, source, top.left)
    return CmnFile((_read_match(top, "match 1", None, None),), batch=False)


def write_cmn(file: CmnFile) -> str:
    """Return the file as JSON text."""
    if not file.batch:
        (record,) = file.matches
        content = _to_entry(record, "match 1", None, None)
        return _dump_json({"cmn": VERSION} | content)
    matches = [
        _to_entry(record, f"match {n}", file.context, file.source)
        for n, record in enumerate(file.matches, 1)
    ]
    known = {
        "cmn": VERSION,
        "batch": True,
        "event": write_context(file.context),
        "source": file.source,
    }
    return _dump_json(with_extra(known, file.extra) | {"matches": matches})


def _odd_tie(record: MatchRecord) -> Iterator[str]:
    """Yield a doubt if the file records a tie although one side has more points."""
    a, b = record.points
    if record.winner is None and a != b:
        yield f"recorded as a tie although it ended {a}-{b}; the points count"


def _dump_json(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


# The ``match`` object, without id, event and source.


def _read_match(
    entry: Fields, where: str, context: Context | None, source: Extra | None
) -> MatchRecord:
    identity = entry.take("id", read_text)
    own_context = read_context(entry)
    own_source = entry.maybe("source", an_object)
    match = entry.take("match", lambda value: Fields(value, f"{where}: match"))
    match.where = where
    size = match.take("format", _read_version)
    sides = match.take("teams", lambda value: read_sides(value, size, where))
    games = match.take("games", a_list)
    return MatchRecord(
        sides=sides,
        rounds=tuple(
            read_round(Fields(game, f"{where}, game {n}")) for n, game in enumerate(games, 1)
        ),
        winner=match.take("winner", seat_or_none),
        played=match.take("date", _read_time),
        length=read_length(match.inside("gameFormat")),
        recorded_points=match.maybe("x-points", pair_of_numbers) or UNKNOWN,
        recorded_twenties=match.maybe("x-twenties", pair_of_counts) or UNKNOWN,
        id=identity,
        context=own_context or context,
        source=source if own_source is None else own_source,
        extra=match.left,
        envelope=entry.left,
    )


def _to_entry(
    record: MatchRecord, where: str, context: Context | None, source: Extra | None
) -> dict[str, Any]:
    known = {
        "id": _require_value(record.id, f"{where} needs an id"),
        "match": with_extra(_describe_match(record, where), record.extra)
        | {"winner": record.winner},
        "event": None if record.context == context else write_context(record.context),
        "source": None if record.source == source else record.source,
    }
    return with_extra(known, record.envelope)


def _describe_match(record: MatchRecord, where: str) -> dict[str, Any]:
    size = len(record.sides.a.players)
    names = [each for each, players in FORMATS.items() if players == size]
    if len(record.sides) != 2 or not names or len(record.sides.b.players) != size:
        raise NotationError(f"{where}: CMN knows singles and doubles of two sides only")
    played = _require_value(record.played, f"{where} needs a date")
    return {
        "date": _to_utc(played),
        "format": names[0],
        "teams": [write_side(each) for each in record.sides],
        "gameFormat": write_length(record.length),
        "games": [
            write_round(played_round, f"{where}, game {n}")
            for n, played_round in enumerate(record.rounds, 1)
        ],
        "x-points": stated_pair(record.recorded_points),
        "x-twenties": stated_pair(record.recorded_twenties),
    }


# Single values.


def _read_bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise Wrong("must be true or false")
    return value


def _read_version(value: object) -> int:
    if not isinstance(value, str) or value not in FORMATS:
        raise Wrong("must be singles or doubles")
    return FORMATS[value]


def _read_time(value: object) -> datetime:
    try:
        moment = datetime.fromisoformat(read_text(value))
        return moment.astimezone(UTC) if moment.tzinfo else _no_zone()
    except (ValueError, OverflowError):
        raise Wrong("must be a date and time in UTC, with a Z at its end") from None


def _no_zone() -> datetime:
    raise ValueError


def _to_utc(played: date | datetime) -> str:
    """Return a UTC timestamp; a match with only a date is written as played at midnight."""
    if not isinstance(played, datetime):
        return f"{played.isoformat()}T00:00:00Z"
    return played.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _require_value(value: Any, sentence: str) -> Any:
    if value is None:
        raise NotationError(sentence)
    return value
