"""A server that sends webhooks to another program, as a separate process:

telling [queue ADDRESS] [send MINUTES]

``queue_deliveries`` prints the webhook's secret; ``send_deliveries`` sends what is due at a clock that is this many
minutes ahead.
"""

import sys
from datetime import timedelta

import django

django.setup()

import time_machine  # noqa: E402
from django.utils import timezone  # noqa: E402

from leagues.access.roles import Who  # noqa: E402
from leagues.actions.club.webhooks import add_webhook  # noqa: E402
from leagues.actions.people.people import add_player  # noqa: E402
from leagues.actions.send_webhooks import tell_due  # noqa: E402
from leagues.models import Club, User  # noqa: E402

MANY = 12


def queue_deliveries(address: str) -> None:
    club = Club.objects.home() or Club.objects.create(
        name="Club", slug="club", zone="UTC", is_home=True
    )
    by = Who(user=User.objects.create_user("olga@example.org", "x"))
    webhook = add_webhook(by=by, club=club, address=address, kinds=["player.added"])
    for each in range(MANY):
        add_player(by=by, club=club, name=f"P{each}")
    sys.stdout.write(webhook.secret)
    sys.stdout.flush()


def send_deliveries(minutes: str) -> None:
    with time_machine.travel(timezone.now() + timedelta(minutes=int(minutes))):
        tell_due()


if __name__ == "__main__":
    words = iter(sys.argv[1:])
    for what, word in zip(words, words, strict=True):
        {"queue": queue_deliveries, "send": send_deliveries}[what](word)
