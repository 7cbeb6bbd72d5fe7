"""Rows that several tests begin with: built once in a process, laid under each of these tests.

`@scene` takes the place of `@pytest.fixture` above a fixture that only builds rows, out of other
scenes and nothing else, and returns something that can be pickled. The rows are laid inside the
test's own transaction, which takes them away again.

The clock and the dice belong to the scene: `@scene(made=MONDAY, now=TUESDAY)` builds on Monday and
lets the test run on Tuesday. Without them a scene is five minutes old at most.
"""

import functools
import inspect
import itertools
import json
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from time import time
from typing import Any, TypeVar, cast, overload

import pytest
import time_machine
from django.apps import apps
from django.db import connection, models, transaction

from tests.process_memory import forget_all

SECONDS = 5 * 60
Table = type[models.Model]
Key = tuple[str, ...]
Moment = str | datetime | None
Build = TypeVar("Build", bound=Callable[..., Any])
UNPICKLABLE = (pickle.PicklingError, TypeError, AttributeError)


@dataclass(frozen=True)
class Kept:
    """The changes of a scene: new or changed rows, keys of deleted rows, and its return value."""

    put: dict[Table, list[Any]]
    gone: dict[Table, list[Any]]
    returned: bytes

    def __post_init__(self) -> None:
        for changes in (self.put, self.gone):
            for table in [table for table, found in changes.items() if not found]:
                del changes[table]


@dataclass
class Ground:
    """The scenes that the running test is built on, and its random numbers."""

    laid: Key = ()
    writes: int = 0
    """The database's write count after the last scene. If it is higher, a test has written rows."""
    thrower: str = ""
    throws: Iterator[int] = field(default_factory=itertools.count)

    def begin(self, nodeid: str) -> None:
        self.laid, self.writes = (), count_writes() if connection.vendor == "sqlite" else 0
        self.throw_as(nodeid)

    def throw_as(self, name: str) -> None:
        self.thrower, self.throws = name, itertools.count()

    def dice(self, size: int) -> bytes:
        """Random numbers that are the same for a test or scene in every run."""
        return sha256(f"{self.thrower} {next(self.throws)}".encode()).digest()[:size]


GROUND = Ground()
KEPT: dict[Key, Kept | None] = {}


@overload
def scene(build: Build) -> Build: ...
@overload
def scene(
    *, made: Moment = None, now: Moment = None, tick: bool = True
) -> Callable[[Build], Build]: ...
def scene(build: Any = None, *, made: Moment = None, now: Moment = None, tick: bool = True) -> Any:
    if build is None:
        return functools.partial(scene, made=made, now=now, tick=tick)
    name = f"{build.__module__}.{build.__qualname__}"

    @functools.wraps(build)
    def fixture(**scenes: Any) -> Iterator[Any]:
        with stopped_clock(made, tick or now is not None):
            returned = laid_or_built(name, build, scenes)
        with stopped_clock(made if now is None else now, tick):
            yield returned

    fixture.__signature__ = inspect.signature(build)  # type: ignore[attr-defined]
    return pytest.fixture(fixture)


def stopped_clock(when: Moment, tick: bool) -> AbstractContextManager[Any]:
    return nullcontext() if when is None else time_machine.travel(when, tick=tick)


def laid_or_built(name: str, build: Callable[..., Any], scenes: dict[str, Any]) -> Any:
    if not connection.in_atomic_block or count_writes() != GROUND.writes:
        return build(**scenes)
    key = (*GROUND.laid, f"{name} {int(time() // SECONDS)}")
    if key not in KEPT:
        thrower = GROUND.thrower
        GROUND.throw_as(name)
        KEPT[key] = build_kept(build, scenes)
        GROUND.throw_as(thrower)
    if (kept := KEPT[key]) is None:
        return build(**scenes)
    restore_rows(kept)
    GROUND.laid, GROUND.writes = key, count_writes()
    return pickle.loads(kept.returned)


def build_kept(build: Callable[..., Any], scenes: dict[str, Any]) -> Kept | None:
    """The changes that building makes, rolled back; None where its value cannot be pickled."""
    try:
        own = pickle.loads(pickle.dumps(scenes))
    except UNPICKLABLE:
        return None
    with transaction.atomic():
        before = {table: rows_of(table) for table in all_tables()}
        returned = build(**own)
        after = {table: rows_of(table) for table in all_tables()}
        transaction.set_rollback(True)
    forget_all()
    try:
        pickled = pickle.dumps(returned)
    except UNPICKLABLE:
        return None
    put = {
        table: [row for pk, row in rows.items() if before[table].get(pk) != row]
        for table, rows in after.items()
    }
    gone = {
        table: [pk for pk, row in rows.items() if after[table].get(pk) != row]
        for table, rows in before.items()
    }
    return Kept(put, gone, pickled)


def all_tables() -> list[Table]:
    return [each for each in apps.get_models(include_auto_created=True) if each._meta.managed]


def restore_rows(kept: Kept) -> None:
    for table, keys in kept.gone.items():
        table._base_manager.filter(pk__in=keys)._raw_delete(using="default")
    for table, rows in kept.put.items():
        insert_rows(table, rows)


# --- One way for each database ----------------------------------------------------------


def count_writes() -> int:
    """How many rows were written: on SQLite by this connection, on PostgreSQL in this transaction."""
    if connection.connection is None:
        return 0
    if connection.vendor == "sqlite":
        return cast(int, connection.connection.total_changes)
    [count] = connection.connection.execute(
        "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int FROM pg_stat_xact_user_tables"
    ).fetchone()
    return cast(int, count)


def rows_of(table: Table) -> dict[Any, Any]:
    """By key, as the database stores them: a name with a plus is not converted by `sqlite3`."""
    name, pk, columns = quoted_names(table)
    if connection.vendor == "sqlite":
        plain = ", ".join(f"+{column}" for column in columns)
        found = connection.connection.execute(f"SELECT +{pk}, {plain} FROM {name}")
        return {key: row for key, *row in found}
    return dict(connection.connection.execute(f"SELECT {pk}, row_to_json(t) FROM {name} t"))


def insert_rows(table: Table, rows: Sequence[Any]) -> None:
    name, _, columns = quoted_names(table)
    if connection.vendor == "sqlite":
        blanks = ", ".join("?" * len(columns))
        connection.connection.executemany(
            f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({blanks})", rows
        )
    else:
        connection.connection.execute(
            f"INSERT INTO {name} SELECT * FROM json_populate_recordset(null::{name}, %s)",
            [json.dumps(rows)],
        )


@functools.cache
def quoted_names(table: Table) -> tuple[str, str, list[str]]:
    quote = connection.ops.quote_name
    columns = [quote(str(each.column)) for each in table._meta.concrete_fields]
    return quote(table._meta.db_table), quote(str(table._meta.pk.column)), columns
