"""Results as text, the same on every page, on paper and in the log."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from django.utils.translation import gettext as _

from leagues.reads.play.claims import Claim, round_score
from scoring.errors import ScoreError

UNKNOWN = "…"


class TellsResult(Protocol):
    """The result of one side of a match."""

    by_game: list[int]

    @property
    def result(self) -> int: ...


def versus_in_figures(numbers: Iterable[int]) -> str:
    """Numbers joined by a dash.

    >>> versus_in_figures([65, 40])
    '65–40'
    """
    return "–".join(map(str, numbers))


def games_in_figures(by_game: Iterable[Iterable[int]]) -> str:
    """The points of each game, as shown below a result in games; empty for a match without games.

    >>> games_in_figures([(5, 3), (4, 5), (5, 2)])
    '5–3, 4–5, 5–2'
    """
    return ", ".join(map(versus_in_figures, by_game))


def result_in_figures(result: Iterable[int], by_game: Iterable[Iterable[int]] = ()) -> str:
    """The result, with its games in brackets.

    >>> result_in_figures([2, 1], [(5, 3), (4, 5), (5, 2)]), result_in_figures([6, 2])
    ('2–1 (5–3, 4–5, 5–2)', '6–2')
    """
    games = games_in_figures(by_game)
    points = versus_in_figures(result)
    return f"{points} ({games})" if games else points


def games_of(sides: Iterable[TellsResult]) -> list[tuple[int, ...]]:
    """The points of each game; empty for a match without games."""
    return list(zip(*(side.by_game for side in sides), strict=False))


def result_of(sides: Sequence[TellsResult]) -> str:
    return result_in_figures((side.result for side in sides), games_of(sides))


def claim_in_words(claim: Claim) -> str:
    """A claim as text: "2–0", "65–40, 20s 3–1", or "not played"."""
    if not claim:
        return _("not played")
    try:
        read = round_score(claim)
    except ScoreError:
        return UNKNOWN
    numbers = read.score or claim.get("points", ())
    text = "–".join(map(str, numbers))
    made = [n for n in read.twenties or () if n is not None]
    if made:
        twenties = "–".join("?" if n is None else str(n) for n in read.twenties or ())
        text += ", " + _("20s %(twenties)s") % {"twenties": twenties}
    return text
