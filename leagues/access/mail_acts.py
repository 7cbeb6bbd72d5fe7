"""Signed addresses in mail for one answer of one person, which work without signing in.

Each is for one night, proposed day or result, so that it gives no access to anything else. A GET
only shows a page: programs that scan mail open every address.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from leagues.models import Player

SIGNER = Signer(salt="leagues.mail.act")


class MailAct(NamedTuple):
    """What an address in a mail is for."""

    kind: str
    """"night", "date", "result", "host-out" or "host-in"."""
    subject: int
    """The id of the night, the proposed day or the match."""
    player: int
    value: str = ""
    """The answer to a night, the points that are confirmed, or the host whose night is taken."""

    @property
    def path(self) -> str:
        return reverse("mail_act", args=[SIGNER.sign(".".join(map(str, self)))])


def points_in_address(points: Iterable[int]) -> str:
    """Return the points of a result as an address carries them: "8-4" """
    return "-".join(map(str, points))


def mail_act_of(signed: str) -> tuple[MailAct, Player] | None:
    """Return what is asked and the player who asks. None for an invalid address.

    A player in the bin can't answer; one who was merged answers as the one they were merged into,
    unless they were a stranger.
    """
    try:
        kind, subject, player, value = SIGNER.unsign(signed).split(".")
    except (BadSignature, ValueError):
        return None
    found = Player.objects.filter(pk=int(player)).select_related("club", "merged_into").first()
    if found is None or (found.merged_into and found.is_unconfirmed):
        return None
    person = found.merged_into or found
    if person.binned_at is not None:
        return None
    return MailAct(kind, int(subject), person.pk, value), person
