"""The matches of a player who leaves a league: what happens to each of them.

>>> matches = [OwnMatch(1, is_over=True), OwnMatch(2), OwnMatch(3)]
>>> usual_way(matches)
<LeavingWay.ANNUL: 'annul'>
>>> {key: what.value for key, what in after_leaving(matches, LeavingWay.FORFEIT).items()}
{1: 'stays', 2: 'forfeited', 3: 'forfeited'}
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum


class LeavingWay(Enum):
    """What a league does with the matches of a player who leaves it."""

    ANNUL = "annul"
    """None of them counts, as if they had never been enrolled."""
    FORFEIT = "forfeit"
    """Played matches count; opponents win the rest by forfeit."""
    LET_STAND = "let-stand"
    """Played matches count; the rest is void and pays nothing."""


class Becomes(Enum):
    """What happens to one match."""

    STAYS = "stays"
    ANNULLED = "annulled"
    FORFEITED = "forfeited"
    VOID = "void"


@dataclass(frozen=True)
class OwnMatch:
    """A match of the leaving player, no bye. ``counts_not`` means it was annulled before."""

    key: int
    is_over: bool = False
    counts_not: bool = False


def usual_way(matches: Iterable[OwnMatch]) -> LeavingWay:
    """Annul all matches if fewer than half have been played, otherwise forfeit the rest."""
    counting = [match for match in matches if not match.counts_not]
    over = sum(match.is_over for match in counting)
    return LeavingWay.ANNUL if 2 * over < len(counting) else LeavingWay.FORFEIT


def after_leaving(matches: Sequence[OwnMatch], way: LeavingWay) -> Mapping[int, Becomes]:
    """Return what happens to each match; matches annulled before stay so."""
    return {match.key: _state_after(match, way) for match in matches}


def _state_after(match: OwnMatch, way: LeavingWay) -> Becomes:
    if match.counts_not:
        return Becomes.STAYS
    if way is LeavingWay.ANNUL:
        return Becomes.ANNULLED
    if match.is_over:
        return Becomes.STAYS
    return Becomes.FORFEITED if way is LeavingWay.FORFEIT else Becomes.VOID
