"""A server that sends mail, as a process of its own:  mailing queue 8 | mailing send MINUTES

``send`` does so by a clock that is so many minutes ahead.
"""

from __future__ import annotations

import sys
from datetime import timedelta

import django

django.setup()

import time_machine  # noqa: E402
from django.utils import timezone  # noqa: E402

from leagues.access.roles import NOBODY  # noqa: E402
from leagues.actions.mail import queue_mail  # noqa: E402
from leagues.actions.send_mail import send_due  # noqa: E402
from leagues.models import Mail  # noqa: E402

if __name__ == "__main__":
    _, what, number = sys.argv
    if what == "queue":
        for each in range(int(number)):
            queue_mail(
                by=NOBODY,
                kind=Mail.Kind.LINK,
                to=f"p{each}@example.org",
                subject=f"{each}",
                text="Come at seven.",
            )
    else:
        ahead = timezone.now() + timedelta(minutes=int(number))
        with time_machine.travel(ahead):
            send_due()
