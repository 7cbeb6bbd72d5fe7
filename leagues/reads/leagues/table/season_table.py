"""The season table for a page: one line for each player, one cell for each night."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter

from leagues.models import Player, Surface
from leagues.reads.leagues.table.season import LeagueNight, LeagueSeason
from leagues.say import say
from scoring.results import Number
from scoring.season import NightMark, NightState, PlaceRange, Score, SeasonRow, SeasonTotal


@dataclass(frozen=True)
class SeasonCell:
    """One night of one player: a score, or a mark if there is none."""

    night: LeagueNight
    mark: NightMark
    score: Score | None = None

    @property
    def total(self) -> Number:
        assert self.score is not None
        return self.score.total

    @property
    def is_dropped(self) -> bool:
        return self.score is not None and not self.score.counts


@dataclass(frozen=True)
class SeasonLine:
    """One player's line of the season table."""

    row: SeasonRow[int]
    player: Player
    cells: tuple[SeasonCell, ...]
    moved: int | None
    """Places gained since the previous night; None if they were not in the table."""
    places: PlaceRange | None
    """The places they can still reach; None if that adds nothing."""
    clinched: bool
    why: Callable[[], str] = field(compare=False, repr=False)
    handicap: Number | None = None
    """Their handicap for the next night; None if the table has no handicaps."""
    is_first_below: bool = False
    """True for the first line below the cut."""

    @property
    def because(self) -> str:
        return self.why()

    @property
    def nights(self) -> int:
        return len(self.row.played)

    @property
    def counted(self) -> int:
        return len(self.row.counted)

    @property
    def marks(self) -> frozenset[NightMark]:
        """The marks used in cells without a score, for the legend."""
        return frozenset(cell.mark for cell in self.cells if cell.score is None)

    @property
    def has_dropped(self) -> bool:
        return any(cell.is_dropped for cell in self.cells)

    @property
    def is_out(self) -> bool:
        """True if they can no longer reach the minimum number of nights."""
        return bool(self.row.nights_short) and not self.row.can_qualify


@dataclass(frozen=True)
class SeasonTable:
    """The table of one division, newest night first."""

    division: str
    nights: tuple[LeagueNight, ...]
    lines: tuple[SeasonLine, ...]
    is_average: bool

    @property
    def columns(self) -> int:
        """The number of columns besides the place."""
        return 3 + len(self.nights) + self.has_handicaps

    @property
    def has_handicaps(self) -> bool:
        return any(line.handicap is not None for line in self.lines)

    @property
    def marks(self) -> frozenset[NightMark]:
        return frozenset[NightMark]().union(*(line.marks for line in self.lines))

    @property
    def has_dropped(self) -> bool:
        return any(line.has_dropped for line in self.lines)


def season_tables(
    season: LeagueSeason,
    surface: Surface = Surface.WEB,
    handicaps: Mapping[int, Number] | None = None,
) -> tuple[SeasonTable, ...]:
    """The tables of all divisions; one table if there are none.

    ``handicaps`` are those of the next night; players without one have 0.
    """
    names = _players_by_id(season)

    def name(player: int) -> str:
        return names[player].shown_on(surface)

    nights = _shown_nights(season)
    before = _places_before(season)
    ranges = season.ranges if _some_to_come(season) else {}
    tables = list[SeasonTable]()
    for division, rows in groupby(season.rows, key=attrgetter("division")):
        here = list(rows)
        lines = [
            _season_line(season, row, names[row.player], nights, before, ranges, len(here), name)
            for row in here
        ]
        tables.append(
            SeasonTable(
                division or "",
                nights,
                tuple(
                    _with_cut(
                        [
                            line
                            if handicaps is None
                            else replace(line, handicap=handicaps.get(line.row.player, 0))
                            for line in lines
                        ],
                        season.league.line_after,
                    )
                ),
                season.scheme.total is SeasonTotal.AVERAGE,
            )
        )
    return tuple(tables)


def _players_by_id(season: LeagueSeason) -> Mapping[int, Player]:
    """The players of the table by id. A closed table may contain players who were merged later."""
    known = Player.objects.select_related("merged_into")
    found = known.in_bulk({row.player for row in season.rows})
    return {pk: player.merged_into or player for pk, player in found.items()}


def _shown_nights(season: LeagueSeason) -> tuple[LeagueNight, ...]:
    """The nights shown as columns, newest first: all that are over or were cancelled."""
    states = [night.state for night in season.season_nights]
    last = max((n for n, s in enumerate(states) if s is NightState.OVER), default=-1)
    shown = [
        night
        for number, night in enumerate(season.nights)
        if number <= last and states[number] is not NightState.TO_COME
    ]
    return tuple(reversed(shown))


def _places_before(season: LeagueSeason) -> dict[int, int]:
    """The place of each player before the latest night; empty before the second night."""
    over = [
        number
        for number, night in enumerate(season.season_nights, 1)
        if night.state is NightState.OVER
    ]
    if len(over) < 2:
        return {}
    return {row.player: row.place for row in season.after(over[-1] - 1).rows}


def _some_to_come(season: LeagueSeason) -> bool:
    to_come = any(n.state is NightState.TO_COME for n in season.season_nights)
    return to_come or season.now is not None


def _season_line(
    season: LeagueSeason,
    row: SeasonRow[int],
    player: Player,
    nights: Iterable[LeagueNight],
    before: Mapping[int, int],
    ranges: Mapping[int, PlaceRange],
    many: int,
    name: Callable[[int], str],
) -> SeasonLine:
    marks = season.marks_of(row.player)
    scores = {score.night: score for score in row.scores}
    places = ranges.get(row.player)
    return SeasonLine(
        row,
        player,
        tuple(
            SeasonCell(night, marks[night.number - 1], scores.get(night.number)) for night in nights
        ),
        before[row.player] - row.place if row.player in before else None,
        places if places and _is_informative(places, row.place, many) else None,
        places is not None and places.clinched() and season.over > 0,
        lambda: say(row.because(name)),
    )


def _is_informative(places: PlaceRange, place: int, many: int) -> bool:
    """True if the range is worth showing: neither every place nor only the current one."""
    return (places.best, places.worst) not in {(1, many), (place, place)}


def _with_cut(lines: list[SeasonLine], line_after: int | None) -> Iterable[SeasonLine]:
    """Yield the lines with the first one below the cut marked. Tied players are not separated."""
    below = len(lines)
    if line_after is not None:
        below = sum(line.row.place <= line_after for line in lines)
    for number, line in enumerate(lines):
        yield replace(line, is_first_below=number == below)
