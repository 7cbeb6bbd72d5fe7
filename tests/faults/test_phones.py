"""Phones that report over a bad connection to a site that is killed under them.

Every acknowledged report is stored; every other one counts once when it is sent again.
"""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.faults.test_kill import environment_of
from tests.served import ROOT, Site, copy_of, free_port, start_site

KILLS = int(os.environ.get("KILLS", "3"))
RESULTS = ([2, 0], [1, 1], [0, 2], [2, 0])
PATIENCE = 60


@dataclass
class Hall:
    """A served site, and the passes of the phones at its boards."""

    site: Site
    port: int
    passes: list[list[str]]

    def restart(self) -> None:
        self.site.stop(signal.SIGKILL)
        self.site = start_site(self.site.data_dir, demo=True, PORT=str(self.port), DEBUG="1")

    def kill_worker(self) -> None:
        """Kill the worker processes, in the middle of whatever they do."""
        master = self.site.process.pid
        children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)

    def rows(self, question: str) -> list[Any]:
        with sqlite3.connect(self.site.data_dir / "twenties.sqlite3") as rows:
            return rows.execute(question).fetchall()


@pytest.fixture(scope="module")
def hall(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    data_dir, port = copy_of(club, tmp_path_factory.mktemp("phones")), free_port()
    site = start_site(data_dir, demo=True, PORT=str(port), DEBUG="1")
    printed = subprocess.run(
        [sys.executable, "-m", "tests.faults.let_in"],
        cwd=ROOT,
        env=environment_of(data_dir) | {"DEBUG": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    hall = Hall(site, port, json.loads(printed.stdout))
    yield hall
    hall.site.stop()


def post_reports(hall: Hall, signed: str, reports: list[dict[str, Any]]) -> list[str] | None:
    """Post reports; what became of each, or None if no answer came."""
    connection = HTTPConnection(urlsplit(hall.site.url).netloc, timeout=PATIENCE)
    try:
        connection.request(
            "POST",
            f"/play/{signed}/reports/",
            json.dumps({"reports": reports}),
            {"Content-Type": "application/json"},
        )
        answer = connection.getresponse()
        body = json.loads(answer.read())
    except (OSError, HTTPException, ValueError):
        return None
    finally:
        connection.close()
    if answer.status == 502:
        return None
    assert answer.status == 200, body
    return [result["took"] for result in body["results"]]


def make_report(number: int, points: list[int]) -> dict[str, Any]:
    return {
        "key": str(uuid4()),
        "game": 1,
        "number": number,
        "claim": {"points": points},
        "made_at": "2026-11-21T12:00:00Z",
    }


@pytest.mark.long
def test_eight_phones_in_one_match_are_one_result_and_the_whole_trail(hall: Hall) -> None:
    sides = hall.passes[0]
    reports = [
        [make_report(number, points) for number, points in enumerate(RESULTS, start=1)]
        for _phone in range(8)
    ]

    with ThreadPoolExecutor(8) as phones:
        came = list(phones.map(lambda n: post_reports(hall, sides[n % 2], reports[n]), range(8)))

    assert came == [["new"] * 4] * 8
    match = sides[0].split("-")[2]
    rounds = hall.rows(
        f"SELECT points, state FROM leagues_round WHERE match_id = {match} ORDER BY number"
    )
    assert [json.loads(points) for points, _state in rounds] == list(RESULTS)
    assert {state for _points, state in rounds} == {"agreed"}
    points = f"SELECT points FROM leagues_matchside WHERE match_id = {match}"
    assert hall.rows(f"{points} ORDER BY seat") == [(5,), (3,)]
    kept = f"SELECT COUNT(*) FROM leagues_roundreport WHERE match_id = {match}"
    assert hall.rows(kept) == [(32,)]


@dataclass
class Outbox:
    """A phone that sends one report after another, each until it is answered."""

    hall: Hall
    signed: str
    up: threading.Event
    news: threading.Condition
    acknowledged: list[dict[str, Any]] = field(default_factory=list)
    sent_again: int = 0

    def empty(self, done: threading.Event) -> None:
        """Send four rounds, then changes of them."""
        for number in range(140):
            if done.is_set():
                return
            made = make_report(number % 4 + 1, RESULTS[number % 3])
            self.send(made)
            with self.news:
                self.acknowledged.append(made)
                self.news.notify_all()

    def send(self, made: dict[str, Any]) -> None:
        while True:
            assert self.up.wait(PATIENCE)
            answer = post_reports(self.hall, self.signed, [made])
            if answer is not None:
                assert answer in (["new"], ["known"])
                return
            self.sent_again += 1


@pytest.mark.long
def test_a_site_killed_again_and_again_loses_no_report_and_counts_none_twice(hall: Hall) -> None:
    """All of it first, then the process that answers; ``KILLS=20`` for as many moments."""
    dice, up, done = Random(20), threading.Event(), threading.Event()
    news = threading.Condition()
    phones = [Outbox(hall, sides[0], up, news) for sides in hall.passes[1:4]]
    up.set()

    def acknowledged() -> int:
        return sum(len(phone.acknowledged) for phone in phones)

    def has(reports: int) -> bool:
        return acknowledged() >= reports

    with ThreadPoolExecutor(len(phones)) as people:
        running = [people.submit(phone.empty, done) for phone in phones]
        try:
            for kill in range(KILLS):
                wanted = acknowledged() + dice.randint(1, 9)
                with news:
                    assert news.wait_for(partial(has, wanted), PATIENCE)
                if kill % 7:
                    hall.kill_worker()
                else:
                    up.clear()
                    hall.restart()
                    up.set()
        finally:
            done.set()
            up.set()
        for each in running:
            each.result(PATIENCE)

    matches = ", ".join(phone.signed.split("-")[2] for phone in phones)
    kept = hall.rows(f"SELECT key FROM leagues_roundreport WHERE match_id IN ({matches})")
    acknowledged_keys = [
        each["key"].replace("-", "") for phone in phones for each in phone.acknowledged
    ]
    assert sorted(key for (key,) in kept) == sorted(acknowledged_keys)
    assert sum(phone.sent_again for phone in phones) > 0, "no kill hit a report"
    for phone in phones:
        assert kept_rounds(hall, phone) == {
            each["number"]: each["claim"]["points"] for each in phone.acknowledged
        }, "what stands is what was said last"
    assert hall.rows("PRAGMA integrity_check") == [("ok",)]


TAPS = 30  # on each phone, at once


def send_report(hall: Hall, signed: str, number: int) -> tuple[str, socket.socket]:
    """Send a report without waiting for the answer; its key and the open connection."""
    made = make_report(number % 4 + 1, RESULTS[number % 3])
    letter = json.dumps({"reports": [made]}).encode()
    line = socket.create_connection(("localhost", hall.port), PATIENCE)
    line.sendall(
        b"POST /play/%b/reports/ HTTP/1.1\r\nHost: localhost\r\n"
        b"Accept: application/x-ndjson\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (signed.encode(), len(letter), letter)
    )
    return made["key"].replace("-", ""), line


def receive_all(line: socket.socket) -> str:
    """All that was received on this connection before it broke."""
    received = b""
    with line, suppress(OSError):
        while got := line.recv(1 << 16):
            received += got
    return received.decode()


@pytest.mark.rare
@pytest.mark.long
def test_what_was_called_safe_counts_although_its_phone_never_comes_back(hall: Hall) -> None:
    """Everybody thinks again at once, and the site dies when it has kept what it cannot
    have judged yet."""
    phones = [sides[0] for sides in hall.passes[4:]]
    for phone in phones:
        reports = [make_report(number, points) for number, points in enumerate(RESULTS, 1)]
        assert post_reports(hall, phone, reports) == ["new"] * 4
    lines = dict(send_report(hall, phone, n) for n in range(TAPS) for phone in phones)
    soon = time.monotonic() + PATIENCE
    while not any(b'"kept"' in peek_at(line) for line in lines.values()):
        assert time.monotonic() < soon
    hall.restart()

    answers = {key: receive_all(line) for key, line in lines.items()}
    safe = {key for key, words in answers.items() if '"kept": true' in words}
    judged = {key for key, words in answers.items() if '"took"' in words}
    assert safe - judged, "nobody was left without an answer"
    assert hall.rows("SELECT COUNT(*) FROM leagues_keptparcel") == [(0,)]
    kept = {key for (key,) in hall.rows("SELECT key FROM leagues_roundreport")}
    assert safe <= kept


def peek_at(line: socket.socket) -> bytes:
    try:
        return line.recv(1 << 16, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return b""


def kept_rounds(hall: Hall, phone: Outbox) -> dict[int, list[int]]:
    match = phone.signed.split("-")[2]
    rows = hall.rows(f"SELECT number, points FROM leagues_round WHERE match_id = {match}")
    return {number: json.loads(points) for number, points in rows}
