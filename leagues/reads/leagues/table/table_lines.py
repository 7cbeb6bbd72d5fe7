"""The table of any league as lines: from its nights, its dated matches, or its final rows."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any

from leagues.models import League, Player, Stage, Surface
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.leagues.table.season import LeagueSeason, season_of
from leagues.reads.tables.tables import Table, TableLine, tables_of
from leagues.say import say
from scoring.results import Number
from scoring.season import AwardLine, row_to_dict


@dataclass(frozen=True)
class LeagueLine:
    """A line of the table: a place, a total, and the players of the entry (two in a pair)."""

    place: int
    players: tuple[Player, ...]
    team: str
    total: Number
    division: str
    played: int
    """The number of nights played, or of matches in a league of dated matches."""
    qualifies: bool = True
    """True if they have played, and often enough."""
    shared: bool = False
    """True if others have the same place."""
    is_rung: bool = False
    """True for a place on a ladder, which is held without playing."""
    facts: dict[str, Any] = field(default_factory=dict)
    """The JSON that a final row stores about the line."""
    award: AwardLine[int] | None = None
    why: Callable[[], str] = field(default=str, compare=False, repr=False)

    @property
    def because(self) -> str:
        return self.why()

    @property
    def keys(self) -> tuple[int, ...]:
        """The player ids in order, which identify the line in another table."""
        return tuple(sorted(player.pk for player in self.players))

    def shown_on(self, surface: Surface) -> str:
        names = " & ".join(player.shown_on(surface) for player in self.players)
        return self.team or names

    @property
    def name(self) -> str:
        """The name shown at the desk."""
        return self.shown_on(Surface.DESK)


def league_lines(league: League, surface: Surface = Surface.DESK) -> tuple[LeagueLine, ...]:
    """The table of a league, division after division. Reasons name players as on ``surface``."""
    if league.closed_at:
        return tuple(_of_final_rows(league))
    if league.of_kind.is_ladder:
        return tuple(_of_ladder(league))
    if league.has_dated_matches:
        return tuple(_of_matches(league, surface))
    return lines_of_season(season_of(league), surface)


def by_division(lines: Iterable[LeagueLine]) -> list[tuple[str, list[LeagueLine]]]:
    """Group the lines by division. Without divisions there is one group named ""."""
    of_each = groupby(lines, attrgetter("division"))
    return [(division, list(found)) for division, found in of_each]


def lines_of_season(
    season: LeagueSeason, surface: Surface = Surface.DESK
) -> tuple[LeagueLine, ...]:
    """The table of a season of nights. The season can also be one ``after`` an earlier night."""
    people = Player.objects.in_bulk([row.player for row in season.rows])

    def name(player: int) -> str:
        return people[player].shown_on(surface)

    return tuple(
        LeagueLine(
            row.place,
            (people[row.player],),
            "",
            row.tour_points,
            row.division or "",
            len(row.played),
            qualifies=bool(row.played) and not row.nights_short,
            shared=row.shared,
            facts={
                "row": row_to_dict(row),
                "marks": [mark.value for mark in season.marks_of(row.player)],
            },
            award=AwardLine.of(row),
            why=lambda row=row: say(row.because(name)),  # type: ignore[misc]
        )
        for row in season.rows
    )


def _of_matches(league: League, surface: Surface) -> Iterator[LeagueLine]:
    """Yield the lines of a league of dated matches. Its divisions are the pools of the stage
    opened last.
    """
    opened = Stage.objects.filter(event=league.event, opened_at__isnull=False)
    stage = opened.order_by("-number").first()
    return lines_of_tables(tables_of(stage, surface) if stage else ())


def lines_of_tables(read: Iterable[Table]) -> Iterator[LeagueLine]:
    """Yield the lines of tables that were already read."""
    for table in read:
        for line in table.lines:
            yield _of_table(line, table.pool.name)


def _of_ladder(league: League) -> Iterator[LeagueLine]:
    """Yield the lines of a ladder. It pays no points, so the total is the challenges won."""
    for line in ladder_of(league).lines:
        yield LeagueLine(
            line.place,
            tuple(line.entry.people),
            line.entry.name,
            line.won,
            "",
            line.won + line.lost,
            qualifies=line.won + line.lost > 0,
            is_rung=True,
            facts={"went": [line.won, 0, line.lost]},
        )


def _of_table(line: TableLine, division: str) -> LeagueLine:
    twenties = line.row.twenties
    return LeagueLine(
        line.row.place,
        tuple(line.entry.people),
        line.entry.name,
        line.first_counted,
        division,
        line.row.games,
        qualifies=line.row.games > 0,
        shared=line.row.shared,
        facts={
            "went": [line.won, line.tied, line.lost],
            "twenties": None if twenties is None else str(twenties),
        },
        why=lambda: line.because,
    )


def _of_final_rows(league: League) -> Iterator[LeagueLine]:
    rows = league.final_rows.named().order_by("number")
    many = Counter((row.division, row.place) for row in rows)
    for row in rows:
        yield LeagueLine(
            row.place,
            tuple(row.people),
            row.team,
            Fraction(row.total),
            row.division,
            row.played,
            qualifies=row.played > 0,
            shared=many[row.division, row.place] > 1,
            facts=row.facts,
        )
