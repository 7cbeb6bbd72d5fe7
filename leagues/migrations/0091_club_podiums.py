from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q


def forget_podiums(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Events that clubs win are read again, with their clubs; other podiums stay."""
    podiums = apps.get_model("leagues", "EventPodium").objects
    by_clubs = Q(event__sides="teams") | Q(event__stages__format="outsiders")
    podiums.filter(pk__in=podiums.filter(by_clubs).values("pk")).delete()


class Migration(migrations.Migration):
    dependencies = [("leagues", "0090_publishing")]

    operations = [
        migrations.AddField(
            model_name="eventpodium",
            name="clubs",
            field=models.JSONField(default=list),
        ),
        migrations.RunPython(forget_podiums, migrations.RunPython.noop),
    ]
