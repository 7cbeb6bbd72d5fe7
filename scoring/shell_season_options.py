"""What may be typed behind the options of ``python -m scoring season``."""

import argparse
import re
from fractions import Fraction

from scoring.notation.fields import number
from scoring.results import Number
from scoring.season import BestScores, BestShare, Counting, DropWorst, PointsAdjusted, SeasonTie

TIES = {
    "next-best": SeasonTie.NEXT_BEST,
    "wins": SeasonTie.WINS,
    "medals": SeasonTie.MEDALS,
    "countback": SeasonTie.COUNTBACK,
    "latest": SeasonTie.LATEST,
}
MOST = 10_000
SHARE = re.compile(r"([0-9]{1,4})/([0-9]{1,4})", re.ASCII)
SCORE = re.compile(r"-?[0-9]{1,9}([./][0-9]{1,9})?", re.ASCII)


def best(text: str) -> Counting:
    if part := SHARE.fullmatch(text):
        over, under = map(int, part.groups())
        if not 0 < over <= under:
            raise argparse.ArgumentTypeError("must be a part of the nights, as 2/3")
        return BestShare(Fraction(over, under))
    return BestScores(positive(text))


def drop(text: str) -> Counting:
    return DropWorst(positive(text))


def whole(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text[:9]) > MOST:
        raise argparse.ArgumentTypeError("must be a whole number")
    return int(text[:9])


def positive(text: str) -> int:
    value = whole(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def numbers(text: str) -> tuple[int, ...]:
    return tuple(positive(each.strip()) for each in text.split(","))


def _points(text: str) -> Number:
    if not SCORE.fullmatch(text) or re.search("/0+$", text):
        raise argparse.ArgumentTypeError("must be a number of points, as 5, 2.5 or 1/3")
    return number(text)


def score(text: str) -> Number:
    value = _points(text)
    if value < 0:
        raise argparse.ArgumentTypeError("must not be below 0")
    return value


def adjustment(text: str) -> PointsAdjusted[str]:
    player, _, points = text.rpartition("=")
    if not player:
        raise argparse.ArgumentTypeError("must be a player and points, as Ann=-2")
    return PointsAdjusted(player, _points(points.removeprefix("+")), "")


def ties(text: str) -> tuple[SeasonTie, ...]:
    asked = text.split(",")
    if unknown := [each for each in asked if each not in TIES]:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of {', '.join(TIES)}")
    return tuple(dict.fromkeys(TIES[each] for each in asked))
