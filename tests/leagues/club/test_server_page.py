"""The owner's server page, the download of a backup, and the metrics."""

import re
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest
import time_machine
from allauth.account.internal.flows.login import record_authentication
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from leagues.access.metrics import may_read_metrics
from leagues.backup import make
from leagues.live.process_counts import ProcessCounts, ServerCounts
from leagues.models import Action, KeptParcel, Mail, PeriodicJob, Webhook, WebhookDelivery
from leagues.reads.club.queues import QueueStatus
from leagues.reads.club.server import ServerStatus, StoredBackup
from leagues.reads.club.server_troubles import LITTLE, server_troubles
from tests.cast import PASSWORD, Cast, Page

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
def test_a_new_site_shows_that_there_is_no_backup(cast: Cast, data_dir: Path) -> None:
    page = words(page_of(cast))
    assert "No backup yet" in page
    assert "Everything is working." not in page
    first, administrator = page_of(cast).split("For the person who runs this server")
    assert "The backups are on the same disk as the site." in first
    for setting in ("BACKUP_FOLDER", "BASE_URL", "EMAIL_URL"):
        assert setting not in first
    assert "BACKUP_FOLDER" in administrator
    assert "has not run yet" in page
    assert "none waiting" in page
    assert "It contains secrets" in page


@pytest.mark.django_db
@time_machine.travel(NOW, tick=False)
def test_the_page_shows_the_age_of_the_backup_and_what_waits(cast: Cast, data_dir: Path) -> None:
    PeriodicJob.objects.create(name="backup", ended_at=NOW - timedelta(hours=9), left="/srv/b.zip")
    parcel = KeptParcel.of("signed", b"[]")
    parcel.received_at = NOW - timedelta(minutes=3)
    parcel.save()

    page = words(page_of(cast))

    assert "made on Sun 22 Nov 2026, 04:00: 9 hours ago" in page.replace("\xa0", " ")
    assert "last ran Sun 22 Nov, 04:00: /srv/b.zip" in page
    assert "1 waiting, for 3 minutes" in page.replace("\xa0", " ")


@pytest.mark.django_db
@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize(("hours", "icon"), [(9, "#check"), (72, "#triangle-alert")])
def test_a_backup_has_a_tick_until_it_is_late(
    cast: Cast, data_dir: Path, hours: int, icon: str
) -> None:
    ended = NOW - timedelta(hours=hours)
    PeriodicJob.objects.create(name="backup", ended_at=ended, left="/srv/b.zip")

    line = page_of(cast).partition("<b>Last backup</b>")[0].rpartition("<li>")[2]

    assert f'{icon}"' in line


@pytest.mark.django_db
def test_a_failed_backup_is_shown(cast: Cast, data_dir: Path) -> None:
    PeriodicJob.objects.create(name="backup", ended_at=NOW, problem="No room.")
    assert "The backup of Sun 22 Nov, 13:00 failed: No room." in words(page_of(cast))


@pytest.mark.django_db
@time_machine.travel(NOW, tick=False)
def test_the_page_counts_deliveries_waiting_and_given_up(cast: Cast, data_dir: Path) -> None:
    queue_deliveries(cast)
    page = words(page_of(cast)).replace("\xa0", " ")

    assert "Mail 1 waiting, for 3 hours Webhooks 1 waiting, for 1 hour · 2 given up" in page
    found = metrics_of()
    assert found["twenties_mail_waiting"] == 1
    assert found["twenties_mail_failed"] == 0
    assert found["twenties_mail_oldest_timestamp_seconds"] == (NOW - timedelta(hours=3)).timestamp()
    assert found["twenties_webhooks_waiting"] == 1
    assert found["twenties_webhooks_failed"] == 2


def queue_deliveries(cast: Cast) -> None:
    """Waiting mail, and a webhook with one waiting and two failed deliveries."""
    Mail.objects.create(kind="link", made_at=NOW - timedelta(hours=3))
    webhook = Webhook.objects.create(
        club=cast.club, address="https://board.example/", made_by=cast.ann
    )
    for state, hours in (("queued", 1), ("sent", 9), ("failed", 9), ("failed", 8)):
        WebhookDelivery.objects.create(
            webhook=webhook, kind="test", state=state, made_at=NOW - timedelta(hours=hours)
        )


GOOD = ServerStatus(
    release="1",
    python="3",
    django="5",
    database="sqlite",
    database_size=1,
    disk_free=2 * LITTLE,
    disk_size=3 * LITTLE,
    folder=Path(),
    counts=ServerCounts(1, 0, 1, NOW.timestamp()),
    waiting=0,
    waiting_since=None,
    mail=QueueStatus(1, NOW - timedelta(hours=1), 9),
    webhooks=QueueStatus(0, None, 9),
    job=None,
    copies=None,
    wants_copies=False,
    backups=[StoredBackup("b.zip", NOW - timedelta(hours=30), 1)],
)
OLD = QueueStatus(1, NOW - timedelta(hours=3), 0)


@pytest.mark.parametrize(
    ("bad", "messages"),
    [
        ({}, []),
        ({"counts": ServerCounts(2, 0, 1, NOW.timestamp())}, ["Live updates"]),
        ({"counts": ServerCounts(1, 0, 1, NOW.timestamp() - 90)}, ["Scheduled jobs"]),
        ({"disk_free": LITTLE - 1}, ["The disk is nearly full."]),
        (
            {"backups": [StoredBackup("b.zip", NOW - timedelta(hours=37), 1)]},
            ["No backup was made last night."],
        ),
        ({"mail": OLD}, ["E-mail has been waiting for hours"]),
        ({"webhooks": OLD}, ["A notification to another program"]),
        ({"mail": OLD, "disk_free": 1}, ["The disk", "E-mail has been waiting"]),
    ],
)
def test_troubles_of_the_server_are_listed(bad: dict[str, Any], messages: list[str]) -> None:
    found = list(server_troubles(replace(GOOD, **bad), now=NOW))
    assert len(found) == len(messages)
    assert all(a.startswith(b) for a, b in zip(found, messages, strict=True))


@pytest.mark.django_db
def test_only_owners_find_it_on_the_desk(cast: Cast) -> None:
    for name, finds in (("olga", True), ("ann", False), ("sam", False)):
        desk = cast.browser_of(name).get("/desk/").content.decode()
        assert ("/desk/server/" in desk) == finds


# --- The backup ----------------------------------------------------------------------------

AGAIN = "/accounts/reauthenticate/"


def can_download(browser: Client) -> bool:
    answer = browser.post("/desk/server/backup/")
    answer.close()
    return answer.status_code == 200


def signed_in_again(cast: Cast) -> Client:
    browser = cast.browser_of("olga")
    browser.post(AGAIN, {"password": PASSWORD})
    return browser


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_backup_holds_keys_and_asks_for_the_password_again(cast: Cast, data_dir: Path) -> None:
    olga = cast.browser_of("olga")

    asked = olga.post("/desk/server/backup/")
    assert asked["Location"] == f"{AGAIN}?next=/desk/server/"
    assert "To download one, sign in again" in olga.get(asked["Location"]).text
    assert not Action.objects.filter(verb="download_backup").exists()

    wrong = olga.post(AGAIN, {"password": "guessed", "next": "/desk/server/"})
    assert wrong.status_code == 422
    assert not can_download(olga)

    right = olga.post(AGAIN, {"password": PASSWORD, "next": "/desk/server/"})
    assert right["Location"] == "/desk/server/"
    assert can_download(olga)

    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert not can_download(olga)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_an_owner_without_a_password_signs_in_again_for_a_backup(
    cast: Cast, data_dir: Path
) -> None:
    cast.olga.set_unusable_password()
    cast.olga.save()
    olga = cast.browser_of("olga")

    asked = olga.post("/desk/server/backup/")

    assert asked["Location"] == "/accounts/login/?next=/desk/server/"
    assert "To download one, sign in again" in olga.get(asked["Location"]).text
    assert olga.get("/desk/server/").status_code == 302

    olga.force_login(cast.olga)
    session = olga.session
    request = HttpRequest()
    request.session = session
    record_authentication(request, cast.olga, "code")
    session.save()
    assert can_download(olga)


@pytest.mark.django_db(transaction=True)
def test_an_owners_download_of_a_backup_is_in_the_log(cast: Cast, data_dir: Path) -> None:
    answer: Page = signed_in_again(cast).post("/desk/server/backup/")
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
def test_without_space_for_a_backup_the_page_explains(
    cast: Cast, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: SimpleNamespace(free=make.SPARE, total=1)
    )
    monkeypatch.setattr(make, "database_size", lambda: 1)
    answer = signed_in_again(cast).post("/desk/server/backup/", follow=True)
    assert "There isn’t enough space on the disk for a backup." in words(answer.content.decode())
    assert not Action.objects.filter(verb="download_backup").exists()


# --- Metrics -------------------------------------------------------------------------------

LINE = re.compile(r'(twenties_\w+)(\{\w+="[^"\\]*"(?:,\w+="[^"\\]*")*\})? (\S+)')


@pytest.mark.django_db
def test_every_line_of_the_metrics_is_one_that_others_can_read(cast: Cast, data_dir: Path) -> None:
    PeriodicJob.objects.create(name="backup", ended_at=NOW, left="b.zip", problem="")
    found = metrics_of()
    assert found["twenties_info"] == 1
    assert found["twenties_backup_timestamp_seconds"] == NOW.timestamp()
    assert found["twenties_backup_failed"] == 0
    assert "twenties_backup_copy_failed" not in found


@pytest.mark.django_db
def test_where_backups_are_copied_metrics_give_the_age_of_the_last_good_copy(
    cast: Cast, data_dir: Path, settings: Settings
) -> None:
    settings.BACKUP_COMMAND = 'rclone copy "$BACKUP_FILE" far:away'
    left = "nightly-2026-11-22-040000.zip"
    PeriodicJob.objects.create(name="backup-copy", ended_at=NOW, left=left, problem="No line.")
    found = metrics_of()
    copied = datetime(2026, 11, 22, 4, tzinfo=UTC).timestamp()
    assert found["twenties_backup_copy_timestamp_seconds"] == copied
    assert found["twenties_backup_copy_failed"] == 1
    page = words(page_of(cast))
    assert "is the backup of Sat 21 Nov 2026, 23:00" in page
    assert "tried again every hour: No line." in page
    assert found["twenties_disk_free_bytes"] > 0
    assert "twenties_mail_oldest_timestamp_seconds" not in found


def metrics_of() -> dict[str, float]:
    answer = Client().get("/metrics")
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.content.decode().splitlines()
    found = {}
    for help_line, kind, line in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        read = LINE.fullmatch(line)
        assert read, line
        assert help_line.startswith(f"# HELP {read[1]} ")
        assert kind == f"# TYPE {read[1]} gauge"
        found[read[1]] = float(read[3])
    return found


@pytest.mark.django_db
def test_metrics_are_for_this_computer_or_for_who_knows_the_token(
    cast: Cast, settings: Settings, data_dir: Path
) -> None:
    def status(**headers: str) -> int:
        return Client().get("/metrics", **headers).status_code  # type: ignore[arg-type]

    assert status() == 200
    assert status(REMOTE_ADDR="192.168.1.20") == 404
    assert status(HTTP_X_FORWARDED_FOR="203.0.113.9") == 404, "through a proxy"
    settings.METRICS_TOKEN = "of the curves"
    assert status() == 404
    assert status(HTTP_AUTHORIZATION="Bearer of others") == 404
    assert (
        status(HTTP_AUTHORIZATION="Bearer of the curves", HTTP_X_FORWARDED_FOR="203.0.113.9") == 200
    )


def test_who_has_no_address_is_not_here() -> None:
    assert not may_read_metrics("", {})
    assert may_read_metrics("::1", {})


# --- Reports of the processes -------------------------------------------------------------


def test_processes_are_counted_together_and_silent_ones_are_gone() -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        counts = ProcessCounts()
        for process, streams in ((63, 3), (1, 4)):
            counts.begin(process)
            counts.beat(streams=streams, has_news=process == 63)
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
