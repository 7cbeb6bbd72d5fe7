"""The nightly backup: made by one server, with old files removed by age."""

import os
import subprocess
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from pytest_django import Settings

from leagues.backup import nightly
from leagues.backup.nightly import is_due, last_night, make_nightly
from leagues.backup.problem import BackupProblem
from leagues.backup.retention import kept_moments, remove_old_nightly, remove_old_updates
from leagues.models import PeriodicJob
from tests.cast import Cast

TORONTO = ZoneInfo("America/Toronto")
EVENING = datetime(2026, 11, 21, 20, tzinfo=TORONTO)
NEXT_EVENING = EVENING + timedelta(days=1)


def begin_backup(now: datetime) -> bool:
    return PeriodicJob.objects.begin(PeriodicJob.Name.BACKUP, now)


# --- Files that are kept ---------------------------------------------------------------


def test_of_two_years_of_nights_the_days_weeks_and_months_stay() -> None:
    last = datetime(2026, 11, 22, 9, tzinfo=UTC)  # a Sunday
    nights = [last - timedelta(days=n) for n in range(730)]

    kept = sorted({moment.date() for moment in kept_moments(nights)}, reverse=True)

    assert kept == [
        *(date(2026, 11, day) for day in (22, 21, 20, 19, 18, 17, 16)),
        *(date(2026, 11, 15), date(2026, 11, 8), date(2026, 11, 1)),
        *(date(2026, 10, 31), date(2026, 9, 30), date(2026, 8, 31), date(2026, 7, 31)),
        *(date(2026, 6, 30), date(2026, 5, 31), date(2026, 4, 30), date(2026, 3, 31)),
        *(date(2026, 2, 28), date(2026, 1, 31), date(2025, 12, 31)),
    ]


def test_a_laptop_that_is_started_once_a_week_keeps_seven_weeks() -> None:
    weeks = [EVENING - timedelta(weeks=n) for n in range(7)]
    assert kept_moments(weeks) == set(weeks)


def test_of_one_day_the_newest_stays() -> None:
    assert kept_moments([EVENING, EVENING + timedelta(hours=1)]) == {EVENING + timedelta(hours=1)}
    assert kept_moments([]) == set()


def test_only_its_own_files_are_removed(tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path
    folder = tmp_path / "backups"
    folder.mkdir()
    by_hand = folder / "twenties-2020-01-01-040000.zip"
    strange = folder / "nightly-before-the-cup.zip"
    for name in (by_hand, strange):
        name.touch()
    for hour in (4, 5):
        (folder / f"nightly-2026-11-21-0{hour}0000.zip").touch()
    for day in range(1, 8):
        (folder / f"before-update-2026-11-0{day}-040000.zip").touch()

    remove_old_nightly()
    remove_old_updates()

    assert sorted(each.name for each in folder.iterdir()) == [
        *(f"before-update-2026-11-0{day}-040000.zip" for day in range(3, 8)),
        *("nightly-2026-11-21-050000.zip", strange.name, by_hand.name),
    ]


# --- When, and on which server -----------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "night"),
    [
        (datetime(2026, 11, 22, 4, tzinfo=TORONTO), date(2026, 11, 22)),
        (datetime(2026, 11, 22, 3, 59, tzinfo=TORONTO), date(2026, 11, 21)),
        (datetime(2026, 11, 22, 8, 59, tzinfo=UTC), date(2026, 11, 21)),
        (datetime(2026, 11, 22, 9, tzinfo=UTC), date(2026, 11, 22)),
    ],
)
def test_night_is_four_in_the_morning_at_the_club(now: datetime, night: date) -> None:
    assert last_night(now, TORONTO) == datetime.combine(night, time(4), TORONTO)


@pytest.mark.django_db
def test_a_site_without_a_club_makes_none() -> None:
    assert not is_due(EVENING)
    assert not PeriodicJob.objects.exists()


@pytest.mark.django_db
def test_the_first_is_due_after_the_first_night(cast: Cast) -> None:
    assert not is_due(EVENING)
    assert not is_due(EVENING + timedelta(hours=7, minutes=59))
    assert is_due(EVENING + timedelta(hours=8))
    assert is_due(NEXT_EVENING), "a laptop that slept makes it in the evening"


@pytest.mark.django_db
def test_of_two_servers_one_makes_it_and_a_killed_one_is_replaced(cast: Cast) -> None:
    is_due(EVENING)

    assert [begin_backup(NEXT_EVENING), begin_backup(NEXT_EVENING)] == [True, False]
    assert not begin_backup(NEXT_EVENING + timedelta(minutes=59))
    assert begin_backup(NEXT_EVENING + timedelta(hours=1))


@pytest.mark.django_db
def test_it_is_made_by_a_process_of_its_own_and_one_at_a_time(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[list[str]] = []
    process = SimpleNamespace(poll=lambda: None)

    def begin(command: list[str]) -> SimpleNamespace:
        begun.append(command)
        return process

    monkeypatch.setattr(subprocess, "Popen", begin)
    monkeypatch.setattr(nightly._process, "running", None)
    nightly.start_nightly(now=EVENING)
    assert begun == []
    nightly.start_nightly(now=NEXT_EVENING)
    nightly.start_nightly(now=NEXT_EVENING + timedelta(hours=2))
    assert [command[-2:] for command in begun] == [["back_up", "--nightly"]]
    process.poll = lambda: 0
    nightly.start_nightly(now=NEXT_EVENING + timedelta(hours=2))
    assert len(begun) == 2, "who ended without a word was killed"


@pytest.mark.django_db(transaction=True)
def test_a_backup_records_its_file_and_is_not_due_again(
    cast: Cast, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    grants: list[int] = []
    # Faked, because a lower priority would last: the test process could not raise it again.
    monkeypatch.setattr(os, "nice", grants.append)
    is_due(EVENING - timedelta(days=400))
    assert is_due(EVENING)
    assert begin_backup(EVENING)

    call_command("back_up", "--nightly")

    assert grants == [10]
    job = PeriodicJob.objects.get()
    assert (job.begun_at, job.problem) == (None, "")
    assert Path(job.left).parent == tmp_path / "backups"
    assert Path(job.left).exists()
    assert not is_due(EVENING)


@pytest.mark.django_db
def test_a_failure_is_recorded_and_tried_again_the_next_night(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**options: str) -> Path:
        raise BackupProblem("There is no room.")

    monkeypatch.setattr(nightly, "make_backup", full)
    PeriodicJob.objects.create(name="backup", ended_at=EVENING, left="yesterday.zip")

    make_nightly()

    job = PeriodicJob.objects.get()
    assert (job.problem, job.left) == ("There is no room.", "yesterday.zip")
    assert job.ended_at > EVENING
