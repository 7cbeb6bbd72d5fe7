"""The range of places a player can still finish in.

No possible place is left out, even with absences, a shared first place or cancelled nights.
The range holds for the nights and members that are known now; a correction, a transfer or a new
member beyond ``newcomers`` may widen it.

>>> from scoring.season.event import SeasonEvent
>>> from scoring.season.finish import Finish
>>> from scoring.season.scheme import Scheme
>>> from scoring.season.tables import Listed
>>> order = tuple(Finish((name,), n) for n, name in enumerate(("Ann", "Ben", "Cy"), 1))
>>> nights = [
...     SeasonNight("1", (SeasonEvent("1", order),)),
...     SeasonNight("2", (SeasonEvent("2", order),)),
...     SeasonNight("3", state=NightState.TO_COME),
... ]
>>> for player, places in place_ranges(Scheme(Listed((3, 2, 1))), nights).items():
...     print(player, places.best, places.worst, places.clinched())
Ann 1 2 False
Ben 1 3 False
Cy 2 3 False
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import Any

from scoring.results import Number
from scoring.season.credit import Credit
from scoring.season.event import ScoreFor, SeasonEvent
from scoring.season.finish import P
from scoring.season.night import (
    Enrolled,
    NightState,
    PointsAdjusted,
    SeasonNight,
    how_many_count,
    nights_of,
)
from scoring.season.player_season import PlayerSeason, player_seasons
from scoring.season.roster import Roster
from scoring.season.scheme import PaidBy, Scheme, SeasonTotal
from scoring.season.standings import season_table
from scoring.season.total import TotalParts, exact_average

Standing = tuple[bool, Number | float]
"""Whether a player qualifies, and the total: what is compared before ties are split."""


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """The best and the worst place that is still possible."""

    best: int
    worst: int

    def clinched(self, places: int = 1) -> bool:
        """True if the player finishes in the first ``places``, whatever happens."""
        return self.worst <= places


def place_ranges(
    scheme: Scheme,
    nights: Sequence[SeasonNight[P] | SeasonEvent[P]],
    ratings: Mapping[P, float] | None = None,
    *,
    enrolments: Sequence[Enrolled[P]] | None = None,
    adjustments: Sequence[PointsAdjusted[P]] = (),
    newcomers: int = 0,
) -> dict[P, PlaceRange]:
    """Return the possible places in their division for all players of the table, in its order.

    ``newcomers`` are people not in the table who may still join, in any division.
    """
    planned = nights_of(nights)
    rows = season_table(scheme, planned, ratings, enrolments=enrolments, adjustments=adjustments)
    left = {
        number: night
        for number, night in enumerate(planned, 1)
        if night.state is NightState.TO_COME
    }
    if not left:
        return {row.player: PlaceRange(row.place, row.place) for row in rows}
    seasons = {
        season.player: season
        for season in player_seasons(scheme, planned, Roster(enrolments), adjustments)
    }
    unknown = PlayerSeason("", to_come=tuple(left))
    ranges: dict[P, PlaceRange] = {}
    for _, division in groupby(rows, key=attrgetter("division")):
        players = [row.player for row in division]
        for future in _possible_futures(scheme, planned, left):
            worst = [future.worst(seasons[player]) for player in players]
            best = [future.best(seasons[player]) for player in players]
            lowest, highest = sorted(worst), sorted(best)
            newcomer = future.best(unknown)
            for n, player in enumerate(players):
                above = len(lowest) - bisect_right(lowest, best[n])
                may_pass = bisect_left if scheme.ties else bisect_right
                below = len(highest) - may_pass(highest, worst[n])
                below -= _may_pass(best[n], worst[n], scheme)  # a player can't pass themselves
                below += newcomers * _may_pass(newcomer, worst[n], scheme)
                found = PlaceRange(1 + above, 1 + below)
                ranges[player] = _widest_range(ranges.get(player, found), found)
    return ranges


def _may_pass(other: Standing, own: Standing, scheme: Scheme) -> bool:
    """True if ``other`` may end ahead of ``own``; with equal totals, if the scheme splits ties."""
    return other > own or (other == own and bool(scheme.ties))


def _widest_range(one: PlaceRange, other: PlaceRange) -> PlaceRange:
    return PlaceRange(min(one.best, other.best), max(one.worst, other.worst))


@dataclass(frozen=True)
class _Future:
    """A possible rest of the season: ``played`` coming nights are played, ``many`` scores count."""

    scheme: Scheme
    left: Mapping[int, SeasonNight[Any]]
    played: int
    many: int

    def worst(self, season: PlayerSeason[P]) -> Standing:
        """Return the worst standing: no more points, by absence or by playing, whichever costs
        more.
        """
        limited, always = self._open(season)
        averaged = self.scheme.total is SeasonTotal.AVERAGE
        lowest = self._with_credits(season, self._mean_at_least(season))
        total = min(
            replace(
                lowest,
                scores=(*lowest.scores, *[0] * more),
                always=(*lowest.always, *[0] * more_always),
            ).total(self.scheme, self.many)
            for more in range(len(limited) + 1 if averaged else 1)
            for more_always in range(len(always) + 1 if averaged else 1)
        )
        return len(season.played) >= self.scheme.minimum_nights, total

    def best(self, season: PlayerSeason[P]) -> Standing:
        """Return the best standing: the most points every night, or its credit if that is more."""
        limited, always = self._open(season)
        nights = len(season.played) + len(limited) + len(always)
        qualifies = nights >= self.scheme.minimum_nights
        if None in limited or None in always:
            return qualifies, inf
        paid = [top for top in (*limited, *always) if top is not None]
        mean = max((*paid, *(score.total for score in season.played)), default=0)
        credit = max((c.worth([mean]) for c in self._credits()), default=0)
        tops, finals = (
            sorted((max(top, credit) for top in tops if top is not None), reverse=True)
            for tops in (limited, always)
        )
        highest = self._with_credits(season, mean)
        averaged = self.scheme.total is SeasonTotal.AVERAGE
        total = max(
            replace(
                highest,
                scores=(*highest.scores, *tops[:more]),
                always=(*highest.always, *finals[:more_always]),
                nights=nights,
            ).total(self.scheme, self.many)
            for more in (range(len(tops) + 1) if averaged else (len(tops),))
            for more_always in (range(len(finals) + 1) if averaged else (len(finals),))
        )
        return qualifies, total

    def _open(self, season: PlayerSeason[P]) -> tuple[list[Number | None], list[Number | None]]:
        """Return the most that each coming night can pay: nights that may be dropped, and
        others.
        """
        limited, always = list[Number | None](), list[Number | None]()
        for number in season.to_come:
            night = self.left[number]
            (always if night.always_counts else limited).append(
                _max_pay(night, season.player, self.scheme)
            )
        limited.sort(key=lambda top: inf if top is None else top, reverse=True)
        return limited[: self.played], always

    def _credits(self) -> Iterator[Credit]:
        yield from filter(None, (self.scheme.absence, self.scheme.host))

    def _mean_at_least(self, season: PlayerSeason[P]) -> Number:
        scores = [score.total for score in season.played]
        return exact_average(sum(scores), len(scores) + len(season.to_come))

    def _with_credits(self, season: PlayerSeason[P], mean: Number) -> TotalParts:
        """Return the parts of the total so far, with credits for an average night of ``mean``
        points.
        """
        if not any(self._credits()):
            return season.parts
        given = {ScoreFor.EXCUSED: self.scheme.absence, ScoreFor.HOSTED: self.scheme.host}
        return replace(
            season,
            scores=tuple(
                replace(score, tour_points=credit.worth([mean]))
                if (credit := given.get(score.score_for))
                else score
                for score in season.scores
            ),
        ).parts


def _max_pay(night: SeasonNight[P], player: P, scheme: Scheme) -> Number | None:
    """The most that a night can pay this player; None if unknown."""
    if player in night.most_of:
        return night.most_of[player]
    if night.most is not None or scheme.paid_by in (PaidBy.BEATEN, PaidBy.POINTS):
        return night.most
    highest = scheme.table.highest()
    return None if highest is None else highest + max(scheme.lower_pools, default=0)


def _possible_futures(
    scheme: Scheme, planned: Sequence[SeasonNight[P]], left: Mapping[int, SeasonNight[P]]
) -> Iterator[_Future]:
    """Yield a future for each number of scores that may count if nights are cancelled.

    A cancelled night that changes nothing else is like a night that everyone missed.
    """
    nights, cancelled = how_many_count(planned)
    limited = sum(not night.always_counts for night in left.values())
    seen = set[int]()
    for off in range(limited + 1):
        many = scheme.counting.how_many(nights - off, cancelled + off)
        if many not in seen:
            seen.add(many)
            yield _Future(scheme, left, limited - off, many)
