"""A match as a phone shows it: everything its page has to know, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from leagues.bridge.hall.card import claim_of
from leagues.bridge.phones.cards import Card, Which, card_of
from leagues.bridge.phones.mark import facts_in, facts_of, mark_for
from leagues.bridge.phones.rows import Rows
from leagues.bridge.phones.to_play import to_play
from leagues.bridge.phones.voices import differences_among
from leagues.bridge.phones.words import confirms, needs, where
from leagues.bridge.rules.sheets import sheet_of
from leagues.models import Event, Match
from scoring.pays import Difference
from scoring.rules import GameRule
from scoring.rules_card import ShotClock
from scoring.shooting import Shooter
from scoring.sides import Seat
from scoring.stored import to_dict

Data = dict[str, Any]
ENTRY_WAYS = ["result", "discs", "totals"]


@dataclass(frozen=True)
class Viewer:
    """With what somebody looks at a match, and when."""

    way: str
    seat: int | None
    device: UUID | None
    now: datetime


def is_shown(match: Match, now: datetime, seen: str) -> bool:
    """Whether the phone shows it all already."""
    return bool(seen) and seen == mark_for(match, now, facts_of(match))


def state_of(rows: Rows, viewer: Viewer) -> Data:
    """The whole state, with its mark."""
    facts = facts_in(rows)
    mark = mark_for(rows.match, viewer.now, facts)
    return {"mark": mark, **_state(card_of(rows), viewer, facts.phones)}


def _state(card: Card, viewer: Viewer, phones: Mapping[int, UUID]) -> Data:
    match, event = card.match, card.event
    waits = needs(card, viewer.way, viewer.seat)
    return {
        "event": {
            "name": event.name,
            "slug": event.slug,
            "revision": event.revision,
            "url": event.get_absolute_url(),
        },
        "match": {
            "number": match.number,
            "board": match.board.number if match.board else None,
            "where": where(match, card.names.values()),
            "state": match.state,
            "ending": match.ending,
        },
        "way": viewer.way,
        "seat": viewer.seat,
        "trust": event.trust,
        "confirm_minutes": event.confirm_minutes,
        "entry": _entry_way(event, card.match_format.rule),
        "entries": ENTRY_WAYS,
        "sides": _sides(card, viewer, phones),
        "format": to_dict(card.match_format),
        "rule": _rule(event, card.match_format.rule),
        "first": match.first,
        "rounds": [_round(card, which) for which in card.rounds],
        "next": _next(card),
        "to_play": to_play(card.match_format, card.at, Seat(match.first)),
        "over": _over(card),
        "confirms": confirms(card, viewer.way, viewer.seat),
        "needs": waits.says,
        "needs_kind": waits.kind,
        "help_wanted": match.help_wanted_at is not None,
    }


def _entry_way(event: Event, rule: GameRule) -> str:
    """How a round is entered unless the player chooses: as the event says, or as the
    sheet suggests."""
    if event.entry_way:
        return event.entry_way
    return "totals" if isinstance(rule.pays, Difference) else "result"


def _sides(card: Card, viewer: Viewer, phones: Mapping[int, UUID]) -> list[Data]:
    return [
        {
            "seat": side.seat,
            "letter": Seat(side.seat).name,
            "name": card.names[side.seat],
            "points": side.points,
            "twenties": side.twenties,
            "confirmed": side.confirmed_at is not None,
            "device": _whose(phones.get(side.seat), viewer.device),
        }
        for side in card.sides
    ]


def _whose(device: UUID | None, here: UUID | None) -> str:
    if device is None:
        return "none"
    return "this" if device == here else "other"


def _rule(event: Event, rule: GameRule) -> Data:
    clocks = [o.seconds for o in sheet_of(event).options if isinstance(o, ShotClock)]
    data = {
        "players": list(rule.players),
        "discs": rule.discs,
        "pays": to_dict(rule.pays),
        "ends": to_dict(rule.ends),
        "unusual_twenties": rule.unusual_twenties,
        "shot_clock": clocks[0] if clocks else None,
        "results": None,
    }
    if not isinstance(rule.pays, Difference):
        possible = rule.pays.possible(rule.sides, rule.discs)
        data["results"] = sorted((list(each) for each in possible), reverse=True)
    return data


def _round(card: Card, which: Which) -> Data:
    stands, voices = card.rounds[which], card.voices.get(which, {})
    return {
        "game": stands.game,
        "number": stands.number,
        "first": stands.first,
        "state": stands.state,
        "points": stands.points,
        "score": stands.score,
        "twenties": stands.twenties,
        "discs": stands.discs,
        "claim": claim_of(stands),
        "by": next(iter(voices), None),
        "said": {
            "null" if seat is None else str(seat): each.claim
            for seat, each in voices.items()
        },
        "differs": differences_among(voices.values()),
    }


def _next(card: Card) -> Data | None:
    due = card.at.next
    if due is None or card.match.state == Match.State.FINISHED:
        return None
    cycle = card.match_format.rule.turns.cycle
    # Shots go round the board, so whoever sits before the first shooter has the last shot.
    hammer = cycle[cycle.index(due.first) - 1]
    return {
        "game": due.game,
        "number": due.round,
        "owed": due.owed.value,
        "first": due.first.seat,
        "shooter": _shooter(due.first),
        "hammer": _shooter(hammer),
    }


def _shooter(shooter: Shooter) -> Data:
    return {"seat": int(shooter.seat), "player": shooter.player, "says": str(shooter)}


def _over(card: Card) -> Data | None:
    outcome = card.at.outcome
    match = card.match
    if match.state != Match.State.FINISHED:
        return None
    decided = outcome.decided_by.value if outcome else match.ending
    return {"winner": match.winner, "by": decided}
