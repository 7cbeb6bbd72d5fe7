"""``twenties check`` lists what keeps the site from working."""

import shutil
from io import StringIO
from types import SimpleNamespace

import pytest
from django.conf import settings as site_settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from tests.served import free_port

pytestmark = pytest.mark.django_db


def check() -> str:
    printed = StringIO()
    call_command("check_site", stdout=printed)
    return printed.getvalue()


def test_a_site_that_works_shows_its_release_and_its_folder() -> None:
    printed = check()

    assert f"Twenties {site_settings.RELEASE}, Python " in printed
    assert str(site_settings.DATA_DIR) in printed
    assert "Everything is working." in printed


def test_a_full_disk_is_reported_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=0, total=1))

    with pytest.raises(CommandError, match=r"^The disk is full\.$"):
        check()


def test_a_nearly_full_disk_is_reported_as_on_the_server_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = SimpleNamespace(free=500_000_000, total=10**10, used=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: room)

    with pytest.raises(CommandError, match="The disk is nearly full"):
        check()


def test_a_mail_server_that_does_not_answer_is_reported(settings: Settings) -> None:
    settings.SENDS_EMAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()

    with pytest.raises(CommandError, match="The mail server in EMAIL_URL can't be used: "):
        check()


def test_a_database_of_an_earlier_release_is_reported() -> None:
    MigrationRecorder(connection).migration_qs.filter(name="0091_club_podiums").delete()

    with pytest.raises(CommandError, match="The next start of the site updates it"):
        check()
