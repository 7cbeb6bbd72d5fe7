"""The state of a match as JSON data for a phone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from leagues.models import Event, Match, Round, ScoringPhone
from leagues.reads.events.sheets import sheet_of
from leagues.reads.phones.cards import Card, Which, card_of, without_open_reports
from leagues.reads.phones.match_rows import Rows
from leagues.reads.phones.report_merge import Reporters, differences_among
from leagues.reads.phones.round_changes import is_ended_by_desk, is_played_upon, may_change
from leagues.reads.phones.words import first_need, match_label, seats_to_confirm, why_closed
from leagues.reads.play.card import card_mark_after, claim_of
from leagues.reads.state_marks import mark_of
from scoring.payouts import Difference
from scoring.rules import GameRule
from scoring.rules_card import ShotClock
from scoring.serialization import to_dict
from scoring.shooting import Shooter
from scoring.sides import Seat

NAMES_KEEP = 60  # seconds after which a page reloads everything, including names


@dataclass(frozen=True)
class MarkFacts:
    """The few facts from which a match's ETag is computed, instead of the whole state.

    Every phone in the hall asks for it whenever anything in the event changes.
    """

    states: list[str]
    confirmed: list[int]
    reports: int
    phones: dict[int, UUID]


Data = dict[str, Any]
ENTRY_WAYS = ["result", "discs", "totals"]


@dataclass(frozen=True)
class Viewer:
    """The device and rights of the person who looks at a match, and the time."""

    way: str
    seat: int | None
    device: UUID | None
    now: datetime


def is_shown(match: Match, now: datetime, seen: str) -> bool:
    """Whether the phone already shows the current state (its mark is ``seen``)."""
    return bool(seen) and seen == mark_for(match, now, facts_of(match))


def state_of(rows: Rows, viewer: Viewer) -> Data:
    """The whole state, with its mark."""
    facts = facts_in(rows)
    mark = mark_for(rows.match, viewer.now, facts)
    card = without_open_reports(card_of(rows), viewer.way, viewer.seat)
    return {"mark": mark, **_state_data(card, viewer, facts.phones)}


def _state_data(card: Card, viewer: Viewer, phones: Mapping[int, UUID]) -> Data:
    match, event = card.match, card.event
    waits = first_need(card, viewer.way, viewer.seat)
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
            "where": match_label(match, card.seated),
        },
        "way": viewer.way,
        "seat": viewer.seat,
        "trust": event.trust,
        "entry": _entry_way(event, card.match_format.rule),
        "entries": ENTRY_WAYS,
        "sides": _side_data(card, viewer, phones),
        "format": to_dict(card.match_format),
        "rule": _rule_data(event, card.match_format.rule),
        "first": match.first,
        "rounds": _rounds_data(card, viewer),
        "next": _next_data(card),
        "over": _outcome_data(card),
        "confirms": seats_to_confirm(card, viewer.way, viewer.seat),
        "needs": waits.sentence,
        "needs_kind": waits.kind,
        "help_wanted": match.help_wanted_at is not None,
    }


def _entry_way(event: Event, rule: GameRule) -> str:
    """How rounds are entered by default: the event's setting, or what suits the sheet."""
    if event.entry_way:
        return event.entry_way
    return "totals" if isinstance(rule.pays, Difference) else "result"


def _side_data(card: Card, viewer: Viewer, phones: Mapping[int, UUID]) -> list[Data]:
    return [
        {
            "seat": side.seat,
            "letter": Seat(side.seat).name,
            "name": card.names[side.seat],
            "players": card.seated.players[side.seat],
            "points": card.at.points[side.seat] if card.hidden else side.points,
            "result": card.at.result[side.seat] if card.hidden else side.result,
            "by_game": [game[side.seat] for game in card.at.by_game]
            if card.hidden
            else side.by_game,
            "twenties": None if card.hidden else side.twenties,
            "confirmed": side.confirmed_at is not None,
            "device": _which_phone(phones.get(side.seat), viewer.device),
        }
        for side in card.sides
    ]


def _which_phone(device: UUID | None, here: UUID | None) -> str:
    """ "this", "other" or "none" phone scores. "none" if the page's own device is not known yet."""
    if device is None or here is None:
        return "none"
    return "this" if device == here else "other"


def _rule_data(event: Event, rule: GameRule) -> Data:
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


def _rounds_data(card: Card, viewer: Viewer) -> list[Data]:
    """Every round with its reports, and whether this phone may still change it."""
    settled = (
        any(why_closed(card)) or is_ended_by_desk(card.match, card.at) or is_played_upon(card.match)
    )
    confirmed = {side.seat for side in card.sides if side.confirmed_at is not None}
    found = []
    for which, recorded in card.rounds.items():
        if which in card.hidden:
            found.append(_hidden_round_data(card, which))
            continue
        reporters = card.reporters.get(which, {})
        may = not settled and may_change(
            card.event.trust, recorded.state, reporters, viewer.seat, confirmed
        )
        found.append(_round_data(recorded, reporters) | {"may_change": may})
    return found


def _hidden_round_data(card: Card, which: Which) -> Data:
    """A round that was reported, and by which side, without its numbers."""
    recorded = card.rounds[which]
    nothing = ("points", "score", "twenties", "discs", "claim")
    return {
        "game": recorded.game,
        "number": recorded.number,
        "first": recorded.first,
        "state": recorded.state,
        **dict.fromkeys(nothing),
        "by": next(iter(card.reporters.get(which, {})), None),
        "claims": {},
        "differs": [],
        "may_change": False,
        "hidden": True,
    }


def _round_data(recorded: Round, reporters: Reporters) -> Data:
    return {
        "game": recorded.game,
        "number": recorded.number,
        "first": recorded.first,
        "state": recorded.state,
        "points": recorded.points,
        "score": recorded.score,
        "twenties": recorded.twenties,
        "discs": recorded.discs,
        "claim": claim_of(recorded),
        "by": next(iter(reporters), None),
        "claims": {
            "null" if seat is None else str(seat): each.claim for seat, each in reporters.items()
        },
        "differs": differences_among(reporters.values()),
    }


def _next_data(card: Card) -> Data | None:
    due = card.at.next
    if due is None or (card.match.state == Match.State.FINISHED and not card.hidden):
        return None
    return {
        "game": due.game,
        "number": due.round,
        "owed": due.owed.value,
        "first": due.first.seat,
        "shooter": _shooter_data(due.first),
        "hammer": _shooter_data(due.hammer),
    }


def _shooter_data(shooter: Shooter) -> Data:
    return {"seat": int(shooter.seat), "player": shooter.player, "says": str(shooter)}


def _outcome_data(card: Card) -> Data | None:
    outcome = card.at.outcome
    match = card.match
    if match.state != Match.State.FINISHED or card.hidden:
        return None
    decided = outcome.decided_by.value if outcome else match.ending
    return {"winner": match.winner, "by": decided}


def facts_of(match: Match) -> MarkFacts:
    """The facts of a match, from the database."""
    confirmed = match.sides.exclude(confirmed_at=None)
    return MarkFacts(
        # A round's numbers only change with a report, and reports are counted.
        states=list(match.rounds.values_list("state", flat=True)),
        confirmed=list(confirmed.values_list("seat", flat=True)),
        reports=match.reports.in_time().count(),
        phones=_devices_present(match.phones.all()),
    )


def facts_in(rows: Rows) -> MarkFacts:
    """The same facts, from rows that are already loaded."""
    return MarkFacts(
        states=[str(each.state) for each in rows.rounds],
        confirmed=[each.seat for each in rows.sides if each.confirmed_at is not None],
        reports=len(rows.reports),
        phones=_devices_present(rows.phones),
    )


def _devices_present(phones: Iterable[ScoringPhone]) -> dict[int, UUID]:
    """The device that scores for each seat, without phones that have gone away."""
    return {phone.seat: phone.device for phone in phones if not phone.is_away}


def mark_for(match: Match, now: datetime, facts: MarkFacts) -> str:
    """A hash of all that a phone shows of the match; before the point, of its card only."""
    event, stage = match.event, match.pairing_round.stage
    seen = (
        match.state,
        match.ending,
        match.winner,
        match.first,
        match.board_id,
        match.help_wanted_at,
        event.state,
        event.trust,
        event.confirm_minutes,
        event.entry_way,
        event.rules,
        stage.match_format,
        facts.states,
        facts.confirmed,
        sorted(facts.phones.items()),
        int(now.timestamp()) // NAMES_KEEP,
    )
    return f"{card_mark_after(facts.reports, match)}.{mark_of(seen)}"
