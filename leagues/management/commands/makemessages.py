"""Collect the texts to translate: ``manage.py makemessages de fr``.

It writes each room's catalogue of these languages, or of all existing ones. It keeps the
translations of texts that are still used and guesses nothing: a new text is empty. It replaces
Django's command, which needs the gettext tools and doesn't find texts that rooms hold as data.
"""

from argparse import ArgumentParser
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.core.management.base import BaseCommand

from leagues.catalogues import ROOMS, found_in, languages_of, po_of, write_catalogue


class Command(BaseCommand):
    help = "Collect what there is to translate into the catalogues."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("languages", nargs="*", help="de fr; default: all there are")

    def handle(self, **options: Any) -> None:
        for room in ROOMS:
            found = found_in(room)
            for language in options["languages"] or languages_of(room):
                path = po_of(room, language)
                catalog = Catalog(locale=language)
                if path.exists():
                    with path.open("rb") as before:
                        catalog = read_po(before, locale=language)
                catalog.update(found, no_fuzzy_matching=True, update_creation_date=False)
                write_catalogue(catalog, path)
