"""Handicaps: a second table, beside the scratch table, in which weaker players have a chance.

A player's handicap for a night comes from the nights before it and is stored with the night:
a later correction does not change it. The handicap table is the season's table of the same
nights with handicaps.

>>> rule = Handicap(base=Fraction(6))
>>> rule.each_game([(12, 3), (9, 3), (9, 3)])  # ten points in three games, 3⅓ a game
Fraction(34, 15)
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.errors import RuleError
from scoring.results import Number
from scoring.season.event import SeasonEvent
from scoring.season.finish import Finish, P
from scoring.season.night import NightState, SeasonNight
from scoring.season.tables import at_least, round_half_up
from scoring.serialization import stored_as


@dataclass(frozen=True)
class Handicap:
    """A handicap rule: a share of the difference between ``base`` and a player's average.

    ``base`` is in points a game. The average is that of the last ``nights`` nights played; there
    is no handicap before ``minimum`` nights, and none for players who average above the base.
    """

    base: Fraction
    share: Fraction = Fraction("0.85")
    nights: int = 5
    minimum: int = 3

    def __post_init__(self) -> None:
        at_least(0, base=self.base)
        at_least(1, nights=self.nights, minimum=self.minimum)
        if not 0 < self.share <= 1:
            raise RuleError(f"the share is a part of the whole, not {self.share}")

    def each_game(self, played: Sequence[tuple[Number, int]]) -> Number:
        """Return the handicap for every game, after nights given as (points, games)."""
        last = played[-self.nights :]
        games = sum(games for _, games in last)
        if len(played) < self.minimum or not games:
            return 0
        average = Fraction(sum(points for points, _ in last), games)
        return max(Fraction(0), self.share * (self.base - average))


stored_as("handicap", Handicap)(Handicap)


def handicaps_after(rule: Handicap, nights: Sequence[SeasonNight[P]]) -> dict[P, Number]:
    """Return the handicap of each player for every game of the next night."""
    played: defaultdict[P, list[tuple[Number, int]]] = defaultdict(list)
    for night in nights:
        if night.state is NightState.OVER:
            for player, made in _made_on(night).items():
                played[player].append(made)
    return {player: rule.each_game(made) for player, made in played.items()}


def with_handicaps(night: SeasonNight[P]) -> SeasonNight[P]:
    """Return the night with each event ranked by points plus handicap."""
    return replace(night, events=tuple(map(_rank_by_net, night.events)))


def _made_on(night: SeasonNight[P]) -> Mapping[P, tuple[Number, int]]:
    made: dict[P, tuple[Number, int]] = {}
    for event in night.events:
        for finish in event.finishes:
            if finish.points is not None and finish.games:
                for player in finish.players:
                    points, games = made.get(player, (0, 0))
                    made[player] = points + finish.points, games + finish.games
    return made


def _rank_by_net(event: SeasonEvent[P]) -> SeasonEvent[P]:
    """Rank an event by points plus handicap; one that wasn't played for points stays as it is."""
    if any(f.points is None for f in event.finishes if f.place is not None):
        return event
    placed = [finish for finish in event.finishes if finish.place is not None]
    net = [_net_points(finish, event.handicaps) for finish in placed]
    after = (
        replace(finish, points=points, place=1 + sum(other > points for other in net))
        for finish, points in zip(placed, net, strict=True)
    )
    rest = (finish for finish in event.finishes if finish.place is None)
    return replace(event, finishes=(*after, *rest))


def _net_points(finish: Finish[P], handicaps: Mapping[P, Number]) -> Number:
    """Return points plus handicap, as a whole number; partners share the mean of theirs."""
    each = [handicaps.get(player, 0) for player in finish.players]
    mean = Fraction(sum(each), max(1, len(each)))
    return (finish.points or 0) + round_half_up(mean * (finish.games or 0))
