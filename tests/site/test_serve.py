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

import pytest

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


def test_a_taken_port_gets_a_sentence_and_a_way_out(tmp_path: Path) -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        refused = subprocess.run(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env={
                "PATH": "/usr/bin:/bin",
                "DATA_DIR": str(tmp_path),
                "PORT": str(port),
            },
            capture_output=True,
            text=True,
            check=False,
        )
    assert refused.returncode == 1
    assert f"make run PORT={port + 1}" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_make_alone_lists_every_target_with_its_help() -> None:
    said = subprocess.run(
        ["make"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in targets:
        assert re.search(rf"make {target}\s+\S", said), f"{target} has no help"
