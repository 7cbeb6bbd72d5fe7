"""Passes for phones in the demo's running event, where first reports stand now.

Run as a process of its own, with the keys and the database of the site that a test serves.
"""

import json
import sys

import django

django.setup()

from leagues.access.passes import Pass, WayIn  # noqa: E402
from leagues.models import Event, Match  # noqa: E402

MATCHES = 7


def let_in() -> list[list[str]]:
    """For some matches nobody has touched, the addresses of a phone on each side."""
    Event.objects.filter(state=Event.State.RUNNING).update(trust=Event.Trust.FIRST)
    untouched = Match.objects.published().filter(
        event__state=Event.State.RUNNING, state=Match.State.PLANNED, rounds=None, sides__seat=1
    )
    return [
        [Pass(WayIn.CODE, match.pk, match.pk, seat).signed for seat in (0, 1)]
        for match in untouched.order_by("-pk")[:MATCHES]
    ]


if __name__ == "__main__":
    json.dump(let_in(), sys.stdout)
