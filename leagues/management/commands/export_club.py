"""Write the whole club into one file."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from leagues.models import Club
from leagues.reads.data.club_file import write_club


class Command(BaseCommand):
    help = "Write the whole club into one file (docs/files.md), without passwords or links."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        if Club.objects.home() is None:
            raise CommandError("There is no club here.")
        path: Path = options["file"]
        unfinished = path.with_name(f"{path.name}.unfinished")
        try:
            with unfinished.open("wb") as out:
                counts = write_club(out)
                out.flush()
                os.fsync(out.fileno())
            unfinished.replace(path)
        except OSError as trouble:
            raise CommandError(f"{path}: {trouble.strerror}.") from trouble
        self.stdout.write(f"{path}: {sum(counts.values()):,} rows.")
