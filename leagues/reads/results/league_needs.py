"""All that needs whoever runs a league, and what only waits for somebody else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from leagues.models import Event, League, Offer
from leagues.reads.leagues.needs import (
    CorrectionSeen,
    GapInLineUp,
    JoinedTwice,
    Need,
    NeedReason,
    corrections,
    gaps_of,
    joined_twice,
    needs,
)
from leagues.reads.phones.unconfirmed import Contested, Unconfirmed, contested, unconfirmed

CLAIMED = (NeedReason.DENIED, NeedReason.SILENT)
RESULTS = (NeedReason.DIFFER, NeedReason.HALF_PLAYED)
DAYS = (NeedReason.UNANSWERED,)
OVERDUE = (NeedReason.READY, NeedReason.BOTH, NeedReason.NOBODY)
A_WHILE = timedelta(minutes=10)
COUNTED: dict[int, tuple[object, int]] = {}
"""By league: at which revisions and in which while, and how much its matches needed."""


@dataclass(frozen=True)
class LeagueNeeds:
    """What time settles by itself is not counted."""

    matches: tuple[Need, ...]
    """Those that nobody has played, or only in part."""
    contested: tuple[Contested, ...]
    gaps: tuple[GapInLineUp, ...]
    """Line-ups from which somebody has gone."""
    corrections: tuple[CorrectionSeen, ...]
    twice: tuple[JoinedTwice, ...]
    unconfirmed: tuple[Unconfirmed, ...]
    places: tuple[Offer, ...]
    """Places at nights that are held for somebody."""

    @property
    def many(self) -> int:
        counted: tuple[Sequence[object], ...] = (
            *(self.matches, self.contested, self.gaps, self.corrections, self.twice),
        )
        return sum(map(len, counted))

    @property
    def waiting(self) -> int:
        return len(self.unconfirmed) + len(self.places)

    @property
    def claimed(self) -> list[Need]:
        return list(self._of(CLAIMED))

    @property
    def results(self) -> list[Need]:
        return list(self._of(RESULTS))

    @property
    def days(self) -> list[Need]:
        return list(self._of(DAYS))

    @property
    def overdue(self) -> list[Need]:
        return list(self._of(OVERDUE))

    def _of(self, reasons: Sequence[NeedReason]) -> Iterator[Need]:
        return (need for need in self.matches if need.why in reasons)


def needs_of_league(league: League, now: datetime) -> LeagueNeeds:
    """The most pressing of each kind first."""
    twice = tuple(joined_twice(league))
    offers = Offer.objects.filter(night__league=league, state=Offer.State.OPEN, until__gt=now)
    places = tuple(offers.select_related("night", "player").order_by("until"))
    if league.event is None or league.event.state != Event.State.RUNNING:
        return LeagueNeeds((), (), (), (), twice, (), places)
    return LeagueNeeds(
        tuple(needs(league, now)),
        tuple(contested(league)),
        tuple(gaps_of(league)),
        tuple(corrections(league)),
        twice,
        tuple(unconfirmed(league, now)),
        places,
    )


def count_needs(league: League, now: datetime) -> int:
    """How many things need somebody, for a list of leagues.

    To read all matches of each league is too much for every look at a list. So that part is
    kept until something is written in the league; what time brings, or a new name, is counted
    ten minutes late at most.
    """
    if league.event is None:
        return needs_of_league(league, now).many
    at = (league.revision, league.event.revision, int(now.timestamp() // A_WHILE.seconds))
    kept = COUNTED.get(league.pk)
    if kept is None or kept[0] != at:
        kept = COUNTED[league.pk] = (at, needs_of_league(league, now).many)
    return kept[1]
