"""The kinds of awards, and their figures in words.

>>> str(figures_text(AwardKind.TWENTIES_AVERAGE, (96, 40)))
'2.4 20s a round in 40 rounds'
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction

from scoring.results import Number
from scoring.text import Count, Ordinal, Text


class AwardKind(Enum):
    """In the order in which awards are read out; the comment beside each lists its figures."""

    CHAMPION = "champion"  # points
    FINALS = "finals"  # the seed
    TWENTIES = "20s"  # 20s
    TWENTIES_AVERAGE = "20s-average"  # 20s, and the rounds they were shot in
    IMPROVED = "improved"  # the average of the first half, and of the second
    ATTENDANCE = "attendance"  # nights, and how many there were
    RUN = "run"  # nights
    NEWCOMER = "newcomer"  # the place
    UPSET = "upset"  # the winner's place, and the place of the player they beat


def figures_text(kind: AwardKind, figures: Sequence[Number]) -> Text:
    return _FIGURES_TEXT[kind](figures[0], figures[-1])


def _points_text(points: Number, _: Number) -> Text:
    return Text("{count}", count=Count("{n} point", "{n} points", points))


def _finals_text(seed: Number, _: Number) -> Text:
    return Text("started as seed {seed}", seed=seed)


def _twenties_text(twenties: Number, _: Number) -> Text:
    return Text("{count}", count=Count("{n} 20", "{n} 20s", twenties))


def _average_text(twenties: Number, rounds: Number) -> Text:
    return Text(
        "{each} 20s a round in {rounds}",
        each=_two_digits(Fraction(twenties) / rounds),
        rounds=Count("{n} round", "{n} rounds", rounds),
    )


def _improved_text(before: Number, after: Number) -> Text:
    return Text(
        "points a night: from {before} to {after}",
        before=_two_digits(before),
        after=_two_digits(after),
    )


def _attendance_text(nights: Number, all_nights: Number) -> Text:
    of = Count("{n} night", "{n} nights", all_nights)
    return Text("{n} of {nights}", n=nights, nights=of)


def _run_text(nights: Number, _: Number) -> Text:
    many = Count("{n} night in a row", "{n} nights in a row", nights)
    return Text("{count}", count=many)


def _newcomer_text(place: Number, _: Number) -> Text:
    return Text("{place} in the first season", place=Ordinal(int(place)))


def _upset_text(place: Number, other: Number) -> Text:
    return Text(
        "{place} in the end, but beat the {other}",
        place=Ordinal(int(place)),
        other=Ordinal(int(other)),
    )


def _two_digits(number: Number) -> Fraction:
    """Format an average with two decimals."""
    return Fraction(round(number * 100), 100)


_FIGURES_TEXT: Mapping[AwardKind, Callable[[Number, Number], Text]] = {
    AwardKind.CHAMPION: _points_text,
    AwardKind.FINALS: _finals_text,
    AwardKind.TWENTIES: _twenties_text,
    AwardKind.TWENTIES_AVERAGE: _average_text,
    AwardKind.IMPROVED: _improved_text,
    AwardKind.ATTENDANCE: _attendance_text,
    AwardKind.RUN: _run_text,
    AwardKind.NEWCOMER: _newcomer_text,
    AwardKind.UPSET: _upset_text,
}
