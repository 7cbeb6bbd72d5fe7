"""Whist: rounds of doubles in which everyone partners everyone once and opposes everyone twice.

Each design is one round; the others follow by adding to every number. ``*`` stays where it
is. For 4k players one of them is ``*``; for 4k + 1 the number that is missing sits out. The
designs for 4k + 1 that are a prime power come from a generator g of its field: g^i and -g^i
against g^(i + k) and -g^(i + k). The others were found by search. A test proves them all.
"""

from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

Four: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Base:
    """The first round, and its modulus: numbers modulo one, or pairs modulo two."""

    moduli: tuple[int, ...]
    fours: str


BASES = {
    4: Base((3,), ("* 0 1 2")),
    5: Base((5,), ("1 4 2 3")),
    8: Base((7,), ("0 * 6 4, 3 2 5 1")),
    9: Base((3, 3), ("3 6 2 1, 4 8 5 7")),
    12: Base((11,), ("0 * 8 9, 6 4 3 10, 1 7 5 2")),
    13: Base((13,), ("1 12 8 5, 2 11 3 10, 4 9 6 7")),
    16: Base((15,), ("0 * 4 2, 1 7 9 6, 12 11 8 3, 13 5 10 14")),
    17: Base((17,), ("1 16 13 4, 3 14 5 12, 9 8 15 2, 10 7 11 6")),
    20: Base((19,), ("0 * 8 4, 16 17 5 11, 7 9 13 10, 1 15 6 18, 14 3 12 2")),
    21: Base((21,), ("12 6 18 20, 10 1 7 11, 17 14 3 19, 2 16 15 4, 13 5 8 9")),
    24: Base((23,), ("0 * 16 15, 2 4 17 11, 18 7 21 13, 20 10 9 14, 22 8 12 19, 3 6 1 5")),
    25: Base((5, 5), ("5 20 15 10, 7 23 16 14, 24 6 12 18, 2 3 1 4, 17 13 21 9, 8 22 19 11")),
    28: Base(
        (27,), ("0 * 23 4, 18 6 9 20, 2 25 3 10, 17 22 11 12, 16 13 26 24, 5 15 14 8, 21 7 19 1")
    ),
    29: Base(
        (29,), ("1 28 12 17, 2 27 24 5, 4 25 19 10, 8 21 9 20, 16 13 18 11, 3 26 7 22, 6 23 14 15")
    ),
    32: Base(
        (31,),
        (
            "0 * 12 16, 25 18 10 7, 21 29 15 24, 11 17 20 22, 4 23 27 14, 9 30 13 28, 8 "
            "3 1 2, 6 26 19 5"
        ),
    ),
    33: Base(
        (33,),
        (
            "5 13 25 3, 29 11 19 28, 22 10 9 7, 20 4 16 23, 18 32 27 26, 14 17 21 31, "
            "30 24 2 15, 6 1 8 12"
        ),
    ),
    36: Base(
        (35,),
        (
            "0 * 23 2, 5 7 12 20, 8 9 34 28, 19 22 17 6, 30 21 18 13, 29 25 26 1, 32 4 "
            "14 33, 11 24 15 3, 16 31 27 10"
        ),
    ),
    37: Base(
        (37,),
        (
            "1 36 31 6, 2 35 25 12, 4 33 13 24, 8 29 26 11, 16 21 15 22, 32 5 30 7, 27 "
            "10 23 14, 17 20 9 28, 34 3 18 19"
        ),
    ),
    40: Base(
        (39,),
        (
            "0 * 31 17, 26 9 27 30, 5 3 37 36, 13 6 22 1, 34 14 2 8, 18 33 16 7, 32 28 "
            "4 12, 21 10 11 24, 38 15 29 19, 20 25 23 35"
        ),
    ),
    41: Base(
        (41,),
        (
            "1 40 32 9, 6 35 28 13, 36 5 4 37, 11 30 24 17, 25 16 21 20, 27 14 3 38, 39 "
            "2 18 23, 29 12 26 15, 10 31 33 8, 19 22 34 7"
        ),
    ),
}

# Seven at one board, three resting: eleven rounds are 22 partnerships for 21 pairs. Found by
# search: everyone partners everyone, one pair twice, and the numbers of byes differ by at most
# one.
SEVEN = (
    "5 2 3 4, 1 2 6 0, 6 5 0 1, 6 4 0 3, 4 1 3 2, 2 4 0 5, "
    "3 6 5 1, 4 0 6 1, 0 2 3 5, 2 6 5 4, 6 0 3 1"
)


def seven_rounds() -> list[list[Four]]:
    """The eleven rounds of seven players."""
    return [[_to_four([int(one) for one in four.split()])] for four in SEVEN.split(", ")]


def whist_rounds(players: int) -> list[list[Four]]:
    """Return the rounds: two partners, then their opponents, as numbers below ``players``."""
    base = BASES[players]
    first = [four.split() for four in base.fours.split(", ")]
    return [
        [_to_four([_move_player(one, by, base.moduli, players) for one in four]) for four in first]
        for by in product(*map(range, base.moduli))
    ]


def _move_player(one: str, by: tuple[int, ...], moduli: tuple[int, ...], players: int) -> int:
    if one == "*":
        return players - 1
    rest, moved, unit = int(one), 0, 1
    for step, modulus in zip(reversed(by), reversed(moduli), strict=True):
        rest, digit = divmod(rest, modulus)
        moved += (digit + step) % modulus * unit
        unit *= modulus
    return moved


def _to_four(players: list[int]) -> Four:
    one, partner, left, right = players
    return one, partner, left, right
