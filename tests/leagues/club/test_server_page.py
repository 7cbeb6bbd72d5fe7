"""The owner's page about the server, the backup they take along, and numbers for curves."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from leagues.access.metrics import may_read_metrics
from leagues.backup import make
from leagues.live.process_counts import COUNTS, ProcessCounts
from leagues.models import Action, KeptParcel, PeriodicJob
from tests.cast import Cast, Page

NOW = datetime(2026, 11, 22, 18, tzinfo=UTC)


@pytest.fixture
def data_dir(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path
    (tmp_path / "secret-key").write_text("of the club")
    return tmp_path


def page_of(cast: Cast) -> str:
    return cast.browser_of("olga").get("/desk/server/").content.decode()


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


# --- The page ----------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_new_site_says_that_nothing_was_backed_up_yet(
    cast: Cast, data_dir: Path
) -> None:
    page = words(page_of(cast))
    assert "None has been made yet" in page
    assert "has not run yet" in page
    assert "none waiting" in page
    assert "It holds secrets" in page


@pytest.mark.django_db
@time_machine.travel(NOW, tick=False)
def test_it_says_how_old_the_last_backup_is_and_what_waits(
    cast: Cast, data_dir: Path
) -> None:
    PeriodicJob.objects.create(
        name="backup", ended_at=NOW - timedelta(hours=9), left="/srv/b.zip"
    )
    parcel = KeptParcel.of("signed", b"[]")
    parcel.received_at = NOW - timedelta(minutes=3)
    parcel.save()

    page = words(page_of(cast))

    assert "made on Sun 22 Nov 2026, 04:00: 9 hours ago" in page.replace("\xa0", " ")
    assert "last ran Sun 22 Nov, 04:00: /srv/b.zip" in page
    assert "1 waiting, for 3 minutes" in page.replace("\xa0", " ")


@pytest.mark.django_db
def test_a_backup_that_failed_is_said(cast: Cast, data_dir: Path) -> None:
    PeriodicJob.objects.create(name="backup", ended_at=NOW, problem="No room.")
    assert "The backup of Sun 22 Nov, 13:00 failed: No room." in words(page_of(cast))


@pytest.mark.django_db
def test_only_owners_find_it_on_the_desk(cast: Cast) -> None:
    for name, finds in (("olga", True), ("ann", False), ("sam", False)):
        desk = cast.browser_of(name).get("/desk/").content.decode()
        assert ("/desk/server/" in desk) == finds


# --- The backup ----------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_an_owner_takes_a_backup_along_and_the_log_says_so(
    cast: Cast, data_dir: Path
) -> None:
    answer: Page = cast.browser_of("olga").post("/desk/server/backup/")
    content = b"".join(answer.streaming_content)

    assert re.search(r'"twenties-[\d-]+\.zip"', answer["Content-Disposition"])
    assert answer["Cache-Control"] == "no-store, private"
    assert int(answer["Content-Length"]) == len(content)
    with ZipFile(BytesIO(content)) as archive:
        assert {"secret-key", "twenties.sqlite3"} < set(archive.namelist())
    line = Action.objects.get(verb="download_backup")
    assert line.user == cast.olga
    assert [each.name for each in data_dir.iterdir() if "download" in each.name] == []


@pytest.mark.django_db(transaction=True)
def test_without_room_it_says_so(
    cast: Cast, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: SimpleNamespace(free=make.SPARE, total=1)
    )
    monkeypatch.setattr(make, "database_size", lambda: 1)
    answer = cast.browser_of("olga").post("/desk/server/backup/", follow=True)
    assert "There is not enough room on the disk for a backup." in words(
        answer.content.decode()
    )
    assert not Action.objects.filter(verb="download_backup").exists()


# --- Numbers -------------------------------------------------------------------------------

LINE = re.compile(r'(twenties_\w+)(\{\w+="[^"\\]*"(?:,\w+="[^"\\]*")*\})? (\S+)')


@pytest.mark.django_db
def test_every_line_of_the_metrics_is_one_that_others_can_read(
    cast: Cast, data_dir: Path
) -> None:
    PeriodicJob.objects.create(name="backup", ended_at=NOW, left="b.zip", problem="")
    answer = Client().get("/metrics")

    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.content.decode().splitlines()
    found = {}
    for says, kind, line in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        read = LINE.fullmatch(line)
        assert read, line
        assert says.startswith(f"# HELP {read[1]} ")
        assert kind == f"# TYPE {read[1]} gauge"
        found[read[1]] = float(read[3])
    assert found["twenties_info"] == 1
    assert found["twenties_backup_timestamp_seconds"] == NOW.timestamp()
    assert found["twenties_backup_failed"] == 0
    assert found["twenties_disk_free_bytes"] > 0


@pytest.mark.django_db
def test_metrics_are_for_this_computer_or_for_who_knows_the_token(
    cast: Cast, settings: Settings, data_dir: Path
) -> None:
    def status(**said: str) -> int:
        return Client().get("/metrics", **said).status_code  # type: ignore[arg-type]

    assert status() == 200
    assert status(REMOTE_ADDR="192.168.1.20") == 404
    assert status(HTTP_X_FORWARDED_FOR="203.0.113.9") == 404, "through a proxy"
    settings.METRICS_TOKEN = "of the curves"
    assert status() == 404
    assert status(HTTP_AUTHORIZATION="Bearer of others") == 404
    assert (
        status(
            HTTP_AUTHORIZATION="Bearer of the curves",
            HTTP_X_FORWARDED_FOR="203.0.113.9",
        )
        == 200
    )


def test_who_has_no_address_is_not_here() -> None:
    assert not may_read_metrics("", {})
    assert may_read_metrics("::1", {})


# --- What processes say of themselves -----------------------------------------------------


def test_processes_are_counted_together_and_silent_ones_are_gone() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        counts = ProcessCounts()
        for process, streams in ((0, 3), (1, 4)):
            counts.begin(process)
            counts.beat(streams=streams, has_news=process == 0)
        counts.note_look()
        both = counts.together()
        assert (both.processes, both.streams) == (2, 7)
        assert both.processes_with_news == 1
        assert both.looked_at == NOW.timestamp()

        clock.shift(9)
        counts.beat(streams=5, has_news=True)
        clock.shift(2)
        alone = counts.together()
        assert (alone.processes, alone.streams) == (1, 5)
        assert alone.looked_at == NOW.timestamp()
        counts.begin(1)
        assert counts.together().processes == 0, "a new process takes its place"
    assert COUNTS.together().processes == 0
