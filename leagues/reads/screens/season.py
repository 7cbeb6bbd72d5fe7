"""A league's season for a wall screen: the table and the next night."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.league_roles import may_see_league
from leagues.access.roles import ANONYMOUS
from leagues.models import Event, League, Surface
from leagues.reads.leagues.attendance.head_count import HeadCount, read_head_count
from leagues.reads.leagues.table.season import LeagueNight, LeagueSeason, season_of
from leagues.reads.leagues.table.season_table import (
    SeasonCell,
    SeasonLine,
    SeasonTable,
    season_tables,
)


@dataclass(frozen=True)
class WallLine:
    """A line of the table, with the player's cell for the latest night."""

    line: SeasonLine
    cell: SeasonCell | None


@dataclass(frozen=True)
class WallTable:
    """The table of one division, with a column for the latest night only."""

    table: SeasonTable
    night: LeagueNight | None
    with_handicap: bool

    @property
    def lines(self) -> list[WallLine]:
        at = self.table.nights.index(self.night) if self.night else None
        return [WallLine(line, None if at is None else line.cells[at]) for line in self.table.lines]


@dataclass(frozen=True)
class SeasonWall:
    """A league's season on a wall screen."""

    season: LeagueSeason
    tables: tuple[WallTable, ...]
    count: HeadCount | None
    """The players for the next night, or None if there is no next night."""

    @property
    def league(self) -> League:
        return self.season.league

    @property
    def title(self) -> str:
        season = self.season
        if season.now:
            return _("The season so far")
        if season.is_final:
            return _("The final table of the season")
        if not season.over:
            return _("The coming season")
        numbers = {"over": season.over, "planned": season.planned}
        return (
            ngettext(
                "The season after %(over)s of %(planned)s night",
                "The season after %(over)s of %(planned)s nights",
                season.planned,
            )
            % numbers
        )


def season_wall(league: League) -> SeasonWall:
    """The current season, in a constant number of queries."""
    season = season_of(league, with_running=True)
    tables = [*_wall_tables(season)] if season.over else []
    if tables and season.handicap and not season.is_closed:
        tables += _wall_tables(season.with_handicaps(), with_handicap=True)
    count = read_head_count(season.next.row) if season.next else None
    return SeasonWall(season, tuple(tables), count)


def league_on_wall(event: Event) -> League | None:
    """The league that an event belongs to, if every spectator may see it; otherwise None."""
    league = event.night.league if event.night else None
    return league if league and may_see_league(ANONYMOUS, league) else None


def _wall_tables(season: LeagueSeason, *, with_handicap: bool = False) -> list[WallTable]:
    return [
        WallTable(table, _latest_night(table), with_handicap)
        for table in season_tables(season, Surface.WALL)
    ]


def _latest_night(table: SeasonTable) -> LeagueNight | None:
    """The last night that was played or is in progress."""
    return next((night for night in table.nights if not night.is_cancelled), None)
