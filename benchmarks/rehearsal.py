"""How long a rehearsal takes, and whether its forecast agrees with the days that were played.

    python -m benchmarks.rehearsal [REHEARSALS]

The one-day open with 40 on 20 boards, where both sides enter every round on their phones. The
length of the day by its forecast is compared with the mean of the days that were rehearsed. Beside the
seconds stand those of the processor, which others at work on the same machine make no longer.
"""

import os
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from statistics import fmean
from time import perf_counter, process_time
from typing import Any

ENTRIES, BOARDS, REHEARSALS = 40, 20, 3


def main(rehearsals: int) -> None:
    from leagues.actions.rehearsal.copy import rehearse_event
    from leagues.actions.rehearsal.play import play_all
    from leagues.models import Match
    from leagues.reads.draw.forecasts import forecast_of

    by, event = planned()
    found = forecast_of(event, list(event.stages.all()), ENTRIES)
    assert found
    starts = event.starts_at.astimezone(event.tzinfo).replace(tzinfo=None)
    expected = (found.usually - starts) / timedelta(minutes=1)
    lengths, seconds = [], []
    for number in range(rehearsals):
        started, busy = perf_counter(), process_time()
        rehearsal = rehearse_event(by=by, event=event, seed=f"benchmark {number}")
        play_all(rehearsal.pk)
        seconds.append(perf_counter() - started)
        rehearsal.refresh_from_db()
        lengths.append(rehearsal.clock)
        matches = Match.objects.filter(event=rehearsal.event_id).count()
        print(
            f"{rehearsal.state} after {seconds[-1]:.0f} s "
            f"({process_time() - busy:.0f} s of the processor): {matches} matches, "
            f"{rehearsal.clock:.0f} minutes, {len(rehearsal.happened)} mishaps"
        )
    mean = fmean(lengths)
    print(f"seconds for a rehearsal: {fmean(seconds):.0f} in the mean")
    print(f"forecast {expected:.0f} minutes : played {mean:.0f} = {expected / mean:.3f}")


def planned() -> tuple[Any, Any]:
    """Who organises it, and the event with everybody entered."""
    from leagues.access.roles import who_is
    from leagues.actions.entries.entries import enrol_players
    from leagues.actions.events.plan import plan_event
    from leagues.models import Club, Event, Membership, Player, User
    from leagues.reads import Sheet
    from leagues.stages.event_templates import SHAPES

    club = Club.objects.create(name="Westport", slug="westport", is_home=True)
    user = User.objects.create(email="ann@example.org")
    Membership.objects.create(club=club, user=user, role=Membership.Role.ORGANISER)
    by = who_is(user)
    event = plan_event(
        by=by,
        club=club,
        sheet=Sheet.named("tournament-singles"),
        boards=range(1, BOARDS + 1),
        stages=SHAPES["one-day-open"].stages(ENTRIES),
        facts={
            "name": "Open",
            "starts_at": datetime(2030, 5, 4, 9, tzinfo=UTC),
            "trust": Event.Trust.BOTH,
        },
    )
    for number in range(ENTRIES):
        player = Player.objects.create(club=club, name=f"Player {number}")
        enrol_players(by=by, event=event, players=[player])
    return by, event


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(DATA_DIR=folder, DJANGO_SETTINGS_MODULE="crokinole_site.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        main(int(sys.argv[1]) if len(sys.argv) > 1 else REHEARSALS)
