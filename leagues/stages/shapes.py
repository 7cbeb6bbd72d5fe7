"""Ready-made events. Each is a list of stages that an organiser may open and change.

>>> [stage.name for stage in SHAPES["one-day-open"].stages(38)]
['Morning', 'Power pools', 'Play-offs']
>>> SHAPES["championship"].stages(80)[1].takes
Top(go_on=16, pools=2, deal=<Deal.SNAKE: 'snake'>)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from leagues.pairing.knockout import Placing
from leagues.stages.plan import StagePlan
from leagues.stages.takes import Bands, Everyone, KeepPools, Top, TopOfPools
from leagues.stages.ways import (
    AllShoot,
    DoubleKnockout,
    Heats,
    Knockout,
    Outsiders,
    Page,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
)
from scoring.tiebreaks import CHAINS

PRELIMINARY = CHAINS["preliminary"]
ROUND_ROBIN = CHAINS["round-robin"]
SWISS = CHAINS["swiss"]
MOST_POOLS = 26  # one for each letter
DECIDED = "four-rounds-deciding-round"


@dataclass(frozen=True)
class Shape:
    """A ready-made event: what it is called, what it is like, and its stages for so many."""

    name: str
    title: str
    text: str
    stages: Callable[[int], tuple[StagePlan, ...]]
    sides: str = "singles"


def _club_night(entries: int) -> tuple[StagePlan, ...]:
    return (
        StagePlan(
            name="Tonight",
            way=SomeGames(max(1, min(5, entries - 1))),
            chain=PRELIMINARY,
        ),
    )


def _league(entries: int) -> tuple[StagePlan, ...]:
    return (StagePlan(name="League", way=RoundRobin(), chain=ROUND_ROBIN),)


def _one_day_open(entries: int) -> tuple[StagePlan, ...]:
    pools = min(MOST_POOLS, max(1, round(entries / 10)))
    return (
        StagePlan(
            name="Morning",
            way=SomeGames(max(1, min(10, entries - 1))),
            chain=PRELIMINARY,
        ),
        StagePlan(
            name="Power pools", way=RoundRobin(), takes=Bands(pools), chain=ROUND_ROBIN
        ),
        StagePlan(
            name="Play-offs",
            way=Knockout(Placing.BRONZE),
            takes=KeepPools(4),
            match_format="first-to-9",
        ),
    )


def _championship(entries: int) -> tuple[StagePlan, ...]:
    return (
        StagePlan(
            name="Preliminary",
            way=SomeGames(max(1, min(10, entries - 1))),
            chain=PRELIMINARY,
        ),
        StagePlan(
            name="Pools of eight",
            way=RoundRobin(),
            takes=Top(16, pools=2),
            chain=ROUND_ROBIN,
        ),
        StagePlan(
            name="Final four",
            way=Knockout(Placing.BRONZE),
            takes=TopOfPools(2),
            match_format="best-of-3-to-5",
        ),
    )


def _swiss_then_cut(entries: int) -> tuple[StagePlan, ...]:
    return (
        StagePlan(name="Swiss", way=Swiss(5), chain=SWISS),
        StagePlan(
            name="Last eight", way=Knockout(), takes=Top(8), match_format="first-to-9"
        ),
    )


def _pools_then_knockout(entries: int) -> tuple[StagePlan, ...]:
    pools = min(MOST_POOLS, max(2, round(entries / 5)))
    return (
        StagePlan(
            name="Pools", way=RoundRobin(), takes=Everyone(pools), chain=ROUND_ROBIN
        ),
        StagePlan(
            name="Knockout",
            way=Knockout(),
            takes=TopOfPools(2),
            match_format=DECIDED,
        ),
    )


def _alone(plan: StagePlan) -> Callable[[int], tuple[StagePlan, ...]]:
    return lambda entries: (plan,)


_SHAPES = (
    Shape(
        "club-night",
        "Club night",
        "Some games each against different opponents, and a table for the evening.",
        _club_night,
    ),
    Shape(
        "league",
        "League",
        "Everybody meets everybody, one pairing round a week.",
        _league,
    ),
    Shape(
        "one-day-open",
        "One-day open",
        "A morning of games, power pools by rank, a play-off in each pool.",
        _one_day_open,
    ),
    Shape(
        "championship",
        "Championship",
        "Ten random opponents, two pools of eight, best-of-three semis, final and bronze.",
        _championship,
    ),
    Shape(
        "swiss-then-cut",
        "Swiss, then a cut",
        "Rounds against opponents near you in the table, then a knockout of the best.",
        _swiss_then_cut,
    ),
    Shape(
        "pools-then-knockout",
        "Pools, then knockout",
        "Round robins in pools, the best two of each go on.",
        _pools_then_knockout,
    ),
    Shape(
        "round-robin",
        "Full round robin",
        "Everybody meets everybody once.",
        _alone(StagePlan(name="Round robin", way=RoundRobin(), chain=ROUND_ROBIN)),
    ),
    Shape(
        "knockout",
        "Knockout",
        "Whoever loses is out; the losing semi-finalists play for bronze.",
        _alone(StagePlan(name="Knockout", way=Knockout(), match_format=DECIDED)),
    ),
    Shape(
        "double-elimination",
        "Double elimination",
        "Out after two losses; the unbeaten finalist may lose once.",
        _alone(
            StagePlan(
                name="Double elimination", way=DoubleKnockout(), match_format=DECIDED
            )
        ),
    ),
    Shape(
        "page",
        "Page play-off",
        "Everybody meets everybody, then the best four, where the first two have a second chance.",
        lambda entries: (
            StagePlan(name="Round robin", way=RoundRobin(), chain=ROUND_ROBIN),
            StagePlan(
                name="Page play-off",
                way=Page(),
                takes=Top(4),
                match_format="first-to-9",
            ),
        ),
    ),
    Shape(
        "rotating-doubles",
        "Rotating doubles",
        "New partners every round; everybody has a table place of their own.",
        _alone(StagePlan(name="Doubles", way=Partners(), chain=PRELIMINARY)),
        sides="redrawn",
    ),
    Shape(
        "inter-club",
        "Inter-club day",
        "Everybody meets everybody of the other clubs; clubs are ranked by their totals.",
        _alone(StagePlan(name="Day", way=Outsiders(), chain=CHAINS["points-shared"])),
    ),
    Shape(
        "at-a-board",
        "Three or four at a board",
        "Three or four at each board, everybody for themselves.",
        _alone(StagePlan(name="Heats", way=Heats(), chain=PRELIMINARY)),
        sides="four",
    ),
    Shape(
        "shoot-out",
        "20s shoot-out",
        "Twelve open shots each; most 20s wins.",
        _alone(
            StagePlan(name="Shoot-out", way=AllShoot(), chain=("twenties", "shoot-out"))
        ),
    ),
)

SHAPES: Mapping[str, Shape] = MappingProxyType({shape.name: shape for shape in _SHAPES})
