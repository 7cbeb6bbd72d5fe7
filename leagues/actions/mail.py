"""The queue of outgoing mail: written in the transaction of an act, sent after its commit.

A server claims a row for a while. If it crashes, the claim expires and another server sends
the mail. Only a crash between the mail server's answer and our ``SENT`` sends one twice, with
the same Message-ID.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.outgoing_queue import LONGEST_ERROR, claim_row, end_claim
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Club, Mail, Player

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720, 1440))
"""Pauses before each retry, about two days together; after the last the mail fails."""
State = Mail.State


def queue_mail(
    *, by: Who, kind: Mail.Kind, to: str, subject: str, text: str, player: Player | None = None
) -> Mail:
    """Queue a mail inside the transaction of the act, so that both are saved or neither."""
    if not settings.SENDS_EMAIL:
        raise Refused(_("This site sends no mail."))
    return Mail.objects.create(
        kind=kind,
        to=to,
        subject=" ".join(subject.split())[:200],
        text=text,
        player=player,
        made_by=by.user,
    )


def send_again(*, by: Who, mail: Mail) -> None:
    """Queue a mail to be sent now, even if it failed before; not if its secret text was deleted."""
    facts = {"subject": mail.subject, "player": mail.player_id}
    with act(by, Club.objects.get(is_home=True), SEND_AGAIN, **facts):
        standing = Mail.objects.free(timezone.now()).filter(pk=mail.pk)
        standing = standing.exclude(text="").exclude(state=State.SENT)
        if not standing.update(state=State.QUEUED, send_at=timezone.now(), tries=0):
            raise Refused(_("This mail is being sent, or has just been sent."))


SEND_AGAIN = Verb(
    "send_again",
    later("Sent the mail “%(subject)s” again."),
    later("The mail may already have arrived."),
)


# --- For the sending thread -----------------------------------------------------------------


def claim_next(now: datetime) -> Mail | None:
    """Claim the next due mail; None if there is none."""
    return claim_row(Mail.objects.due(now), now)


def note_sent(mail: Mail) -> None:
    end_claim(
        mail,
        state=State.SENT,
        sent_at=timezone.now(),
        tries=mail.tries + 1,
        error="",
        text="" if mail.holds_secret else mail.text,
    )


def note_failure(mail: Mail, why: str, *, is_final: bool = False) -> None:
    """Schedule a retry, or mark the mail as failed if it is final or the last retry."""
    tries = mail.tries + 1
    facts = {"tries": tries, "error": why[:LONGEST_ERROR]}
    if is_final or tries > len(PAUSES):
        text = "" if mail.holds_secret else mail.text
        end_claim(mail, state=State.FAILED, text=text, **facts)
    else:
        end_claim(mail, send_at=timezone.now() + PAUSES[tries - 1], **facts)
