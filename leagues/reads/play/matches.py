"""The state of a match from its rounds, and its scorecards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby

from leagues.models import Match, Round, RoundReport
from scoring.matches import MatchFormat, MatchState, state_as_recorded
from scoring.sides import BySeat, Seat

Points = tuple[int, ...]

STOPPED = "stopped"
"""Why a match is over if the desk ended it before its last round."""


def match_state(match_format: MatchFormat, rounds: Sequence[Round], first: int) -> MatchState:
    """The state of a match after its recorded rounds."""
    played = sorted(rounds, key=lambda each: (each.game, each.number))
    points = [BySeat(*each.points) for each in played if each.points is not None]
    return state_as_recorded(match_format, points, Seat(first))


@dataclass(frozen=True)
class CardRound:
    """A line of a card: a recorded round, and the sides' claims if they differ."""

    round: Round
    claimed: tuple[Points, ...] = ()
    running_score: Points = ()
    """The sides' points in this game after this round."""

    @property
    def hammer(self) -> int | None:
        """The seat with the last shot, or None unless there are two sides."""
        sides = len(self.round.points or ())
        return 1 - self.round.first if sides == 2 else None


@dataclass(frozen=True)
class GameCard:
    """The rounds of one game, with their sums."""

    number: int
    lines: tuple[CardRound, ...]
    points: Points
    twenties: tuple[int | None, ...] = field(default=())

    @property
    def has_scores(self) -> bool:
        """Whether any round has the totals counted on the board."""
        return any(line.round.score for line in self.lines)

    @property
    def columns(self) -> int:
        """How many columns the card has as a table, beside the number of the round."""
        sides = len(self.points)
        return 3 + sides + self.has_scores + (sides > 2)


def game_cards(match: Match, reports: Iterable[RoundReport] = ()) -> tuple[GameCard, ...]:
    """The scorecards of a match, loaded ``with_rounds()``, game by game."""
    claims = _differing_claims(reports)
    games = groupby(match.rounds.all(), key=lambda each: each.game)
    return tuple(_game_card(number, list(rounds), claims) for number, rounds in games)


def _game_card(
    number: int, rounds: list[Round], claims: dict[tuple[int, int], tuple[Points, ...]]
) -> GameCard:
    points = [each.points for each in rounds if each.points is not None]
    twenties = [each.twenties for each in rounds if each.twenties is not None]
    running_scores = accumulate(
        points, lambda so_far, more: [*map(sum, zip(so_far, more, strict=True))]
    )
    return GameCard(
        number=number,
        lines=tuple(
            CardRound(
                each,
                claims.get((each.game, each.number), ()),
                tuple(next(running_scores)) if each.points is not None else (),
            )
            for each in rounds
        ),
        points=tuple(map(sum, zip(*points, strict=True))),
        twenties=tuple(None if None in made else sum(made) for made in zip(*twenties, strict=True)),
    )


def _differing_claims(reports: Iterable[RoundReport]) -> dict[tuple[int, int], tuple[Points, ...]]:
    """The different points that the sides last claimed, for each round on which they disagree."""
    last: dict[tuple[int, int], dict[int | None, Points]] = {}
    for report in reports:
        claimed = tuple(report.claim.get("points", ()))
        last.setdefault((report.game, report.number), {})[report.seat] = claimed
    return {
        which: tuple(dict.fromkeys(claimed.values()))
        for which, claimed in last.items()
        if len(set(claimed.values())) > 1
    }
