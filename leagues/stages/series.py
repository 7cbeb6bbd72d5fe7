"""A league of series: every two entries play some games to 100, with a bonus for the margin.

>>> rules = SeriesRules(games=2, forfeit_margin=55)
>>> rules.chain[0], rules.pays.games_a_series
('series-of-2', 2)
>>> [rules.week_of(number, rounds=3) for number in range(6)]
[0, 1, 2, 0, 1, 2]
"""

from dataclasses import dataclass

from leagues.stages.pairing_way import check_between
from scoring.season import SeriesLeague
from scoring.text import Text
from scoring.tiebreaks import SERIES_OF, Chain

LARGEST_MARGIN = 100
LONGEST_GAME = 120  # minutes


@dataclass(frozen=True)
class SeriesRules:
    """``games`` are those of each series. A forfeit counts as a loss by ``forfeit_margin``.

    A game ends after ``minutes`` with the score at that time; 0 is no clock.
    """

    games: int = 2
    forfeit_margin: int = 55
    minutes: int = 30

    def __post_init__(self) -> None:
        check_between(2, max(SERIES_OF), self.games, Text("games per series"))
        check_between(1, LARGEST_MARGIN, self.forfeit_margin, Text("margin of a forfeit"))
        check_between(0, LONGEST_GAME, self.minutes, Text("minutes per game"))

    @property
    def has_clock(self) -> bool:
        return self.minutes > 0

    @property
    def pays(self) -> SeriesLeague:
        """The values of its games, series and forfeits."""
        return SeriesLeague(games_a_series=self.games, forfeit_margin=self.forfeit_margin)

    @property
    def chain(self) -> Chain:
        """The tie-break chain of its table."""
        return SERIES_OF[self.games]

    def week_of(self, number: int, rounds: int) -> int:
        """Return the week of a pairing round, both from 0: all games of a series are in one week.

        A single round robin takes ``rounds``, then the same order repeats.
        """
        return number % rounds
