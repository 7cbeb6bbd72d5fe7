"""Django's SQLite backend, with a queue for writers.

SQLite allows one write transaction at a time, and a writer that must wait sleeps and tries
again: with sixteen at once the unlucky ones wait for seconds, or get "database is locked". A
lock on a file beside the database is granted in order, to threads and processes alike, and is
released when its holder is killed.

A thread that waits for that lock can't be interrupted. So one thread waits on behalf of all
others in this process, in their order, and each of those waits for it at most ``TIMEOUT``.
"""

import fcntl
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

TIMEOUT = 20.0  # seconds, as SQLite's own in the settings
LOCK_WAITER = ThreadPoolExecutor(1, "sqlite-lock")
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


class DatabaseWrapper(base.DatabaseWrapper):
    _lock_file: int | None = None  # open while this connection may write

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute_wrappers.append(self._write_alone)

    def _write_alone(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,
        context: dict[str, Any],
    ) -> Any:
        """Queue for a write outside any transaction, which is a transaction by itself."""
        if self.in_atomic_block or not sql.startswith(WRITES):
            return execute(sql, params, many, context)
        self._queue()
        try:
            return execute(sql, params, many, context)
        finally:
            self._leave_after_transaction()

    def _start_transaction_under_autocommit(self) -> None:
        self._queue()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self._leave_after_transaction()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave_after_transaction()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave()

    def _queue(self) -> None:
        if self._lock_file is not None or self.is_in_memory_db():
            return
        path = f"{self.settings_dict['NAME']}.queue"
        lock_file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            wait_for(lock_file)
        self._lock_file = lock_file

    def _leave_after_transaction(self) -> None:
        # After a failed commit the transaction is still open; it is rolled back next.
        if not self._is_in_transaction():
            self._leave()

    def _is_in_transaction(self) -> bool:
        connection: Any = self.connection
        return connection is not None and connection.in_transaction

    def _leave(self) -> None:
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None


def wait_for(lock_file: int) -> None:
    waiting = LOCK_WAITER.submit(fcntl.flock, lock_file, fcntl.LOCK_EX)
    try:
        waiting.result(TIMEOUT)
    except TimeoutError:
        waiting.cancel()
        # A waiter that is already first in the queue can't leave it: release the lock once it is
        # granted.
        waiting.add_done_callback(lambda _: os.close(lock_file))
        raise OperationalError("database is locked") from None
