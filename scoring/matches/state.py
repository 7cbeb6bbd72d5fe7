"""The state of a match, from replaying its rounds: one number for each side and round.

In a round the numbers are its points (2-0, or 20-0 by difference); in a shoot-out they
are the 20s each side made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from scoring.errors import ScoreError
from scoring.matches.formats import MatchFormat, NextGame, Owes
from scoring.outcome import Outcome, Owed, Points
from scoring.shooting import Shooter
from scoring.sides import BySeat, Seat
from scoring.text import Text

NOT_POINTS = (Owed.SHOOT_OUT, Owed.SUDDEN_DEATH)


@dataclass(frozen=True)
class NextRound:
    """The next round: which one, why it is played, and who shoots first and last."""

    game: int
    round: int
    owed: Owed
    first: Shooter
    hammer: Shooter


@dataclass(frozen=True)
class PlayedRound(NextRound):
    """A round that counts for the match."""

    points: Points


@dataclass(frozen=True)
class GameState:
    """One game of a match. A pair of extra rounds and a shoot-out each count as a game here."""

    number: int
    rounds: tuple[PlayedRound, ...]
    over: bool

    @property
    def points(self) -> Points:
        """The points of both sides; in a shoot-out their 20s."""
        return BySeat.total(played.points for played in self.rounds)

    @property
    def is_shoot_out(self) -> bool:
        return self.rounds[0].owed in NOT_POINTS

    @property
    def winner(self) -> Seat | None:
        """The winner; None while it is being played, or if it was tied."""
        return self.points.leader if self.over else None


@dataclass(frozen=True)
class MatchState:
    """The state of a match: its games, its next round and its outcome."""

    games: tuple[GameState, ...]
    sides: int
    outcome: Outcome | None
    next: NextRound | None
    in_games: bool = False
    """True if the match is won by games, so that its result is games won."""
    not_counted: tuple[int, ...] = ()
    """Numbers, from 1, of recorded rounds that came after the match was over."""
    doubts: tuple[Text, ...] = ()
    """Recorded numbers that are impossible, in sentences."""

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def winner(self) -> Seat | None:
        return self.outcome.winner if self.outcome else None

    @property
    def points(self) -> Points:
        """All points of the match; the 20s of a shoot-out are not points."""
        games = (game.points for game in self.games if not game.is_shoot_out)
        return BySeat.total(games, self.sides)

    @property
    def games_won(self) -> BySeat[int]:
        """How many games each side has won, extra rounds and a shoot-out included."""
        winners = [game.winner for game in self.games]
        return BySeat(*(winners.count(Seat(seat)) for seat in range(self.sides)))

    @property
    def result(self) -> BySeat[int]:
        """The result as people quote it: games won if the match is won by games, otherwise points.

        A match that is only a shoot-out has its 20s.
        """
        if self.in_games:
            return self.games_won
        if self.games and all(game.is_shoot_out for game in self.games):
            return BySeat.total((game.points for game in self.games), self.sides)
        return self.points

    @property
    def by_game(self) -> tuple[Points, ...]:
        """The points of each game, shown below a result in games; empty for other matches."""
        return tuple(game.points for game in self.games) if self.in_games else ()

    @property
    def leader(self) -> Seat | None:
        """The side that is ahead: by games; if those are tied, by the points of the current
        game.
        """
        if not self.in_games:
            return self.result.leader
        if len(set(self.games_won)) > 1:
            return self.games_won.leader
        running = [game for game in self.games if not game.over]
        return running[0].points.leader if running else None


def match_state(
    match_format: MatchFormat, rounds: Sequence[Points], first: Seat = Seat.A
) -> MatchState:
    """Return the state of the match after these rounds; ``first`` shot first in round 1.

    Numbers that can't have happened raise a ``ScoreError``.
    """
    as_recorded = state_as_recorded(match_format, rounds, first)
    if as_recorded.doubts:
        raise ScoreError(*as_recorded.doubts)
    return as_recorded


def state_as_recorded(
    match_format: MatchFormat, rounds: Sequence[Points], first: Seat = Seat.A
) -> MatchState:
    """Return the state of the match with every round as it was recorded, doubts included."""
    return _as_recorded(match_format, tuple(rounds), first)


# Cached: thousands of matches have few different courses, and a phone asks for the same one
# several times.
@lru_cache(maxsize=4096)
def _as_recorded(match_format: MatchFormat, rounds: tuple[Points, ...], first: Seat) -> MatchState:
    played: list[PlayedRound] = []
    doubts: list[Text] = []
    verdict = match_format.judge(())
    for points in rounds:
        if isinstance(verdict, Outcome):
            break
        if refusal := _refuse_points(match_format, verdict, points):
            number = len(played) + 1
            doubts.append(Text("round {number}: {fault}", number=number, fault=refusal))
        due = _next_round_of(match_format, verdict, played, first)
        played.append(PlayedRound(**vars(due), points=points))
        verdict = match_format.judge(_by_game(played))
    ended = verdict if isinstance(verdict, Outcome) else None
    upcoming = (
        _next_round_of(match_format, verdict, played, first) if isinstance(verdict, Owes) else None
    )
    return MatchState(
        games=tuple(
            GameState(number, tuple(game), over=upcoming is None or number < upcoming.game)
            for number, game in groupby(played, key=lambda each: each.game)
        ),
        sides=match_format.rule.sides,
        outcome=ended,
        next=upcoming,
        in_games=match_format.in_games,
        not_counted=tuple(range(len(played) + 1, len(rounds) + 1)),
        doubts=tuple(doubts),
    )


def match_outcome(match_format: MatchFormat, rounds: Sequence[Points]) -> Outcome | None:
    """Return who won the match and what decided it; None while it is being played."""
    return match_state(match_format, rounds).outcome


def next_round(
    match_format: MatchFormat, rounds: Sequence[Points], first: Seat = Seat.A
) -> NextRound | None:
    """Return the round to play next and who shoots first in it; None once the match is over."""
    return match_state(match_format, rounds, first).next


def _by_game(played: Sequence[PlayedRound]) -> list[list[Points]]:
    return [
        [each.points for each in game] for _, game in groupby(played, key=lambda each: each.game)
    ]


def _next_round_of(
    match_format: MatchFormat, owes: Owes, played: Sequence[PlayedRound], first: Seat
) -> NextRound:
    number = 1 + sum(each.game == owes.game for each in played)
    turn = {NextGame.CONTINUES: len(played) + 1, NextGame.SWAPS: owes.game - 1 + number}[
        match_format.next_game
    ]
    order = match_format.rule.turns.order(first, turn)
    return NextRound(game=owes.game, round=number, owed=owes.kind, first=order[0], hammer=order[-1])


def _refuse_points(match_format: MatchFormat, owes: Owes, points: Points) -> Text | None:
    if len(points) != match_format.rule.sides:
        raise ScoreError(
            Text(
                "{numbers} numbers for a match of {sides} sides",
                numbers=len(points),
                sides=match_format.rule.sides,
            )
        )
    return owes.allows.refusal(points)
