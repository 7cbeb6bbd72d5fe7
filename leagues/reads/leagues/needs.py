"""What in a league of dated matches needs somebody: the one list of whoever runs it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Prefetch

from leagues.models import Event, League, Match, MatchSide, Round
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.unplayed import Arrangement, arrangements, rules_of, to_decide
from leagues.stages.match_dates import DatedState, NotPlayed
from scoring.sides import Seat


class NeedReason(StrEnum):
    """Why somebody has to look at a match."""

    DENIED = "denied"
    """One side says that the other did not come, and that one denies it."""
    SILENT = "silent"
    """The same, and the other let its time to answer pass."""
    READY = "ready"
    """The last day has passed; one side was ready, and the other said nothing."""
    BOTH = "both"
    """The last day has passed, and both sides wanted to play."""
    NOBODY = "nobody"
    """The last day has passed, and nobody said anything."""
    DIFFER = "differ"
    """The sides say different things of a round."""
    HALF_PLAYED = "half-played"
    """The last day has passed, and it was begun and not finished."""
    UNANSWERED = "unanswered"
    """A day was proposed long ago, and nobody answered."""


OVERDUE = {
    NotPlayed.FORFEIT: NeedReason.READY,
    NotPlayed.ASK: NeedReason.BOTH,
    NotPlayed.VOID: NeedReason.NOBODY,
}


@dataclass(frozen=True)
class Need:
    """A match that needs somebody, and why."""

    why: NeedReason
    found: Arrangement

    @property
    def match(self) -> Match:
        return self.found.match

    @property
    def sides(self) -> list[MatchSide]:
        return list(self.match.sides.all())

    @property
    def winner(self) -> MatchSide | None:
        """The side it would be given to."""
        claim, seat = self.found.claim, self.found.proposed_end.winner
        if self.why is NeedReason.SILENT and claim and claim.seat is not None:
            seat = Seat(claim.seat)
        return None if seat is None else self.sides[seat]

    @property
    def is_decided_here(self) -> bool:
        """Nothing was played, so a press of a button ends it."""
        return self.why not in (NeedReason.DIFFER, NeedReason.HALF_PLAYED, NeedReason.UNANSWERED)


def needs(league: League, now: datetime) -> list[Need]:
    """The most pressing first; each match once."""
    if league.event is None or league.event.state != Event.State.RUNNING:
        return []
    differ = _differ(league)
    sides = Prefetch("match__sides", MatchSide.objects.named())
    waiting = to_decide(league).prefetch_related(sides)
    found = (
        Need(why, each)
        for each in arrangements(waiting)
        if (why := _why(league, each, now, differs=each.match.pk in differ))
    )
    order = list(NeedReason)
    return sorted(found, key=lambda need: (order.index(need.why), need.found.dates.last_day))


def _why(league: League, found: Arrangement, now: datetime, *, differs: bool) -> NeedReason | None:
    state = found.state_on(evening_day(league, now))
    if differs:
        return NeedReason.DIFFER
    if found.claim:
        if found.claim.is_silent(now):
            return NeedReason.SILENT
        return NeedReason.DENIED if found.claim.answered_at else None
    if state is DatedState.OVERDUE:
        if found.match.state == Match.State.PLAYING:
            return NeedReason.HALF_PLAYED
        return OVERDUE[found.proposed_end.becomes]
    wait = timedelta(hours=rules_of(league).answer_hours)
    is_late = found.offer is not None and found.offer.made_at + wait <= now
    return NeedReason.UNANSWERED if is_late else None


def _differ(league: League) -> set[int]:
    rounds = Round.objects.filter(match__event=league.event_id, state=Round.State.DISPUTED)
    return set(rounds.values_list("match", flat=True))
