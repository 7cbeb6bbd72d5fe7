"""Players report while ten people look at pages of a club's ten years.

    python -m benchmarks.years_hall [YEARS] [DATABASE …]

Sixteen phones report together once a second; ten browsers ask for the page of a busy player each,
again and again with a second between, as whoever looks around does. They look for three seconds and
rest for three, TURNS times, so that what else the machine does meets both alike. Milliseconds until
a report counts; the ratio is to the same players with nobody looking, in the same run. What a
report waits for the slowest of its turn is compared turn by turn too, and the middle of that told.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import urllib.request
from itertools import chain
from pathlib import Path
from statistics import median

from benchmarks.hall import databases, percentile, phones
from benchmarks.years import copied_to
from tests.served import run_site

LOOKING = 10
TURNS, ROUNDS = 15, 3


class Lookers:
    """Ten browsers, each with a page of its own, that look while they are let."""

    def __init__(self, urls: list[str]) -> None:
        self.may, self.leave = threading.Event(), threading.Event()
        self.took: list[float] = []
        self.at_work = [threading.Lock() for _ in urls]
        self.threads = [
            threading.Thread(target=self.look, args=each)
            for each in zip(urls, self.at_work, strict=True)
        ]

    def __enter__(self) -> Lookers:
        for each in self.threads:
            each.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave.set()
        self.may.set()
        for each in self.threads:
            each.join()

    def look(self, url: str, at_work: threading.Lock) -> None:
        while not self.leave.is_set():
            self.may.wait()
            with at_work:
                if not self.may.is_set():
                    continue
                begun = time.perf_counter()
                with urllib.request.urlopen(url) as answer:
                    answer.read()
                self.took.append(1000 * (time.perf_counter() - begun))
            self.leave.wait(1)

    def rest(self) -> None:
        """Until the last of them has its page."""
        self.may.clear()
        for each in self.at_work:
            with each:
                pass


def main(years: str, names: list[str]) -> None:
    for database in names:  # Django knows one database a process
        command = [sys.executable, "-m", "benchmarks.years_hall", years, database, "--asked"]
        subprocess.run(command, check=True)


def measure(years: int, database: str) -> None:
    with copied_to(database, years) as environment:
        os.environ |= environment
        served = {"WORKERS": "2", "DATABASE_URL": environment["DATABASE_URL"]}
        with run_site(Path(environment["DATA_DIR"]), demo=True, **served) as site:
            import django

            django.setup()
            from django.db.models import Count

            from benchmarks.everything import together
            from leagues.models import Club, Event, Player
            from leagues.reads.people.stored_sums import sums_of

            sums_of(Club.objects.get(is_home=True))  # as after the site's first start
            running_now = Event.objects.filter(name="Millrace Open", state="running")
            slug = running_now.get().slug
            vars(phones)["EVENT"] = slug  # there the demo's only open is meant
            busy = Player.objects.annotate(many=Count("side_players")).order_by("-many")
            paths = [player.get_absolute_url() for player in busy[:LOOKING]]
            hands = phones.phones(site.url)
            together(hands)
            alone, watched = list[list[float]](), list[list[float]]()
            with Lookers([site.url + path for path in paths]) as lookers:
                for _ in range(TURNS):
                    alone.append(counted(hands))
                    lookers.may.set()
                    watched.append(counted(hands))
                    lookers.rest()
    print(f"{database}, load {os.getloadavg()[0]:.1f}")
    for share in (0.5, 0.99):
        before, after = (percentile(list(chain(*each)), share) for each in (alone, watched))
        print(
            f"p{100 * share:.0f}: counted after {before:.0f} ms alone, {after:.0f} with"
            f" {LOOKING} looking, {after / before:.2f} of it"
        )
    pairs = zip(alone, watched, strict=True)
    ratios = sorted(max(after) / max(before) for before, after in pairs)
    print(
        f"the slowest of each turn: {median(ratios):.2f} of it in the middle,"
        f" {ratios[0]:.2f} to {ratios[-1]:.2f}"
    )
    p50, p99 = (percentile(lookers.took, share) for share in (0.5, 0.99))
    print(f"{len(lookers.took)} pages, p50 {p50:.0f} p99 {p99:.0f} ms")


def counted(hands: list[phones.Phone]) -> list[float]:
    from benchmarks.everything import together

    return [until for _, until in together(hands, ROUNDS)[0]]


if __name__ == "__main__":
    if "--asked" in sys.argv:
        measure(int(sys.argv[1]), sys.argv[2])
    else:
        main(sys.argv[1] if sys.argv[1:] else "10", sys.argv[2:] or databases())
