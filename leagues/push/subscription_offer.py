"""A page's offer of notifications, signed so that a browser can ask for these and no others."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer

# Without a timestamp, so that an unchanged page stays identical.
SIGNER = Signer(salt="tell this browser")


@dataclass(frozen=True)
class SubscriptionOffer:
    """Offer notifications about a player, to the player or to a follower."""

    player: int
    is_own: bool

    def signed(self) -> str:
        signed: str = SIGNER.sign_object([self.player, self.is_own])
        return signed

    @staticmethod
    def opened(signed: object) -> SubscriptionOffer | None:
        """Return the offer that was signed here; None for anything else."""
        if not isinstance(signed, str):
            return None
        try:
            player, is_own = SIGNER.unsign_object(signed)
        except (BadSignature, UnicodeError):
            return None
        return SubscriptionOffer(player, is_own)
