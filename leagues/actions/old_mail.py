"""Mail that went out, or never will, is kept for ninety days and then forgotten."""

from __future__ import annotations

from datetime import datetime, timedelta

from leagues.models import Mail, PeriodicJob

KEPT_DAYS = 90
EVERY = timedelta(days=1)
Name = PeriodicJob.Name
OVER = (Mail.State.SENT, Mail.State.FAILED)


def forget_old_mail(*, now: datetime) -> int:
    """Once a day, by one server of the site. How many went."""
    PeriodicJob.objects.get_or_create(
        name=Name.OLD_MAIL, defaults={"ended_at": now - EVERY}
    )
    looked = PeriodicJob.objects.filter(name=Name.OLD_MAIL)
    if not looked.filter(ended_at__lte=now - EVERY).update(ended_at=now):
        return 0
    old = Mail.objects.filter(made_at__lt=now - timedelta(days=KEPT_DAYS))
    return old.filter(state__in=OVER).delete()[0]
