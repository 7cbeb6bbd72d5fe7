from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q, TextField
from django.db.models.functions import Cast

from leagues.files.earlier_columns import VERBS, details_with_present_names


def rename_in_lines(apps: Any, schema_editor: Any) -> None:
    """Log lines keep rows for undo, by the names of their columns."""
    Action = apps.get_model("leagues", "Action")
    lines = Action.objects.using(schema_editor.connection.alias)
    for old, new in VERBS.items():
        lines.filter(verb=old).update(verb=new)
    found = []
    old_names = Q(text__contains='"says"') | Q(text__contains='"said_by_id"')
    old_names |= Q(text__contains='"stands"')
    with_text = lines.annotate(text=Cast("details", TextField()))
    for line in with_text.filter(old_names).only("verb", "details").order_by().iterator():
        line.details = details_with_present_names(line.verb, line.details)
        found.append(line)
    lines.bulk_update(found, ["details"], batch_size=500)


def player(help_text: str) -> "models.ForeignKey[Any, Any]":
    return models.ForeignKey(
        blank=True,
        help_text=help_text,
        null=True,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to="leagues.player",
    )


class Migration(migrations.Migration):
    dependencies = [("leagues", "0077_choices_asked_for")]

    operations = [
        *(
            migrations.RenameField(model, old, new)
            for model, old, new in (
                ("action", "said", "details"),
                ("answer", "says", "reply"),
                ("answer", "said_by", "answered_by"),
                ("seasonanswer", "says", "reply"),
                ("seasonanswer", "said_by", "answered_by"),
                ("teamseasonanswer", "says", "reply"),
                ("due", "said_by", "recorded_by"),
                ("keptparcel", "said", "body"),
                ("clubpicture", "says", "alt_text"),
                ("daysum", "is_told", "is_public"),
            )
        ),
        migrations.AlterField("answer", "answered_by", player("The player who answered for them.")),
        migrations.AlterField(
            "seasonanswer", "answered_by", player("The player who answered for them.")
        ),
        migrations.AlterField("due", "recorded_by", player("The player who recorded it.")),
        migrations.RunPython(rename_in_lines, migrations.RunPython.noop, elidable=True),
    ]
