"""Another program that reads a running site's stream by a token, until that is revoked."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.live_hall import Desk, desk, get, watching
from tests.faults.test_kill import environment
from tests.served import ROOT, Site, copy_of, running

MOST_BEATS = 3
"""How often a program may still hear "here" once its token is revoked."""


@pytest.fixture(scope="module")
def site(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = copy_of(club, tmp_path_factory.mktemp("site"))
    with running(folder, demo=True) as site:
        yield site


@pytest.fixture(scope="module")
def hall(site: Site) -> Iterator[Desk]:
    with desk(site) as opened:
        yield opened


def tokens(site: Site, what: str) -> str:
    command = [sys.executable, "-m", "tests.faults.tokens", what]
    told = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(site.data_dir),
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return told.stdout


def test_a_program_hears_of_results_until_its_token_is_revoked(
    site: Site, hall: Desk
) -> None:
    shown = {"Authorization": f"Bearer {tokens(site, 'make')}"}
    first = hall.enter()
    path = f"/api/v1/events/{first.event}/stream/"
    with (
        watching(site.url, path, **shown) as program,
        watching(site.url, path) as stranger,
    ):
        program.receives(f"id: {first.revision}")
        entered = hall.enter()
        program.receives(f"data: {entered.revision}")

        tokens(site, "revoke")
        heard = program.said.count("event: here")
        program.ends()
        assert program.said.count("event: here") - heard <= MOST_BEATS
        assert get(site.url, path, **shown)[0] == 401

        last = hall.enter()
        stranger.receives(f"data: {last.revision}")
        assert f"data: {last.revision}" not in program.said
