"""Seats at the board, and collections with one value per seat.

A match has two to four sides, nearly always two. ``BySeat`` holds one value for each of them,
so that no rule is written once for each side:

>>> points = BySeat(5, 3)
>>> points[Seat.A], points.b
(5, 3)
>>> points.map(lambda n: n * 2)
BySeat(10, 6)
>>> BySeat(95, 75).leader
Seat.A
>>> BySeat.total([BySeat(2, 0), BySeat(1, 1)])
BySeat(3, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Any, Generic, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


class Seat(IntEnum):
    """A seat at the board, in the order in which the sides sit around it."""

    A = 0
    B = 1
    C = 2
    D = 3

    def __repr__(self) -> str:
        return f"Seat.{self.name}"


SEATS = tuple(Seat)
MOST = len(SEATS)  # counting an Enum takes longer than all the rest of a BySeat


class BySeat(Sequence[T_co], Generic[T_co]):
    """An immutable collection of one value per seat: two, three or four of them."""

    __slots__ = ("_values",)

    def __init__(self, *values: T_co) -> None:
        if not 2 <= len(values) <= MOST:
            raise ValueError(f"a match has two to four sides, not {len(values)}")
        self._values = values

    @staticmethod
    def repeat(value: U, seats: int = 2) -> BySeat[U]:
        """Return the same value at every seat."""
        return BySeat(*(value,) * seats)

    @staticmethod
    def total(addends: Iterable[BySeat[int]], seats: int = 2) -> BySeat[int]:
        """Return the sum at every seat; ``seats`` is their number if there is nothing to add up."""
        columns = list(zip(*addends, strict=True)) or [()] * seats
        return BySeat(*map(sum, columns))

    @property
    def a(self) -> T_co:
        return self._values[0]

    @property
    def b(self) -> T_co:
        return self._values[1]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[: len(self._values)]

    def items(self) -> Iterator[tuple[Seat, T_co]]:
        return zip(SEATS, self._values, strict=False)

    def map(self, change: Callable[[T_co], U]) -> BySeat[U]:
        return BySeat(*(change(value) for value in self._values))

    def others(self, seat: Seat) -> tuple[T_co, ...]:
        """Return the values of all other seats."""
        return self._values[:seat] + self._values[seat + 1 :]

    def leaders(self: BySeat[Any]) -> tuple[Seat, ...]:
        """Return the seats that share the highest value."""
        best = max(self._values)
        return tuple(seat for seat, value in self.items() if value == best)

    @property
    def leader(self) -> Seat | None:
        """The one seat ahead of all others; None when the first place is shared."""
        first, *level = self.leaders()
        return None if level else first

    @overload
    def __getitem__(self, seat: int) -> T_co: ...
    @overload
    def __getitem__(self, seat: slice) -> Sequence[T_co]: ...
    def __getitem__(self, seat: int | slice) -> T_co | Sequence[T_co]:
        return self._values[seat]

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[T_co]:
        return iter(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BySeat) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)

    def __repr__(self) -> str:
        return f"BySeat({', '.join(map(repr, self._values))})"
