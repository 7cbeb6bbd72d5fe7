"""A match that two players arrange without a draw; each is a separate pairing round."""

from datetime import date, datetime
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from leagues.actions.draw.matches import write_matches
from leagues.actions.refusal import Refused
from leagues.models import (
    DatedMatch,
    Entry,
    Event,
    League,
    Match,
    MatchSide,
    Night,
    PairingRound,
    Pool,
    SideEntry,
    SidePlayer,
)
from leagues.pairing.values import PairedRound, Pairing, Why
from leagues.reads.leagues.calendar import evening_day


def refuse_not_on(event: Event) -> None:
    if event.state != Event.State.RUNNING:
        raise Refused(_("This league isn’t running."))


def rows_of(event: Event) -> list[QuerySet[Any]]:
    """The rows of an event's planned matches, each after the rows it refers to."""
    matches = event.matches.filter(state=Match.State.PLANNED)
    return [
        PairingRound.objects.filter(stage__event=event),
        matches,
        MatchSide.objects.filter(match__in=matches),
        SideEntry.objects.filter(side__match__in=matches),
        SidePlayer.objects.filter(match__in=matches),
        DatedMatch.objects.filter(match__in=matches),
    ]


def new_match(
    league: League, pool: Pool, pairing: Pairing[int], *, due_on: date, now: datetime
) -> Match:
    """Create a match in the current week, as the next pairing round of its stage."""
    stage = pool.stage
    last: int = stage.pairing_rounds.aggregate(last=Max("number"))["last"] or 0
    pairing_round = PairingRound.objects.create(
        stage=stage, number=1 + last, state=PairingRound.State.PUBLISHED, starts_at=now
    )
    write_matches(stage.event, pairing_round, {pool: PairedRound((pairing,))}, {})
    match = pairing_round.matches.get()
    week = _current_week(league, evening_day(league, now))
    DatedMatch.objects.create(match=match, week=week, due_on=due_on)
    return match


def pairing_of(entry: Entry, other: Entry, why: Why) -> Pairing[int]:
    return Pairing.between(entry.pk, other.pk, why=why)


def _current_week(league: League, today: date) -> Night:
    """The current week, or the first one if the league's calendar hasn't begun."""
    nights = league.nights.filter(is_cancelled=False).in_order()
    week = nights.filter(on__lte=today).last() or nights.first()
    if week is None:
        raise Refused(_("The calendar has no weeks."))
    return week
