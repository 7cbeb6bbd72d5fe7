"""The club's averages, as a line in the charts of a player.

They come from stored days only, so a result from today changes no one else's chart.
"""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from statistics import mean

from django.db.models import F, OuterRef, Subquery, Sum

from leagues.models import DaySum, EventSum, Player
from leagues.reads.people.result_sums import rating_of
from leagues.reads.people.stored_sums import IN_MEMORY, Sums
from scoring.ratings import CLUB_SCALE

FEWEST = 4  # players with a settled rating; an average of fewer means little


@dataclass(frozen=True)
class ClubAverages:
    """The club's averages; None if too little has been played."""

    rating: int | None = None
    twenties: float | None = None
    """20s per round, of everyone who played without a partner."""


def club_averages(sums: Sums) -> ClubAverages:
    return averages_at(sums.club, sums.version, sums.since, sums.events)


@lru_cache(maxsize=4)
def averages_at(
    club: int, _version: int, since: date | None, events: tuple[int, ...]
) -> ClubAverages:
    """The averages for one version of the stored sums.

    Leaves out these ``events`` and the days from ``since`` on, whose stored sums are out of date.
    """
    return ClubAverages(_mean_rating(club, since), _mean_twenties(club, events))


IN_MEMORY.append(averages_at.cache_clear)


def _mean_rating(club: int, since: date | None) -> int | None:
    """The mean rating of players with a public, settled rating; None if there are too few."""
    days = DaySum.objects.filter(
        club=club, player=OuterRef("pk"), rated_on=F("day"), is_public=True
    )
    if since is not None:
        days = days.filter(day__lt=since)
    last = Subquery(days.order_by("-day").values("pk")[:1])
    people = Player.objects.filter(club=club).annotate(last=last).exclude(last=None)
    rows = DaySum.objects.filter(pk__in=people.values("last"))
    ratings = [rating for row in rows if (rating := rating_of(row))]
    settled = [rating.shown for rating in ratings if CLUB_SCALE.settled(rating)]
    return round(mean(settled)) if len(settled) >= FEWEST else None


def _mean_twenties(club: int, but: tuple[int, ...]) -> float | None:
    rows = EventSum.objects.listed().filter(event__club=club).exclude(event__in=but)
    found = rows.aggregate(rounds=Sum("rounds"), made=Sum("twenties"))
    return found["made"] / found["rounds"] if found["rounds"] else None
