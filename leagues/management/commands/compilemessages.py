"""Compile the catalogues for Django: ``manage.py compilemessages``."""

from typing import Any

from django.core.management.base import BaseCommand

from leagues.catalogues import compile_catalogues


class Command(BaseCommand):
    help = "Make the files that Django reads out of the catalogues."
    requires_system_checks = []

    def handle(self, **options: Any) -> None:
        compile_catalogues()
