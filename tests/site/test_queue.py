"""Writers on SQLite queue: each gets its turn, and none fails with "locked"."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from crokinole_site.queued_sqlite3 import base

WRITERS, EACH = 16, 10


@pytest.fixture
def name(tmp_path: Path) -> Path:
    return tmp_path / "club.sqlite3"


@pytest.fixture
def club(
    name: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> Iterator[ConnectionHandler]:
    """A database in a file, as on a served site; that of the tests is in memory."""
    handler = ConnectionHandler(
        {
            "default": {
                "ENGINE": "crokinole_site.queued_sqlite3",
                "NAME": str(name),
                "OPTIONS": {
                    "transaction_mode": "IMMEDIATE",
                    "init_command": "PRAGMA journal_mode=WAL",
                    "timeout": 0,  # a writer out of turn fails with "locked" at once
                },
            }
        }
    )
    monkeypatch.setattr("django.db.transaction.connections", handler)
    with django_db_blocker.unblock():
        with handler["default"].cursor() as rows:
            rows.execute("CREATE TABLE score (points INTEGER CHECK (points >= 0))")
        yield handler
        handler.close_all()


def write_points(connection: BaseDatabaseWrapper, points: int) -> None:
    with transaction.atomic(), connection.cursor() as rows:
        rows.execute("INSERT INTO score VALUES (%s)", [points])


def write_alone(connection: BaseDatabaseWrapper, points: int) -> None:
    """Write with one statement outside of a transaction."""
    with connection.cursor() as rows:
        rows.execute("INSERT INTO score VALUES (%s)", [points])


def is_free(name: Path) -> bool:
    """Whether a new writer would be next."""
    lock = os.open(f"{name}.queue", os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True


@pytest.mark.parametrize("write", [write_points, write_alone])
def test_sixteen_at_once_all_write_and_none_gets_locked(
    club: ConnectionHandler, write: Callable[[BaseDatabaseWrapper, int], None]
) -> None:
    def writer(points: int) -> None:
        try:
            for _ in range(EACH):
                write(club["default"], points)
        finally:
            club["default"].close()

    with ThreadPoolExecutor(WRITERS) as writers:
        list(writers.map(writer, range(WRITERS)))
    with club["default"].cursor() as rows:
        rows.execute("SELECT points, COUNT(*) FROM score GROUP BY points")
        assert dict(rows.fetchall()) == dict.fromkeys(range(WRITERS), EACH)


def test_the_turn_lasts_as_long_as_the_transaction(club: ConnectionHandler, name: Path) -> None:
    connection = club["default"]
    assert is_free(name)
    with transaction.atomic():
        assert not is_free(name)
        with transaction.atomic():
            write_points(connection, 5)
        assert not is_free(name), "a savepoint is not the end"
    assert is_free(name)


def test_the_turn_passes_on_after_a_refusal(club: ConnectionHandler, name: Path) -> None:
    for wrong in (write_points, write_alone):
        with pytest.raises(IntegrityError):
            wrong(club["default"], -5)
        assert is_free(name)
    write_points(club["default"], 5)


def test_the_turn_passes_on_when_the_connection_is_closed(
    club: ConnectionHandler, name: Path
) -> None:
    club["default"].set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    assert not is_free(name)
    club["default"].close()
    assert is_free(name)


def test_reading_needs_no_turn(club: ConnectionHandler, name: Path) -> None:
    with club["default"].cursor() as rows:
        rows.execute("SELECT COUNT(*) FROM score")
        assert is_free(name)


HOLD = """
import fcntl, sys
lock = open(sys.argv[1], "w")
fcntl.flock(lock, fcntl.LOCK_EX)
print("mine", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def stuck(club: ConnectionHandler, name: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that has the turn and keeps it."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, f"{name}.queue"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        assert not is_free(name)
        yield holder
        holder.kill()


def test_a_writer_killed_in_its_turn_blocks_no_other(
    club: ConnectionHandler, name: Path, stuck: subprocess.Popen[bytes]
) -> None:
    stuck.kill()
    write_points(club["default"], 5)
    assert is_free(name)


@pytest.mark.parametrize("write", [write_points, write_alone])
def test_a_writer_that_waits_too_long_gets_locked_and_blocks_no_other(
    club: ConnectionHandler,
    name: Path,
    stuck: subprocess.Popen[bytes],
    monkeypatch: pytest.MonkeyPatch,
    write: Callable[[BaseDatabaseWrapper, int], None],
) -> None:
    with monkeypatch.context() as hurry:
        hurry.setattr(base, "TIMEOUT", 0.01)
        for _ in range(3):
            with pytest.raises(OperationalError, match="locked"):
                write(club["default"], 5)
    stuck.kill()
    write(club["default"], 20)
    with club["default"].cursor() as rows:
        rows.execute("SELECT points FROM score")
        assert rows.fetchall() == [(20,)], "who was told so has written nothing"
