"""What the desk's acts cost in an event of 500 entries and ten Swiss rounds.

    python -m benchmarks.desk [ENTRIES]

Each act is a request through Django's own test client, and is taken back afterwards so
that it is done again and again from the same state. The time is that of the processor,
SQLite's within it, the best of five. Beside it stand the queries, and how many times longer
the act takes than in an event a tenth as large: ten is a straight line, one does not grow.
The last column is the time against one plain query, in the same run, that fetches as many
rows as there are entries.
"""

import gc
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

ENTRIES = 500
BARS = {500: 0.15, 1000: 0.2}  # seconds of an act, by entries
ROUNDS = 10
TIMES = 5


@dataclass(frozen=True)
class Cost:
    seconds: float
    queries: int
    size: int


def main(entries: int) -> None:
    few, many = measured(entries // 10), measured(entries)
    bare = many.pop("")
    few.pop("")
    print(f"{entries} entries: one plain query takes {1000 * bare.seconds:.1f} ms\n")
    print(f"{'':24}{'ms':>7}{'queries':>9}{'growth':>8}{'plain':>7}{'kB':>7}")
    for act, cost in many.items():
        grows = cost.seconds / few[act].seconds
        print(
            f"{act:24}{1000 * cost.seconds:7.0f}{cost.queries:9}{grows:8.1f}"
            f"{cost.seconds / bare.seconds:7.0f}{cost.size / 1000:7.0f}"
        )
    bar = BARS.get(entries, 0.2)
    slow = sum(cost.seconds > bar for cost in many.values())
    print(f"\n{slow} of {len(many)} acts take more than {1000 * bar:.0f} ms")


def measured(entries: int) -> dict[str, Cost]:
    from django.test import Client

    from leagues.access.roles import who_is
    from leagues.models import Club, Entry, Membership, User
    from tests.leagues.site.big_event import BigEvent, whole_day

    club = Club.objects.get_or_create(name="Westport", slug="westport", is_home=True)[0]
    user = User.objects.create(email=f"ann{entries}@example.org")
    Membership.objects.create(club=club, user=user, role=Membership.Role.ORGANISER)
    browser = Client()
    browser.force_login(user)
    big = BigEvent.plan(who_is(user), club, browser, entries, ROUNDS)
    costs = {}
    for acts in whole_day(big, ROUNDS):
        for name, act in acts.items():
            costs[name] = cost_of(act)
    rows = Entry.objects.filter(event=big.event).values_list()
    costs[""] = cost_of(lambda: list(rows.all()))
    return costs


def cost_of(act: Callable[[], object]) -> Cost:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tests.leagues.site.big_event import as_if

    with as_if(), CaptureQueriesContext(connection) as captured:
        answer = act()
        queries = len(captured)
    status = getattr(answer, "status_code", 200)
    assert status in (200, 204, 302), (status, getattr(answer, "content", b"")[-3000:])
    took = []
    for _ in range(TIMES):
        with as_if():
            began = process_time()
            act()
            took.append(process_time() - began)
    return Cost(min(took), queries, len(getattr(answer, "content", b"")))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DATA_DIR": folder,
            "HTTPS": "0",
            "ALLOWED_HOSTS": "testserver",
            "DJANGO_SETTINGS_MODULE": "crokinole_site.settings",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        gc.freeze()  # as a worker does
        gc.set_threshold(10_000, 4, 10)
        main(int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES)
