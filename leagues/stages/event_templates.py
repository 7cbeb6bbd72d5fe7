"""Ready-made events: lists of stages for a number of entries, which an organiser may change.

>>> [stage.name for stage in SHAPES["one-day-open"].stages(38)]
['Morning', 'Power pools', 'Play-offs']
>>> SHAPES["championship"].stages(80)[1].takes
Top(go_on=16, pools=2, deal=<Deal.SNAKE: 'snake'>)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from leagues.pairing.knockout import Placing
from leagues.stages.entry_sources import Bands, Deal, Everyone, KeepPools, Top, TopOfPools
from leagues.stages.pairing_ways import (
    AllShoot,
    DoubleKnockout,
    Heats,
    Knockout,
    Outsiders,
    PagePlayoff,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
)
from leagues.stages.stage_plan import StagePlan
from scoring.text import Text, marked
from scoring.tiebreaks import CHAINS

PRELIMINARY = CHAINS["preliminary"]
ROUND_ROBIN = CHAINS["round-robin"]
SWISS = CHAINS["swiss"]
MOST_POOLS = 26  # one for each letter
# Match formats by the event's sheet, see ``scoring.matches.BY_SHEET``.
DECIDED = "sheet-deciding-round"
PLAY_OFF = "sheet-play-off"
BEST_OF_THREE = "sheet-best-of-3"


class Group(StrEnum):
    """Where a ready-made event is listed."""

    USUAL = "usual"
    EVENING = "evening"
    DAY = "day"
    WINNERS = "winners"


@dataclass(frozen=True)
class Shape:
    """A ready-made event: its name, its description, and its stages for a number of entries."""

    name: str
    title: Text
    text: Text
    stages: Callable[[int], tuple[StagePlan, ...]]
    group: Group
    sides: str = "singles"


def _club_night(entries: int) -> tuple[StagePlan, ...]:
    return (
        StagePlan(
            name=marked("Tonight"), way=SomeGames(max(1, min(5, entries - 1))), chain=PRELIMINARY
        ),
    )


def _league_stages(entries: int) -> tuple[StagePlan, ...]:
    return (StagePlan(name=marked("Round robin"), way=RoundRobin(), chain=ROUND_ROBIN),)


def _one_day_open(entries: int) -> tuple[StagePlan, ...]:
    pools = min(MOST_POOLS, max(1, round(entries / 10)))
    return (
        StagePlan(
            name=marked("Morning"),
            way=SomeGames(max(1, min(10, entries - 1)), bye_points=0),
            chain=PRELIMINARY,
        ),
        StagePlan(
            name=marked("Power pools"), way=RoundRobin(), takes=Bands(pools), chain=ROUND_ROBIN
        ),
        StagePlan(
            name=marked("Play-offs"),
            way=Knockout(Placing.BRONZE),
            takes=KeepPools(4),
            match_format=PLAY_OFF,
        ),
    )


def _championship_stages(entries: int) -> tuple[StagePlan, ...]:
    return (
        StagePlan(
            name=marked("Preliminary"),
            way=SomeGames(max(1, min(10, entries - 1)), bye_points=0),
            chain=PRELIMINARY,
        ),
        StagePlan(
            name=marked("Pools of eight"),
            way=RoundRobin(),
            takes=Top(16, pools=2),
            chain=ROUND_ROBIN,
        ),
        StagePlan(
            name=marked("Final four"),
            way=Knockout(Placing.BRONZE),
            takes=TopOfPools(2),
            match_format=BEST_OF_THREE,
        ),
    )


def _swiss_then_cut(entries: int) -> tuple[StagePlan, ...]:
    return (
        StagePlan(name=marked("Swiss"), way=Swiss(5), chain=SWISS),
        StagePlan(name=marked("Last eight"), way=Knockout(), takes=Top(8), match_format=PLAY_OFF),
    )


def _pools_then_knockout(entries: int) -> tuple[StagePlan, ...]:
    pools = min(MOST_POOLS, max(2, round(entries / 5)))
    return (
        StagePlan(name=marked("Pools"), way=RoundRobin(), takes=Everyone(pools), chain=ROUND_ROBIN),
        StagePlan(
            name=marked("Knockout"), way=Knockout(), takes=TopOfPools(2), match_format=DECIDED
        ),
    )


def _groups_of_four(entries: int) -> tuple[StagePlan, ...]:
    """Round robins in groups of about four, as even as possible."""
    groups = min(MOST_POOLS, max(1, round(entries / 4)))
    return (
        StagePlan(
            name=marked("Pools"),
            way=RoundRobin(),
            takes=Everyone(groups, Deal.UNMET),
            chain=ROUND_ROBIN,
        ),
    )


def _single_stage(plan: StagePlan) -> Callable[[int], tuple[StagePlan, ...]]:
    return lambda entries: (plan,)


_SHAPES = (
    Shape(
        "club-night",
        Text("Club night"),
        Text("Some games each against different opponents, and a table for the evening."),
        _club_night,
        Group.USUAL,
    ),
    Shape(
        "swiss-night",
        Text("Swiss night"),
        Text("Four games, each against a player near you in the evening’s table."),
        _single_stage(StagePlan(name=marked("Tonight"), way=Swiss(4), chain=SWISS)),
        Group.USUAL,
    ),
    Shape(
        "groups-of-four",
        Text("Groups of four"),
        Text("Everyone plays everyone in a group of three to five."),
        _groups_of_four,
        Group.EVENING,
    ),
    Shape(
        "league",
        Text("Weekly round robin"),
        Text("Everyone plays everyone, one game per week."),
        _league_stages,
        Group.WINNERS,
    ),
    Shape(
        "one-day-open",
        Text("One-day open"),
        Text("A morning of games, pools by place in the table, and a play-off in each pool."),
        _one_day_open,
        Group.DAY,
    ),
    Shape(
        "championship",
        Text("Championship"),
        Text("Ten random opponents, two pools of eight, best-of-three semis, final and bronze."),
        _championship_stages,
        Group.DAY,
    ),
    Shape(
        "swiss-then-cut",
        Text("Swiss, then a cut"),
        Text("Games against opponents near you in the table, then a knockout of the best."),
        _swiss_then_cut,
        Group.DAY,
    ),
    Shape(
        "pools-then-knockout",
        Text("Pools, then knockout"),
        Text("Round robins in pools, the best two of each go on."),
        _pools_then_knockout,
        Group.USUAL,
    ),
    Shape(
        "round-robin",
        Text("Full round robin"),
        Text("Everyone plays everyone once."),
        _single_stage(StagePlan(name=marked("Round robin"), way=RoundRobin(), chain=ROUND_ROBIN)),
        Group.USUAL,
    ),
    Shape(
        "knockout",
        Text("Knockout"),
        Text("Lose once and you’re out. The losing semi-finalists play for bronze."),
        _single_stage(StagePlan(name=marked("Knockout"), way=Knockout(), match_format=DECIDED)),
        Group.WINNERS,
    ),
    Shape(
        "double-elimination",
        Text("Double elimination"),
        Text("Out after two losses; the unbeaten finalist may lose once."),
        _single_stage(
            StagePlan(name=marked("Double elimination"), way=DoubleKnockout(), match_format=DECIDED)
        ),
        Group.WINNERS,
    ),
    Shape(
        "page",
        Text("Page play-off"),
        Text(
            "Everyone plays everyone. Then the best four play, and the first two get a second chance."
        ),
        lambda entries: (
            StagePlan(name=marked("Round robin"), way=RoundRobin(), chain=ROUND_ROBIN),
            StagePlan(
                name=marked("Page play-off"), way=PagePlayoff(), takes=Top(4), match_format=PLAY_OFF
            ),
        ),
        Group.WINNERS,
    ),
    Shape(
        "rotating-doubles",
        Text("Rotating doubles"),
        Text("New partners every game. Each player has a separate place in the table."),
        _single_stage(StagePlan(name=marked("Doubles"), way=Partners(), chain=PRELIMINARY)),
        Group.EVENING,
        sides="redrawn",
    ),
    Shape(
        "inter-club",
        Text("Inter-club day"),
        Text("Everyone plays everyone from the other clubs. Clubs are ranked by their totals."),
        _single_stage(
            StagePlan(name=marked("Day"), way=Outsiders(), chain=CHAINS["points-shared"])
        ),
        Group.DAY,
    ),
    Shape(
        "at-a-board",
        Text("Three or four at a board"),
        Text("Three or four at each board, each for themselves."),
        _single_stage(StagePlan(name=marked("Heats"), way=Heats(), chain=PRELIMINARY)),
        Group.EVENING,
        sides="four",
    ),
    Shape(
        "shoot-out",
        Text("20s shoot-out"),
        Text("Twelve open shots each; most 20s wins."),
        _single_stage(
            StagePlan(name=marked("Shoot-out"), way=AllShoot(), chain=("twenties", "shoot-out"))
        ),
        Group.EVENING,
    ),
)

SHAPES: Mapping[str, Shape] = MappingProxyType({shape.name: shape for shape in _SHAPES})
