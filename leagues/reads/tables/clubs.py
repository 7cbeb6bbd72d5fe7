"""The table of the clubs that meet in a stage."""

from collections.abc import Mapping
from dataclasses import dataclass

from leagues.models import Entry, Event, League, Stage
from leagues.reads.entries.clubs import clubs_of
from leagues.reads.tables.scored import Scored, points_of, twenties_of
from leagues.reads.tables.stage_results import play_of
from leagues.say import say
from leagues.stages.pairing_ways import Outsiders, way_from
from scoring.club_table import ClubRow
from scoring.results import Number
from scoring.standings import Row


@dataclass(frozen=True)
class ClubMember:
    """A club's player, their points against other clubs, and whether they count."""

    entry: Entry
    points: Number
    counts: bool


@dataclass(frozen=True)
class ClubLine:
    """A club's line: its row, its players, and its points from each other club."""

    row: Row[str]
    members: tuple[ClubMember, ...]
    cells: tuple[Number | None, ...]
    """The points from the club of each line in turn; None for itself."""
    others: Number

    @property
    def name(self) -> str:
        return self.row.entry

    @property
    def because(self) -> str:
        return say(self.row.because())

    @property
    def points(self) -> Scored:
        return points_of(self.row)

    @property
    def twenties(self) -> Scored:
        return twenties_of(self.row)

    @property
    def is_adjusted(self) -> bool:
        return self.points.is_adjusted or self.twenties.is_adjusted


@dataclass(frozen=True)
class ClubTable:
    lines: tuple[ClubLine, ...]
    is_final: bool
    best: int | None
    """The number of players of each club that count; None for all."""

    @property
    def has_others(self) -> bool:
        """Whether any club has points from byes, or from players without a club."""
        return any(line.others for line in self.lines)

    @property
    def is_adjusted(self) -> bool:
        return any(line.is_adjusted for line in self.lines)

    @property
    def columns(self) -> int:
        """The number of columns besides the place."""
        return 4 + len(self.lines) + self.has_others


def ranks_clubs(stage: Stage) -> bool:
    """Whether the players of this stage represent clubs or teams."""
    return stage.format == Stage.Format.OUTSIDERS or stage.event.sides == Event.Sides.TEAMS


def _is_of_team_league(stage: Stage) -> bool:
    if stage.event.sides != Event.Sides.TEAMS:
        return False
    leagues = League.objects.filter(event=stage.event_id)
    return bool(leagues.filter(kind=League.Kind.TEAMS).exists())


def club_standings(stage: Stage) -> ClubTable | None:
    """The clubs' table of a stage; None if it does not rank clubs, or with fewer than two of them.

    A league of teams has none either: its teams have a table of their meetings.
    """
    if not ranks_clubs(stage) or _is_of_team_league(stage):
        return None
    play = play_of(stage)
    club_of = clubs_of(Entry.objects.filter(event=stage.event_id))
    if len({club_of[entry] for entry in play.everyone} - {""}) < 2:
        return None
    entries = Entry.objects.named().in_bulk(play.everyone)
    way = way_from(stage.format, stage.options)
    best = way.best if isinstance(way, Outsiders) else None
    rows = play.rows_of_clubs(club_of, best)
    names = [each.row.entry for each in rows]
    return ClubTable(tuple(_club_line(each, names, entries) for each in rows), play.is_final, best)


def _club_line(club: ClubRow[int], names: list[str], entries: Mapping[int, Entry]) -> ClubLine:
    return ClubLine(
        row=club.row,
        members=tuple(
            ClubMember(entries[player.entry], player.points, player.counts)
            for player in club.players
        ),
        cells=tuple(
            None if name == club.row.entry else club.won_from.get(name, 0) for name in names
        ),
        others=club.won_from.get("", 0),
    )
