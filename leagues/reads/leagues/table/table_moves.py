"""Compare two tables of a league: the players whose place or total differs."""

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.reads.leagues.table.season import LeagueSeason
from scoring.results import Number
from scoring.season import SeasonRow


@dataclass(frozen=True)
class TableMove:
    """A player in two tables; ``before`` or ``after`` is None if they are missing in one."""

    player: int
    before: SeasonRow[int] | None
    after: SeasonRow[int] | None

    @property
    def is_moved(self) -> bool:
        return self._place(self.before) != self._place(self.after)

    @property
    def is_changed(self) -> bool:
        return self.is_moved or self._total(self.before) != self._total(self.after)

    @property
    def up(self) -> int:
        """The number of places gained; 0 if they are missing in one table."""
        if self.before is None or self.after is None:
            return 0
        return self.before.place - self.after.place

    @staticmethod
    def _place(row: SeasonRow[int] | None) -> int | None:
        return row.place if row else None

    @staticmethod
    def _total(row: SeasonRow[int] | None) -> Number | None:
        return row.tour_points if row else None


def side_by_side(before: LeagueSeason, after: LeagueSeason) -> tuple[TableMove, ...]:
    """Everyone in either table, in the order of the new one."""
    old = {row.player: row for row in before.rows}
    new = {row.player: row for row in after.rows}
    here = [TableMove(player, old.get(player), row) for player, row in new.items()]
    gone = [TableMove(p, row, None) for p, row in old.items() if p not in new]
    return (*here, *gone)


def table_moves(before: LeagueSeason, after: LeagueSeason) -> tuple[TableMove, ...]:
    """The players whose place or total changes."""
    return tuple(move for move in side_by_side(before, after) if move.is_changed)


def how_many_move(moves: Sequence[TableMove]) -> int:
    return sum(move.is_moved for move in moves)
