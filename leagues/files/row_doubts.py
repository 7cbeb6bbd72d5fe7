"""Doubts about rows of a results sheet."""

from dataclasses import dataclass
from enum import Enum


class Oddity(Enum):
    """The kinds of doubt."""

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
        """True if such a row is not imported."""
        return self not in COMES_IN


COMES_IN = frozenset({Oddity.WINNER, Oddity.TWENTIES, Oddity.POINTS, Oddity.YEAR, Oddity.CELL})


@dataclass(frozen=True)
class RowDoubt:
    """A doubt about a row: its number in the file, the kind, and the text in question."""

    row: int
    why: Oddity
    text: str = ""


class OddRow(Exception):
    """Raised for a row that can't be read."""

    def __init__(self, why: Oddity, text: str = "") -> None:
        self.why, self.text = why, text
