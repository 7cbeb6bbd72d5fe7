"""Live updates survive kills, restarts, and readers that stop reading."""

import http.client
import os
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic

import pytest

from tests.faults.live_hall import (
    PATIENCE,
    Desk,
    get_page,
    open_connection,
    open_desk,
    revision_on,
    watch_page,
)
from tests.faults.tokens import MAKE, REVOKE
from tests.served import Site, copy_of, run_site, start_again


@pytest.fixture(scope="module")
def site(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with two workers; gunicorn replaces those that a test kills."""
    folder = copy_of(club, tmp_path_factory.mktemp("site"))
    with run_site(folder, demo=True, WORKERS="2") as site:
        yield site


@pytest.fixture(scope="module")
def hall(site: Site) -> Iterator[Desk]:
    with open_desk(site) as opened:
        yield opened


def test_a_page_is_never_older_than_the_last_result(site: Site, hall: Desk) -> None:
    """Entered in another process, asked of both workers, the moment after."""
    for _ in range(10):
        entered = hall.enter()
        for _ in range(6):
            status, _headers, page = get_page(site.url, f"/events/{entered.event}/standings/")
            assert status == 200
            assert revision_on(page) == entered.revision


def test_who_has_the_page_is_sent_it_again_only_after_a_result(site: Site, hall: Desk) -> None:
    path = f"/events/{hall.enter().event}/standings/"
    _, headers, _ = get_page(site.url, path)
    known = {"If-None-Match": headers["ETag"]}
    assert get_page(site.url, path, **known)[0] == 304
    hall.enter()
    assert get_page(site.url, path, **known)[0] == 200


def test_a_result_reaches_every_open_page(site: Site, hall: Desk) -> None:
    first = hall.enter()
    table = f"/events/{first.event}/standings/?fragment=stream"
    with watch_page(site.url, first.revisions) as phone, watch_page(site.url, table) as wall:
        phone.receives(f"id: {first.revision}")
        entered = hall.enter()
        phone.receives(f"data: {entered.revision}")
        with wall.heard:
            assert wall.heard.wait_for(
                lambda: any(
                    f'revision="{entered.revision}"' in line for line in wall.received_lines
                ),
                timeout=30,
            )


def test_a_stream_first_sends_that_it_is_open(site: Site, hall: Desk) -> None:
    with watch_page(site.url, hall.enter().revisions) as page:
        page.receives("event: here")


@pytest.mark.long
def test_after_a_restart_a_page_gets_what_it_missed(site: Site, hall: Desk) -> None:
    seen = hall.enter()
    with watch_page(site.url, seen.revisions) as page:
        page.receives(f"id: {seen.revision}")
        site.stop()
        page.ends()
    missed = hall.enter()
    start_again(site, WORKERS="2")
    again = {"Last-Event-ID": str(seen.revision)}
    with watch_page(site.url, seen.revisions, **again) as page:
        page.receives(f"id: {missed.revision}")


def worker_pids(site: Site) -> list[int]:
    children = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children")
    if not children.exists():
        pytest.skip("this system does not tell whose children run")
    return [int(pid) for pid in children.read_text().split()]


def test_a_worker_that_is_killed_takes_only_its_own_streams_and_they_come_back(
    site: Site, hall: Desk
) -> None:
    first = hall.enter()
    with watch_page(site.url, first.revisions) as page:
        page.receives(f"id: {first.revision}")
        for pid in worker_pids(site):
            os.kill(pid, signal.SIGKILL)
        page.ends()
    missed = hall.enter()
    with watch_page(site.url, first.revisions) as page:
        page.receives(f"id: {missed.revision}")
        assert get_page(site.url, first.page)[0] == 200


def test_no_signal_removes_a_process_from_its_door(site: Site) -> None:
    """gunicorn would with a signal, and the system go on sending people there."""
    assert get_page(site.url, "/healthz")[0] == 200, "then it has its processes"
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    found = re.search(r"SigIgn:\s+(\w+)", status)
    assert found
    for one_more_or_less in (signal.SIGTTIN, signal.SIGTTOU):
        assert int(found[1], 16) >> (one_more_or_less - 1) & 1


@pytest.mark.long
def test_a_backup_put_in_place_under_a_running_site_is_what_it_shows(
    club: Path, tmp_path: Path
) -> None:
    """With what belonged to the other file put away, as docs/operate.md has it."""
    folder = copy_of(club, tmp_path / "site")
    kept, backup = folder / "twenties.sqlite3", tmp_path / "backup.sqlite3"
    with run_site(folder, demo=True) as site:
        with closing(sqlite3.connect(kept)) as rows, closing(sqlite3.connect(backup)) as to:
            rows.backup(to)
            to.execute("UPDATE leagues_club SET name = 'As it was' WHERE is_home")
            to.commit()
        assert "As it was" not in get_page(site.url, "/")[2]
        for each in (kept, *(Path(f"{kept}-{more}") for more in ("wal", "shm"))):
            each.rename(tmp_path / each.name)
        backup.rename(kept)
        until, page = monotonic() + PATIENCE, ""
        while "As it was" not in page:
            assert monotonic() < until
            with suppress(OSError, http.client.HTTPException):
                page = get_page(site.url, "/")[2]


def test_a_page_that_stops_reading_blocks_no_other(site: Site, hall: Desk) -> None:
    first = hall.enter()
    table = f"/events/{first.event}/standings/?fragment=stream"
    asleep = [open_connection(site.url) for _ in range(20)]
    try:
        for each in asleep:
            each.request("GET", table)
        with watch_page(site.url, first.revisions) as awake:
            for _ in range(10):
                entered = hall.enter()
                awake.receives(f"id: {entered.revision}")
    finally:
        for each in asleep:
            each.close()


MOST_BEATS = 3
"""How often a program may still hear "here" once its token is revoked."""


def test_a_program_hears_of_results_until_its_token_is_revoked(site: Site, hall: Desk) -> None:
    shown = {"Authorization": f"Bearer {hall.does(MAKE)}"}
    first = hall.enter()
    path = f"/api/v1/events/{first.event}/stream/"
    with watch_page(site.url, path, **shown) as program, watch_page(site.url, path) as stranger:
        program.receives(f"id: {first.revision}")
        entered = hall.enter()
        program.receives(f"data: {entered.revision}")

        assert hall.does(REVOKE) == "revoked"
        heard = program.received_lines.count("event: here")
        program.ends()
        assert program.received_lines.count("event: here") - heard <= MOST_BEATS
        assert get_page(site.url, path, **shown)[0] == 401

        last = hall.enter()
        stranger.receives(f"data: {last.revision}")
        assert f"data: {last.revision}" not in program.received_lines


def status_of(url: str, path: str) -> int:
    """Get the status without the body, because an open stream doesn't end."""
    with closing(open_connection(url)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


FINISHED = "SELECT slug FROM leagues_event WHERE state='finished' AND visibility='public' LIMIT 2"


def test_a_private_event_has_no_stream_for_strangers(site: Site) -> None:
    with closing(sqlite3.connect(site.data_dir / "twenties.sqlite3")) as rows, rows:
        [[public], [private]] = rows.execute(FINISHED).fetchall()
        rows.execute("UPDATE leagues_event SET visibility='private' WHERE slug=?", [private])

    for path in ("revisions/", "?fragment=stream"):
        with watch_page(site.url, f"/events/{public}/{path}") as page:
            page.receives("event: here")
        assert status_of(site.url, f"/events/{private}/{path}") == 404


@pytest.mark.parametrize(
    "path",
    [
        "/events/no-such-event/revisions/",
        "/events/no-such-event/?fragment=stream",
        "/accounts/login/?fragment=stream",
    ],
)
def test_what_is_no_page_of_an_event_has_no_stream(site: Site, path: str) -> None:
    assert status_of(site.url, path) == 404


def send_for_ever(connection: http.client.HTTPConnection) -> None:
    part = b"x" * (1 << 20)
    for _ in range(1 << 10):
        connection.send(part)


def test_a_body_without_end_is_refused(site: Site) -> None:
    connection = open_connection(site.url)
    try:
        connection.putrequest("POST", "/accounts/login/")
        connection.putheader("Content-Length", str(1 << 30))
        connection.endheaders()
        with pytest.raises(ConnectionError):
            send_for_ever(connection)
        assert get_page(site.url, "/healthz")[0] == 200
    finally:
        connection.close()
