"""Print phone passes for the demo's running event, and let first reports count there.

It runs as a separate process, with the keys and the database of the site that a test serves.
"""

import json
import sys

import django

django.setup()

from leagues.access.phone_passes import Pass, WayIn  # noqa: E402
from leagues.models import Event, Match  # noqa: E402

MATCHES = 7


def let_in() -> list[list[str]]:
    """The signed passes of both sides, for some matches without rounds."""
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
