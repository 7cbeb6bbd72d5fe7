"""The season's table if the next night ended like this. It is no result, and nothing is kept."""

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
    """An order of the next night, who may still be put behind it, and the table."""

    night: LeagueNight
    order: tuple[Player, ...]
    others: tuple[Player, ...]
    tables: tuple[SeasonTable, ...]

    @property
    def taken_back(self) -> str:
        """The order without its last, as an address says it."""
        return said(self.order[:-1])

    @property
    def choices(self) -> list[tuple[Player, str]]:
        """Everybody who may come next, and the order with them."""
        return [(player, said((*self.order, player))) for player in self.others]


def said(order: Sequence[Player]) -> str:
    return ".".join(str(player.pk) for player in order)


def what_if(season: LeagueSeason, asked: str) -> WhatIf | None:
    """The table after this order, such as "3.17.4", or as it is while no one is named; None where
    no night is to come.

    Whoever is not of the league, or named twice, is left out.
    """
    night = season.next
    if night is None:
        return None
    here = Player.objects.in_bulk([row.player for row in season.rows])
    named = [int(part) for part in asked.split(".")[:MOST] if part.isdecimal()]
    order = tuple(here[pk] for pk in dict.fromkeys(named) if pk in here)
    finishes = tuple(
        Finish((player.pk,), place, points=_usual(season, place))
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


def _usual(season: LeagueSeason, place: int) -> Number:
    """What this place has earned on the nights so far, in the middle."""
    earned = sorted(
        finish.points
        for night in season.season_nights
        for event in night.events
        for finish in event.finishes
        if finish.place == place and finish.points is not None
    )
    return earned[len(earned) // 2] if earned else Fraction(0)
