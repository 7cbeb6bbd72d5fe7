"""A claim: the reported score of a round, stored in one of three levels of detail.

``{"discs": [[2, 3, 1, 0], [1, 2, 2, 1]]}``        20s, 15s, 10s and 5s of each seat
``{"score": [95, 75], "twenties": [2, null]}``     totals, with 20s where they are known
``{"points": [2, 0], "twenties": [3, 1]}``         the result only
"""

from collections.abc import Sequence
from typing import Any

from scoring.errors import ScoreError
from scoring.score import ByDiscs, ByResult, ByTotals, RoundScore, Zones
from scoring.sides import BySeat

Claim = dict[str, Any]


def round_score(claim: Claim) -> RoundScore:
    """The claim as a value that the rules can score. Raises ``ScoreError`` if it is malformed."""
    try:
        return _round_score(claim)
    except (KeyError, TypeError, ValueError) as error:
        raise ScoreError("these are not the numbers of a round") from error


def numbers_of(claim: Claim) -> list[int]:
    """The totals of a claim if it has any, otherwise its points."""
    read = round_score(claim)
    return list(read.score or claim["points"])


def twenties_added_up(made: Sequence[int | None]) -> int | None:
    """A side's 20s in a match, or None if a round's 20s are unknown."""
    known = [twenties for twenties in made if twenties is not None]
    return sum(known) if made and len(known) == len(made) else None


def twenties_of(claim: Claim) -> list[int | None]:
    """The 20s of each side (None where unknown); empty if the claim has no 20s."""
    return list(round_score(claim).twenties or ())


def _round_score(claim: Claim) -> RoundScore:
    if "discs" in claim:
        return ByDiscs(BySeat(*(Zones(*zones) for zones in claim["discs"])))
    known = claim.get("twenties")
    twenties = None if known is None else BySeat(*known)
    if "score" in claim:
        return ByTotals(BySeat(*claim["score"]), twenties)
    return ByResult(BySeat(*claim["points"]), twenties)
