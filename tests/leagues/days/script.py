"""Plausible scores, the same on every run: better players score more."""

from collections.abc import Sequence
from random import Random

from leagues.reads.play.claims import Claim
from leagues.reads.play.typed_cards import score_claim
from scoring.matches import MatchFormat, state_as_recorded
from scoring.matches.state import NOT_POINTS
from scoring.sides import BySeat, Seat

MOST = 10


class Script:
    """The random scores of one day."""

    def __init__(self, seed: str) -> None:
        self.dice = Random(seed)

    def claims(
        self, match_format: MatchFormat, strengths: Sequence[int], first: int
    ) -> list[Claim]:
        """The rounds of a card, from the first to the last; strengths are 1 to 9."""
        claims: list[Claim] = []
        played: list[BySeat[int]] = []
        while due := state_as_recorded(match_format, played, Seat(first)).next:
            shot = [self._discs(match_format.rule.discs, s) for s in strengths]
            is_shoot_out = due.owed in NOT_POINTS
            claim: Claim = (
                {"points": [zones[0] for zones in shot]} if is_shoot_out else {"discs": shot}
            )
            claims.append(claim)
            played.append(score_claim(match_format, due, claim).points)
        return claims

    def _discs(self, discs: int, strength: int) -> list[int]:
        """The number of a side's discs in the 20, 15, 10 and 5."""
        weights = [strength, strength, 4, 3, MOST - strength]
        zones = self.dice.choices(range(5), weights, k=discs)
        return [zones.count(zone) for zone in range(4)]
