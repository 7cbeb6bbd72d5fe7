"""The address in a reminder by which its reader wants no more: signed, so that nobody stops another's.

It lets nobody in, and never ends: old mail has to be obeyed as well.
"""

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from leagues.models import Player

SIGNER = Signer(salt="leagues.mail.stop")


def stop_path(player: int) -> str:
    return reverse("mail_stop", args=[SIGNER.sign(str(player))])


def stopped_by(signed: str) -> Player | None:
    """Whose reminders this is about; None where it is nobody's."""
    try:
        key = SIGNER.unsign(signed)
    except BadSignature:
        return None
    found = Player.objects.filter(pk=int(key)).select_related("club", "merged_into")
    player = found.first()
    if player and not player.is_unconfirmed:
        player = player.merged_into or player
    return player
