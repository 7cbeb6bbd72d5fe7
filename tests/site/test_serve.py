"""What `make run` promises: it starts, says where to go, and keeps what it had."""

from __future__ import annotations

import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from crokinole_site.worker import pre_fork
from leagues.management.commands.serve import listen
from tests.served import ROOT, free_port, running, start


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as answer:
        page: bytes = answer.read()
    return page.decode()


def test_a_first_start_serves_the_demo_club_and_a_second_keeps_it(
    tmp_path: Path,
) -> None:
    with running(tmp_path, demo=True) as site:
        first = get(site.url)
        assert "sign in as" in site.terminal
        assert f"{site.url}/" in site.terminal
    with running(tmp_path, demo=True) as again:
        assert "Building the demo club" not in again.terminal
        assert re.findall(r"/events/[\w-]+/", get(again.url)) == re.findall(
            r"/events/[\w-]+/", first
        )


def test_a_bare_start_prints_the_code_that_makes_an_owner(tmp_path: Path) -> None:
    with running(tmp_path, demo=False) as site:
        code = site.told(r"one-time code:\s+([A-Z0-9-]+)")
        assert len(code.replace("-", "")) >= 10
        assert "code" in get(site.url)


def test_a_killed_site_starts_again_with_its_data(tmp_path: Path) -> None:
    site = start(tmp_path, demo=True)
    site.stop(signal.SIGKILL)
    with running(tmp_path, demo=True) as again:
        assert get(again.url)
    with sqlite3.connect(tmp_path / "twenties.sqlite3") as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_phones_in_the_hall_get_an_address_and_a_code(tmp_path: Path) -> None:
    with running(tmp_path, demo=False, HOST="0.0.0.0") as site:
        if "In the hall:" not in site.terminal:
            pytest.skip("this machine has no network")
        address = site.told(r"In the hall:\s+(http://\S+)")
        assert "code" in get(address)
        code = re.search(r"[█▀▄ \n]{300,}", site.terminal)
        assert code, "no QR code"
        assert "\n\n" not in code[0].strip(), "a code with gaps can't be scanned"


def refused(tmp_path: Path, **more: str) -> str:
    said = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "DATA_DIR": str(tmp_path), **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 1
    assert "Traceback" not in said.stderr
    return said.stderr


def test_a_taken_port_gets_a_sentence_and_a_way_out(tmp_path: Path) -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        said = refused(tmp_path, PORT=str(port))
    assert f"make run PORT={port + 1}" in said


def test_two_sites_never_share_a_port(tmp_path: Path) -> None:
    """The processes of one do."""
    (tmp_path / "one").mkdir()
    with running(tmp_path / "one", demo=False, WORKERS="2") as site:
        port = site.url.rpartition(":")[2]
        assert f"127.0.0.1:{port} can't be used" in refused(tmp_path, PORT=port)


@pytest.mark.parametrize(
    ("name", "said"), [("PORT", "http"), ("PORT", "0"), ("WORKERS", "-1")]
)
def test_what_is_no_number_gets_a_sentence(
    tmp_path: Path, name: str, said: str
) -> None:
    assert f"{name} is a number, such as" in refused(tmp_path, **{name: said})


def test_a_port_that_cannot_be_gets_a_sentence(tmp_path: Path) -> None:
    assert "65535 at most" in refused(tmp_path, PORT="70000")


def test_who_comes_in_a_quiet_moment_is_shared_out_all_the_same() -> None:
    """At one door for all of them the same process would open each time."""
    port = free_port()
    doors = listen("127.0.0.1", port, 2)
    calls = [socket.create_connection(("127.0.0.1", port)) for _ in range(64)]
    try:
        for door in doors:
            door.settimeout(20)
            door.accept()[0].close()
    finally:
        for each in (*calls, *doors):
            each.close()


class Arbiter:
    """As much of gunicorn's as hands out doors."""

    def __init__(self, doors: int) -> None:
        self.LISTENERS = [object()] * doors
        self.WORKERS: dict[int, Any] = {}

    def spawn(self, pid: int) -> int:
        self.WORKERS[pid] = worker = SimpleNamespace()
        taken = {k: v for k, v in self.WORKERS.items() if v is not worker}
        pre_fork(
            cast("Any", SimpleNamespace(LISTENERS=self.LISTENERS, WORKERS=taken)),
            cast("Any", worker),
        )
        door: int = worker.door
        return door


def test_each_process_has_a_door_and_whoever_comes_for_a_dead_one_takes_its_door() -> (
    None
):
    arbiter = Arbiter(doors=3)
    assert [arbiter.spawn(pid) for pid in (1, 2, 3)] == [0, 1, 2]

    del arbiter.WORKERS[2]
    assert arbiter.spawn(4) == 1
    # Started anew one by one, the new ones come before the old ones have gone.
    assert [arbiter.spawn(pid) for pid in (5, 6, 7)] == [0, 1, 2]


def test_make_alone_lists_every_target_with_its_help() -> None:
    said = subprocess.run(
        ["make"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in targets:
        assert re.search(rf"make {target}\s+\S", said), f"{target} has no help"
