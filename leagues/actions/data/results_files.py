"""A file of results that waits to be brought in, and what was said of it so far."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from leagues.access.roles import Who
from leagues.models import Club, ResultsFile

KEPT = timedelta(days=7)
MOST_FILES = 10  # that wait to be brought in


def keep_file(*, by: Who, club: Club, name: str, content: bytes) -> ResultsFile:
    """Keep what was read from a file until it is brought in; old ones go for it."""
    with transaction.atomic():
        ResultsFile.objects.filter(made_at__lt=timezone.now() - KEPT).delete()
        made = ResultsFile.objects.create(
            club=club, user=by.user, name=name, content=content
        )
        latest = club.results_files.values_list("pk", flat=True)[:MOST_FILES]
        club.results_files.exclude(pk__in=list(latest)).delete()
    return made


def throw_away(*, file: ResultsFile) -> None:
    """Forget a file of which nothing came in."""
    ResultsFile.objects.filter(pk=file.pk).delete()


def keep_choices(*, file: ResultsFile, choices: Mapping[str, Any]) -> None:
    """Note what somebody has said about a file so far."""
    ResultsFile.objects.filter(pk=file.pk).update(choices=dict(choices))
