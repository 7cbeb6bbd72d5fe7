"""Everything that needs a league organiser's attention, and what waits for others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.models import Event, League, Match, Offer, Surface
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
TITLES = {
    "claimed": _("No-show"),
    "contested": _("Two different results for one match"),
    "gaps": _("Line-ups with a player missing"),
    "results": _("Incomplete results"),
    "corrections": _("Corrections that changed places"),
    "overdue": _("Overdue"),
    "days": _("Proposed days without an answer"),
    "twice": _("The same person twice?"),
}
"""The kinds of task, in the order of the league's page."""


@dataclass(frozen=True)
class NeedSummary:
    """How many tasks a league has, and the kind and the names of the first."""

    many: int
    kind: str = ""
    names: str = ""

    @property
    def title(self) -> Promise:
        return TITLES[self.kind]


SUMMARIES: dict[int, tuple[object, NeedSummary]] = {}
"""By league: the revisions and time slot of its summary, and the summary."""


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


def summarize_needs(league: League, now: datetime) -> NeedSummary:
    """The number of tasks for the organiser and the first of them, for a list of leagues.

    The summary is cached until the league or its event changes, because reading all matches of
    every league is slow. Changes by time, and of names, appear up to ten minutes late.
    """
    if league.event is None:
        return _summarize(needs_of_league(league, now))
    at = (league.revision, league.event.revision, int(now.timestamp() // A_WHILE.seconds))
    kept = SUMMARIES.get(league.pk)
    if kept is None or kept[0] != at:
        kept = SUMMARIES[league.pk] = (at, _summarize(needs_of_league(league, now)))
    return kept[1]


def _summarize(needs: LeagueNeeds) -> NeedSummary:
    for kind in TITLES:
        for first in getattr(needs, kind):
            return NeedSummary(needs.many, kind, _names_in(first))
    return NeedSummary(0)


def _names_in(task: Need | Contested | GapInLineUp | UnseenCorrection | JoinedTwice) -> str:
    match task:
        case GapInLineUp():
            return f"{task.team.name} – {task.other}"
        case JoinedTwice():
            return task.joined.name
        case _:
            return _sides_of(task.match)


def _sides_of(match: Match | None) -> str:
    sides = match.sides.all() if match else ()
    return " – ".join(side.shown_on(Surface.DESK) for side in sides)
