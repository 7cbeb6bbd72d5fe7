"""Boards that events of earlier versions kept after they were finished or put in the bin."""

from typing import Any

from django.db import migrations
from django.db.models import Q


def release(apps: Any, schema_editor: Any) -> None:
    matches = apps.get_model("leagues", "Match").objects
    gone = Q(event__state="finished") | Q(event__binned_at__isnull=False)
    there = matches.filter(gone, state__in=["called", "playing"])
    numbers = list(there.values_list("pk", flat=True))
    here = matches.filter(pk__in=numbers)
    here.filter(state="called").update(state="planned", called_at=None)
    here.filter(state="playing").update(board=None)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0008_parcels_of_phones")]
    operations = [migrations.RunPython(release, migrations.RunPython.noop, elidable=True)]
