"""The table of a league, whatever carries it: nights, dated matches, or the rows it closed with."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any

from leagues.models import League, Player, Stage, Surface
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.leagues.table.season import LeagueSeason, season_of
from leagues.reads.tables.tables import Table, TableLine, tables
from leagues.say import say
from scoring.results import Number
from scoring.season import AwardLine, row_to_dict


@dataclass(frozen=True)
class LeagueLine:
    """Who stands where with how much; several people where a pair or a team has the line."""

    place: int
    players: tuple[Player, ...]
    team: str
    total: Number
    division: str
    played: int
    """Nights, or matches where the league has dated ones."""
    qualifies: bool = True
    """They have played enough, and something at all."""
    is_rung: bool = False
    """A place on a ladder, which is held without playing."""
    facts: dict[str, Any] = field(default_factory=dict)
    """What a final row keeps of it."""
    award: AwardLine[int] | None = None
    why: Callable[[], str] = field(default=str, compare=False, repr=False)

    @property
    def because(self) -> str:
        return self.why()

    @property
    def keys(self) -> tuple[int, ...]:
        """The people of the line, by which it is known in another table."""
        return tuple(sorted(player.pk for player in self.players))

    def shown_on(self, surface: Surface) -> str:
        names = " & ".join(player.shown_on(surface) for player in self.players)
        return self.team or names

    @property
    def name(self) -> str:
        """As the desk knows them."""
        return self.shown_on(Surface.DESK)


def league_lines(league: League, surface: Surface = Surface.DESK) -> tuple[LeagueLine, ...]:
    """Division after division, first place first; reasons name people as on the surface."""
    if league.closed_at:
        return tuple(_of_final_rows(league))
    if league.of_kind.is_ladder:
        return tuple(_of_ladder(league))
    if league.has_dated_matches:
        return tuple(_of_matches(league, surface))
    return lines_of_season(season_of(league), surface)


def by_division(lines: Iterable[LeagueLine]) -> list[tuple[str, list[LeagueLine]]]:
    """Each division with its lines; one without a name where there are none."""
    of_each = groupby(lines, attrgetter("division"))
    return [(division, list(found)) for division, found in of_each]


def lines_of_season(
    season: LeagueSeason, surface: Surface = Surface.DESK
) -> tuple[LeagueLine, ...]:
    """The table of a league of nights, as it was after some of them too."""
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
    """The pools of the stage that was begun last are the divisions, in their order."""
    opened = Stage.objects.filter(event=league.event, opened_at__isnull=False)
    stage = opened.order_by("-number").first()
    return lines_of_tables(tables(stage, surface) if stage else ())


def lines_of_tables(read: Iterable[Table]) -> Iterator[LeagueLine]:
    """The same of tables that have been read."""
    for table in read:
        for line in table.lines:
            yield _of_table(line, table.pool.name)


def _of_ladder(league: League) -> Iterator[LeagueLine]:
    """A place is all that a ladder pays; how many challenges were won stands beside it."""
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
        facts={
            "went": [line.won, line.tied, line.lost],
            "twenties": None if twenties is None else str(twenties),
        },
        why=lambda: line.because,
    )


def _of_final_rows(league: League) -> Iterator[LeagueLine]:
    rows = league.final_rows.named()
    for row in rows.order_by("number"):
        yield LeagueLine(
            row.place,
            tuple(row.people),
            row.team,
            Fraction(row.total),
            row.division,
            row.played,
            qualifies=row.played > 0,
            facts=row.facts,
        )
