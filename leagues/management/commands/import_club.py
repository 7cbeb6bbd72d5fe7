"""Bring a club from its file into an empty site."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from leagues.access.password_links import new_passwords_of_owners
from leagues.actions.data.import_club import import_club
from leagues.actions.refusal import Refused
from leagues.models import Club


class Command(BaseCommand):
    help = "Bring a club from the file of export_club into an empty site."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open("rb") as file:
                counts = import_club(file)
        except OSError as trouble:
            raise CommandError(f"{path}: {trouble.strerror}.") from trouble
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        club = Club.objects.home()
        self.stdout.write(f"{club} is imported: {sum(counts.values()):,} rows.")
        for owner, address in new_passwords_of_owners():
            self.stdout.write(f"  {owner.email} chooses a password: {settings.BASE_URL}{address}")
