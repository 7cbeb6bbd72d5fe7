"""A league of series: every two pairs meet a few times, and forfeits are recorded.

The league of fixed pairs in Boston plays every two teams twice, at difference
scoring to a lead of 100. A game pays 2, 1 or 0; the series one more for the better
combined margin, or a half each when that is tied.

>>> from scoring.sides import BySeat, Seat
>>> teams = BySeat("Flickers", "Sliders")
>>> rows = SERIES_LEAGUE.table([
...     LeagueGame(teams, margin=100),
...     LeagueGame(teams, margin=-45),
...     LeagueGame(BySeat("Sliders", "Tigers"), forfeited_by=Seat.B),
... ])
>>> for row in rows:
...     print(row.place, row.entry, row.points, row.margin, row.series, row.forfeits)
1 Sliders 4 0 0 0
2 Flickers 3 55 1 0
3 Tigers 0 -55 0 1
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor
from typing import Any, Generic, TypeVar

from scoring.errors import RuleError
from scoring.results import Number
from scoring.season.tables import at_least
from scoring.serialization import from_dict, stored_as, to_dict
from scoring.sides import BySeat, Seat

E = TypeVar("E", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LeagueGame(Generic[E]):
    """One game of a series: the margin of seat A, or the seat that forfeited it.

    A game with neither is still to be played.
    """

    entries: BySeat[E]
    margin: int | None = None
    forfeited_by: Seat | None = None

    def __post_init__(self) -> None:
        if self.margin is not None and self.forfeited_by is not None:
            raise ValueError("a forfeited game has no margin of its own")
        if self.entries.a == self.entries.b:
            raise ValueError(f"{self.entries.a} cannot play against themselves")


@dataclass(frozen=True, slots=True)
class LeagueRow(Generic[E]):
    """One entry's line; points are those of games, series and open tournaments together."""

    place: int
    entry: E
    points: Number
    forfeits: int
    margin: int
    games: int
    won: int
    tied: int
    lost: int
    series: Number
    open_points: Number


@dataclass
class _Account:
    """The running totals of one entry."""

    margins: list[int] = field(default_factory=list)
    forfeits: int = 0
    series: Number = 0

    def book(self, seat: Seat, margin: int | None, forfeited_by: Seat | None) -> None:
        """Add a game from one seat's view; ``margin`` is seat A's, None if not played yet."""
        if margin is not None:
            self.margins.append(margin if seat is Seat.A else -margin)
            self.forfeits += forfeited_by is seat

    def games(self, sign: int) -> int:
        """Count the games won (1), tied (0) or lost (-1)."""
        return sum((margin > 0) - (margin < 0) == sign for margin in self.margins)


@dataclass(frozen=True)
class ForfeitQuota:
    """How many games a player forfeits for an absence when too many games remain to catch up.

    Up to ``allowed`` remaining games for each session left, none is forfeited; above that one
    game is, and one more for every ``step``.

    >>> quota = ForfeitQuota()
    >>> [quota.games(remaining, sessions_left=4) for remaining in (6, 7, 9, 12)]
    [0, 1, 2, 3]
    """

    allowed: Fraction = Fraction("1.5")
    step: Fraction = Fraction("0.75")

    def __post_init__(self) -> None:
        if self.allowed < 0 or self.step <= 0:
            raise RuleError("allowed is at least 0 and step more than 0")

    def games(self, remaining: int, sessions_left: int) -> int:
        """Return how many of the remaining games an absence costs, never more than there are."""
        if sessions_left < 1:
            return remaining
        over = Fraction(remaining, sessions_left) - self.allowed
        return min(remaining, 1 + floor(over / self.step)) if over > 0 else 0


stored_as("forfeit-quota", ForfeitQuota)(ForfeitQuota)


@dataclass(frozen=True)
class SeriesLeague:
    """What games, series and forfeits are worth in a league of series.

    A series pays once ``games_a_series`` games of it are played or forfeited.
    """

    win: int = 2
    tie: int = 1
    loss: int = 0
    series: int = 1
    games_a_series: int = 2
    forfeit_margin: int = 55
    quota: ForfeitQuota = ForfeitQuota()

    def __post_init__(self) -> None:
        at_least(0, loss=self.loss, series=self.series)
        at_least(1, games_a_series=self.games_a_series)
        at_least(1, forfeit_margin=self.forfeit_margin)
        if not self.loss <= self.tie <= self.win:
            raise RuleError("a win pays at least a tie, and a tie at least a loss")

    def to_dict(self) -> dict[str, Any]:
        """The league's rules as plain JSON-able data."""
        return to_dict(self)

    @classmethod
    def from_dict(cls, data: object) -> SeriesLeague:
        """Read the rules that ``to_dict`` stored; a ``RuleError`` reports what is wrong with
        them.
        """
        league = from_dict(SeriesLeague, data)
        assert isinstance(league, SeriesLeague)
        return league

    def margin(self, game: LeagueGame[E]) -> int | None:
        """Return the margin of seat A, the fixed one for a forfeit; None if not played yet."""
        if game.forfeited_by is None:
            return game.margin
        return self.forfeit_margin * (1 if game.forfeited_by is Seat.B else -1)

    def table(
        self, games: Iterable[LeagueGame[E]], open_points: Mapping[E, Number] | None = None
    ) -> tuple[LeagueRow[E], ...]:
        """Return the table by points, then fewer forfeits, then the margin, then fewer games.

        ``open_points`` are points that an entry's players made in open tournaments.
        """
        opens = open_points or {}
        accounts: defaultdict[E, _Account] = defaultdict(_Account)
        series: defaultdict[frozenset[E], list[BySeat[tuple[E, int]]]] = defaultdict(list)
        for game in games:
            margin = self.margin(game)
            for seat, entry in game.entries.items():
                accounts[entry].book(seat, margin, game.forfeited_by)
            if margin is not None:
                a, b = game.entries
                series[frozenset((a, b))].append(BySeat((a, margin), (b, -margin)))
        for played in series.values():
            for entry, bonus in self._series_bonus(played):
                accounts[entry].series += bonus
        return _place_rows([self._row(e, acc, opens.get(e, 0)) for e, acc in accounts.items()])

    def _series_bonus(self, played: list[BySeat[tuple[E, int]]]) -> Iterator[tuple[E, Number]]:
        """Yield the bonus of these games: for the better combined margin, or a half for both."""
        if len(played) < self.games_a_series:
            return
        combined: Counter[E] = Counter()
        for game in played:
            combined.update(dict(game))
        (a, lead), (b, _) = combined.items()
        if lead == 0:
            yield from ((a, Fraction(self.series, 2)), (b, Fraction(self.series, 2)))
        else:
            yield (a if lead > 0 else b), self.series

    def _row(self, entry: E, account: _Account, opens: Number) -> LeagueRow[E]:
        won, tied, lost = (account.games(sign) for sign in (1, 0, -1))
        paid = self.win * won + self.tie * tied + self.loss * lost
        return LeagueRow(
            place=0,
            entry=entry,
            points=paid + account.series + opens,
            forfeits=account.forfeits,
            margin=sum(account.margins),
            games=len(account.margins),
            won=won,
            tied=tied,
            lost=lost,
            series=account.series,
            open_points=opens,
        )


def _place_rows(rows: list[LeagueRow[E]]) -> tuple[LeagueRow[E], ...]:
    """Return the rows with places, best first. Rows tied on everything share a place, by name."""

    def key(row: LeagueRow[E]) -> tuple[Number, ...]:
        return (-row.points, row.forfeits, -row.margin, row.games)

    in_order = sorted(rows, key=lambda row: (key(row), str(row.entry)))
    keys = [key(row) for row in in_order]
    return tuple(replace(row, place=1 + keys.index(key(row))) for row in in_order)


stored_as("series-league", SeriesLeague)(SeriesLeague)

SERIES_LEAGUE = SeriesLeague()
