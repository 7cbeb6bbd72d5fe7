"""Rename English texts and move their translations: ``manage.py rename_texts renames.json``.

The file has the new text by the old one: ``{"Take out": "Remove"}``. A plural is found by its
singular and has both: ``{"%(n)s board": ["{n} table", "{n} tables"]}``. A context goes before
its text with ``\\u0004`` between them.
"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from leagues.renamed_texts import move_translations, rewrite_sources
from leagues.texts.messages import renamed_file


class Command(BaseCommand):
    help = "Rename English texts, in the sources and in all catalogues."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="JSON, the new text by the old one")

    def handle(self, *, file: Path, **options: Any) -> None:
        renames = {
            old: (new,) if isinstance(new, str) else tuple(new)
            for old, new in json.loads(file.read_text()).items()
        }
        rewrite_sources(renames)
        for text in move_translations(renames):
            self.stdout.write(f"in no source: {text!r}")
        note_renames({old: new[0] for old, new in renames.items()})


def note_renames(renames: dict[str, str]) -> None:
    """Note the renames in ``renamed.json``: at the next start of a site they move the club's
    texts too.
    """
    known = json.loads(renamed_file().read_text()) | renames
    written = json.dumps(known, indent=1, ensure_ascii=False)
    renamed_file().write_text(f"{written}\n")
