"""The health check reports what keeps the server from saving."""

import os
import shutil
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client

pytestmark = pytest.mark.django_db


def check_health() -> tuple[int, str]:
    answer = Client().get("/healthz")
    return answer.status_code, answer.content.decode()


def test_a_site_that_can_save_is_fine() -> None:
    assert check_health() == (200, "fine")


def test_the_release_is_shown_on_request() -> None:
    answer = Client().get("/healthz?version").content.decode()
    assert answer == f"fine {settings.RELEASE}"


def test_a_full_disk_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    room = SimpleNamespace(free=16 * 1024 * 1024 - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: room)
    assert check_health() == (503, "The disk is full.")
    room.free += 1
    assert check_health() == (200, "fine")


def test_a_folder_that_became_read_only_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert check_health() == (503, "The data folder can't be written to.")


def test_a_database_that_does_not_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", gone)
    assert check_health() == (503, "The database does not answer.")
