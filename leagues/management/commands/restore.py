"""Put a backup into an empty DATA_DIR."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from leagues.backup.problem import BackupProblem
from leagues.backup.restore import restore_backup


class Command(BaseCommand):
    help = "Restore a backup into an empty DATA_DIR (and an empty database)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup, or a folder: its newest")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = restore_backup(options["file"])
        except BackupProblem as problem:
            raise CommandError(str(problem)) from problem
        made = done.manifest
        rows = sum(made.tables.values())
        self.stdout.write(
            f"Restored {options['file']} into {settings.DATA_DIR}: {rows} rows in "
            f"{len(made.tables)} tables, made by release {made.release} on {made.made_at}."
        )
        if done.is_migrated:
            self.stdout.write(
                f"It is of an earlier release: its rows are now those of {settings.RELEASE}."
            )
        for name in made.not_kept:
            self.stdout.write(
                f"{name} is not in it, because it came from the environment: set it again."
            )
