"""What every page costs when a club has one, three and ten years behind it.

    python -m benchmarks.years [YEARS …]

Each club is made once, which takes about a minute, and kept in a folder of its own
(``years_club.py``). Each page is asked through Django's test client after a result has moved
its event on, so that nothing is ready; the time is that of the processor, SQLite's within it. The
clubs are asked in turns, one after another, and the best of nine counts: what else the machine
does meets all of them. The weight is what goes over the wire. ``exponent`` is to the first club,
in the same run: 0 for a page that does not grow with the years, 1 for one that grows as they do.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from math import log
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from typing import Any

from benchmarks.hall import database_at, work_time

YEARS = (1, 3, 10)
TIMES = 9
MOST_MS, MOST_KB, MOST_EXPONENT = 150, 100, 0.2
A_RESULT_MS = 50
RATINGS = "ratings after a result"


def main(years: list[int]) -> None:
    with ExitStack() as stack:
        clubs = {each: stack.enter_context(AskedClub(each)) for each in years}
        costs = {each: dict[str, tuple[float, float]]() for each in years}
        for name in clubs[years[0]].weights:
            took = [[clubs[n].milliseconds(name) for n in years] for _ in range(TIMES)]
            for n, best in zip(years, map(min, zip(*took, strict=True)), strict=True):
                costs[n][name] = best, clubs[n].weights[name]
    tell(costs)


def tell(costs: dict[int, dict[str, tuple[float, float]]]) -> None:
    years = list(costs)
    first, last = costs[years[0]], costs[years[-1]]
    print(f"{'':34}" + "".join(f"{f'{n} y, ms':>10}{'kB':>7}" for n in years) + "  exp")
    wrong = []
    for name in last:
        cells = "".join(f"{costs[n][name][0]:10.1f}{costs[n][name][1]:7.1f}" for n in years)
        ms, kb = last[name]
        grown = ms / first[name][0]
        exponent = log(grown) / log(years[-1] / years[0]) if len(years) > 1 else 0.0
        most = A_RESULT_MS if name == RATINGS else MOST_MS
        is_wrong = ms > most or kb > MOST_KB or exponent > MOST_EXPONENT
        wrong += [name] * is_wrong
        print(f"{name:34}{cells}{exponent:6.2f}{'  <' if is_wrong else ''}")
    print(f"\n{len(wrong)} of {len(last)} are past their bars: {', '.join(wrong)}")


def kept_at(years: int) -> Path:
    """The club of so many years, made where no run has kept it."""
    kept = path_of(years)
    if not kept.exists():
        print_progress(f"Making {kept.name}")
        with tempfile.TemporaryDirectory() as folder:
            made = [*command_of(years), "--make"]
            subprocess.run(made, check=True, env=environment_in(folder))
    return kept


@contextmanager
def copied_to(database: str, years: int) -> Iterator[dict[str, str]]:
    """A copy of a kept club in a database of this kind: the environment of a site that has it."""
    with tempfile.TemporaryDirectory() as folder, database_at(database, folder) as url:
        shutil.copy(kept_at(years), Path(folder, "twenties.sqlite3"))
        environment = environment_in(folder)
        if database != "sqlite":
            for act in (["migrate", "--verbosity=0"], ["move_to", url]):
                command = [sys.executable, "manage.py", *act]
                subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
        yield environment | {"DATABASE_URL": url}


def path_of(years: int) -> Path:
    folder = Path(tempfile.gettempdir()) / "twenties-years"
    folder.mkdir(exist_ok=True)
    return folder / f"{years}.sqlite3"


def command_of(years: int) -> list[str]:
    return [sys.executable, "-m", "benchmarks.years", "--asked", str(years)]


def environment_in(folder: str) -> dict[str, str]:
    return os.environ | {
        "DATA_DIR": folder,
        "DATABASE_URL": f"sqlite:///{folder}/twenties.sqlite3",
        "HTTPS": "0",
        "ALLOWED_HOSTS": "testserver",
        "DJANGO_SETTINGS_MODULE": "crokinole_site.settings",
    }


class AskedClub:
    """A process that has a copy of a club and says what one page costs when it is asked."""

    def __init__(self, years: int, database: str = "sqlite") -> None:
        self.years, self.copied = years, copied_to(database, years)

    def __enter__(self) -> AskedClub:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command_of(self.years),
            env=self.copied.__enter__(),
            stdin=pipe,
            stdout=pipe,
            text=True,
        )
        self.weights: dict[str, float] = json.loads(self._line())
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()
        self.copied.__exit__(None, None, None)

    def milliseconds(self, name: str) -> float:
        assert self.process.stdin
        print(name, file=self.process.stdin, flush=True)
        return float(self._line())

    def _line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()


def answer() -> None:
    """The weights of all pages, then what each costs that is asked for."""
    from django.test import Client
    from django.utils import timezone

    from leagues.models import Club, Event, Membership
    from leagues.reads.people.stored_sums import sums_of

    club = Club.objects.get(is_home=True)
    running = Event.objects.get(slug__startswith="millrace-open", state="running")
    owner = Membership.objects.get(role=Membership.Role.OWNER).user
    stranger, signed_in = Client(), Client()
    signed_in.force_login(owner)
    # The demo's open is played on a Saturday, and other events until today: a result comes in now,
    # as it does where a hall plays, because only the club's last day is never stored.
    last = running.matches.filter(ending="played").order_by("-number").first()
    assert last
    running.matches.filter(pk=last.pk).update(finished_at=timezone.now())
    began = work_time()
    sums_of(club)
    print_progress(f"all years added up in {work_time() - began:.1f} s")
    acts: dict[str, Callable[[], object]] = {RATINGS: lambda: sums_of(club)}
    weights = {RATINGS: 0.0}
    for name, path in paths(club, running).items():
        browser = signed_in if path.startswith("/desk/") else stranger
        page = browser.get(path, headers={"accept-encoding": "gzip"})
        assert page.status_code == 200, (path, page.status_code)
        acts[name], weights[name] = partial(browser.get, path), weight(page) / 1000
    print(json.dumps(weights), flush=True)
    for line in sys.stdin:
        running.touch()
        began = work_time()
        acts[line.strip()]()
        print(1000 * (work_time() - began), flush=True)
    print_progress(f"{getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


def print_progress(what: str) -> None:
    print(f"  {what}", file=sys.stderr)


def weight(answer: object) -> int:
    """As it goes over the wire; what the site's edge packs is packed here."""
    data: bytes = answer.content  # type: ignore[attr-defined]
    if answer.get("Content-Encoding") or not answer.get("Cache-Control", "").startswith(  # type: ignore[attr-defined]
        "public"
    ):
        return len(data)
    return len(gzip.compress(data, 6))


def paths(club: object, running: object) -> dict[str, str]:
    """One address for each kind of page: the busiest player, whom they met most, the running event."""
    from django.db.models import Count
    from django.urls import reverse

    from leagues.models import Action, Event, League, Match, Player
    from leagues.reads.people.careers import met_by

    assert isinstance(running, Event)
    busy = Player.objects.annotate(many=Count("side_players")).order_by("-many", "pk")
    one = busy[0]
    two = Player.objects.get(pk=met_by(one).values_list("other", flat=True)[0])
    match = running.matches.filter(ending="played").order_by("number").last()
    assert isinstance(match, Match)
    entry = running.entries.order_by("pk").first()
    slug = [running.slug]
    line = Action.objects.filter(event=running).order_by("-pk").first()
    assert entry
    assert line
    round_ = match.pairing_round
    closed = League.objects.closed().order_by("pk").last()
    nights, matches = (
        League.objects.get(kind=kind, closed_at=None)
        for kind in (League.Kind.SINGLES, League.Kind.MATCHES)
    )
    assert closed
    named: dict[str, list[Any]] = {
        **{name: [] for name in ("home", "events", "players", "records", "search", "rating-list")},
        **{name: [] for name in ("leagues", "honours", "desk-leagues")},
        "player": [one.pk, one.web_slug],
        "against": [one.pk, two.pk],
        "player_picture": [one.pk],
        **dict.fromkeys(
            (
                *("event", "matches", "standings", "chances", "event_players"),
                *("draws", "about", "event-numbers"),
                *("event_desk", "event_people", "event_seeds", "event_log", "event_draw"),
                *("event_stages", "event_advance", "event_matches", "event_phones"),
                *("event_screens", "pick_people", "event_change"),
            ),
            slug,
        ),
        "match": [running.slug, match.number],
        "entry": [running.slug, entry.pk],
        "desk_match": [running.slug, match.number],
        "match_reports": [running.slug, match.number],
        "round_cards": [running.slug, round_.pk],
        "round_pairings": [running.slug, round_.pk],
        **{name: [] for name in ("desk", "desk_events", "people", "look_alikes", "club_log")},
        **{key: [nights.slug] for key in ("league", "desk-league", "desk-league-log")},
        "person": [one.pk],
        "action_undo": [running.slug, line.pk],
    }
    found = {name: reverse(name, args=args) for name, args in named.items()}
    log_ = found["event_log"]
    return found | {
        "league, of matches": matches.get_absolute_url(),
        "league, a closed one": closed.get_absolute_url(),
        "player, what changes": f"{found['player']}?fragment=live",
        "records, of a year": f"{found['records']}?year={running.starts_at:%Y}",
        "search, a letter": f"{found['search']}?q=a",
        "event_log, of a player": f"{log_}?by=player:{one.pk}",
        "event_log, of a match": f"{log_}?match={match.number}",
        "people, sought": f"{found['people']}?q=an",
    }


if __name__ == "__main__":
    asked = [int(each) for each in sys.argv[1:] if each.isdecimal()]
    if "--asked" not in sys.argv:
        main(asked or list(YEARS))
    else:
        import django

        django.setup()
        from django.core.management import call_command

        from benchmarks.years_club import keep

        call_command("migrate", verbosity=0)
        if "--make" in sys.argv:
            keep(asked[0], path_of(asked[0]))
        else:
            call_command("collectstatic", verbosity=0, interactive=False)
            gc.freeze()  # as a worker does
            gc.set_threshold(10_000, 4, 10)
            answer()
