"""The signed unsubscribe address in reminders.

It only unsubscribes, and never expires: it must also work in old mail.
"""

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from leagues.models import Player

SIGNER = Signer(salt="leagues.mail.stop")


def stop_path(player: int) -> str:
    return reverse("mail_stop", args=[SIGNER.sign(str(player))])


def stopped_by(signed: str) -> Player | None:
    """Return the player who unsubscribes. None for an invalid signature or an unknown player."""
    try:
        key = SIGNER.unsign(signed)
    except BadSignature:
        return None
    found = Player.objects.filter(pk=int(key)).select_related("club", "merged_into")
    player = found.first()
    if player and not player.is_unconfirmed:
        player = player.merged_into or player
    return player
