"""One player's season: their nights, and the points they need to pass those ahead."""

from dataclasses import dataclass

from leagues.models import Player, Surface
from leagues.reads.leagues.table.season import LeagueSeason
from leagues.reads.leagues.table.season_table import SeasonCell, SeasonLine, season_tables
from scoring.results import Number
from scoring.season import SeasonTotal


@dataclass(frozen=True)
class Passing:
    """A player ahead, with the points needed on the next night to pass them if they get none."""

    name: str
    place: int
    points: Number


@dataclass(frozen=True)
class PlayerInLeague:
    line: SeasonLine
    passing: tuple[Passing, ...]
    has_place: bool
    """False before the season's first score."""

    @property
    def player(self) -> Player:
        return self.line.player

    @property
    def cells(self) -> tuple[SeasonCell, ...]:
        return self.line.cells

    @property
    def nights(self) -> list[tuple[SeasonCell, int]]:
        """The player's nights, with their points in percent of the best."""
        best = max((cell.total for cell in self.cells if cell.score), default=0)
        return [
            (cell, int(100 * cell.total / best) if cell.score and best else 0)
            for cell in self.cells
        ]


AHEAD = 3


def player_in_league(season: LeagueSeason, player: int) -> PlayerInLeague | None:
    """One player's part of the season table; None if they are not in it."""
    for table in season_tables(season):
        for at, line in enumerate(table.lines):
            if line.player.pk == player:
                ahead = table.lines[max(0, at - AHEAD) : at]
                passing = tuple(_points_to_pass(season, line, ahead))
                return PlayerInLeague(line, passing, any(row.scores for row in season.rows))
    return None


def _points_to_pass(
    season: LeagueSeason, line: SeasonLine, ahead: tuple[SeasonLine, ...]
) -> list[Passing]:
    if season.next is None or season.scheme.total is SeasonTotal.AVERAGE:
        return []
    return [
        Passing(
            other.player.shown_on(Surface.WEB),
            other.row.place,
            other.row.tour_points - line.row.tour_points + line.row.to_beat,
        )
        for other in reversed(ahead)
        if other.row.place < line.row.place
    ]
