"""How much memory each worker takes while many people look at a club's years.

    python -m benchmarks.years_memory [YEARS]

A served site of two workers with four threads each. READERS ask for pages together, each in one
of six languages, every other one as the owner. Half of their requests are for one page of each
kind and the busiest players', half follow links of the page before. The running event moves on
meanwhile, as by results. Printed is the proportional memory (PSS) of each worker at the start
and at each of STOPS requests. It may be MOST_MB, and grow by LEVEL_MB between the stops.
"""

import gzip
import http.cookiejar
import os
import random
import re
import shutil
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from itertools import cycle, islice
from pathlib import Path
from time import monotonic

from benchmarks.stranger import LANGUAGES
from benchmarks.years import kept_at
from tests.served import run_site

READERS = 12
STOPS = (3_000, 5_000, 7_000)
MOST_MB, LEVEL_MB = 150, 5
MOVES_ON = 40  # requests of a reader from one result to the next
BUSIEST, EVENTS = 5, 20
LINK = re.compile(r'href="(/[^"#]*)')


def workers_of(master: int) -> list[int]:
    listed = Path(f"/proc/{master}/task/{master}/children").read_text()
    return [int(each) for each in listed.split()]


def memory(pid: int) -> float:
    """Return a process's proportional memory (PSS) in MB: pages it shares count in part."""
    found = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
    assert found
    return int(found[1]) / 1024


def signed_in(url: str, address: str) -> http.cookiejar.CookieJar:
    from benchmarks.years_club import PASSWORD

    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    page = browser.open(f"{url}/accounts/login/").read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    sent = {"login": address, "password": PASSWORD, "csrfmiddlewaretoken": token[1]}
    asked = urllib.request.Request(
        f"{url}/accounts/login/",
        urllib.parse.urlencode(sent).encode(),
        {"Referer": f"{url}/accounts/login/"},
    )
    browser.open(asked).read()
    assert any(each.name == "sessionid" for each in jar)
    return jar


def addresses() -> tuple[str, set[str], Callable[[], object]]:
    """The owner's address, pages of every kind, and what moves the running event on."""
    from django.db.models import Count
    from django.urls import reverse

    from benchmarks.years import paths
    from leagues.models import Club, Event, Membership, Player

    playing = Event.objects.get(slug__startswith="millrace-open", state="running")
    asked = set(paths(Club.objects.get(is_home=True), playing).values())
    busy = Player.objects.annotate(many=Count("side_players")).order_by("-many", "pk")
    for one in busy[:BUSIEST]:
        asked.add(reverse("player", args=[one.pk, one.web_slug]))
        asked.add(reverse("person", args=[one.pk]))
        for other in busy[:BUSIEST]:
            if one != other:
                asked.add(reverse("against", args=[one.pk, other.pk]))
    for event in Event.objects.exclude(state="planned").order_by("-pk")[:EVENTS]:
        names = ("event", "standings", "matches", "event_players", "event_log")
        asked |= {reverse(name, args=[event.slug]) for name in names}
    return Membership.objects.get(role=Membership.Role.OWNER).user.email, asked, playing.touch


class Reader:
    """One person with a browser, who asks for pages and follows their links at random."""

    def __init__(
        self, number: int, url: str, language: str, asked: set[str], jar: http.cookiejar.CookieJar
    ) -> None:
        self.url, self.language = url, language
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self.dice = random.Random(number)
        self.asked, self.links = sorted(asked), sorted(asked)
        self.answers = Counter[int]()

    def look(self, requests: int, move_on: Callable[[], object]) -> None:
        for number in range(requests):
            if number % MOVES_ON == 0:
                move_on()
            known = self.dice.choice((self.asked, self.links))
            page = self.get(self.dice.choice(known))
            if found := set(LINK.findall(page)):
                self.links = sorted(unescape(each) for each in found if "logout" not in each)

    def get(self, path: str) -> str:
        """Return a page; empty if it is none, or not for this reader."""
        headers = {"Accept-Language": self.language, "Accept-Encoding": "gzip"}
        quoted = urllib.parse.quote(path, safe="/?&=%:+,~")
        try:
            with self.browser.open(urllib.request.Request(self.url + quoted, None, headers)) as got:
                self.answers[got.status] += 1
                data = got.read()
                if got.headers["Content-Encoding"] == "gzip":
                    data = gzip.decompress(data)
                return data.decode() if "text/html" in got.headers["Content-Type"] else ""
        except urllib.error.HTTPError as refusal:
            self.answers[refusal.code] += 1
            if refusal.code >= 500:
                raise
            return ""


def measure(url: str, master: int) -> tuple[list[float], list[float]]:
    """The memory of each worker at the last two stops."""
    owner, asked, move_on = addresses()
    session = signed_in(url, owner)
    workers = workers_of(master)
    print(f"{len(asked)} pages and their links, {READERS} readers", flush=True)
    readers = [
        Reader(number, url, language, asked, session if number % 2 else http.cookiejar.CookieJar())
        for number, language in enumerate(islice(cycle((*LANGUAGES, *LANGUAGES[::-1])), READERS))
    ]
    sizes, done, begun = [[memory(each) for each in workers]], 0, monotonic()
    tell("at the start", sizes[-1])
    with ThreadPoolExecutor(READERS) as pool:
        for stop in STOPS:
            looks = [pool.submit(each.look, (stop - done) // READERS, move_on) for each in readers]
            for look in looks:
                look.result()
            done = stop
            sizes.append([memory(each) for each in workers])
            answers = dict(sum((each.answers for each in readers), Counter[int]()))
            tell(f"after {stop:,} requests, {monotonic() - begun:.0f} s, {answers}", sizes[-1])
    return sizes[-2], sizes[-1]


def tell(when: str, sizes: list[float]) -> None:
    load = os.getloadavg()[0]
    print(f"{when}: {', '.join(f'{each:.0f}' for each in sizes)} MB, load {load:.0f}", flush=True)


def main(years: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "twenties.sqlite3")
        shutil.copy(kept_at(years), database)
        os.environ |= {
            "DATA_DIR": folder,
            "HTTPS": "0",
            "DATABASE_URL": f"sqlite:///{database}",
            "DJANGO_SETTINGS_MODULE": "crokinole_site.settings",
        }
        with run_site(Path(folder), demo=True, WORKERS="2", THREADS="4") as site:
            import django

            django.setup()
            before, last = measure(site.url, site.process.pid)
    grown = max(b - a for a, b in zip(before, last, strict=True))
    print(
        f"{max(last):.0f} MB at most, {MOST_MB} are allowed; grown by {grown:.0f}, {LEVEL_MB} are"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 10)
