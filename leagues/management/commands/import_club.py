"""Bring a club from its file into an empty site."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from leagues.actions.data.import_club import import_club
from leagues.actions.refusal import Refused
from leagues.models import Club, Membership, User


class Command(BaseCommand):
    help = "Bring a club from the file of export_club into an empty site."

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
        self.stdout.write(f"{club} is here: {sum(counts.values()):,} rows.")
        owners = User.objects.filter(memberships__role=Membership.Role.OWNER)
        for owner in owners.distinct().order_by("pk"):
            self.stdout.write(
                f"  {owner.email} chooses a password: {new_password(owner)}"
            )


def new_password(user: User) -> str:
    """No password comes with the file. This address sets one, once, within three days."""
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    uidb36, _dash, token = key.partition("-")
    path = reverse(
        "account_reset_password_from_key", kwargs={"uidb36": uidb36, "key": token}
    )
    return f"{settings.BASE_URL}{path}"
