"""A season as plain JSON: what each night paid each player.

``{"nights": 3, "players": [{"player": "Ann", "nights": [25, null, 18]}]}``

Who was not there has null, or 0. Scores may be fractions, and other keys are ignored.

>>> season_of({"nights": 2, "players": [{"player": "Ann", "nights": [25, None]}]})
SeasonFile(nights=2, scores={'Ann': (25, 0)})
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.notation.fields import Fields, Wrong, a_list, name, number, or_nothing, whole
from scoring.notation.record import NotationError
from scoring.results import Number

MOST_NIGHTS = 400

_score = or_nothing(number)


@dataclass(frozen=True, slots=True)
class SeasonFile:
    """How many nights there are, and each player's score of every night; 0 was not there."""

    nights: int
    scores: Mapping[str, tuple[Number, ...]]


def season_of(data: object) -> SeasonFile:
    """The season in JSON that has been read already."""
    fields = Fields(data, "the file")
    nights = fields.take("nights", _how_many)
    scores: dict[str, tuple[Number, ...]] = {}
    for n, line in enumerate(fields.take("players", a_list), 1):
        player = Fields(line, f"player {n}")
        who = player.take("player", name)
        player.where = f"player {n} ({who})"
        if who in scores:
            raise NotationError(f"{player.where}: {who} is listed twice")
        scores[who] = player.take("nights", _paid)
        if len(scores[who]) != nights:
            raise NotationError(
                f"{player.where}: there are {len(scores[who])} scores for {nights} nights"
            )
    if not scores:
        raise NotationError("there are no players in the file")
    return SeasonFile(nights, scores)


def _how_many(value: object) -> int:
    nights = whole(value)
    if not 1 <= nights <= MOST_NIGHTS:
        raise Wrong(f"must be a whole number from 1 to {MOST_NIGHTS}")
    return nights


def _paid(value: object) -> tuple[Number, ...]:
    scores = tuple(_score(score) or 0 for score in a_list(value))
    if min(scores, default=0) < 0:
        raise Wrong("must not go below 0")
    return scores
