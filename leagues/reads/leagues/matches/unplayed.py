"""Open matches of a league: their dates, offers, postponements and no-show claims."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from django.db.models import Prefetch, Q, QuerySet

from leagues.models import DatedMatch, DateOffer, League, Match, NoShowClaim, PutOff
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.stages.match_dates import (
    DatedState,
    MatchDates,
    ProposedEnd,
    PutOffLimits,
    is_to_settle,
    proposed_end,
    state_on,
)
from leagues.stages.match_moves import PlannedMatch
from scoring.sides import Seat

Ending = Match.Ending
ENDED = {
    Ending.ANNULLED: DatedState.VOID,
    Ending.WITHDRAWN: DatedState.VOID,
    Ending.WALKOVER: DatedState.FORFEITED,
    Ending.FORFEIT: DatedState.FORFEITED,
}
"""The state of a finished match by how it ended; all others count as played."""


@dataclass(frozen=True)
class Arrangement:
    """A match with its dates, and the postponements, offers and claims of its sides."""

    match: Match
    dated: DatedMatch
    put_offs: tuple[PutOff, ...]
    offers: tuple[DateOffer, ...]
    claims: tuple[NoShowClaim, ...]

    @property
    def put_off(self) -> PutOff | None:
        """The latest postponement, which is the one that counts, or None."""
        return self.put_offs[-1] if self.put_offs else None

    @property
    def offer(self) -> DateOffer | None:
        """The offered day that waits for an answer, or None."""
        is_open = (each for each in self.offers if each.state == DateOffer.State.OPEN)
        return next(is_open, None)

    @property
    def claim(self) -> NoShowClaim | None:
        """The undecided no-show claim, or None. Playing the match decides it too."""
        if self.match.state == Match.State.FINISHED:
            return None
        return next((each for each in self.claims if each.is_undecided), None)

    @property
    def put_off_until(self) -> date | None:
        """The last day after a postponement; None if there is none, or if the match was moved to a
        later week since.
        """
        until = self.put_off.until if self.put_off else None
        return until if until and until > self.dated.due_on else None

    @cached_property
    def dates(self) -> MatchDates:
        over = self.match.state == Match.State.FINISHED
        return MatchDates(
            on=self.dated.on or self.dated.week.on,
            due_on=self.dated.due_on,
            put_off_until=self.put_off_until,
            is_claimed=self.claim is not None,
            ended=ENDED.get(Ending(self.match.ending), DatedState.PLAYED) if over else None,
        )

    def state_on(self, today: date) -> DatedState:
        return state_on(self.dates, today)

    def is_to_settle(self, today: date, now: datetime) -> bool:
        """True if the match has run out of time and was not settled yet."""
        is_silent = self.claim is not None and self.claim.is_silent(now)
        has_begun = self.match.state == Match.State.PLAYING
        return (
            not has_begun
            and self.dated.settled_at is None
            and is_to_settle(
                self.dates,
                today=today,
                is_silent=is_silent,
                days_late=rules_of(self.dated.week.league).days_late,
            )
        )

    @property
    def challenger(self) -> Collection[Seat]:
        """The seats that count as ready without an answer: on a ladder the challenger, in team
        leagues the teams that named their line-up.
        """
        kind = self.dated.week.league.of_kind
        if kind.has_teams:
            return _named_line_up(self.match)
        return (Seat.A,) if kind.is_ladder else ()

    @property
    def proposed_end(self) -> ProposedEnd:
        """How the match ends if it is not played, by the answers since it was last put off."""
        since = self.put_off.made_at if self.put_off else None
        ready, heard = set(self.challenger), set[Seat]()
        notices: list[DateOffer | NoShowClaim] = [*self.offers, *self.claims]
        for each in notices:
            if each.seat is None or (since and each.made_at <= since):
                continue
            if each.state != NoShowClaim.State.WITHDRAWN:
                ready.add(Seat(each.seat))
            if each.answered_at:
                heard.add(Seat(1 - each.seat))
            if each.state == DateOffer.State.TAKEN:
                ready.add(Seat(1 - each.seat))
        return proposed_end(ready=ready, heard=heard)


def _named_line_up(match: Match) -> Collection[Seat]:
    entries = match.line_ups.filter(lacks=[]).values("entry")
    named = match.sides.filter(entries__in=entries)
    return [Seat(seat) for seat in named.values_list("seat", flat=True)]


DATED_PREFETCHES = (
    Prefetch("put_offs", PutOff.objects.select_related("player", "user")),
    Prefetch("date_offers", DateOffer.objects.select_related("player", "user")),
    Prefetch("claims", NoShowClaim.objects.select_related("player", "user")),
)

MATCH_PREFETCHES = tuple(f"dated__{each.prefetch_through}" for each in DATED_PREFETCHES)
"""The same prefetches, for a queryset of ``Match``."""


def read_arrangements(matches: QuerySet[DatedMatch]) -> list[Arrangement]:
    """Read the arrangements of many matches, in a constant number of queries."""
    found = matches.select_related("week__league", "match").prefetch_related(*DATED_PREFETCHES)
    return [build_arrangement(each.match, each) for each in found]


def build_arrangement(match: Match, dated: DatedMatch) -> Arrangement:
    return Arrangement(
        match,
        dated,
        tuple(dated.put_offs.all()),
        tuple(dated.date_offers.all()),
        tuple(dated.claims.all()),
    )


def arrangement_of(match: Match) -> Arrangement:
    """Read the current arrangement of one match."""
    dated = DatedMatch.objects.select_related("week__league").prefetch_related(*DATED_PREFETCHES)
    return build_arrangement(match, dated.get(match=match.pk))


def open_matches(league: League) -> QuerySet[DatedMatch]:
    """The unfinished matches of a league; in team leagues the meetings, without their boards."""
    return _open_dated(league).filter(match__team_board=None)


def to_decide(league: League) -> QuerySet[DatedMatch]:
    """The unfinished matches of a league that need a result; in team leagues the boards of a
    meeting, or the meeting itself before they are known.
    """
    return _open_dated(league).filter(match__team_boards=None)


def _open_dated(league: League) -> QuerySet[DatedMatch]:
    found = DatedMatch.objects.filter(match__event=league.event_id)
    return found.exclude(match__state=Match.State.FINISHED).order_by("match__number")


def with_boards(matches: Collection[int]) -> Q:
    """A filter for these matches and, if they are team meetings, their boards."""
    return Q(match__in=matches) | Q(match__team_board__meeting__in=matches)


def put_off_limits(league: League) -> PutOffLimits:
    """The limits of postponing: up to the last catch-up date, or the last date of the season, and
    how often.
    """
    rule = rules_of(league)
    nights = league.nights.filter(is_cancelled=False).in_order()
    last = nights.filter(is_catch_up=True).last() or nights.last()
    assert last is not None
    return PutOffLimits(rule.due_on(last.on), rule.most_put_off)


def put_off_by(
    found: Iterable[Arrangement], seats: Collection[tuple[int, int]]
) -> list[Arrangement]:
    """List the matches put off by the side in one of these pairs of match and seat."""
    return [
        each
        for each in found
        if each.put_off_until and each.put_off and (each.match.pk, each.put_off.seat) in seats
    ]


def planned_matches(found: Iterable[Arrangement]) -> list[PlannedMatch]:
    """List the players and the day of each match. A match that was put off is left out until a
    day is agreed. Needs the sides' players prefetched, also at the boards of a meeting.
    """
    return [
        PlannedMatch(each.match.pk, each.dates.on, frozenset(_people_of(each.match)))
        for each in found
        if each.dated.on or not each.put_off_until
    ]


def _people_of(match: Match) -> Iterator[int]:
    boards = [each.match for each in match.team_boards.all()]
    for played in (match, *boards):
        for side in played.sides.all():
            yield from (player.pk for player in side.players.all())
