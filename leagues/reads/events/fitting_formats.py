"""Which pairing formats fit which kinds of sides.

>>> [str(sides) for sides in sides_for([Heats(), AllShoot()])]
['three', 'four']
"""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext_lazy

from leagues.models import Event, Stage
from leagues.stages.pairing_ways import (
    AllShoot,
    BracketWay,
    Heats,
    PairingWay,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
)
from leagues.stages.stage_plan import StagePlan
from scoring.rules import Difference, GameRule
from scoring.tiebreaks.chains import PRELIMINARY, ROUND_ROBIN, SWISS, WINS_THEN_DIFFERENCE

Format, Sides = Stage.Format, Event.Sides

AT_A_BOARD = (Sides.THREE, Sides.FOUR)
TWO_SIDES = (Sides.SINGLES, Sides.DOUBLES, Sides.TEAMS)


def _sides_suiting(way: PairingWay) -> tuple[Event.Sides, ...]:
    if isinstance(way, AllShoot):
        return tuple(Sides)
    if isinstance(way, Heats):
        return AT_A_BOARD
    return (Sides.REDRAWN,) if isinstance(way, Partners) else TWO_SIDES


def sides_for(ways: Iterable[PairingWay]) -> list[Event.Sides]:
    """The kinds of sides that fit all these formats."""
    suiting = [_sides_suiting(way) for way in ways]
    return [sides for sides in Sides if all(sides in each for each in suiting)]


def formats_for(sides: str) -> list[Stage.Format]:
    """The formats that fit these sides."""
    if sides in AT_A_BOARD:
        return [Format.HEATS, Format.SHOOT_OUT]
    if sides == Sides.REDRAWN:
        return [Format.PARTNERS, Format.SHOOT_OUT]
    return [each for each in Format if each not in {Format.HEATS, Format.PARTNERS}]


def has_two_sides(sides: str) -> bool:
    """Whether a match has two sides. With more, only the event's sheet sets the match format."""
    return sides not in AT_A_BOARD


def fit_to_sides(plan: StagePlan, sides: str, sheet: GameRule) -> StagePlan:
    """The plan with the board size for these sides.

    If the sheet pays for three and for four players, heats get boards of both sizes that pay the
    same on average. Heats that were mixed before keep their ``even_pay``.
    """
    if not isinstance(plan.way, Heats) or has_two_sides(sides):
        return plan
    way, size = plan.way, 3 if sides == Sides.THREE else 4
    mixed = {3, 4} <= {*sheet.pays.sides}
    even_pay = mixed and (way.even_pay or not way.mixed)
    way = replace(way, size=size, mixed=mixed, even_pay=even_pay)
    return replace(plan, way=way)


POINTS_FIRST = ((), PRELIMINARY, ROUND_ROBIN, SWISS)


def rank_by_wins(plan: StagePlan, sheet: GameRule) -> StagePlan:
    """The plan of a new stage, ranked by wins if the sheet pays the difference in points.

    By points, a player who lost every game narrowly could be ahead of a winner. A ``chain`` that
    the organiser chose is kept.
    """
    has_table = not isinstance(plan.way, BracketWay | AllShoot)
    is_usual = has_table and plan.chain in POINTS_FIRST
    if is_usual and isinstance(sheet.pays, Difference):
        return replace(plan, chain=WINS_THEN_DIFFERENCE)
    return plan


NOT_TWO_AGAINST_ONE = gettext_lazy(
    "In two against one, a pair plays a single player in every match. This works when everyone plays everyone, with a set number of games, and in Swiss. A bracket or a day of clubs can’t arrange it."
)


def sees_to_two_against_one(way: PairingWay) -> bool:
    """Whether the format can pair a pair against a single player in every match."""
    return isinstance(way, RoundRobin | SomeGames | Swiss | AllShoot)
