"""What a page offers to tell: sealed, so that a browser can ask for that and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer

# Without a time, so that a page which has not changed stays the same to the letter.
SIGNER = Signer(salt="tell this browser")


@dataclass(frozen=True)
class SubscriptionOffer:
    """To be told of this player: as the player, or as somebody who follows them."""

    player: int
    is_own: bool

    def sealed(self) -> str:
        sealed: str = SIGNER.sign_object([self.player, self.is_own])
        return sealed

    @staticmethod
    def opened(sealed: object) -> SubscriptionOffer | None:
        """What was sealed here; nothing else opens."""
        if not isinstance(sealed, str):
            return None
        try:
            player, is_own = SIGNER.unsign_object(sealed)
        except (BadSignature, UnicodeError):
            return None
        return SubscriptionOffer(player, is_own)
