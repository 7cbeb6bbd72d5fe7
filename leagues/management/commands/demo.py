"""Build the demo club."""

from argparse import ArgumentParser
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from leagues.demo import EMAIL, ZONE, build_demo
from leagues.demo.password import make_password
from leagues.models import Club
from leagues.reads.leagues.calendar import UNTIL


class Command(BaseCommand):
    help = "Build a believable club to look around in. The same seed gives the same club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", default="tamarack", help="another seed, another club")
        parser.add_argument(
            "--today", type=date.fromisoformat, help="the day it is there (2026-11-21)"
        )
        parser.add_argument("--if-empty", action="store_true", help="do nothing where a club lives")

    def handle(self, *args: Any, **options: Any) -> None:
        if Club.objects.home() is not None:
            if options["if_empty"]:
                return
            raise CommandError("A club lives here already; the demo needs an empty site.")
        today = options["today"] or timezone.localdate(timezone.now() - UNTIL, ZoneInfo(ZONE))
        password = make_password()
        demo = build_demo(options["seed"], today, password)
        link = reverse("player_link", args=[demo.token])
        if options["verbosity"]:  # the site's log shows it at every start
            self.stdout.write(
                f"\n  The demo's organiser: sign in as {EMAIL}\n"
                f"                        password  {password}"
            )
        self.stdout.write(f"  {demo.player.name} plays; their own page: {link}\n")
