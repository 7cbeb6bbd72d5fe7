"""How many rows an act fetches from the database, which a count of queries does not show."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from django.db.backends.utils import CursorWrapper


class RowCount:
    """The rows fetched through Django's cursors so far."""

    def __init__(self) -> None:
        self.rows = 0

    def counted(self, found: Any) -> Any:
        self.rows += len(found)
        return found

    def one(self, found: Any) -> Any:
        self.rows += found is not None
        return found


@contextmanager
def counting_rows() -> Iterator[RowCount]:
    count = RowCount()

    def fetchone(self: CursorWrapper) -> Any:
        return count.one(self.cursor.fetchone())

    def fetchmany(self: CursorWrapper, *size: int) -> Any:
        return count.counted(self.cursor.fetchmany(*size))

    def fetchall(self: CursorWrapper) -> Any:
        return count.counted(self.cursor.fetchall())

    def each(self: CursorWrapper) -> Iterator[Any]:
        with self.db.wrap_database_errors:
            yield from map(count.one, self.cursor)

    with ExitStack() as counting:
        for name, method in {
            "fetchone": fetchone,
            "fetchmany": fetchmany,
            "fetchall": fetchall,
            "__iter__": each,
        }.items():
            counting.enter_context(patch.object(CursorWrapper, name, method, create=True))
        yield count


def rows_read(act: Callable[[], object]) -> int:
    with counting_rows() as count:
        act()
    return count.rows
