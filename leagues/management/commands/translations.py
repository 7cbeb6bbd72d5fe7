"""List the texts without translation: ``manage.py translations de``.

It is a report and fails nothing, as English may be ahead for a while. Broken translations fail a
test.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from leagues.catalogues import ROOMS, found_in, languages_of, missing_in


class Command(BaseCommand):
    help = "List the texts that a language has no translation of."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("languages", nargs="*", help="de fr; default: all there are")

    def handle(self, **options: Any) -> None:
        found_by_room = {room: found_in(room) for room in ROOMS}
        for language in options["languages"] or languages_of("leagues"):
            missing = [
                each for room in ROOMS for each in missing_in(found_by_room[room], room, language)
            ]
            self.stdout.write(f"{language}: {len(missing)} missing")
            for text, place in missing:
                self.stdout.write(f"  {place}: {text}")
