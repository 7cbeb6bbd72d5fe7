"""Delete expired sessions once a day, because Django doesn't."""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

from leagues.models import PeriodicJob

EVERY = timedelta(days=1)
AT_ONCE = 5_000  # rows in one transaction, so that reports are written in between


def forget_old_sessions(*, now: datetime) -> int:
    """Delete expired sessions, once a day on one server of the site; returns how many."""
    if not PeriodicJob.objects.claim(PeriodicJob.Name.OLD_SESSIONS, EVERY, now):
        return 0
    expired = Session.objects.filter(expire_date__lt=now).order_by("expire_date")
    gone = 0
    while keys := list(expired.values_list("pk", flat=True)[:AT_ONCE]):
        gone += Session.objects.filter(pk__in=keys).delete()[0]
    return gone
