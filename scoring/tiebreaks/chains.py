"""The steps by name, and the chains that real events use, as values.

A chain is a tuple of names. To add a step, give it a line in ``STEPS``.

>>> chain_named("preliminary")
('points', 'twenties', 'shoot-out', 'decision')
>>> chain_named("points,mini-points,shared")
('points', 'mini-points', 'shared')
>>> chain_named("points,coin")
Traceback (most recent call last):
ValueError: no tie-break is called 'coin'
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from scoring.text import Text, Unit
from scoring.tiebreaks import measures
from scoring.tiebreaks.measures import Sum
from scoring.tiebreaks.series import GAMES, series_points
from scoring.tiebreaks.steps import (
    Scope,
    Step,
    at_stake,
    by_decision,
    each_value,
    fewer_first,
    head_to_head,
    mini_league,
    own_total,
    play_off,
    shoot_out,
)
from scoring.tiebreaks.strength import buchholz_sum, sonneborn_berger

Chain = tuple[str | Step, ...]

_MINI_POINTS = mini_league("mini-points", Text("head-to-head"), measures.sum_points)
_MINI_TWENTIES = mini_league("mini-twenties", Text("head-to-head 20s"), measures.sum_twenties)

STEPS = MappingProxyType(
    {
        step.name: step
        for step in (
            own_total(
                "points", Text("points"), measures.sum_points, Unit("{n} point", "{n} points")
            ),
            own_total(
                "match-points",
                Text("match points"),
                measures.match_points,
                Unit("{n} match point", "{n} match points"),
            ),
            own_total(
                "match-points-3",
                Text("match points"),
                measures.match_points_3,
                Unit("{n} match point", "{n} match points"),
            ),
            *(
                own_total(
                    f"series-of-{games}",
                    Text("series points"),
                    series_points(games),
                    Unit("{n} series point", "{n} series points"),
                )
                for games in GAMES
            ),
            own_total("wins", Text("wins"), measures.sum_wins, Unit("{n} win", "{n} wins")),
            own_total("ties", Text("ties"), measures.sum_ties, Unit("{n} tie", "{n} ties")),
            own_total("twenties", Text("20s"), measures.sum_twenties),
            own_total("difference", Text("point difference"), measures.sum_difference),
            own_total("points-for", Text("points for"), measures.sum_points),
            _MINI_POINTS,
            mini_league(
                "mini-match-points", Text("head-to-head match points"), measures.match_points
            ),
            mini_league("mini-wins", Text("head-to-head wins"), measures.sum_wins),
            _MINI_TWENTIES,
            mini_league(
                "mini-difference", Text("head-to-head difference"), measures.sum_difference
            ),
            head_to_head("head-to-head", Text("head-to-head"), measures.sum_points),
            head_to_head("head-to-head-twenties", Text("head-to-head 20s"), measures.sum_twenties),
            at_stake(_MINI_POINTS, "mini-points-at-stake"),
            at_stake(_MINI_TWENTIES, "mini-twenties-at-stake"),
            each_value("buchholz", Text("Buchholz"), buchholz_sum()),
            each_value("buchholz-cut-1", Text("Buchholz cut 1"), buchholz_sum(lowest=1)),
            each_value(
                "buchholz-median", Text("median Buchholz"), buchholz_sum(lowest=1, highest=1)
            ),
            each_value("sonneborn-berger", Text("Sonneborn-Berger"), sonneborn_berger),
            fewer_first(
                "fewer-forfeits",
                Text("forfeits"),
                measures.count_forfeits,
                Unit("{n} forfeit", "{n} forfeits"),
            ),
            fewer_first(
                "fewer-games", Text("games"), measures.count_games, Unit("{n} game", "{n} games")
            ),
            Step("shoot-out", Text("the shoot-out"), shoot_out, Scope.GIVEN),
            Step("play-off", Text("the play-off"), play_off, Scope.GIVEN, True),
            Step("decision", Text("the organiser's decision"), by_decision, Scope.GIVEN, True),
        )
    }
)

SHARED = "shared"
"""Entries tied here share the place; every chain ends so, with or without this name."""

STEP_NAMES = (*STEPS, SHARED)

ROUND_ROBIN = ("points", "mini-points", "mini-twenties", "twenties", "shoot-out", "decision")
PRELIMINARY = ("points", "twenties", "shoot-out", "decision")
SWISS = ("points", "twenties", "buchholz", "shoot-out", "decision")
POINTS_THEN_TWENTIES = ("points", "twenties")
HEAD_TO_HEAD_THEN_TWENTIES = ("points", "mini-points", "twenties", "shoot-out", "decision")
HEAD_TO_HEAD_AT_STAKE = (
    "points",
    "mini-points-at-stake",
    "mini-twenties-at-stake",
    "twenties",
    "shoot-out",
    "decision",
)
MATCH_PLAY = ("match-points", "twenties", "head-to-head", "shoot-out", "decision")
MATCH_PLAY_3 = ("match-points-3", "difference", "points-for", "shoot-out", "decision")
WINS_THEN_DIFFERENCE = ("wins", "difference", "points-for", "shoot-out", "decision")
SERIES = ("points", "fewer-forfeits", "difference", "fewer-games")
SERIES_OF: Mapping[int, Chain] = MappingProxyType(
    {games: (f"series-of-{games}", *SERIES[1:]) for games in GAMES}
)
"""The same chain with a bonus for each series, by the number of games in a series."""
POINTS_SHARED = ("points", SHARED)

CHAINS = MappingProxyType(
    {
        "round-robin": ROUND_ROBIN,
        "preliminary": PRELIMINARY,
        "swiss": SWISS,
        "points-then-twenties": POINTS_THEN_TWENTIES,
        "head-to-head-then-twenties": HEAD_TO_HEAD_THEN_TWENTIES,
        "head-to-head-at-stake": HEAD_TO_HEAD_AT_STAKE,
        "match-play": MATCH_PLAY,
        "match-play-3": MATCH_PLAY_3,
        "wins-then-difference": WINS_THEN_DIFFERENCE,
        "series": SERIES,
        "points-shared": POINTS_SHARED,
    }
)

_STRENGTH: dict[str, Sum] = {
    "points": measures.sum_points,
    "match-points": measures.match_points,
    "match-points-3": measures.match_points_3,
    "wins": measures.sum_wins,
}


def chain_named(text: str) -> tuple[str, ...]:
    """Return a chain by its name, or by the names of its steps separated by commas."""
    if text in CHAINS:
        return CHAINS[text]
    names = tuple(name.strip() for name in text.split(","))
    steps_of(names)
    return names


def steps_of(chain: Iterable[str | Step]) -> tuple[Step, ...]:
    """Return the steps of a chain, up to the one where the place is shared."""
    steps: list[Step] = []
    for link in chain:
        if link == SHARED:
            break
        steps.append(_to_step(link))
    return tuple(steps)


def _to_step(link: str | Step) -> Step:
    if isinstance(link, Step):
        return link
    if link not in STEPS:
        raise ValueError(f"no tie-break is called {link!r}")
    return STEPS[link]


def strength_in(steps: Iterable[Step]) -> Sum:
    """Return the measure of an opponent's strength: the score that the chain counts first."""
    counted = (_STRENGTH[step.name] for step in steps if step.name in _STRENGTH)
    return next(counted, measures.sum_points)
