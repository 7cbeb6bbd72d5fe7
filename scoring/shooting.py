"""The order of shots: the turns around the board, and how the first shot moves each round.

The hammer, the last shot of a round, is an advantage, so the first shot moves every round:

>>> doubles = Turns(BySeat(2, 2), Clockwise())
>>> [str(doubles.first(Seat.A, n)) for n in (1, 2, 3, 4, 5)]
['A1', 'B1', 'A2', 'B2', 'A1']

Seats and players are numbered clockwise. In a two against one the single player
shoots every other turn:

>>> two_against_one = Turns(BySeat(2, 1), Clockwise())
>>> [str(shooter) for shooter in two_against_one.order(Seat.A, 1)]
['A1', 'B', 'A2', 'B']
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from scoring.serialization import stored_as
from scoring.sides import BySeat, Seat
from scoring.text import Text


@dataclass(frozen=True)
class Shooter:
    """A side's shooter. ``player`` counts the partners of a side; a single player has no number."""

    seat: Seat
    player: int | None = None

    def __str__(self) -> str:
        return f"{self.seat.name}{self.player or ''}"


class Moves(Protocol):
    """A rule for how the first shot moves from round to round."""

    @property
    def sentence(self) -> Text: ...

    def place(self, opening: Seat, rounds: int, sides: int) -> int:
        """Return how many turns clockwise of A1 the first shot is, ``rounds`` rounds after the
        opening one.
        """
        ...


@stored_as("alternate", Moves)
@dataclass(frozen=True)
class Alternate:
    """The first shot goes from side to side; in doubles always to the same partner of a side."""

    sentence: ClassVar[Text] = Text("The sides take turns at shooting first, round by round.")

    def place(self, opening: Seat, rounds: int, sides: int) -> int:
        return (opening + rounds) % sides


ALTERNATE = Alternate()


@stored_as("clockwise", Moves)
@dataclass(frozen=True)
class Clockwise:
    """The first shot moves one seat clockwise every round: A1, B1, A2, B2."""

    sentence: ClassVar[Text] = Text("The first shot moves one seat clockwise every round.")

    def place(self, opening: Seat, rounds: int, sides: int) -> int:
        return opening + rounds


@stored_as("last-starts", Moves)
@dataclass(frozen=True)
class LastStarts:
    """The player who shot last starts the next round, which moves the first shot anticlockwise."""

    sentence: ClassVar[Text] = Text("The player who shot last in a round starts the next one.")

    def place(self, opening: Seat, rounds: int, sides: int) -> int:
        return opening - rounds


@dataclass(frozen=True)
class Turns:
    """The turns around one board: how many players each side has, and how the first shot moves.

    Players are numbered clockwise from A1, no matter who shoots first: B1 sits after A1, A2
    after B1. When B opens a match of doubles, the shots go B1, A2, B2, A1.
    """

    players: BySeat[int]
    moves: Moves

    @property
    def cycle(self) -> tuple[Shooter, ...]:
        """Every turn once around the board, clockwise from the first player of side A."""
        return tuple(
            Shooter(seat, turn % players + 1 if players > 1 else None)
            for turn in range(max(self.players))
            for seat, players in self.players.items()
        )

    def order(self, opening: Seat, number: int) -> tuple[Shooter, ...]:
        """The turns of round ``number``, counted from 1, when ``opening`` shot first in round 1."""
        cycle = self.cycle
        start = self.moves.place(opening, number - 1, len(self.players)) % len(cycle)
        return cycle[start:] + cycle[:start]

    def first(self, opening: Seat, number: int) -> Shooter:
        """Return the player who shoots first in this round."""
        return self.order(opening, number)[0]

    def hammer(self, opening: Seat, number: int) -> Shooter:
        """Return the player who has the last shot of this round."""
        return self.order(opening, number)[-1]
