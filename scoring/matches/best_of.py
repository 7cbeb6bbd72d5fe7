"""Several games for one match: the best of three, and any other number."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.errors import RuleError
from scoring.matches.formats import Games, MatchFormat, NextGame, Owes, with_seats_of
from scoring.outcome import Decided, Outcome, Owed
from scoring.rules import GameRule
from scoring.serialization import stored_as
from scoring.sides import Seat
from scoring.text import Text


@stored_as("best-of", MatchFormat)
@dataclass(frozen=True)
class BestOf:
    """A match of ``games`` games, won by the most games; over when the leader can't be caught.

    ``last_game`` is another rule for the last game. Where games may tie, the match may tie too.
    """

    games: int
    rule: GameRule
    last_game: GameRule | None = None
    next_game: NextGame = NextGame.CONTINUES
    stop_when_settled: bool = False
    """Skip the rest of a game that can no longer change who wins the match."""

    def __post_init__(self) -> None:
        if not 1 <= self.games <= 99:
            raise RuleError(Text("a match has 1 to 99 games"))
        if self.last_game and self.last_game.players != self.rule.players:
            raise RuleError(Text("the same sides play all games of a match"))

    @property
    def in_games(self) -> bool:
        return self.games > 1

    @property
    def may_tie(self) -> bool:
        rules = (self.rule, self.last_game or self.rule)
        level_in_games = self.games % 2 == 0 or self.rule.sides > 2
        return level_in_games or any(rule.ends.may_tie for rule in rules)

    @property
    def sentences(self) -> tuple[Text, ...]:
        last = self.last_game.ends.sentences if self.last_game else ()
        return (
            Text("A match is the best of {games} games.", games=self.games),
            *self.rule.ends.sentences,
            *(Text("In the last game: {sentence}", sentence=each) for each in last),
        )

    def judge(self, games: Games) -> Owes | Outcome:
        verdict = self._judge(games)
        if self.stop_when_settled and isinstance(verdict, Owes) and verdict.game == len(games):
            return self._foregone(games) or verdict
        return verdict

    def _judge(self, games: Games) -> Owes | Outcome:
        won = [0] * self.rule.sides
        for number, rounds in enumerate(games, start=1):
            rule = self._rule_of(number)
            verdict = rule.ends.judge(rounds)
            if isinstance(verdict, Owed):
                return Owes(number, verdict, rule)
            if verdict.winner is not None:
                won[verdict.winner] += 1
            best, second = sorted(won, reverse=True)[:2]
            if best - second > self.games - number:
                return Outcome(Seat(won.index(best)), Decided.GAMES)
        if len(games) == self.games:
            return Outcome(None, Decided.LEVEL)
        return Owes(len(games) + 1, Owed.NORMAL, self._rule_of(len(games) + 1))

    def _rule_of(self, number: int) -> GameRule:
        return self.last_game if self.last_game and number == self.games else self.rule

    def _foregone(self, games: Games) -> Outcome | None:
        """Return the outcome if one side wins the match even when it loses all rounds left in
        this game.
        """
        outcomes = {self._if_swept(games, seat) for seat in self.rule.players.seats}
        return outcomes.pop() if len(outcomes) == 1 else None

    def _if_swept(self, games: Games, seat: Seat) -> Outcome | None:
        """Return how the match ends if this side wins every round left in the current game."""
        *before, running = games
        number = len(games)
        sweep = self._rule_of(number).best_round(seat)
        while isinstance(verdict := self._judge([*before, running]), Owes):
            if verdict.game > number:
                return None
            running = [*running, sweep]
        return verdict if verdict.winner is not None else None

    def on(self, sheet: GameRule) -> BestOf:
        last = self.last_game and with_seats_of(self.last_game, sheet)
        return replace(self, rule=with_seats_of(self.rule, sheet), last_game=last)
