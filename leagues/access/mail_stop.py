"""The signed unsubscribe address in mail, for one topic or for all that can be stopped.

It only unsubscribes, and never expires: it must also work in old mail.
"""

from collections.abc import Iterable

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from leagues.models import Player, Topic
from leagues.models.messages import STOPPABLE

SIGNER = Signer(salt="leagues.mail.stop")


def stop_path(players: Iterable[int], topic: str = "") -> str:
    """Return the address that stops mail about all of these players."""
    keys = "-".join(map(str, players))
    return reverse("mail_stop", args=[SIGNER.sign(f"{keys}.{topic}" if topic else keys)])


def stopped_by(signed: str) -> list[tuple[Player, frozenset[Topic]]]:
    """Return the players of an address and the topics that it stops. Empty if it is invalid.

    Without a topic it stops all that can be stopped. For a stranger it stops everything.
    """
    try:
        keys, _dot, topic = SIGNER.unsign(signed).partition(".")
    except BadSignature:
        return []
    found = Player.objects.filter(pk__in=keys.split("-")).select_related("club", "merged_into")
    stopped = []
    for player in found.order_by("pk"):
        stays = player if player.is_unconfirmed else player.merged_into or player
        topics = STOPPABLE & {Topic(topic)} if topic else STOPPABLE
        stopped.append((stays, frozenset(Topic) if stays.is_unconfirmed else topics))
    return stopped
