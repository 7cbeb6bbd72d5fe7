from typing import Any

from django.db import migrations, models


def note_who_registered(apps: Any, schema_editor: Any) -> None:
    """Guests who came before this column, as the log tells of them."""
    lines = apps.get_model("leagues", "Action").objects
    entered = lines.filter(verb="enter_list", said__how="oneself")
    for line in entered.select_related("event").iterator():
        note(apps, line.said.get("new_players", ()), line, line.event.name)
    names = dict(apps.get_model("leagues", "League").objects.values_list("pk", "name"))
    joined = lines.filter(verb="join_by_link", said__key__isnull=False)
    for line in joined.iterator():
        league = names.get(line.said.get("league"), "")
        note(apps, [line.said.get("player")], line, league)


def note(apps: Any, players: Any, line: Any, where: str) -> None:
    found = apps.get_model("leagues", "Player").objects.filter(pk__in=players)
    found.filter(self_registered_at=None).update(
        self_registered_at=line.at, self_registered_for=where
    )


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0058_days_of_runs'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='self_registered_at',
            field=models.DateTimeField(blank=True, editable=False, help_text='When somebody entered this name without the desk.', null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='self_registered_for',
            field=models.CharField(blank=True, editable=False, max_length=120),
        ),
        migrations.RunPython(note_who_registered, migrations.RunPython.noop, elidable=True),
    ]
