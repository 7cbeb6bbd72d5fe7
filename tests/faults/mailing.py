"""A server that sends mail, as a separate process:  mailing [queue 8] send MINUTES

``send_mails`` sends what is due at a clock that is this many minutes ahead.
"""

import sys
from datetime import timedelta

import django

django.setup()

import time_machine  # noqa: E402
from django.utils import timezone  # noqa: E402

from leagues.access.roles import ANONYMOUS  # noqa: E402
from leagues.actions.mail import queue_mail  # noqa: E402
from leagues.actions.send_mail import send_due  # noqa: E402
from leagues.models import Mail  # noqa: E402


def queue_mails(mails: int) -> None:
    for each in range(mails):
        queue_mail(
            by=ANONYMOUS,
            kind=Mail.Kind.LINK,
            to=f"p{each}@example.org",
            subject=f"{each}",
            text="Come at seven.",
        )


def send_mails(minutes: int) -> None:
    with time_machine.travel(timezone.now() + timedelta(minutes=minutes)):
        send_due()


if __name__ == "__main__":
    words = iter(sys.argv[1:])
    for what, number in zip(words, words, strict=True):
        {"queue": queue_mails, "send": send_mails}[what](int(number))
