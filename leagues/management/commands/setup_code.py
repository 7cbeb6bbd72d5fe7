"""Print the code that proves to the site that you own the machine."""

from typing import Any

from django.core.management.base import BaseCommand

from leagues.actions.club.set_up import setup_code
from leagues.models import Club


class Command(BaseCommand):
    help = "Print the one-time code that sets up a new site."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if Club.objects.home() is not None:
            self.stderr.write("This site is set up; there is no code any more.")
            return
        self.stdout.write(f"    {setup_code()}")
