"""What `make run` promises: it starts, says where to go, and keeps what it had."""

from __future__ import annotations

import os
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
from django.core.management import call_command
from django.core.management.base import CommandError

from crokinole_site.keys import data_folder
from crokinole_site.worker import pre_fork
from leagues.management.commands.serve import listen
from tests.served import ROOT, copy_of, free_port, running, start


def get(url: str | urllib.request.Request) -> str:
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


def test_a_killed_site_starts_again_with_its_data(club: Path, tmp_path: Path) -> None:
    site = start(copy_of(club, tmp_path), demo=True)
    site.stop(signal.SIGKILL)
    with running(tmp_path, demo=True) as again:
        assert get(again.url)
    with sqlite3.connect(tmp_path / "twenties.sqlite3") as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_workers_leave_with_a_master_that_was_killed(
    bare: Path, tmp_path: Path
) -> None:
    """They would keep the port, and nobody would start them anew."""
    site = start(copy_of(bare, tmp_path), demo=False, WORKERS="2")
    port = int(site.url.rpartition(":")[2])
    os.kill(site.process.pid, signal.SIGKILL)
    site.process.wait(timeout=20)
    site.listener.join(timeout=20)  # the workers hold the terminal as long as they live
    assert not site.listener.is_alive()
    # As Docker asks: by another host and scheme than the site answers to.
    strict = {"HTTPS": "1", "ALLOWED_HOSTS": "club.example"}
    with running(tmp_path, demo=False, PORT=str(port), **strict) as again:
        assert get(f"{again.url}/healthz") == "fine"


def test_a_folder_that_cannot_be_written_to_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refused_at_start(tmp_path, DATA_DIR=str(tmp_path / "file" / "data"))
    assert "can't be written to" in said
    assert "make run DATA_DIR=" in said


def test_a_read_only_folder_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(SystemExit, match="can't be written to"):
        data_folder(str(tmp_path))


def test_a_demo_that_others_see_says_how_to_leave_it(
    club: Path, tmp_path: Path
) -> None:
    with running(copy_of(club, tmp_path), demo=True) as alone:
        password = alone.told(r"The demo: .*password (\S+)")
        assert "for everybody in this network" not in alone.terminal
    with running(tmp_path, demo=True, HOST="0.0.0.0") as shown:
        assert shown.told(r"The demo: .*password (\S+)") == password
        assert "make run DEMO=0 DATA_DIR=" in shown.terminal


def test_phones_in_the_hall_get_an_address_and_a_code(
    bare: Path, tmp_path: Path
) -> None:
    data_dir = copy_of(bare, tmp_path)
    with running(data_dir, demo=False, HOST="0.0.0.0", BASE_URL="") as site:
        if "For phones:" not in site.terminal:
            pytest.skip("this machine has no network")
        address = site.told(r"For phones:\s+(http://\S+)")
        assert "code" in get(address)
        code = re.search(r"[█▀▄ \n]{300,}", site.terminal)
        assert code, "no QR code"
        assert "\n\n" not in code[0].strip(), "a code with gaps can't be scanned"


def test_a_site_with_a_name_of_its_own_tells_phones_that_name(
    bare: Path, tmp_path: Path
) -> None:
    data_dir = copy_of(bare, tmp_path)
    with running(data_dir, demo=False, BASE_URL="https://club.example/") as site:
        assert "For phones:     https://club.example/\n" in site.terminal
        named = urllib.request.Request(site.url, headers={"Host": "club.example"})
        assert "code" in get(named)


def refused_at_start(tmp_path: Path, **more: str) -> str:
    """What a process of its own says, that ends before it serves."""
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
        said = refused_at_start(tmp_path, PORT=str(port))
    assert f"make run PORT={port + 1}" in said


def refused(monkeypatch: pytest.MonkeyPatch, **more: str) -> str:
    """What the command itself refuses, before it looks at any data."""
    for name, said in more.items():
        monkeypatch.setenv(name, said)
    with pytest.raises(CommandError) as found:
        call_command("serve")
    return str(found.value)


def test_two_sites_never_share_a_port(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The processes of one do."""
    with running(copy_of(bare, tmp_path), demo=False, WORKERS="2") as site:
        port = site.url.rpartition(":")[2]
        said = refused(monkeypatch, PORT=port)
        assert f"127.0.0.1:{port} can't be used" in said


@pytest.mark.parametrize(
    ("name", "said"), [("PORT", "http"), ("PORT", "0"), ("WORKERS", "-1")]
)
def test_what_is_no_number_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    assert f"{name} is a number, such as" in refused(monkeypatch, **{name: said})


def test_a_name_that_is_no_address_gets_a_sentence(tmp_path: Path) -> None:
    said = refused_at_start(tmp_path, BASE_URL="club.example")
    assert said == (
        "BASE_URL is an address such as https://club.example; not club.example.\n"
    )


def test_a_port_that_cannot_be_gets_a_sentence(tmp_path: Path) -> None:
    assert "65535 at most" in refused_at_start(tmp_path, PORT="70000")


def test_who_comes_in_a_quiet_moment_is_shared_out_all_the_same() -> None:
    """With one socket for all workers the same one would be woken each time."""
    port = free_port()
    sockets = listen("127.0.0.1", port, 2)
    calls = [socket.create_connection(("127.0.0.1", port)) for _ in range(64)]
    try:
        for each in sockets:
            each.settimeout(20)
            each.accept()[0].close()
    finally:
        for each in (*calls, *sockets):
            each.close()


class Arbiter:
    """As much of gunicorn's as hands out sockets."""

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


def test_each_process_has_a_door_and_whoever_comes_for_a_dead_one_takes_its_door() -> (
    None
):
    arbiter = Arbiter(sockets=3)
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
