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


@dataclass(frozen=True)
class WhatIf:
    """An assumed order of the next night, the players not placed in it yet, and the tables."""

    night: LeagueNight
    order: tuple[Player, ...]
    others: tuple[Player, ...]
    tables: tuple[SeasonTable, ...]

    @property
    def taken_back(self) -> str:
        """The order without its last player, as a query value."""
        return order_text(self.order[:-1])

    @property
    def choices(self) -> list[tuple[Player, str]]:
        """The players who can be placed next, each with the query value of the new order."""
        return [(player, order_text((*self.order, player))) for player in self.others]


def order_text(order: Sequence[Player]) -> str:
    return ".".join(str(player.pk) for player in order)


def what_if(season: LeagueSeason, asked: str) -> WhatIf | None:
    """The tables after an order such as "3.17.4", given as player ids. An empty order gives the
    current tables. None if no night is to come.

    Unknown and repeated ids are ignored.
    """
    night = season.next
    if night is None:
        return None
    here = Player.objects.in_bulk([row.player for row in season.rows])
    named = [int(part) for part in asked.split(".")[:MOST] if part.isdecimal()]
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
    others = (here[row.player] for row in season.rows)
    return WhatIf(
        night,
        order,
        tuple(player for player in others if player not in order),
        season_tables(shown, Surface.WEB),
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
