"""What somebody has played here, and what it says of them.

Of events that everybody may read about, and with the people who really sat there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from leagues.bridge.rules.sheets import sheet_of
from leagues.models import Event, Match, MatchSide, Player, Round
from scoring.results import WonOrLost

Ending = Match.Ending
FORM = 10
SAT = frozenset({Ending.PLAYED, Ending.WALKOVER, Ending.FORFEIT})


@dataclass(frozen=True)
class Played:
    """A match as one person saw it."""

    match: Match
    mine: MatchSide
    others: tuple[MatchSide, ...]
    went: WonOrLost

    @property
    def against(self) -> int:
        return sum(side.points for side in self.others)

    @property
    def alone(self) -> bool:
        """Nobody shared the side, so its 20s are theirs."""
        return len(sitting(self.mine)) == 1

    @cached_property
    def rounds(self) -> tuple[tuple[Round, int], ...]:
        """Rounds of which it is known how many 20s this side made."""
        return tuple(
            (each, each.twenties[self.mine.seat])
            for each in self.match.rounds.all()
            if each.twenties and each.twenties[self.mine.seat] is not None
        )


@dataclass(frozen=True)
class Average:
    """How many 20s in how many rounds."""

    rounds: int = 0
    twenties: int = 0

    @property
    def each(self) -> float:
        return self.twenties / self.rounds if self.rounds else 0.0


@dataclass(frozen=True)
class Tally:
    """How matches went, and what they came to."""

    won: int
    tied: int
    lost: int
    points: int
    against: int

    @property
    def played(self) -> int:
        return self.won + self.tied + self.lost


@dataclass(frozen=True)
class Best:
    """The most of something, and the match it was made in."""

    most: int
    match: Match


@dataclass(frozen=True)
class Career:
    """All that one person has played, the last match first."""

    player: Player
    played: tuple[Played, ...]
    discs: dict[int, int] = field(default_factory=dict)
    """How many discs a side shoots in a round, by event."""

    @property
    def form(self) -> tuple[Played, ...]:
        """How the last ten went, in the order they were played."""
        return self.played[FORM - 1 :: -1] if self.played else ()

    @cached_property
    def tally(self) -> Tally:
        return tally(self.played)

    @cached_property
    def against(self) -> tuple[tuple[Player, Tally], ...]:
        """Head to head with everybody ever met, the most frequent first."""
        met: dict[Player, list[Played]] = {}
        for each in self.played:
            for side in each.others:
                for other in sitting(side):
                    met.setdefault(other, []).append(each)
        often = sorted(met.items(), key=lambda item: -len(item[1]))
        return tuple((other, tally(matches)) for other, matches in often)

    def against_player(self, other: Player) -> tuple[Played, ...]:
        """The matches in which the other sat on another side."""
        return tuple(
            each
            for each in self.played
            if any(other in sitting(side) for side in each.others)
        )

    @cached_property
    def twenties(self) -> Average:
        return average(self._shot())

    @cached_property
    def with_hammer(self) -> Average:
        return average(
            (r, made) for played, r, made in self._seen() if r.first != played.mine.seat
        )

    @cached_property
    def shooting_first(self) -> Average:
        return average(
            (r, made) for played, r, made in self._seen() if r.first == played.mine.seat
        )

    @cached_property
    def by_event(self) -> tuple[tuple[Event, Average], ...]:
        """20s a round, event by event, the first event first."""
        alone = [each for each in reversed(self.played) if each.alone and each.rounds]
        alone.sort(key=lambda each: each.match.event.starts_at)
        return tuple(
            (event, average(shot for each in of_one for shot in each.rounds))
            for event, of_one in groupby(alone, key=lambda each: each.match.event)
        )

    @cached_property
    def best_round(self) -> Best | None:
        return _best(
            (made, played.match) for played in self._alone for _, made in played.rounds
        )

    @cached_property
    def best_game(self) -> Best | None:
        return _best(
            (sum(made for _, made in of_one), played.match)
            for played in self._alone
            for _, of_one in groupby(played.rounds, key=lambda shot: shot[0].game)
        )

    @property
    def perfect_rounds(self) -> int:
        """Every disc a 20."""
        return sum(
            made >= self.discs[played.match.event_id]
            for played in self._alone
            for _, made in played.rounds
        )

    @property
    def longest_run(self) -> int:
        """The most matches won one after the other."""
        return longest_run(each.went for each in self.played)

    @property
    def _alone(self) -> list[Played]:
        return [each for each in self.played if each.alone]

    def _shot(self) -> Iterator[tuple[Round, int]]:
        for each in self._alone:
            yield from each.rounds

    def _seen(self) -> Iterator[tuple[Played, Round, int]]:
        """Rounds between two sides: one shoots first, the other has the hammer."""
        for each in self._alone:
            if len(each.others) == 1:
                yield from ((each, r, made) for r, made in each.rounds)


def career(player: Player) -> Career:
    """Everything of one person, in a number of queries that never grows."""
    found = (
        Match.objects.of_player(player)
        .listed()
        .published()
        .finished()
        .filter(ending__in=SAT)
        .select_related("event")
        .with_sides()
        .with_rounds()
        .prefetch_related("sides__side_players__player")
        .order_by("-finished_at", "-pk")
    )
    matches = list(found)
    events = {match.event_id: match.event for match in matches}
    return Career(
        player,
        tuple(_played(match, player) for match in matches),
        {pk: sheet_of(event).rule.discs for pk, event in events.items()},
    )


def sitting(side: MatchSide) -> list[Player]:
    """Who really sat on a side."""
    return [line.player for line in side.side_players.all()]


def tally(played: Sequence[Played]) -> Tally:
    went = Counter(each.went for each in played)
    return Tally(
        won=went[WonOrLost.WON],
        tied=went[WonOrLost.TIED],
        lost=went[WonOrLost.LOST],
        points=sum(each.mine.points for each in played),
        against=sum(each.against for each in played),
    )


def average(shot: Iterable[tuple[Round, int]]) -> Average:
    made = [twenties for _, twenties in shot]
    return Average(len(made), sum(made))


def longest_run(went: Iterable[WonOrLost]) -> int:
    runs = [len(list(of_one)) for how, of_one in groupby(went) if how is WonOrLost.WON]
    return max(runs, default=0)


def _best(made: Iterable[tuple[int, Match]]) -> Best | None:
    found = max(made, key=lambda each: each[0], default=None)
    return Best(*found) if found and found[0] else None


def _played(match: Match, player: Player) -> Played:
    sides = list(match.sides.all())
    mine = next(side for side in sides if player in sitting(side))
    others = tuple(side for side in sides if side is not mine)
    return Played(match, mine, others, _went(match, mine))


def _went(match: Match, mine: MatchSide) -> WonOrLost:
    if match.winner is not None:
        return WonOrLost.WON if match.winner == mine.seat else WonOrLost.LOST
    return WonOrLost.TIED if match.ending == Ending.PLAYED else WonOrLost.LOST
