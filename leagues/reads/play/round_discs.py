"""The rounds of a match as discs in the winners' colours."""

from collections.abc import Iterable
from dataclasses import dataclass

from leagues.models import Match, Round


@dataclass(frozen=True)
class Pip:
    winner: int | None
    """The seat that won the round; None for a tie."""
    is_hole: bool
    """Whether the winner made a 20."""


def pips_of(match: Match) -> list[Pip]:
    """The discs of a match. Empty unless its rounds were prefetched, which a list does for all of
    its matches at once.
    """
    kept: dict[str, Iterable[Round]] = getattr(match, "_prefetched_objects_cache", {})
    return [_pip_of(each) for each in kept.get("rounds", ()) if each.points]


def _pip_of(round_: Round) -> Pip:
    most = max(round_.points)
    if round_.points.count(most) > 1:
        return Pip(None, is_hole=False)
    winner = round_.points.index(most)
    return Pip(winner, bool(round_.twenties and round_.twenties[winner]))
