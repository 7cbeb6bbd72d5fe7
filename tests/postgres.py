"""PostgreSQL databases for tests."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

POSTGRES = os.environ.get("POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")


@contextmanager
def empty_postgres(purpose: str) -> Iterator[str]:
    """The URL of an empty database, which is dropped afterwards."""
    url = create_database(purpose)
    try:
        yield url
    finally:
        drop_database(url)


@contextmanager
def copy_in_postgres(of: str, purpose: str) -> Iterator[str]:
    """The URL of a copy of a database. No connection to the original may be open."""
    url = create_database(purpose, template=of.rpartition("/")[2])
    try:
        yield url
    finally:
        drop_database(url)


@contextmanager
def shared_postgres(kept: Path, purpose: str, fill: Callable[[str], object]) -> Iterator[str]:
    """One database for all processes of a run, filled once. The last process drops it."""
    kept.mkdir(exist_ok=True)
    address, here = kept / "url", kept / f"used-by-{os.getpid()}"
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not address.exists():
            url = create_database(purpose)
            try:
                fill(url)
            except BaseException:
                drop_database(url)
                raise
            address.write_text(url)
        here.touch()
    url = address.read_text()
    try:
        yield url
    finally:
        with (kept / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            here.unlink()
            if not list(kept.glob("used-by-*")):
                address.unlink()
                drop_database(url)


def create_database(purpose: str, template: str = "template1") -> str:
    name = f"{purpose}_{uuid4().hex[:12]}"
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    with connect_to_server() as line:
        line.execute(statement.format(sql.Identifier(name), sql.Identifier(template)))
    return f"{POSTGRES.rpartition('/')[0]}/{name}"


def drop_database(url: str) -> None:
    name = sql.Identifier(url.rpartition("/")[2])
    with connect_to_server() as line:
        line.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


def connect_to_server() -> psycopg.Connection:
    try:
        return psycopg.connect(POSTGRES, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        pytest.skip("no PostgreSQL answers at POSTGRES")
