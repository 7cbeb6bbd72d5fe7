"""Round reports acknowledged a second, against what the bare database commits.

Run from the repository: ``python -m benchmarks.post``. Sixteen phones send as fast as they
are answered. The bare database writes as many rows as a report does, one transaction after
another from one connection, as durably, with neither a site nor a rule: nothing is faster.
The last column is what the site answers a second when it refuses nonsense and writes nothing:
no report can be taken faster than that.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.hall import POSTGRES, databases, hall, percentile
from benchmarks.hall.phones import phones

EACH = 12  # reports of a phone: what both sides say of a match, and some slips
SECONDS = 2.0
ROWS = 8  # that a report writes: itself, round, match, sides, event, log


def bare_sqlite(folder: Path) -> float:
    rows = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    rows.execute("PRAGMA journal_mode=WAL")
    rows.execute("PRAGMA synchronous=FULL")
    rows.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, said TEXT)")
    return commits(rows, "BEGIN IMMEDIATE", "INSERT INTO bare (said) VALUES (?)")


def bare_postgresql(_: Path) -> float:
    import psycopg

    with psycopg.connect(POSTGRES, autocommit=True) as rows:
        rows.execute("DROP TABLE IF EXISTS bare_kept")
        rows.execute("CREATE TABLE bare_kept (id BIGSERIAL PRIMARY KEY, said TEXT)")
        try:
            return commits(rows, "BEGIN", "INSERT INTO bare_kept (said) VALUES (%s)")
        finally:
            rows.execute("DROP TABLE bare_kept")


def commits(rows: Any, begin: str, write: str) -> float:
    done, begun = 0, time.perf_counter()
    while (took := time.perf_counter() - begun) < SECONDS:
        rows.execute(begin)
        for _ in range(ROWS):
            rows.execute(write, ("x" * 120,))
        rows.execute("COMMIT")
        done += 1
    return done / took


def measure(database: str) -> None:
    with hall(database) as site:
        hands = phones(site.url)
        for each in hands:
            each.report()
        bare = bare_sqlite if database == "sqlite" else bare_postgresql
        least = bare(site.data_dir)
        with ThreadPoolExecutor(len(hands)) as pool:
            begun = time.perf_counter()
            sent = pool.map(lambda phone: [phone.report() for _ in range(EACH)], hands)
            times = [took for each in sent for took in each]
            rate = len(times) / (time.perf_counter() - begun)
            begun = time.perf_counter()
            list(pool.map(lambda p: [p.nonsense() for _ in range(EACH)], hands))
            empty = len(times) / (time.perf_counter() - begun)
    print(
        f"{database:<12} {rate:8.0f} {least:8.0f} {rate / least:7.3f}"
        f" {percentile(times, 0.5):6.0f} {percentile(times, 0.99):6.0f} {empty:8.0f}",
        flush=True,
    )


def main() -> None:
    print(
        f"{'':<12} {'a second':>8} {'bare':>8} {'ratio':>7} {'p50':>6} {'p99':>6} {'empty':>8}"
    )
    for database in databases():  # Django knows one database a process
        command = [sys.executable, "-m", "benchmarks.post", database]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    measure(sys.argv[1]) if sys.argv[1:] else main()
