"""Sessions that have expired are removed once a day: nothing else removes a row of theirs."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

from leagues.models import PeriodicJob

EVERY = timedelta(days=1)
AT_ONCE = 5_000  # rows in one transaction: whoever reports goes between
Name = PeriodicJob.Name


def forget_old_sessions(*, now: datetime) -> int:
    """Once a day, by one server of the site. How many went."""
    PeriodicJob.objects.get_or_create(
        name=Name.OLD_SESSIONS, defaults={"ended_at": now - EVERY}
    )
    looked = PeriodicJob.objects.filter(name=Name.OLD_SESSIONS)
    if not looked.filter(ended_at__lte=now - EVERY).update(ended_at=now):
        return 0
    expired = Session.objects.filter(expire_date__lt=now).order_by("expire_date")
    gone = 0
    while keys := list(expired.values_list("pk", flat=True)[:AT_ONCE]):
        gone += Session.objects.filter(pk__in=keys).delete()[0]
    return gone
