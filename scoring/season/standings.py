"""The season's table: the tour points of each player, and the scores they come from.

>>> from scoring.season.event import Finish
>>> from scoring.season.scheme import TOUR
>>> events = [
...     SeasonEvent(name, tuple(Finish((player,), n) for n, player in enumerate(order, 1)))
...     for name, order in (("May", ["Ann", "Ben"]), ("June", ["Ben", "Cy", "Ann"]))
... ]
>>> for row in season_table(TOUR, events):
...     print(row.place, row.player, row.tour_points, [str(s.total) for s in row.counted])
1 Ben 97 ['47', '50']
2 Ann 95 ['50', '45']
3 Cy 47 ['47']
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from scoring.results import Number
from scoring.season.counting import which_count
from scoring.season.event import Score, SeasonEvent
from scoring.season.finish import P
from scoring.season.night import Enrolled, PointsAdjusted, SeasonNight, how_many_count, nights_of
from scoring.season.player_season import PlayerSeason, meetings_of, player_seasons
from scoring.season.roster import Roster
from scoring.season.row import SeasonRow
from scoring.season.scheme import Scheme
from scoring.season.ties import TieFacts, split_ties


def season_table(
    scheme: Scheme,
    nights: Sequence[SeasonNight[P] | SeasonEvent[P]],
    ratings: Mapping[P, float] | None = None,
    *,
    enrolments: Sequence[Enrolled[P]] | None = None,
    adjustments: Iterable[PointsAdjusted[P]] = (),
) -> tuple[SeasonRow[P], ...]:
    """Return the season's table after the nights that are over, first place first.

    Divisions follow each other in the order of the enrolments. An event given alone is a night
    that is over. ``ratings`` are final ratings, for a scheme that splits ties by them. None as
    ``enrolments`` means that everyone is a member.
    """
    planned = nights_of(nights)
    roster = Roster(enrolments)
    many = scheme.counting.how_many(*how_many_count(planned))
    facts = TieFacts(ratings or {}, meetings_of(planned, roster))
    rows = [
        _to_row(season, many, scheme)
        for season in player_seasons(scheme, planned, roster, adjustments)
    ]
    rows.sort(key=lambda row: str(row.player))
    known = (enrolled.division for enrolled in enrolments or ())
    divisions = dict.fromkeys((*known, *(row.division for row in rows)))
    return tuple(
        placed
        for division in divisions
        for placed in _place_rows([r for r in rows if r.division == division], scheme, facts)
    )


def _to_row(season: PlayerSeason[P], many: int, scheme: Scheme) -> SeasonRow[P]:
    short = max(0, scheme.minimum_nights - len(season.played))
    return SeasonRow(
        place=0,
        player=season.player,
        tour_points=season.parts.total(scheme, many),
        scores=_mark_counted(season.scores, many),
        attendance=scheme.attendance * len(season.played),
        division=season.division,
        many=many,
        adjustments=season.adjustments,
        nights_short=short,
        can_qualify=short <= len(season.to_come),
        total=scheme.total,
    )


def _mark_counted(scores: Sequence[Score], many: int) -> tuple[Score, ...]:
    """Return every score, marked as counted or not."""
    limited = [score for score in scores if not score.always_counts]
    counts = which_count([score.total for score in limited], many)
    dropped = {score.night for score, does in zip(limited, counts, strict=True) if not does}
    return tuple(
        replace(score, counts=False) if score.night in dropped else score for score in scores
    )


def _place_rows(
    rows: Sequence[SeasonRow[P]], scheme: Scheme, facts: TieFacts[P]
) -> Iterator[SeasonRow[P]]:
    """Yield the rows with their places; those that share a place are in the order of names."""

    def sort_key(row: SeasonRow[P]) -> tuple[bool, Number]:
        return row.can_qualify, row.tour_points

    place = 1
    in_order = sorted(rows, key=sort_key, reverse=True)
    for _, level in groupby(in_order, key=sort_key):
        for group, decision in split_ties(list(level), scheme.ties, facts):
            sharing = tuple(row.player for row in group)
            for row in group:
                yield replace(row, place=place, decision=decision, sharing=sharing)
            place += len(group)
