"""What pages cost in a small club and in a large one, on SQLite and PostgreSQL, on one page.

    python -m benchmarks.growth [DATABASE …]

Each dimension has a process and a database to itself, which first hold the small size and then the
large one (years: two copies of kept clubs). The cost is processor time in milliseconds, the best
of TIMES, with PostgreSQL's own within it; an event moves on before each, so that nothing is ready,
and acts are rolled back. For spectators it is the processor time of the site, without the
database's. The exponent is the log of the ratio of costs over the log of the ratio of sizes: 0 for
what does not grow, 1 for what grows with the size. ``benchmarks/results.md`` has a reason for each.
"""

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from functools import partial
from itertools import islice
from math import log
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from benchmarks.hall import (
    TABLE,
    crowd,
    database_at,
    databases,
    enter_results,
    hall,
    memory,
    port_of,
    processor_time,
    work_time,
)
from benchmarks.years import RATINGS, AskedClub

if TYPE_CHECKING:
    from leagues.models import Event
    from tests.cast import Cast
    from tests.leagues.site.big_event import BigEvent

TIMES = 5
ROUNDS = 3  # of the Swiss that entries play
RESULTS, EVERY = 8, 2.0  # of spectators; seconds
FIELD = 30  # members who play one event, a day before the next
DESK = ("standings", "desk", "people", "enter a card", "draw, being played", "draw a round")
OF_YEARS = ("home", "event", "player", "records", "league", "event_log", RATINGS)

Costs = dict[str, float]
Ask = Callable[[], object]


def main(names: list[str]) -> None:
    found = {name: {what: run(name, what) for what in GROWING} for name in names}
    for what, (sizes, _) in GROWING.items():
        heads = "".join(f"{f'{name}: {sizes[0]:,}':>20}{sizes[1]:>8,}  exp" for name in names)
        print(f"\n{what:24}{heads}   load {', '.join(found[n][what][0] for n in names)}")
        for page in found[names[0]][what][1]:
            print(f"  {page:22}" + "".join(cells(found[n][what], page, sizes) for n in names))


def cells(measured: list[Any], page: str, sizes: tuple[int, int]) -> str:
    few, many = (costs[page] for costs in measured[1:])
    return f"{few:20.1f}{many:8.1f}{log(many / few) / log(sizes[1] / sizes[0]):5.2f}"


def run(database: str, what: str) -> list[Any]:
    """The load, and the costs at both sizes."""
    print(f"  {database}: {what}", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "benchmarks.growth", database, what]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    measured: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return measured


def measure(database: str, what: str) -> None:
    sizes, costs_at = GROWING[what]
    costs = list(costs_at(database, sizes))
    print(json.dumps([f"{os.getloadavg()[0]:.1f}", *costs]))


def costs_of(asks: Mapping[str, Ask], event: "Event") -> Costs:
    costs = {}
    for name, ask in asks.items():
        took = []
        for _ in range(TIMES):
            event.touch()
            began = work_time()
            answer: Any = ask()
            took.append(1000 * (work_time() - began))
            assert answer.status_code in (200, 302), (name, answer.status_code)
            assert b'"refused"' not in answer.content, (name, answer.content)
        costs[name] = min(took)
    return costs


def undone(ask: Ask) -> object:
    from tests.leagues.site.big_event import as_if

    with as_if():
        return ask()


@contextmanager
def club_at(database: str) -> Iterator["Cast"]:
    """A club without events in a database that this process knows."""
    with tempfile.TemporaryDirectory() as folder, database_at(database, folder) as url:
        os.environ |= {
            "DATA_DIR": folder,
            "DATABASE_URL": url,
            "HTTPS": "0",
            "ALLOWED_HOSTS": "testserver",
            "DJANGO_SETTINGS_MODULE": "crokinole_site.settings",
        }
        import django

        django.setup()
        from django.core.management import call_command

        from tests.cast import make_cast

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        gc.freeze()  # as a worker does
        gc.set_threshold(10_000, 4, 10)
        yield make_cast()


# --- What grows -----------------------------------------------------------------------


def with_entries(database: str, sizes: tuple[int, int]) -> Iterator[Costs]:
    with club_at(database) as cast:
        from tests.leagues.site.big_event import BigEvent, whole_day

        ann, browser = cast.who("ann"), cast.browser_of("ann")
        for size in sizes:
            big = BigEvent.plan(ann, cast.club, browser, size, ROUNDS)
            costs: Costs = {}
            for acts in islice(whole_day(big, ROUNDS), 2):
                asks: dict[str, Ask] = {name: acts[name] for name in DESK if name in acts}
                if not costs:
                    asks["report from a phone"] = report_of(big)
                rolled_back = {name: partial(undone, ask) for name, ask in asks.items()}
                costs |= costs_of(rolled_back, big.event)
            yield costs


def report_of(big: "BigEvent") -> Ask:
    from django.test import Client
    from django.utils import timezone

    from leagues.access.phone_passes import Chose, Pass, WayIn

    match = big.last.matches.unfinished().latest("number")
    way = Pass(WayIn.CODE, match.pk, match.pk, Chose.EVERYBODY)
    claim = {"points": [2, 0], "twenties": [1, 0]}
    first = {"key": str(uuid4()), "game": 1, "number": 1, "claim": claim}
    sent = {
        "device": str(uuid4()),
        "reports": [first | {"made_at": timezone.now().isoformat()}],
    }
    return partial(Client().post, f"/play/{way.signed}/reports/", sent, "application/json")


def with_leagues(database: str, sizes: tuple[int, int]) -> Iterator[Costs]:
    with club_at(database) as cast:
        import time_machine
        from django.test import Client

        from tests.leagues.leagues.mondays import Mondays

        paths = {"front page": "/", "leagues": "/leagues/", "news feed": "/news.atom"}
        asks = {name: partial(Client().get, path) for name, path in paths.items()}
        with time_machine.travel("2026-10-07T12:00-04:00"):
            before = 0
            for size in sizes:
                for _ in range(before, size):
                    mondays = Mondays.open(cast, "Zoë", "Bo", "Cy")
                    night = mondays.play(1, ("Zoë", "Bo", 6, 2))
                before = size
                yield costs_of(asks, night)


def with_members(database: str, sizes: tuple[int, int]) -> Iterator[Costs]:
    """Members who have all played, FIELD of them in each event."""
    with club_at(database) as cast:
        from django.db.models import F
        from django.test import Client

        from leagues.models import Event, Player
        from leagues.reads.people.stored_sums import sums_of
        from tests.leagues.site.big_event import BigEvent

        ann, browser, stranger = cast.who("ann"), cast.browser_of("ann"), Client()
        events: list[Event] = []
        for size in sizes:
            while len(events) * FIELD < size:
                big = BigEvent.plan(ann, cast.club, browser, FIELD, rounds=1)
                big.draw()
                big.play(Random(big.event.slug))
                ago = timedelta(days=len(events))
                big.event.matches.update(finished_at=F("finished_at") - ago)
                Event.objects.filter(pk=big.event.pk).update(
                    state=Event.State.FINISHED, starts_at=big.event.starts_at - ago
                )
                events.append(big.event)
            sums_of(cast.club)
            player = Player.objects.filter(entries__event=events[0]).earliest("pk")
            asks = {
                "people list": partial(stranger.get, "/players/"),
                "search, a name": partial(stranger.get, "/search/?q=Cat+van"),
                "search, a letter": partial(stranger.get, "/search/?q=p"),
                "a player": partial(stranger.get, player.get_absolute_url()),
                "records": partial(stranger.get, "/records/"),
                "desk people": partial(browser.get, "/desk/people/"),
            }
            yield costs_of(asks, events[0])


def with_spectators(database: str, sizes: tuple[int, int]) -> Iterator[Costs]:
    with hall(database) as site:
        port = port_of(site.url)
        with crowd(port, TABLE, 100, "packed"):
            pass  # every worker has begun, and has made a page
        for size in sizes:
            at_rest, began = memory(site), processor_time(site)
            with crowd(port, TABLE, size, "packed"):
                time.sleep(1)  # noqa: TID251 – so that opening is over
                opened = processor_time(site)
                more = memory(site) - at_rest
                for _ in enter_results(RESULTS):
                    time.sleep(EVERY)  # noqa: TID251 – after another
                ended = processor_time(site)
            yield {
                "open all streams": 1000 * (opened - began),
                "a result": 1000 * (ended - opened) / RESULTS,
                "memory, MB": (at_rest + more) / 1e6,
            }


def with_years(database: str, sizes: tuple[int, int]) -> Iterator[Costs]:
    with ExitStack() as stack:
        clubs = [stack.enter_context(AskedClub(years, database)) for years in sizes]
        took = {
            name: [[club.milliseconds(name) for club in clubs] for _ in range(TIMES)]
            for name in OF_YEARS
        }
    for at, _ in enumerate(sizes):
        yield {name: min(each[at] for each in turns) for name, turns in took.items()}


Growing = tuple[tuple[int, int], Callable[[str, tuple[int, int]], Iterator[Costs]]]
GROWING: dict[str, Growing] = {
    "entries": ((10, 1_000), with_entries),
    "spectators": ((10, 10_000), with_spectators),
    "leagues": ((1, 30), with_leagues),
    "members": ((30, 3_000), with_members),
    "years": ((1, 10), with_years),
}


if __name__ == "__main__":
    if sys.argv[2:] and sys.argv[2] in GROWING:
        measure(*sys.argv[1:])
    else:
        main(sys.argv[1:] or databases())
