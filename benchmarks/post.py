"""Round reports acknowledged a second, against what the bare database commits.

Run from the repository: ``python -m benchmarks.post``. A hall presses at once: 480 phones at
sixteen matches, a report each. A report is acknowledged when the site has
said that it is safe; it counts a little later, when it was judged. The bare database writes
as many rows as a report does, one transaction after another from one connection, as durably,
with neither a site nor a rule: nothing is faster.

The second line is for sixteen phones that go on and on, each as soon as its last report counts:
what a report takes of the processor in all processes of the site. Its queries are counted here.
"""

import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from socket import create_connection, socket
from typing import Any, cast

from benchmarks.hall import POSTGRES, databases, hall, percentile, port_of, processor_time
from benchmarks.hall.phones import Phone, heard, is_taken, phones, play_anew
from tests.served import Site

EACH = 30  # phones at a match: what both sides say of it, and some slips
BURSTS = 5
SECONDS = 2.0
ROWS = 8  # that a report writes: itself, round, match, sides, event, log
ALLOWED = 300  # milliseconds until all are safe
LAPS = 15  # all together no more than the site takes from one network in a minute
A_LAP = 4  # reports of a round: both sides, and each corrects itself


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


def let_in(port: int, n: int) -> socket:
    """A phone in the hall, with a connection that it has used before."""
    line = create_connection(("127.0.0.1", port), source_address=(f"127.0.0.{n}", 0))
    line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert b" 200 " in line.recv(1 << 16)
    return line


def burst(hands: list[Phone], port: int) -> list[list[float]]:
    """Seconds from the press of each phone until its report is safe, and until it counts."""
    with DefaultSelector() as answers, ExitStack() as hall_is_open:
        lines = [
            hall_is_open.enter_context(let_in(port, n)) for n in range(2, EACH + 2) for _ in hands
        ]
        requests = [each.request() for _ in range(EACH) for each in hands]
        got = dict.fromkeys(lines, b"")
        told: dict[socket, list[float]] = {line: [] for line in lines}
        begun = time.perf_counter()
        for line, request in zip(lines, requests, strict=True):
            line.sendall(request)
            answers.register(line, EVENT_READ)
        while answers.get_map():
            for key, _ in answers.select():
                line = cast(socket, key.fileobj)
                got[line] += line.recv(1 << 16)
                at = time.perf_counter() - begun
                told[line] += [at] * (sum(heard(got[line])) - len(told[line]))
                if len(told[line]) == 2:
                    answers.unregister(line)
    assert all(map(is_taken, got.values()))
    return list(told.values())


def lap(each: Phone) -> list[float]:
    return [each.report()[1] for _ in range(A_LAP)]


def steady(hands: list[Phone], site: Site) -> str:
    """What a report takes while sixteen phones report, each waiting for its answer."""
    counted: list[float] = []
    took = worked = 0.0
    with ThreadPoolExecutor(len(hands)) as pool:
        for _ in range(LAPS):
            play_anew(hands)
            began, before = time.perf_counter(), processor_time(site)
            counted += [at for times in pool.map(lap, hands) for at in times]
            took += time.perf_counter() - began
            worked += processor_time(site) - before
    p50, p99 = percentile(counted, 0.5), percentile(counted, 0.99)
    return (
        f"sixteen phones: {len(counted) / took:.0f} reports a second,"
        f" counted p50 {p50:.0f} p99 {p99:.0f} ms,"
        f" processor {worked / len(counted) * 1000:.1f} ms a report, {queries(hands[0])} queries"
    )


def queries(hand: Phone) -> int:
    """What one report asks the database, without the queue."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    browser = Client(SERVER_NAME="localhost")
    for _ in range(2):  # the first also asks whether the site is set up
        body = hand.request().partition(b"\r\n\r\n")[2]
        with CaptureQueriesContext(connection) as captured:
            answer = browser.post(hand.address, body, "application/json")
        assert is_taken(answer.content), answer.content
    return len(captured)


def measure(database: str) -> None:
    with hall(database) as site:
        hands, port = phones(site.url), port_of(site.url)
        for each in hands:
            each.report()
        going = steady(hands, site)
        for each in hands:
            each.line.close()
        bare = bare_sqlite if database == "sqlite" else bare_postgresql
        least = bare(site.data_dir)
        bursts = []
        for _ in range(BURSTS):
            play_anew(hands)
            bursts.append(burst(hands, port))
    said = f"{database:<12} {least:8.0f}"
    for which in (0, 1):
        times = [at[which] * 1000 for each in bursts for at in each]
        ends = [max(at[which] for at in each) for each in bursts]
        rate = len(times) / sum(ends)
        p50, p99 = percentile(times, 0.5), percentile(times, 0.99)
        said += f" {rate:8.0f} {rate / least:7.3f} {p50:6.0f} {p99:6.0f}"
    last = max(at[0] for each in bursts for at in each) * 1000
    print(
        f"{said}; the last safe after {last:.0f}, {ALLOWED} allowed\n{'':<12} {going}", flush=True
    )


def main() -> None:
    columns = f" {'a second':>8} {'ratio':>7} {'p50':>6} {'p99':>6}" * 2
    print(f"{'':<12} {'':>8} {'safe':^31}{'counted':^31}")
    print(f"{'':<12} {'bare':>8}{columns}")
    for database in databases():  # Django knows one database a process
        command = [sys.executable, "-m", "benchmarks.post", database]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    measure(sys.argv[1]) if sys.argv[1:] else main()
