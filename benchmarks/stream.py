"""From a result to every screen: how long, for 10,000 open pages, and at what memory.

Run from the repository: ``python -m benchmarks.stream``. Milliseconds are from the commit to
the last byte at each page; the ratio is to a bare asyncio broadcaster that looks at the same
file and sends as many bytes, measured in the same run.
"""

import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

from benchmarks.hall import (
    REVISIONS,
    TABLE,
    crowd,
    databases,
    enter_results,
    hall,
    memory,
    needs,
    percentile,
    port_of,
)

PAGES = 10_000
RESULTS = 8
EVERY = 2.0  # seconds; results that come faster than all pages get them are sent together


def waits(commits: list[int], arrived: list[list[int]]) -> tuple[list[float], int, int]:
    """Milliseconds for each page and result, how many never came, and the bytes of one."""
    last: dict[tuple[int, int], int] = {}
    size: dict[tuple[int, int], int] = defaultdict(int)
    for at, who, length in arrived:
        for number, (begun, ended) in enumerate(pairwise([*commits, 1 << 62])):
            if begun - 20_000_000 < at < ended - 20_000_000:
                last[number, who] = at
                size[number, who] += length
    found = [max(0, at - commits[n]) / 1e6 for (n, _), at in last.items()]
    return found, PAGES * len(commits) - len(found), max(size.values(), default=0)


def watched(port: int, path: str, how: str) -> tuple[list[float], int, int]:
    with crowd(port, path, PAGES, how) as watching:
        time.sleep(1)  # noqa: TID251 – so that opening is over
        commits = []
        for at in enter_results(RESULTS):
            commits.append(at)
            time.sleep(EVERY)  # noqa: TID251 – after another
        arrived = watching.go_home()
    return waits(commits, arrived)


@contextmanager
def broadcaster(path: str, size: int) -> Iterator[int]:
    bare = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.hall.broadcaster", path, str(size)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert bare.stdout is not None
    try:
        yield int(bare.stdout.readline())
    finally:
        bare.kill()
        bare.wait()


def say(what: str, found: tuple[list[float], int, int], more: str = "") -> float:
    times, missed, size = found
    slow = percentile(times, 0.99)
    print(
        f"{what:<34} {percentile(times, 0.5):6.0f} {slow:6.0f} {missed:7} {size:7}  {more}",
        flush=True,
    )
    return slow


def measure(database: str) -> None:
    with hall(database) as site:
        with crowd(port_of(site.url), TABLE, 100, "packed"):
            pass  # every worker has begun, and has made a page
        for what, path, how in (
            ("revision", REVISIONS, "watch"),
            ("table, packed", TABLE, "packed"),
        ):
            before = memory(site)
            with crowd(port_of(site.url), path, PAGES, how):
                each = (memory(site) - before) / PAGES / 1024
            found = watched(port_of(site.url), path, how)
            slow = say(f"{database}: {what}", found, f"{each:.1f} kB a stream")
            if database == "sqlite":
                file = str(site.data_dir / "twenties.sqlite3")
                with broadcaster(file, found[2]) as port:
                    least = say("  bare, as many bytes", watched(port, "/", "watch"))
                print(f"  ratio of p99: {slow / least:.1f}", flush=True)


def main() -> None:
    needs("cc")
    print(f"{PAGES} open pages, {RESULTS} results; ms from the commit")
    print(f"{'':<34} {'p50':>6} {'p99':>6} {'missed':>7} {'bytes':>7}", flush=True)
    for database in databases():  # Django knows one database a process
        subprocess.run([sys.executable, "-m", "benchmarks.stream", database], check=True)


if __name__ == "__main__":
    measure(sys.argv[1]) if sys.argv[1:] else main()
