"""Makes the files that Django reads out of the catalogues: ``manage.py compilemessages``."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from leagues.catalogues import ROOMS, compiled, languages, po_of


class Command(BaseCommand):
    help = "Make the files that Django reads out of the catalogues."
    requires_system_checks = []

    def handle(self, **options: Any) -> None:
        for room in ROOMS:
            for language in languages(room):
                po = po_of(room, language)
                po.with_suffix(".mo").write_bytes(compiled(po, language))
