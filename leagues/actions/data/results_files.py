"""Result files that wait to be imported, with the choices made about them so far."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.refusal import Refused
from leagues.models import Club, ResultsFile

KEPT = timedelta(days=7)
MOST_FILES = 10  # that wait to be imported


def keep_file(*, by: Who, club: Club, name: str, content: bytes) -> ResultsFile:
    """Save the content of a results file until its import; deletes files that waited too long."""
    with transaction.atomic():
        waiting = club.results_files.filter(writing_at=None)
        waiting.filter(made_at__lt=timezone.now() - KEPT).delete()
        made = ResultsFile.objects.create(club=club, user=by.user, name=name, content=content)
        latest = waiting.values_list("pk", flat=True)[:MOST_FILES]
        waiting.exclude(pk__in=list(latest)).delete()
    return made


def throw_away(*, file: ResultsFile) -> None:
    """Delete a file of which nothing was imported."""
    here = ResultsFile.objects.filter(pk=file.pk)
    if not here.filter(writing_at=None).delete()[0] and here.exists():
        raise Refused(_("This file is being imported right now."))


def keep_choices(*, file: ResultsFile, choices: Mapping[str, Any]) -> None:
    """Save the choices made about a file so far."""
    ResultsFile.objects.filter(pk=file.pk).update(choices=dict(choices))
