"""A PostgreSQL database of a test's own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

POSTGRES = os.environ.get("POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")


@contextmanager
def empty_postgres(purpose: str) -> Iterator[str]:
    """Its address; the database is gone afterwards."""
    name = f"{purpose}_{uuid4().hex[:12]}"
    try:
        server = psycopg.connect(POSTGRES, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        pytest.skip("no PostgreSQL answers at POSTGRES")
    with server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield f"{POSTGRES.rpartition('/')[0]}/{name}"
        server.execute(
            sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
        )
    server.close()
