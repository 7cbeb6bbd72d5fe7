"""How a stage pairs its entries, one value per way.

A way is drawn ahead (the whole stage at once), round by round (each from the table so far),
or is a bracket. It answers for itself; nothing asks which way it is.

>>> from leagues.pairing.seeds import roll
>>> way = SomeGames(games=3)
>>> drawn = way.draw(Field(tuple("ABCDEF"), roll("spring")))
>>> len(drawn), way.matches(6)
(3, (3, 3, 3))
>>> Knockout().matches(8)
(4, 2, 2)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from leagues.pairing.history import History
from leagues.pairing.interclub import interclub
from leagues.pairing.many_sided import board_sizes, many_sided
from leagues.pairing.partial import next_round, partial
from leagues.pairing.partners import Spare, everyone_partners_everyone, rotating
from leagues.pairing.round_robin import round_robin
from leagues.pairing.swiss import ByeGoes, Placed, SwissRules, Within, pair_round
from leagues.pairing.values import Bye, E, PairingRound, Pairs, Why, pair_up
from leagues.stages.brackets import BracketWay, DoubleKnockout, Knockout, Page
from leagues.stages.way import Ahead, ByTheTable, Field, Stored, Way, between
from scoring.stored import from_dict, stored, to_dict

__all__ = [
    "WAYS",
    "AllShoot",
    "BracketWay",
    "DoubleKnockout",
    "Field",
    "Heats",
    "Knockout",
    "Outsiders",
    "Page",
    "Partners",
    "RoundRobin",
    "SomeGames",
    "Swiss",
    "Way",
    "between",
    "kind_and_options",
    "way_from",
]  # fmt: skip

MET_ALL = Why("you sit out because you have met everybody who is free")
MOST = 99


@stored("round_robin", Stored)
@dataclass(frozen=True)
class RoundRobin(Ahead):
    """Everybody meets everybody, once in each leg."""

    legs: int = 1
    bye_points: int = 0
    rounds: ClassVar[None] = None

    def __post_init__(self) -> None:
        between(1, 4, self.legs, "legs")
        between(0, MOST, self.bye_points, "points for a bye")

    def draw(self, field: Field[E]) -> tuple[PairingRound[E], ...]:
        if not field.history.rounds:
            return round_robin(field.entries, field.dice, self.legs)
        return _who_has_not_met(field, self.legs)

    def matches(self, entries: int) -> tuple[int, ...]:
        per_leg = entries - 1 + entries % 2
        return (entries // 2,) * (per_leg * self.legs)


@stored("partial", Stored)
@dataclass(frozen=True)
class SomeGames(Ahead):
    """So many games, each against somebody else."""

    games: int = 10
    bye_points: int = 0

    def __post_init__(self) -> None:
        between(1, 60, self.games, "games")
        between(0, MOST, self.bye_points, "points for a bye")

    @property
    def rounds(self) -> int:
        return self.games

    def draw(self, field: Field[E]) -> tuple[PairingRound[E], ...]:
        to_go = self.games - len(field.history.rounds)
        if to_go <= 0:
            return ()
        return partial(field.entries, to_go, field.dice, field.apart, field.history)

    def matches(self, entries: int) -> tuple[int, ...]:
        return (entries // 2,) * self.games


@stored("swiss", Stored)
@dataclass(frozen=True)
class Swiss(ByTheTable):
    """Each round against somebody near in the table whom you have not met."""

    games: int = 5
    within: Within = Within.HALVES
    bye: ByeGoes = ByeGoes.BOTTOM
    by_rating: bool = False
    """Orders those level on points by rating; otherwise by 20s."""
    bye_points: int = 0

    def __post_init__(self) -> None:
        between(1, 60, self.games, "rounds")
        between(0, MOST, self.bye_points, "points for a bye")

    @property
    def rounds(self) -> int:
        return self.games

    def draw(self, field: Field[E]) -> tuple[PairingRound[E], ...]:
        if len(field.history.rounds) >= self.games:
            return ()
        table = [
            Placed(entry, field.points.get(entry, 0), field.then.get(entry, 0))
            for entry in field.entries
        ]
        rules = SwissRules(self.within, self.bye, field.apart, field.forbidden)
        return (pair_round(table, field.history, field.dice, rules),)

    def matches(self, entries: int) -> tuple[int, ...]:
        return (entries // 2,) * self.games


@stored("partners", Stored)
@dataclass(frozen=True)
class Partners(Ahead):
    """Doubles with new partners every round; without a number, everyone with everyone."""

    games: int | None = None
    spare: Spare = Spare.REST
    bye_points: int = 0

    def __post_init__(self) -> None:
        between(1, 60, self.games or 1, "rounds")
        between(0, MOST, self.bye_points, "points for a bye")

    @property
    def rounds(self) -> int | None:
        return self.games

    def draw(self, field: Field[E]) -> tuple[PairingRound[E], ...]:
        if self.games is None and not field.history.rounds:
            return everyone_partners_everyone(
                field.entries, field.dice, self.spare, field.nights
            )
        to_go = (self.games or len(field.entries) - 1) - len(field.history.rounds)
        if to_go <= 0:
            return ()
        history = History(field.history.rounds, field.nights)
        return rotating(field.entries, to_go, field.dice, history, boards=field.boards)

    def matches(self, entries: int) -> tuple[int, ...]:
        return (entries // 4,) * (self.games or entries - 1 + entries % 4 % 2)


@stored("heats", Stored)
@dataclass(frozen=True)
class Heats(Ahead):
    """Three or four at a board, each for themselves; whoever is over rests in turn."""

    games: int = 4
    size: int = 4
    bye_points: int = 0

    def __post_init__(self) -> None:
        between(1, 60, self.games, "rounds")
        between(3, 4, self.size, "sides at a board")
        between(0, MOST, self.bye_points, "points for a bye")

    @property
    def rounds(self) -> int:
        return self.games

    def draw(self, field: Field[E]) -> tuple[PairingRound[E], ...]:
        to_go = self.games - len(field.history.rounds)
        if to_go <= 0:
            return ()
        return many_sided(
            field.entries,
            to_go,
            field.dice,
            self.size,
            field.history,
            boards=field.boards,
            allowed=(self.size,),
        )

    def matches(self, entries: int) -> tuple[int, ...]:
        return (
            len(board_sizes(entries, self.size, allowed=(self.size,))),
        ) * self.games


@stored("outsiders", Stored)
@dataclass(frozen=True)
class Outsiders(Ahead):
    """Everybody meets everybody of the other clubs."""

    clubs: int = 2
    """How many are expected: the timetable needs it before entries are in."""
    bye_points: int = 0
    rounds: ClassVar[None] = None

    def __post_init__(self) -> None:
        between(2, 40, self.clubs, "clubs")
        between(0, MOST, self.bye_points, "points for a bye")

    def draw(self, field: Field[E]) -> tuple[PairingRound[E], ...]:
        if field.history.rounds:
            return _who_has_not_met(field, 1, never=pair_up(self._teams(field)))
        return interclub(self._teams(field), field.dice)

    def _teams(self, field: Field[E]) -> list[list[E]]:
        teams: dict[str, list[E]] = {}
        for entry in field.entries:
            teams.setdefault(field.clubs.get(entry, ""), []).append(entry)
        return [teams[club] for club in sorted(teams)]

    def matches(self, entries: int) -> tuple[int, ...]:
        return (entries // 2,) * (entries - -(-entries // self.clubs))


@stored("shoot_out", Stored)
@dataclass(frozen=True)
class AllShoot(Ahead):
    """Everybody shoots open 20s; the desk enters how many. Nobody is paired."""

    rounds: ClassVar[int] = 0
    bye_points: ClassVar[int] = 0

    def draw(self, field: Field[E]) -> tuple[PairingRound[E], ...]:
        return ()

    def matches(self, entries: int) -> tuple[int, ...]:
        return (-(-entries // 2),)


WAYS = (
    RoundRobin, SomeGames, Swiss, Partners, Heats, Outsiders, AllShoot,
    Knockout, DoubleKnockout, Page,
)  # fmt: skip


def way_from(kind: str, options: Mapping[str, Any]) -> Way:
    """The way that a row stores as its format and options."""
    way: Way = from_dict(Stored, {"kind": kind, **options})
    return way


def kind_and_options(way: Way) -> tuple[str, dict[str, Any]]:
    data = to_dict(way)
    return data.pop("kind"), data


def _who_has_not_met(
    field: Field[E], legs: int, never: Pairs[E] = frozenset()
) -> tuple[PairingRound[E], ...]:
    """More rounds until everybody here has met, when some of it is already played."""
    history, rounds = field.history, list[PairingRound[E]]()
    to_go = pair_up([field.entries]) - never
    rules = SwissRules(apart=field.apart, forbidden=field.forbidden | never)
    while any(history.meetings(*two) < legs for two in to_go) and len(rounds) < MOST:
        paired = _without_rematches(
            next_round(field.entries, history, field.dice, rules), history, legs
        )
        rounds.append(paired)
        history = history.then(paired)
    return tuple(rounds)


def _without_rematches(
    paired: PairingRound[E], history: History[E], legs: int
) -> PairingRound[E]:
    """Those who would only meet again sit out instead."""
    new = [p for p in paired.pairings if history.meetings(*p.entries) < legs]
    idle = [e for p in paired.pairings if p not in new for e in p.entries]
    return PairingRound(tuple(new), paired.byes + tuple(Bye(e, MET_ALL) for e in idle))
