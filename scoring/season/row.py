"""One player's line of the season's table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from scoring.results import Number
from scoring.season.event import Score, ScoreFor
from scoring.season.finish import P
from scoring.season.night import PointsAdjusted
from scoring.season.reasons import explain_row
from scoring.season.scheme import SeasonTie, SeasonTotal
from scoring.season.total import TotalParts
from scoring.text import Text


@dataclass(frozen=True)
class TieDecision(Generic[P]):
    """The step that split players tied on total, and the value of each of them."""

    step: SeasonTie
    values: tuple[tuple[P, Any], ...]

    def value_of(self, player: P) -> Any:
        return dict(self.values)[player]


@dataclass(frozen=True, slots=True)
class SeasonRow(Generic[P]):
    """One player's season: every score in the order of the events, and what counts.

    * ``place`` is that in the player's division.
    * ``decision`` is what set this row apart from others with the same total, ``sharing``
      everybody who has its place.
    * ``many`` scores count at most, besides those that always do.
    * ``nights_short`` are missing of the minimum, and ``can_qualify`` says whether enough
      nights are still to come.
    """

    place: int
    player: P
    tour_points: Number
    scores: tuple[Score, ...]
    attendance: int = 0
    decision: TieDecision[P] | None = None
    sharing: tuple[P, ...] = ()
    division: str | None = None
    many: int = 0
    adjustments: tuple[PointsAdjusted[P], ...] = ()
    nights_short: int = 0
    can_qualify: bool = True
    total: SeasonTotal = SeasonTotal.SUM

    @property
    def shared(self) -> bool:
        return len(self.sharing) > 1

    @property
    def level_with(self) -> tuple[P, ...]:
        """The other players who share this place."""
        return tuple(player for player in self.sharing if player != self.player)

    @property
    def adjusted(self) -> Number:
        return sum(each.points for each in self.adjustments)

    @property
    def decided_by(self) -> SeasonTie | None:
        return self.decision.step if self.decision else None

    @property
    def counted(self) -> tuple[Score, ...]:
        return tuple(score for score in self.scores if score.counts)

    @property
    def dropped(self) -> tuple[Score, ...]:
        return tuple(score for score in self.scores if not score.counts)

    @property
    def played(self) -> tuple[Score, ...]:
        return tuple(s for s in self.scores if s.score_for is ScoreFor.PLAYED)

    @property
    def lowest_counted(self) -> Number:
        """The lowest score that counts: a better one replaces it, or adds to it."""
        limited = [score.total for score in self.counted if not score.always_counts]
        return min(limited, default=0)

    @property
    def to_beat(self) -> Number:
        """A night must pay more than this to add to the total."""
        limited = sum(not score.always_counts for score in self.counted)
        return self.lowest_counted if limited >= self.many else 0

    @property
    def parts(self) -> TotalParts:
        return TotalParts.of(self.scores, self.adjusted)

    def because(self, name: Callable[[P], str] = str) -> Text:
        """Return a sentence that explains the place of this row."""
        return explain_row(self, name)
