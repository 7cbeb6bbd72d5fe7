"""Everything that needs a league organiser's attention, and what waits for others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from leagues.models import Event, League, Offer
from leagues.reads.leagues.needs import (
    GapInLineUp,
    JoinedTwice,
    Need,
    NeedReason,
    UnseenCorrection,
    gaps_of,
    joined_twice,
    needs_of,
    unseen_corrections,
)
from leagues.reads.phones.unconfirmed import (
    Contested,
    Unconfirmed,
    contested_matches,
    unconfirmed_results,
)

CLAIMED = (NeedReason.DENIED, NeedReason.SILENT)
RESULTS = (NeedReason.DIFFER, NeedReason.HALF_PLAYED)
DAYS = (NeedReason.UNANSWERED,)
OVERDUE = (NeedReason.READY, NeedReason.BOTH, NeedReason.NO_ANSWER)
A_WHILE = timedelta(minutes=10)
COUNTED: dict[int, tuple[object, int]] = {}
"""By league: the revisions and time slot of the count, and the count."""


@dataclass(frozen=True)
class LeagueNeeds:
    """A league's open tasks. ``many`` leaves out those that settle themselves in time."""

    matches: tuple[Need, ...]
    """Matches that were not played, or only in part."""
    contested: tuple[Contested, ...]
    gaps: tuple[GapInLineUp, ...]
    """Line-ups that a player has left."""
    corrections: tuple[UnseenCorrection, ...]
    twice: tuple[JoinedTwice, ...]
    unconfirmed: tuple[Unconfirmed, ...]
    places: tuple[Offer, ...]
    """Spots at nights that are on offer to a player."""

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
    """The league's open tasks, most urgent first within each kind."""
    twice = tuple(joined_twice(league))
    offers = Offer.objects.filter(night__league=league, state=Offer.State.OPEN, until__gt=now)
    places = tuple(offers.select_related("night", "player").order_by("until"))
    if league.event is None or league.event.state != Event.State.RUNNING:
        return LeagueNeeds((), (), (), (), twice, (), places)
    return LeagueNeeds(
        tuple(needs_of(league, now)),
        tuple(contested_matches(league)),
        tuple(gaps_of(league)),
        tuple(unseen_corrections(league)),
        twice,
        tuple(unconfirmed_results(league, now)),
        places,
    )


def count_needs(league: League, now: datetime) -> int:
    """The number of tasks for the organiser, for a list of leagues.

    The count is cached until the league or its event changes, because reading all matches of
    every league is slow. Changes by time, and of names, appear up to ten minutes late.
    """
    if league.event is None:
        return needs_of_league(league, now).many
    at = (league.revision, league.event.revision, int(now.timestamp() // A_WHILE.seconds))
    kept = COUNTED.get(league.pk)
    if kept is None or kept[0] != at:
        kept = COUNTED[league.pk] = (at, needs_of_league(league, now).many)
    return kept[1]
