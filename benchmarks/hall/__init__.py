"""A hall for measuring: a served site with the demo's running event, and its crowd."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from tests.served import Site, run_site

ROOT = Path(__file__).resolve().parents[2]
POSTGRES = os.environ.get("POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")
EVENT = "millrace-open"
STANDINGS = f"/events/{EVENT}/standings/"
REVISIONS = f"/events/{EVENT}/revisions/"
TABLE = f"{STANDINGS}?fragment=stream"


@contextmanager
def hall(database: str = "sqlite", **more: str) -> Iterator[Site]:
    """The demo, served by two processes as `make run` does, and known to this process."""
    with tempfile.TemporaryDirectory() as folder, database_at(database, folder) as url:
        at = {"DATA_DIR": folder, "HTTPS": "0", "DATABASE_URL": url}
        os.environ.update(at, DJANGO_SETTINGS_MODULE="crokinole_site.settings")
        with run_site(Path(folder), demo=True, WORKERS="2", DATABASE_URL=url, **more) as site:
            yield site


@contextmanager
def database_at(kind: str, folder: str) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder}/twenties.sqlite3"
        return
    import psycopg

    name = f"bench_{uuid4().hex}"
    with psycopg.connect(POSTGRES, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    try:
        yield f"{POSTGRES.rpartition('/')[0]}/{name}"
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def databases() -> list[str]:
    """SQLite, and PostgreSQL where one answers."""
    import psycopg

    with contextlib.suppress(psycopg.Error):
        psycopg.connect(POSTGRES, connect_timeout=2).close()
        return ["sqlite", "postgresql"]
    print("(no PostgreSQL answers at POSTGRES; SQLite only)")
    return ["sqlite"]


def enter_results(count: int) -> Iterator[int]:
    """Enter one round after another; give the moment each was committed (monotonic ns)."""
    import django

    django.setup()
    from django.utils import timezone

    from leagues.access.roles import ANONYMOUS
    from leagues.actions.play.cards import enter_card
    from leagues.models import Match
    from leagues.reads import match_format_of, match_state
    from leagues.reads.play.card import card_mark, claim_of

    unfinished = Match.objects.exclude(state=Match.State.FINISHED).order_by("pk")
    for match in unfinished.filter(event__slug=EVENT).select_related("pairing_round__stage__event"):
        rules = match_format_of(match.pairing_round.stage)
        while match_state(rules, list(match.rounds.all()), match.first).next:
            if not count:
                return
            count -= 1
            so_far = [claim_of(each) for each in match.rounds.all()]
            enter_card(
                by=ANONYMOUS,
                match=match,
                key=uuid4(),
                claims=[*so_far, {"points": [2, 0], "twenties": [1, 0]}],
                seen=card_mark(match),
                made_at=timezone.now(),
            )
            yield time.monotonic_ns()


# --- The crowd ----------------------------------------------------------------------


@dataclass
class Crowd:
    """Browsers that watch or ask; see crowd.c."""

    process: subprocess.Popen[str]

    def go_home(self) -> list[list[int]]:
        said, _ = self.process.communicate()
        return [[int(part) for part in line.split()] for line in said.splitlines()]


@contextmanager
def crowd(port: int, path: str, size: int, *how: str) -> Iterator[Crowd]:
    program = Path(tempfile.gettempdir()) / f"crowd-{os.getuid()}"
    source = Path(__file__).with_name("crowd.c")
    subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", "-o", str(program), str(source)], check=True)
    process = subprocess.Popen(
        [str(program), "127.0.0.1", str(port), path, str(size), *how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n", "the crowd did not get in"
    try:
        yield Crowd(process)
    finally:
        process.kill()
        process.wait()


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2])


def processes_of(site: Site) -> Iterator[tuple[Path, list[str]]]:
    """The site's processes in /proc, each with its numbers from ``stat``, from the state on."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            numbers = (process / "stat").read_text().rpartition(")")[2].split()
            if int(numbers[2]) == site.process.pid:
                yield process, numbers


def memory(site: Site) -> int:
    """Bytes that the site's processes have to themselves (their shared ones in parts)."""
    total = 0
    for process, _ in processes_of(site):
        with contextlib.suppress(OSError, IndexError, ValueError):
            rollup = (process / "smaps_rollup").read_text()
            total += int(rollup.partition("\nPss:")[2].split()[0]) * 1024
    return total


def processor_time(site: Site) -> float:
    """Seconds that the site's processes have worked."""
    ticks = sum(int(each) for _, numbers in processes_of(site) for each in numbers[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def work_time() -> float:
    """Seconds that this process has worked, and PostgreSQL for it where it runs on this machine."""
    from django.db import connection

    seconds = time.process_time()
    if connection.vendor == "postgresql":
        connection.ensure_connection()
        served_by = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
        with contextlib.suppress(OSError):
            seconds += int(served_by.read_text().split()[0]) / 1e9
    return seconds


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def needs(*programs: str) -> None:
    """Leave with a sentence where something to compare with is not installed."""
    from shutil import which

    for program in programs:
        if which(program) is None:
            print(f"Not measured: {program} is not installed.")
            sys.exit(0)
