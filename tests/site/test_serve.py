"""``make run`` starts the site, prints its address, and keeps its data."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias, cast

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError

from crokinole_site.data_folder import data_folder
from crokinole_site.server import Server
from crokinole_site.worker import pre_fork
from leagues.management.commands.serve import open_sockets
from tests.postgres import empty_postgres
from tests.served import (
    ROOT,
    Site,
    copy_of,
    first_start_of,
    free_port,
    get_page,
    run_site,
    start_site,
)
from tests.site.managed import refused_command as refused_by


@pytest.fixture(scope="module")
def demo_started_twice(
    club: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Site, Site]]:
    """Two sites with the demo club's data: one that was killed, then one open to the network."""
    data_dir = copy_of(club, tmp_path_factory.mktemp("demo"))
    alone = start_site(data_dir, demo=True)
    alone.stop(signal.SIGKILL)
    with run_site(data_dir, demo=True, HOST="0.0.0.0") as shown:
        yield alone, shown


def test_a_first_start_serves_the_demo_club_and_a_second_keeps_it(
    club: Path, demo_started_twice: tuple[Site, Site]
) -> None:
    first = first_start_of(club)
    assert "Building the demo club" in first.terminal
    assert "sign in as" in first.terminal
    assert f"{first.url}/" in first.terminal
    events = re.findall(r"/events/[\w-]+/", first.page)
    assert events
    killed, again = demo_started_twice
    assert "Building the demo club" not in killed.terminal + again.terminal
    assert re.findall(r"/events/[\w-]+/", get_page(again.url)) == events


def test_a_start_makes_a_backup_only_where_something_is_brought_up_to_date(
    demo_started_twice: tuple[Site, Site],
) -> None:
    """Where something is: ``test_restoring``."""
    for each in demo_started_twice:
        assert "a backup" not in each.terminal


def test_all_threads_of_a_worker_share_their_free_memory(
    demo_started_twice: tuple[Site, Site],
) -> None:
    _, site = demo_started_twice
    assert get_page(site.url)  # gunicorn has taken over
    environment = Path(f"/proc/{site.process.pid}/environ").read_bytes()
    assert b"MALLOC_ARENA_MAX=1" in environment.split(b"\0")


@pytest.mark.long
def test_a_site_that_is_running_is_not_moved(demo_started_twice: tuple[Site, Site]) -> None:
    _, site = demo_started_twice
    with empty_postgres("running") as url:
        assert get_page(site.url)
        assert "Stop it first" in refused_by(site.data_dir, "move_to", url)


def test_a_bare_start_prints_the_code_that_makes_an_owner(bare: Path) -> None:
    first = first_start_of(bare)
    code = re.search(r"one-time code:\s+([A-Z0-9-]+)", first.terminal)
    assert code
    assert len(code[1].replace("-", "")) >= 10
    assert "code" in first.page


def test_a_killed_site_starts_again_with_its_data(demo_started_twice: tuple[Site, Site]) -> None:
    killed, again = demo_started_twice
    assert killed.process.returncode == -signal.SIGKILL
    assert get_page(again.url)
    with sqlite3.connect(again.data_dir / "twenties.sqlite3") as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.long
def test_a_demo_open_to_others_explains_how_to_leave_it(
    demo_started_twice: tuple[Site, Site],
) -> None:
    alone, shown = demo_started_twice
    password = alone.find_in_terminal(r"The demo: .*password (\S+)")
    assert "for everybody in this network" not in alone.terminal
    assert shown.find_in_terminal(r"The demo: .*password (\S+)") == password
    assert "for everybody in this network" in shown.terminal
    assert "make run DEMO=0 DATA_DIR=" in shown.terminal


@dataclass
class ForTheHall:
    """A site for the phones of a hall, and the page at the address that it printed for them."""

    site: Site
    page: str


@pytest.fixture(scope="module")
def two_masters(
    bare: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ForTheHall, Site]]:
    """A site for phones; after a kill of its master, another behind a proxy on the same port."""
    data_dir = copy_of(bare, tmp_path_factory.mktemp("hall"))
    for_all = {"HOST": "0.0.0.0", "BASE_URL": "", "WORKERS": "2"}
    with run_site(data_dir, demo=False, **for_all) as hall:
        address = re.search(r"For phones:\s+(http://\S+)", hall.terminal)
        page = get_page(address[1]) if address else ""
        os.kill(hall.process.pid, signal.SIGKILL)
        hall.process.wait(timeout=20)
    hall.listener.join(timeout=20)  # the workers hold the terminal as long as they live
    port = hall.url.rpartition(":")[2]
    proxied = {
        "HTTPS": "1",
        "BEHIND_PROXY": "1",
        "BASE_URL": "https://club.example/",
        "WORKERS": "2",
    }
    with run_site(data_dir, demo=False, PORT=port, **proxied) as named:
        yield ForTheHall(hall, page), named


TwoMasters: TypeAlias = tuple[ForTheHall, Site]


@pytest.mark.long
def test_phones_in_the_hall_get_an_address_and_a_code(two_masters: TwoMasters) -> None:
    hall, _ = two_masters
    if "For phones:" not in hall.site.terminal:
        pytest.skip("this machine has no network")
    assert "code" in hall.page
    code = re.search(r"[█▀▄ \n]{300,}", hall.site.terminal)
    assert code, "no QR code"
    assert "\n\n" not in code[0].strip(), "a code with gaps can't be scanned"


@pytest.mark.long
def test_workers_leave_with_a_master_that_was_killed(two_masters: TwoMasters) -> None:
    """They would keep the port, and nothing would restart them."""
    hall, again = two_masters
    assert not hall.site.listener.is_alive()
    # As Docker asks: by another host and scheme than the site answers to.
    asked = urllib.request.Request(f"{again.url}/healthz", headers={"Host": "web"})
    assert get_page(asked) == "fine"


@pytest.mark.long
def test_the_code_is_loaded_once_for_all_processes(two_masters: TwoMasters) -> None:
    """By the one that starts them. It has no thread and no database open: neither would
    survive where the processes part."""
    _, site = two_masters
    master = Path(f"/proc/{site.process.pid}")
    if not master.exists():
        pytest.skip("this system does not tell what a process has loaded")
    assert get_page(f"{site.url}/healthz") == "fine", "then it has its processes"
    assert "pydantic_core" in (master / "maps").read_text(), "what only pages load"
    assert len(list((master / "task").iterdir())) == 1
    opened = [os.readlink(each) for each in (master / "fd").iterdir()]
    assert not [each for each in opened if "sqlite3" in each]


@pytest.mark.long
def test_a_site_with_a_name_of_its_own_tells_phones_that_name(two_masters: TwoMasters) -> None:
    _, site = two_masters
    assert "For phones:     https://club.example/\n" in site.terminal
    by_proxy = {"Host": "club.example", "X-Forwarded-Proto": "https"}
    assert "code" in get_page(urllib.request.Request(site.url, headers=by_proxy))


def test_a_folder_that_cannot_be_written_to_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    message = refused_at_start(tmp_path, DATA_DIR=str(tmp_path / "file" / "data"))
    assert "can't be written to" in message
    assert "make run DATA_DIR=" in message


def test_a_read_only_folder_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(SystemExit, match="can't be written to"):
        data_folder(str(tmp_path))


def refused_at_start(tmp_path: Path, **more: str) -> str:
    """The output of a ``serve`` process that ends before it serves."""
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "DATA_DIR": str(tmp_path), **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.long
def test_a_taken_port_gets_a_sentence_and_a_way_out(tmp_path: Path) -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        message = refused_at_start(tmp_path, PORT=str(port))
    assert f"make run PORT={port + 1}" in message


def refused_by_command(monkeypatch: pytest.MonkeyPatch, **more: str) -> str:
    """The error of the ``serve`` command before it reads any data."""
    for name, value in more.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(CommandError) as found:
        call_command("serve")
    return str(found.value)


@pytest.mark.long
def test_two_sites_never_share_a_port(
    two_masters: TwoMasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The processes of one do."""
    _, site = two_masters
    port = site.url.rpartition(":")[2]
    assert f"127.0.0.1:{port} can't be used" in refused_by_command(monkeypatch, PORT=port)


@pytest.mark.parametrize(("name", "value"), [("PORT", "http"), ("PORT", "0"), ("WORKERS", "-1")])
def test_what_is_no_number_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    assert f"{name} is a number, such as" in refused_by_command(monkeypatch, **{name: value})


def test_a_name_that_is_no_address_gets_a_sentence(tmp_path: Path) -> None:
    message = refused_at_start(tmp_path, BASE_URL="club.example")
    assert message == ("BASE_URL is an address such as https://club.example; not club.example.\n")


@pytest.mark.long
def test_a_port_that_cannot_be_gets_a_sentence(tmp_path: Path) -> None:
    assert "65535 at most" in refused_at_start(tmp_path, PORT="70000")


def test_who_comes_in_a_quiet_moment_is_shared_out_all_the_same() -> None:
    """With one socket for all workers the same one would be woken each time."""
    port = free_port()
    sockets = open_sockets("127.0.0.1", port, 2)
    calls = [socket.create_connection(("127.0.0.1", port)) for _ in range(64)]
    try:
        for each in sockets:
            each.settimeout(20)
            each.accept()[0].close()
    finally:
        for each in (*calls, *sockets):
            each.close()


class Arbiter:
    """A fake of the part of gunicorn's arbiter that hands out sockets."""

    def __init__(self, sockets: int) -> None:
        self.LISTENERS = [object()] * sockets
        self.WORKERS: dict[int, Any] = {}

    def spawn(self, pid: int) -> int:
        self.WORKERS[pid] = worker = SimpleNamespace()
        taken = {k: v for k, v in self.WORKERS.items() if v is not worker}
        pre_fork(
            cast("Any", SimpleNamespace(LISTENERS=self.LISTENERS, WORKERS=taken)),
            cast("Any", worker),
        )
        index: int = worker.socket_index
        return index


def test_each_process_has_a_door_and_a_successor_takes_it_over() -> None:
    arbiter = Arbiter(sockets=3)
    assert [arbiter.spawn(pid) for pid in (1, 2, 3)] == [0, 1, 2]

    del arbiter.WORKERS[2]
    assert arbiter.spawn(4) == 1
    # When workers restart one by one, the new ones start before the old ones have gone.
    assert [arbiter.spawn(pid) for pid in (5, 6, 7)] == [0, 1, 2]


def test_a_worker_shows_that_it_lives_while_the_clock_is_set_back() -> None:
    """By the wall clock it was silent as long as that went back, and was aborted after half a minute."""
    shown = 0

    def show() -> None:
        nonlocal shown
        shown += 1

    async def serve() -> None:
        idle = SimpleNamespace(django=SimpleNamespace(requests=0))
        server = Server(cast("Any", idle), 0, show)
        with time_machine.travel(datetime(2026, 11, 26, tzinfo=UTC)) as clock:
            for tick in range(21):
                await server.on_tick(tick)
                clock.shift(-60)

    asyncio.run(serve())
    assert shown == 3


def test_make_alone_lists_every_target_with_its_help() -> None:
    printed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in targets:
        assert re.search(rf"make {target}\s+\S", printed), f"{target} has no help"
