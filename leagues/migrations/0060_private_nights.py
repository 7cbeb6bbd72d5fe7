from typing import Any

from django.db import migrations
from django.db.models import Q


def hide_events(apps: Any, schema_editor: Any) -> None:
    """Events of leagues that were made private when their events stayed public."""
    of_private = Q(night__league__visibility="private") | Q(
        finals_of_season__league__visibility="private"
    )
    Event = apps.get_model("leagues", "Event")
    keys = list(Event.objects.filter(of_private).values_list("pk", flat=True))
    Event.objects.filter(pk__in=keys).update(visibility="private")


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0059_self_registered'),
    ]

    operations = [
        migrations.RunPython(hide_events, migrations.RunPython.noop, elidable=True),
    ]
