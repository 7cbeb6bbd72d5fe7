"""Which ways of pairing suit which sides: heats need three or four at a board, and so on.

>>> [str(sides) for sides in sides_for([Heats(), AllShoot()])]
['three', 'four']
"""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext_lazy

from leagues.models import Event, Stage
from leagues.stages.plan import StagePlan
from leagues.stages.ways import (
    AllShoot,
    BracketWay,
    Heats,
    PairingWay,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
)
from scoring.rules import Difference, GameRule
from scoring.tiebreaks.chains import PRELIMINARY, ROUND_ROBIN, SWISS, WINS_THEN_DIFFERENCE

Format, Sides = Stage.Format, Event.Sides

AT_A_BOARD = (Sides.THREE, Sides.FOUR)
TWO_SIDES = (Sides.SINGLES, Sides.DOUBLES, Sides.TEAMS)


def _suiting(way: PairingWay) -> tuple[Event.Sides, ...]:
    if isinstance(way, AllShoot):
        return tuple(Sides)
    if isinstance(way, Heats):
        return AT_A_BOARD
    return (Sides.REDRAWN,) if isinstance(way, Partners) else TWO_SIDES


def sides_for(ways: Iterable[PairingWay]) -> list[Event.Sides]:
    """Who may play together in an event that has stages of all these ways."""
    suiting = [_suiting(way) for way in ways]
    return [sides for sides in Sides if all(sides in each for each in suiting)]


def formats_for(sides: str) -> list[Stage.Format]:
    """The ways of pairing for such sides."""
    if sides in AT_A_BOARD:
        return [Format.HEATS, Format.SHOOT_OUT]
    if sides == Sides.REDRAWN:
        return [Format.PARTNERS, Format.SHOOT_OUT]
    return [each for each in Format if each not in {Format.HEATS, Format.PARTNERS}]


def has_two_sides(sides: str) -> bool:
    """Matches of more sides are played by the event's sheet alone."""
    return sides not in AT_A_BOARD


def fitted(plan: StagePlan, sides: str, sheet: GameRule) -> StagePlan:
    """The same stage, with as many at a board as such an event seats.

    Where the sheet pays three and four, boards of both let everybody play, and pay the same
    on average. Heats that were mixed before keep what they pay.
    """
    if not isinstance(plan.way, Heats) or has_two_sides(sides):
        return plan
    way, size = plan.way, 3 if sides == Sides.THREE else 4
    mixed = {3, 4} <= {*sheet.pays.sides}
    even_pay = mixed and (way.even_pay or not way.mixed)
    way = replace(way, size=size, mixed=mixed, even_pay=even_pay)
    return replace(plan, way=way)


POINTS_FIRST = ((), PRELIMINARY, ROUND_ROBIN, SWISS)


def ranked(plan: StagePlan, sheet: GameRule) -> StagePlan:
    """A new stage, ranked by wins where a game pays the difference, as to 100.

    Points would put a player who lost every game narrowly before a winner. An order that was
    chosen stays.
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
    """Whether every match of it can be a pair against a single player."""
    return isinstance(way, RoundRobin | SomeGames | Swiss | AllShoot)
