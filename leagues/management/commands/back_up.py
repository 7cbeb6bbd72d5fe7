"""Write a backup, and print its path."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from leagues.backup.copies import copy_newest
from leagues.backup.make import make_backup
from leagues.backup.nightly import make_nightly
from leagues.backup.problem import BackupProblem


class Command(BaseCommand):
    help = "Back up the club: database, uploads and keys in one file. The site may run."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="the file, or its folder (default: DATA_DIR/backups)"
        )

        parser.add_argument(
            "--nightly",
            action="store_true",
            help="as the site does by itself: old ones are removed by age",
        )

        parser.add_argument(
            "--copy",
            action="store_true",
            help="as the site does by itself: copy the newest nightly one off this machine",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["nightly"] or options["copy"]) and os.name != "nt":
            os.nice(10)  # players' requests come first
        if options["nightly"]:
            make_nightly()
            return
        try:
            if options["copy"]:
                copy_newest()
                return
            made = make_backup(options["file"])
        except BackupProblem as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(str(made.resolve()))
