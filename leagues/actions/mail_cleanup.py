"""Delete mail ninety days after it was sent or failed."""

from datetime import datetime, timedelta

from leagues.models import Mail, PeriodicJob, SentNews

KEPT_DAYS = 90
EVERY = timedelta(days=1)
OVER = (Mail.State.SENT, Mail.State.FAILED)


def forget_old_mail(*, now: datetime) -> int:
    """Delete old mail, once a day on one server of the site; returns how many."""
    if not PeriodicJob.objects.claim(PeriodicJob.Name.OLD_MAIL, EVERY, now):
        return 0
    SentNews.objects.filter(made_at__lt=now - timedelta(days=KEPT_DAYS)).delete()
    old = Mail.objects.filter(made_at__lt=now - timedelta(days=KEPT_DAYS))
    return old.filter(state__in=OVER).delete()[0]
