"""Sessions that have expired are removed once a day: nothing else removes a row of theirs."""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

from leagues.models import PeriodicJob

EVERY = timedelta(days=1)
AT_ONCE = 5_000  # rows in one transaction: reports get in between


def forget_old_sessions(*, now: datetime) -> int:
    """Once a day, by one server of the site. How many went."""
    if not PeriodicJob.objects.claim(PeriodicJob.Name.OLD_SESSIONS, EVERY, now):
        return 0
    expired = Session.objects.filter(expire_date__lt=now).order_by("expire_date")
    gone = 0
    while keys := list(expired.values_list("pk", flat=True)[:AT_ONCE]):
        gone += Session.objects.filter(pk__in=keys).delete()[0]
    return gone
