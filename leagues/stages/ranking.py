"""Settings of a stage's ranking, in addition to the steps of its tie-breaks.

>>> Ranking(after_split=AfterSplit.CONTINUE).stored
{'kind': 'ranking', 'after_split': 'continue', 'prorate': 'when-played'}
>>> Ranking().stored, ranking_from({}) == Ranking()
({}, True)
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from scoring.serialization import from_dict, stored_as, to_dict
from scoring.standings import AfterSplit
from scoring.tiebreaks import Prorate


class WhenUnequal(Enum):
    """When totals over unequal numbers of games are projected to the same number."""

    ONCE_PLAYED = "when-played"
    ALWAYS = "always"
    NEVER = "never"

    def prorate(self, *, is_final: bool) -> Prorate:
        """Return the setting for a table; ``is_final`` once all its matches are played.

        >>> WhenUnequal.ONCE_PLAYED.prorate(is_final=False) is Prorate.NOT
        True
        """
        always = self is WhenUnequal.ALWAYS
        once_played = self is WhenUnequal.ONCE_PLAYED and is_final
        return Prorate.TO_MOST_GAMES if always or once_played else Prorate.NOT


@dataclass(frozen=True)
class Ranking:
    """What happens to entries still tied after a split, and to unequal numbers of games."""

    after_split: AfterSplit = AfterSplit.START_AGAIN
    prorate: WhenUnequal = WhenUnequal.ONCE_PLAYED

    @property
    def stored(self) -> dict[str, Any]:
        """The JSON that a row stores: empty for ``USUAL``."""
        return {} if self == USUAL else to_dict(self)


stored_as("ranking", Ranking)(Ranking)
USUAL = Ranking()


def ranking_from(data: dict[str, Any]) -> Ranking:
    """Read a ranking from a row's JSON; empty is ``USUAL``."""
    ranking: Ranking = from_dict(Ranking, data) if data else USUAL
    return ranking
