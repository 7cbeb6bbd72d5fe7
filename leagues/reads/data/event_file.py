"""Export an event as JSON, in the format of docs/files.md: plan, matches and places.

Names are shown as in other exports. The file holds only what spectators may see: no drafts,
no log, no database keys.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from leagues.models import Entry, Event, Match, MatchSide, PairingRound, Settlement, Stage, Surface
from leagues.models.fields import stored_name
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.finals import finals_of
from leagues.reads.advance.imported_order import recorded_places
from leagues.reads.entries.clubs import clubs_of
from leagues.reads.tables.tables import TableLine, tables_of

FORMAT, VERSION = "twenties-event", 1
FILE = Surface.FILE


def event_file(event: Event) -> dict[str, Any]:
    entries = list(Entry.objects.filter(event=event).in_it().named().in_order())
    numbers = {entry.pk: number for number, entry in enumerate(entries, start=1)}
    clubs = clubs_of(Entry.objects.filter(event=event))
    return {
        "format": FORMAT,
        "version": VERSION,
        "club": event.club.name,
        "event": _event_data(event),
        "entries": [
            {
                "number": numbers[entry.pk],
                "name": entry.shown_on(FILE),
                "players": [each.shown_on(FILE) for each in entry.people],
                "plays_for": clubs.get(entry.pk, ""),
                "seed": entry.seed,
                "state": entry.state,
            }
            for entry in entries
        ],
        "stages": [_stage_data(stage, numbers) for stage in event.stages.all()],
        "places": _place_data(event, numbers),
    }


def _event_data(event: Event) -> dict[str, Any]:
    return {
        "name": event.name,
        "kind": event.kind,
        "sides": event.sides,
        "division": event.division,
        "starts_at": utc_text(event.starts_at),
        "zone": event.zone,
        "place": event.place,
        "state": event.state,
        "rules": event.rules,
    }


def utc_text(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z") if at else None


def _place_data(event: Event, numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    if event.state != Event.State.FINISHED:
        return []
    if not event.stages.exists():
        return [
            {
                "place": each.place,
                "last": each.last,
                "entry": numbers[each.entry.pk],
                "points": None if each.points is None else str(each.points),
                "twenties": each.twenties,
            }
            for each in recorded_places(event)
        ]
    return [
        {"place": each.place, "last": each.last, "entry": numbers[each.entry.pk]}
        for each in finals_of(event).places
    ]


def _stage_data(stage: Stage, numbers: Mapping[int, int]) -> dict[str, Any]:
    rounds = PairingRound.objects.published().filter(stage=stage).order_by("number")
    return {
        "number": stage.number,
        "name": stored_name(stage.name),
        "way": stage.format,
        "options": stage.options,
        "match_format": stage.match_format,
        "chain": stage.chain,
        "ranking": stage.ranking,
        "takes": stage.source,
        "carries_over": stage.carries_over,
        "walkover_points": stage.walkover_points,
        "pools": [
            {
                "number": pool.number,
                "name": stored_name(pool.name),
                "entries": [numbers[each.entry_id] for each in pool.places.all()],
            }
            for pool in stage.pools.prefetch_related("places")
        ],
        "rounds": [_round_data(each, numbers) for each in rounds],
        "settlements": _settlement_data(stage, numbers),
        "tables": [] if has_bracket(stage) else _table_data(stage, numbers),
    }


def _settlement_data(stage: Stage, numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    """How ties were settled. The reasons are left out; they are in the log only."""
    standing = stage.settlements.filter(withdrawn_at=None).order_by("made_at", "pk")
    return [
        {
            "kind": each.kind,
            "result": [
                numbers[item]
                if each.kind == Settlement.Kind.DECISION
                else [numbers[item[0]], item[1]]
                for item in each.result
            ],
        }
        for each in standing
    ]


def _round_data(pairing_round: PairingRound, numbers: Mapping[int, int]) -> dict[str, Any]:
    matches = Match.objects.filter(pairing_round=pairing_round).with_sides()
    matches = matches.with_rounds().prefetch_related("sides__side_players__player")
    return {
        "number": pairing_round.number,
        "is_play_off": pairing_round.is_play_off,
        "starts_at": utc_text(pairing_round.starts_at),
        "matches": [_match_data(each, numbers) for each in matches.order_by("number")],
    }


def _match_data(match: Match, numbers: Mapping[int, int]) -> dict[str, Any]:
    return {
        "number": match.number,
        "pool": match.pool.number if match.pool else None,
        "board": match.board.number if match.board else None,
        "slot": match.slot,
        "first": match.first,
        "state": match.state,
        "ending": match.ending,
        "winner": match.winner,
        "started_at": utc_text(match.started_at),
        "finished_at": utc_text(match.finished_at),
        "sides": [_side_data(each, numbers) for each in match.sides.all()],
        "rounds": [
            {
                "game": each.game,
                "number": each.number,
                "first": each.first,
                "state": each.state,
                "points": each.points,
                "score": each.score,
                "twenties": each.twenties,
            }
            for each in match.rounds.all()
        ],
    }


def _side_data(side: MatchSide, numbers: Mapping[int, int]) -> dict[str, Any]:
    return {
        "seat": side.seat,
        "entries": [numbers[each.pk] for each in side.entry_list],
        "players": [each.player.shown_on(FILE) for each in side.side_players.all()],
        "points": side.points,
        "result": side.result,
        "twenties": side.twenties,
        "by_game": side.by_game,
    }


def _table_data(stage: Stage, numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    return [
        {"pool": table.pool.number, "lines": _table_lines(table.lines, numbers)}
        for table in tables_of(stage, FILE)
        if table.has_begun
    ]


def _table_lines(lines: Iterable[TableLine], numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    return [
        {
            "place": line.row.place,
            "entry": numbers[line.entry.pk],
            "played": line.row.games,
            "won": line.won,
            "tied": line.tied,
            "lost": line.lost,
            "points": _json_number(line.points.made),
            "twenties": _json_number(line.twenties.made),
        }
        for line in lines
    ]


def _json_number(number: Any) -> int | float | None:
    if number is None or isinstance(number, int):
        return number
    return float(number)
