"""The mail that was sent, and the state of the mail queue."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q

from leagues.models import Mail, Player
from leagues.models.mail import MailQuerySet
from leagues.models.names import words_contain
from leagues.reads.club.queues import queue_status

State = Mail.State


@dataclass(frozen=True)
class MailStatus:
    """The sender, the mail server, and how many messages wait or failed."""

    sender: str
    server: str
    waiting: int
    failed: int
    trouble: str
    """The error of the last waiting message; empty if there was none."""


def mail_status() -> MailStatus:
    queue = queue_status(Mail)
    troubled = Mail.objects.filter(state=State.QUEUED).exclude(error="")
    last = troubled.order_by("-send_at").first()
    return MailStatus(
        sender=settings.DEFAULT_FROM_EMAIL,
        server=getattr(settings, "EMAIL_HOST", ""),
        waiting=queue.waiting,
        failed=queue.failed,
        trouble=last.error if last else "",
    )


def find_mail(sought: str, state: str) -> MailQuerySet:
    """Mail in one state (all if ``state`` is empty), latest first.

    ``sought`` is searched for in names, addresses and subjects; an empty text finds everything.
    """
    found = Mail.objects.select_related("player", "made_by__player").order_by("-pk")
    if state:
        found = found.filter(state=state)
    if sought:
        reached = Player.objects.filter(mail__isnull=False).distinct()
        named = [
            pk for pk, name in reached.values_list("pk", "name") if words_contain(sought, name)
        ]
        found = found.filter(
            Q(player__in=named) | Q(to__icontains=sought) | Q(subject__icontains=sought)
        )
    return found
