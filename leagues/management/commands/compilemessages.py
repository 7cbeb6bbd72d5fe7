"""Makes the files that Django reads out of the catalogues: ``manage.py compilemessages``."""

from __future__ import annotations

from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.core.management.base import BaseCommand

from leagues.catalogues import ROOMS, languages, po_of


class Command(BaseCommand):
    help = "Make the files that Django reads out of the catalogues."
    requires_system_checks = []

    def handle(self, **options: Any) -> None:
        for room in ROOMS:
            for language in languages(room):
                path = po_of(room, language)
                with path.open("rb") as said:
                    catalog = read_po(said, locale=language)
                with path.with_suffix(".mo").open("wb") as made:
                    write_mo(made, catalog)
