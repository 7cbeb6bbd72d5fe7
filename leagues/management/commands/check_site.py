"""List what keeps the site from working; for owners, *Desk → Server* shows more."""

import sys
from collections.abc import Iterator
from contextlib import closing
from smtplib import SMTPException
from typing import Any

import django
from django.conf import settings
from django.core.mail import get_connection
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from leagues.actions.send_mail import error_text
from leagues.management.commands.serve import is_behind, refuse_earlier_database
from leagues.reads.club.server import server_status
from leagues.reads.club.server_troubles import stored_troubles
from leagues.views.site.health import why_unhealthy


class Command(BaseCommand):
    help = "Check settings, folder, database, mail and disk. The site may run."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        python = sys.version.partition(" ")[0]
        self.stdout.write(
            f"Twenties {settings.RELEASE}, Python {python}, Django {django.get_version()}\n"
            f"Data:     {settings.DATA_DIR}\n"
            f"Database: {settings.DATABASES['default']['ENGINE'].rpartition('.')[2]}\n"
            f"Mail:     {'by EMAIL_URL' if settings.SENDS_EMAIL else 'printed in the terminal'}"
        )
        if troubles := list(list_troubles()):
            raise CommandError("\n".join(troubles))
        self.stdout.write("Everything is working.")


def list_troubles() -> Iterator[str]:
    if found := why_unhealthy():
        yield found
        return
    refuse_earlier_database()
    if settings.SENDS_EMAIL:
        try:
            with closing(get_connection()) as server:
                server.open()
        except (OSError, SMTPException) as trouble:
            yield f"The mail server in EMAIL_URL can't be used: {error_text(trouble)}"
    if is_behind():
        yield "The database isn't up to date. The next start of the site updates it."
    else:
        yield from stored_troubles(server_status(), now=timezone.now())
