"""Commits wait for the disk, except those that a stored parcel of reports can repeat."""

import sqlite3
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.utils import DatabaseErrorWrapper

from crokinole_site import disk_waits
from crokinole_site.disk_waits import DiskWaits

ASK = {"sqlite": "PRAGMA synchronous", "postgresql": "SHOW synchronous_commit"}
ANSWERS = {"sqlite": (2, 1), "postgresql": ("on", "off")}


@pytest.mark.django_db(transaction=True)
def test_commits_wait_until_they_may_skip_it_and_wait_again_afterwards() -> None:
    waits = DiskWaits()
    connection.ensure_connection()
    for skips in (False, True, True, False, False):
        waits.skip(skips=skips)
        with connection.cursor() as cursor:
            cursor.execute(ASK[connection.vendor])
            assert cursor.fetchone()[0] == ANSWERS[connection.vendor][skips]


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Django's connection, of which a test opens and closes the database's own."""
    fake = SimpleNamespace(vendor="sqlite", connection=None, Database=sqlite3, closed=0)
    fake.wrap_database_errors = DatabaseErrorWrapper(fake)
    fake.close = lambda: setattr(fake, "closed", fake.closed + 1)
    monkeypatch.setattr(disk_waits, "connection", fake)
    return fake


def open_one() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", isolation_level=None)


def test_each_new_connection_is_set_again(database: Any) -> None:
    waits = DiskWaits()
    waits.skip(skips=True)  # none is open
    for _ in range(2):
        database.connection = open_one()
        waits.skip(skips=True)
        assert database.connection.execute("PRAGMA synchronous").fetchone() == (1,)


def test_a_connection_that_can_not_wait_again_is_closed(database: Any) -> None:
    waits = DiskWaits()
    database.connection = open_one()
    waits.skip(skips=True)
    database.connection.execute("BEGIN")
    waits.skip(skips=False)
    assert database.closed == 1
