"""What was said about the matches of a league that are not played yet, and what follows from it."""

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
"""What a match that is over is called; any other was played."""


@dataclass(frozen=True)
class Arrangement:
    """A match with its dates, and all that its sides said about them."""

    match: Match
    dated: DatedMatch
    put_offs: tuple[PutOff, ...]
    offers: tuple[DateOffer, ...]
    claims: tuple[NoShowClaim, ...]

    @property
    def put_off(self) -> PutOff | None:
        """The last one, which counts."""
        return self.put_offs[-1] if self.put_offs else None

    @property
    def offer(self) -> DateOffer | None:
        """The day that waits for an answer."""
        is_open = (each for each in self.offers if each.state == DateOffer.State.OPEN)
        return next(is_open, None)

    @property
    def claim(self) -> NoShowClaim | None:
        """The one that nobody has decided yet; playing the match decides it too."""
        if self.match.state == Match.State.FINISHED:
            return None
        return next((each for each in self.claims if each.is_undecided), None)

    @property
    def put_off_until(self) -> date | None:
        """Nothing where it was moved to a later week since."""
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
        """Whether time has run out, and nobody has acted upon that yet."""
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
        """Who wanted this match and need not say so again: on a ladder seat A, of teams those
        that named their line-up."""
        kind = self.dated.week.league.of_kind
        if kind.has_teams:
            return _named_line_up(self.match)
        return (Seat.A,) if kind.is_ladder else ()

    @property
    def proposed_end(self) -> ProposedEnd:
        """By what was said since it was last put off."""
        since = self.put_off.made_at if self.put_off else None
        ready, heard = set(self.challenger), set[Seat]()
        said: list[DateOffer | NoShowClaim] = [*self.offers, *self.claims]
        for each in said:
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


SAID = (
    Prefetch("put_offs", PutOff.objects.select_related("player", "user")),
    Prefetch("date_offers", DateOffer.objects.select_related("player", "user")),
    Prefetch("claims", NoShowClaim.objects.select_related("player", "user")),
)

SAID_OF_MATCHES = tuple(f"dated__{each.prefetch_through}" for each in SAID)
"""The same for a list of matches."""


def arrangements(matches: QuerySet[DatedMatch]) -> list[Arrangement]:
    """Read in a number of queries that never grows."""
    found = matches.select_related("week__league", "match").prefetch_related(*SAID)
    return [arrangement(each.match, each) for each in found]


def arrangement(match: Match, dated: DatedMatch) -> Arrangement:
    return Arrangement(
        match,
        dated,
        tuple(dated.put_offs.all()),
        tuple(dated.date_offers.all()),
        tuple(dated.claims.all()),
    )


def arrangement_of(match: Match) -> Arrangement:
    """Everything about one match, as it is now."""
    dated = DatedMatch.objects.select_related("week__league").prefetch_related(*SAID)
    return arrangement(match, dated.get(match=match.pk))


def open_matches(league: League) -> QuerySet[DatedMatch]:
    """Those that are still to be played; of teams their meetings, without the boards."""
    return _open(league).filter(match__team_board=None)


def to_decide(league: League) -> QuerySet[DatedMatch]:
    """Those that are still to be played, each where it is decided: a meeting of teams at its
    boards, once they are known."""
    return _open(league).filter(match__team_boards=None)


def _open(league: League) -> QuerySet[DatedMatch]:
    found = DatedMatch.objects.filter(match__event=league.event_id)
    return found.exclude(match__state=Match.State.FINISHED).order_by("match__number")


def with_boards(matches: Collection[int]) -> Q:
    """These matches, and the boards of those that are meetings of teams."""
    return Q(match__in=matches) | Q(match__team_board__meeting__in=matches)


def put_off_limits(league: League) -> PutOffLimits:
    """Until the last date to catch up; where there is none, the last date of the season."""
    rule = rules_of(league)
    nights = league.nights.filter(is_cancelled=False).in_order()
    last = nights.filter(is_catch_up=True).last() or nights.last()
    assert last is not None
    return PutOffLimits(rule.due_on(last.on), rule.most_put_off)


def put_off_by(
    found: Iterable[Arrangement], seats: Collection[tuple[int, int]]
) -> list[Arrangement]:
    """Those that wait because of the side in one of these seats (match, seat)."""
    return [
        each
        for each in found
        if each.put_off_until and each.put_off and (each.match.pk, each.put_off.seat) in seats
    ]


def planned(found: Iterable[Arrangement]) -> list[PlannedMatch]:
    """Who sits where on which day; the players of the sides have been read, with those at the
    boards of a meeting. What was put off has no day until one is agreed upon."""
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
