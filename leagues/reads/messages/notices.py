"""Messages that were sent or shown, and what the mail server accepted of each."""

from collections.abc import Collection

from django.db.models import Count, Q

from leagues.models import Mail, Notice
from leagues.models.messages import NoticeQuerySet

LATEST = 50


def _with_results(found: NoticeQuerySet) -> NoticeQuerySet:
    """Notices with the number of their mails that were accepted, refused, and wait."""
    counts = {
        name: Count("mails", Q(mails__state=state))
        for name, state in (
            ("accepted", Mail.State.SENT),
            ("refused", Mail.State.FAILED),
            ("waiting", Mail.State.QUEUED),
        )
    }
    return found.annotate(**counts)


def notices_to(audiences: Collection[str] | None) -> NoticeQuerySet:
    """The latest messages to these audiences; to all if None."""
    found = _with_results(Notice.objects.exclude(audience=""))
    if audiences is not None:
        found = found.filter(audience__in=audiences)
    return found.order_by("-pk")[:LATEST]


def results_of(notice: Notice) -> Notice:
    return _with_results(Notice.objects.filter(pk=notice.pk)).get()
