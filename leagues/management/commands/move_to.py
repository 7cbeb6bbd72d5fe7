"""Move the club from SQLite to PostgreSQL."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from leagues.backup.move import move_to
from leagues.backup.problem import BackupProblem


class Command(BaseCommand):
    help = "Copy every row to an empty PostgreSQL database, and compare. Stop the site first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", help="postgres://user:password@host/name")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tables = move_to(options["url"])
        except BackupProblem as problem:
            raise CommandError(str(problem)) from problem
        for table, rows in sorted(tables.items()):
            if rows:
                self.stdout.write(f"{rows:>10}  {table}")
        self.stdout.write(
            f"{sum(tables.values())} rows in {len(tables)} tables are the same in both.\n"
            "Start the site with that DATABASE_URL. The old file is left as it was."
        )
