"""A site in one process, as on Windows: without gunicorn, uvloop, fcntl, resource and fork."""

import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings

from tests.served import ROOT, Site, copy_of, free_port, get_page, start_with
from tests.site.managed import environment_of, run_command

pytestmark = pytest.mark.long

LIKE_WINDOWS = """
import os, sys
sys.modules |= dict.fromkeys(("fcntl", "grp", "gunicorn", "pwd", "resource", "uvloop"))
del os.fork, os.nice, os.execv
sys.argv[1:] = ["--single"]
from crokinole_site.__main__ import main
main()
"""


@pytest.fixture(scope="module")
def passes(club: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[list[str]]]:
    """The demo club's folder, and passes of phones into it."""
    data_dir = copy_of(club, tmp_path_factory.mktemp("single"))
    printed = subprocess.run(
        [sys.executable, "-m", "tests.faults.let_in"],
        cwd=ROOT,
        env=environment_of(data_dir, DJANGO_SETTINGS_MODULE="crokinole_site.settings"),
        capture_output=True,
        text=True,
        check=True,
    )
    return data_dir, json.loads(printed.stdout)


@pytest.fixture(scope="module")
def site(passes: tuple[Path, list[list[str]]]) -> Iterator[Site]:
    data_dir, _ = passes
    command = [sys.executable, "-c", LIKE_WINDOWS]
    found = start_with(environment_of(data_dir, PORT=str(free_port())), command)
    yield found
    found.stop(signal.SIGINT)
    assert "Traceback" not in found.terminal


def test_it_shows_pages_and_is_fine(site: Site) -> None:
    assert "Millrace Crokinole Club" in get_page(site.url)
    assert get_page(f"{site.url}/healthz") == "fine"
    assert get_page(f"{site.url}/healthz?version") == f"fine {settings.RELEASE}"


def test_it_streams_what_changes(site: Site) -> None:
    with urllib.request.urlopen(f"{site.url}/?fragment=stream", timeout=20) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.readline()


def test_a_phone_reports_a_round(site: Site, passes: tuple[Path, list[list[str]]]) -> None:
    _, signed = passes
    report = {
        **{"key": str(uuid4()), "game": 1, "number": 1},
        **{"claim": {"points": [2, 0]}, "made_at": "2026-11-21T12:00:00Z"},
    }
    asked = urllib.request.Request(
        f"{site.url}/play/{signed[0][0]}/reports/",
        json.dumps({"reports": [report]}).encode(),
        {"Content-Type": "application/json"},
    )
    assert [each["took"] for each in json.loads(get_page(asked))["results"]] == ["new"]


def test_a_backup_is_made_while_it_runs(site: Site) -> None:
    assert Path(run_command(site.data_dir, "back_up").strip()).exists()
