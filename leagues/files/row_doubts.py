"""What is odd about a row of a sheet of results."""

from dataclasses import dataclass
from enum import Enum


class Oddity(Enum):
    """What is odd about a row."""

    ONE_SIDE = "one_side"
    TOO_MANY = "too_many"
    UNEVEN = "uneven"
    THEMSELVES = "themselves"
    NO_RESULT = "no_result"
    NOT_A_NUMBER = "not_a_number"
    MADE_A_DAY = "made_a_day"
    NO_DAY = "no_day"
    NOT_A_DAY = "not_a_day"
    TO_COME = "to_come"
    NO_PLACE = "no_place"
    NOT_A_PLACE = "not_a_place"
    WINNER = "winner"
    TWENTIES = "twenties"
    POINTS = "points"
    YEAR = "year"
    CELL = "cell"

    @property
    def leaves_out(self) -> bool:
        """Whether what stands in such a row stays out."""
        return self not in COMES_IN


COMES_IN = frozenset({Oddity.WINNER, Oddity.TWENTIES, Oddity.POINTS, Oddity.YEAR, Oddity.CELL})


@dataclass(frozen=True)
class RowDoubt:
    """A row that is odd, by its number in the file, and what is written there."""

    row: int
    why: Oddity
    text: str = ""


class OddRow(Exception):
    """Raised in reading a row: nothing can be made of it."""

    def __init__(self, why: Oddity, text: str = "") -> None:
        self.why, self.text = why, text
