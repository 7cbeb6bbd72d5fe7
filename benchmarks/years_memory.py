"""How much memory the workers have taken when a club's years have been looked at.

    python -m benchmarks.years_memory [YEARS]

A served site of two workers; all kinds of pages, the five busiest players' among them, asked by a stranger
and by the owner, TURNS times, each after the running event has moved on. What is printed is the
resident memory of each worker, and the most that ever was.
"""

import http.cookiejar
import os
import re
import shutil
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from benchmarks.years import kept_at
from tests.served import run_site

TURNS = 3
BUSIEST, EVENTS = 5, 20
MOST_MB = 200


def workers_of(master: int) -> list[int]:
    listed = Path(f"/proc/{master}/task/{master}/children").read_text()
    return [int(each) for each in listed.split()]


def memory(pid: int) -> dict[str, float]:
    """In MB: what is resident now, and the most that ever was."""
    said = Path(f"/proc/{pid}/status").read_text()
    return {
        name: int(kilobytes) / 1024
        for name, kilobytes in re.findall(r"(VmRSS|VmHWM):\s+(\d+) kB", said)
    }


def signed_in(url: str, address: str) -> urllib.request.OpenerDirector:
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
    return browser


def addresses() -> tuple[str, set[str]]:
    """Who owns the club, and pages of every kind; the running event's have moved on."""
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
    playing.touch()
    return Membership.objects.get(role=Membership.Role.OWNER).user.email, asked


def browse(browser: urllib.request.OpenerDirector, url: str, asked: set[str]) -> None:
    for path in sorted(asked):
        try:
            with browser.open(url + path) as answer:
                answer.read()
        except urllib.error.HTTPError as trouble:
            if trouble.code >= 500:  # the desk's pages send a stranger away
                raise


def tell(turn: int, workers: list[int]) -> None:
    found = [memory(pid) for pid in workers]
    each = ", ".join(f"{m['VmRSS']:.0f} (at most {m['VmHWM']:.0f})" for m in found)
    print(f"after {turn} turns: {each} MB", flush=True)


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
        with run_site(Path(folder), demo=True, WORKERS="2") as site:
            import django

            django.setup()
            owner, asked = addresses()
            print(f"{years} years, {len(asked)} pages, by a stranger and by the owner")
            workers = workers_of(site.process.pid)
            browsers = [urllib.request.build_opener(), signed_in(site.url, owner)]
            for turn in range(TURNS):
                tell(turn, workers)
                addresses()
                for browser in browsers:
                    browse(browser, site.url, asked)
            tell(TURNS, workers)
            most = max(memory(pid)["VmHWM"] for pid in workers)
    print(f"{most:.0f} MB at most in a worker; {MOST_MB} are allowed")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 10)
