"""Whether a phone would show something else than it does, asked cheaply.

A hall of phones asks this whenever anything moves anywhere in the event, so it looks at a
few facts instead of putting the whole state together.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from leagues.models import Match, ScoringPhone
from leagues.reads.marks import mark_of
from leagues.reads.phones.rows import Rows
from leagues.reads.play.card import card_mark_after

NAMES_KEEP = 60  # seconds after which a page asks for everything, names included


@dataclass(frozen=True)
class MarkFacts:
    """What moves on a card, and whose phones are there."""

    states: list[str]
    confirmed: list[int]
    reports: int
    phones: dict[int, UUID]


def facts_of(match: Match) -> MarkFacts:
    """Asked of the database, a few numbers each."""
    confirmed = match.sides.exclude(confirmed_at=None)
    return MarkFacts(
        # What a round says changes only with a report, and reports are counted already.
        states=list(match.rounds.values_list("state", flat=True)),
        confirmed=list(confirmed.values_list("seat", flat=True)),
        reports=match.reports.in_time().count(),
        phones=_there(match.phones.all()),
    )


def facts_in(rows: Rows) -> MarkFacts:
    """The same, where everything was read already."""
    return MarkFacts(
        states=[str(each.state) for each in rows.rounds],
        confirmed=[each.seat for each in rows.sides if each.confirmed_at is not None],
        reports=len(rows.reports),
        phones=_there(rows.phones),
    )


def _there(phones: Iterable[ScoringPhone]) -> dict[int, UUID]:
    """Which phone scores for which side, of those that were there a moment ago."""
    return {phone.seat: phone.device for phone in phones if not phone.is_away}


def mark_for(match: Match, now: datetime, facts: MarkFacts) -> str:
    """A mark of all a phone shows of this match; before the point, of its card alone."""
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
