"""A match's rounds into where it stands, and into the cards a page shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby

from leagues.models import Match, Round, RoundReport
from scoring.matches import MatchFormat, MatchState, state_as_recorded
from scoring.sides import BySeat, Seat

Points = tuple[int, ...]

STOPPED = "stopped"
"""What decided a match that the desk ended before its last round."""


def match_state(match_format: MatchFormat, rounds: Sequence[Round], first: int) -> MatchState:
    """Where a match stands after what stands for its rounds, in their order."""
    played = sorted(rounds, key=lambda each: (each.game, each.number))
    points = [BySeat(*each.points) for each in played if each.points is not None]
    return state_as_recorded(match_format, points, Seat(first))


@dataclass(frozen=True)
class CardRound:
    """One line of a card: a round as it stands, and what the sides say if they differ."""

    round: Round
    claimed: tuple[Points, ...] = ()
    stands: Points = ()
    """What the sides have in this game after this round."""

    @property
    def hammer(self) -> int | None:
        """Whose is the last shot, where two sides shoot in turn."""
        sides = len(self.round.points or ())
        return 1 - self.round.first if sides == 2 else None


@dataclass(frozen=True)
class GameCard:
    """The rounds of one game, and what they come to."""

    number: int
    lines: tuple[CardRound, ...]
    points: Points
    twenties: tuple[int | None, ...] = field(default=())

    @property
    def has_scores(self) -> bool:
        """Whether what was counted on the board is known of any round."""
        return any(line.round.score for line in self.lines)


def cards(match: Match, reports: Iterable[RoundReport] = ()) -> tuple[GameCard, ...]:
    """The score cards of a match ``with_rounds()``, game by game."""
    said = _claimed(reports)
    games = groupby(match.rounds.all(), key=lambda each: each.game)
    return tuple(_card(number, list(rounds), said) for number, rounds in games)


def _card(
    number: int, rounds: list[Round], said: dict[tuple[int, int], tuple[Points, ...]]
) -> GameCard:
    points = [each.points for each in rounds if each.points is not None]
    twenties = [each.twenties for each in rounds if each.twenties is not None]
    stands = accumulate(points, lambda so_far, more: [*map(sum, zip(so_far, more, strict=True))])
    return GameCard(
        number=number,
        lines=tuple(
            CardRound(
                each,
                said.get((each.game, each.number), ()),
                tuple(next(stands)) if each.points is not None else (),
            )
            for each in rounds
        ),
        points=tuple(map(sum, zip(*points, strict=True))),
        twenties=tuple(None if None in made else sum(made) for made in zip(*twenties, strict=True)),
    )


def _claimed(reports: Iterable[RoundReport]) -> dict[tuple[int, int], tuple[Points, ...]]:
    """Of each round the points each side last said, where they are not all the same."""
    last: dict[tuple[int, int], dict[int | None, Points]] = {}
    for report in reports:
        said = tuple(report.claim.get("points", ()))
        last.setdefault((report.game, report.number), {})[report.seat] = said
    return {
        which: tuple(dict.fromkeys(said.values()))
        for which, said in last.items()
        if len(set(said.values())) > 1
    }
