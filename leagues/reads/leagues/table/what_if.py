"""The season table for an assumed result of the next night. Nothing is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from leagues.models import Player, Surface
from leagues.reads.leagues.table.season import LeagueNight, LeagueSeason
from leagues.reads.leagues.table.season_table import SeasonTable, season_tables
from scoring.results import Number
from scoring.season import Finish, NightState, SeasonEvent

MOST = 64
LONGEST = 18  # digits of an id
FEWEST = 3  # places to choose


@dataclass(frozen=True)
class WhatIf:
    """An assumed order of the next night, all who could play it, and the tables."""

    night: LeagueNight
    order: tuple[Player, ...]
    players: tuple[Player, ...]
    tables: tuple[SeasonTable, ...]
    season: LeagueSeason

    @property
    def places(self) -> list[Player | None]:
        """The player chosen for each place: at least three places, and one more than are chosen."""
        shown = min(max(FEWEST, len(self.order) + 1), len(self.players))
        return [*self.order, *[None] * (shown - len(self.order))]


def what_if(season: LeagueSeason, asked: Sequence[str]) -> WhatIf | None:
    """The tables after an order, given as player ids; the current tables if it names no one of
    the league. None if no night is to come. If no id is given, the second wins before the leader.

    Unknown and repeated ids are ignored.
    """
    night = season.next
    if night is None:
        return None
    if not asked:
        asked = [str(row.player) for row in season.rows if row.played][1::-1]
    here = Player.objects.in_bulk([row.player for row in season.rows])
    named = [int(part) for part in asked[:MOST] if part.isdecimal() and len(part) < LONGEST]
    order = tuple(here[pk] for pk in dict.fromkeys(named) if pk in here)
    finishes = tuple(
        Finish((player.pk,), place, points=_median_points(season, place))
        for place, player in enumerate(order, 1)
    )
    nights = list(season.season_nights)
    nights[night.number - 1] = replace(
        nights[night.number - 1],
        state=NightState.OVER,
        events=(SeasonEvent(str(night.number), finishes),),
    )
    shown = replace(season, season_nights=tuple(nights)) if order else season
    return WhatIf(
        night,
        order,
        tuple(dict.fromkeys(here[row.player] for row in season.rows)),
        season_tables(shown, Surface.WEB),
        shown,
    )


def _median_points(season: LeagueSeason, place: int) -> Number:
    """The median points that this place has earned so far; 0 before the first night."""
    earned = sorted(
        finish.points
        for night in season.season_nights
        for event in night.events
        for finish in event.finishes
        if finish.place == place and finish.points is not None
    )
    return earned[len(earned) // 2] if earned else Fraction(0)
