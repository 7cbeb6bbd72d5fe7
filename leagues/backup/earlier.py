"""Databases of earlier releases that this one can't update: those from before the first release."""

from collections.abc import Collection

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from leagues.backup.problem import BackupProblem

LAST_COMMIT = "e77313e56"
"""The last commit that updates all earlier databases: later ones lack the migrations."""


def known_migrations() -> set[tuple[str, str]]:
    """Return the migrations of this release, and those that it has squashed."""
    found = MigrationLoader(None).disk_migrations or {}
    replaced = (each for squashed in found.values() for each in squashed.replaces)
    return {*found, *replaced}


def refuse_too_old(applied: Collection[tuple[str, str]]) -> None:
    """Refuse a database without some of the migrations that were squashed."""
    for (app, _name), squashed in MigrationLoader(None).replacements.items():
        is_ours = app == "leagues" and any(of == "leagues" for of, _name in applied)
        if is_ours and not set(squashed.replaces) <= set(applied):
            raise BackupProblem(
                _(
                    "This club is from before release 1.0.0. Update it with commit %(commit)s first, then with this release."
                )
                % {"commit": LAST_COMMIT}
            )
