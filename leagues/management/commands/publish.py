"""Write the public pages into a folder."""

import os
from argparse import ArgumentParser
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from leagues.backup.make import one_at_a_time
from leagues.management.static_files import collect_static
from leagues.models import Club
from leagues.publishing.problem import PublishProblem
from leagues.publishing.publish import LOCK, chosen_languages, publish
from leagues.publishing.schedule import publish_scheduled
from leagues.publishing.upload import upload


class Command(BaseCommand):
    help = "Write the public pages as plain files that a web space can serve."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder", nargs="?", type=Path, help="where to (default: PUBLISH_FOLDER)"
        )
        parser.add_argument(
            "--scheduled", action="store_true", help="as the site does by itself after changes"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["scheduled"]:
            if os.name != "nt":
                os.nice(10)  # players' requests come first
            publish_scheduled()
            return
        folder = options["folder"] or settings.PUBLISH_FOLDER
        if not folder:
            raise CommandError("Which folder? publish FOLDER, or set PUBLISH_FOLDER.")
        club = Club.objects.home()
        if club is None:
            raise CommandError("This site isn't set up yet. It has no public pages.")
        if not settings.DEBUG:
            collect_static()
        begun = monotonic()
        try:
            with one_at_a_time(LOCK):
                found = publish(Path(folder), chosen_languages(club), timezone.now())
                upload(Path(folder))
        except (PublishProblem, TimeoutError) as problem:
            raise CommandError(str(problem)) from problem
        for path in found.unreadable:
            self.stderr.write(f"{path} can't be read, so it isn't published.")
        self.stdout.write(
            f"{found.files} files, {found.written} written, {found.deleted} deleted"
            f" in {monotonic() - begun:.1f} s"
        )
