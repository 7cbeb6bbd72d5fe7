"""Commits that don't wait for the disk, for changes that a stored parcel can repeat."""

from typing import Any

from django.db import DatabaseError, connection

SWITCHES = {
    "sqlite": ("PRAGMA synchronous=FULL", "PRAGMA synchronous=NORMAL"),
    "postgresql": ("RESET synchronous_commit", "SET synchronous_commit=off"),
}


class DiskWaits:
    """Whether commits of a thread wait until they are on the disk, as those of new connections do.

    Both databases write one log in order: the next commit that waits takes all earlier ones along.
    """

    def __init__(self) -> None:
        self.hurried: Any = None  # the database's own connection that doesn't wait

    def skip(self, *, skips: bool) -> None:
        """Let the commits of this thread's open connection skip the wait, or wait again."""
        database = connection.connection
        if database is None or skips == (database is self.hurried):
            return
        try:
            with connection.wrap_database_errors:
                database.execute(SWITCHES[connection.vendor][skips])
        except DatabaseError:
            connection.close()  # the next one waits
        else:
            self.hurried = database if skips else None
