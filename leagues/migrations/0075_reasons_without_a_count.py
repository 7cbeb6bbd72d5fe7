from typing import Any

from django.db import migrations

REASONS = {
    "you meet {them} because you are both on {yours} points and haven’t met": "you meet {them} because you have the same points ({yours}) and haven’t met",
    "you meet {them} because you are on {yours} points and they are on {theirs}; over all matches, these are the smallest differences without an avoidable rematch": "you meet {them} because of your points ({yours}) and theirs ({theirs}); over all matches, these are the smallest differences without an avoidable rematch",
}


def reword_reasons(apps: Any, schema_editor: Any) -> None:
    """Rows keep the English of a reason, by which its translation is found."""
    Match = apps.get_model("leagues", "Match")
    found = []
    for match in Match.objects.filter(why__template__in=list(REASONS)).only("why").iterator():
        match.why["template"] = REASONS[match.why["template"]]
        found.append(match)
    Match.objects.bulk_update(found, ["why"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0074_final_score_only")]

    operations = [
        migrations.RunPython(reword_reasons, migrations.RunPython.noop, elidable=True)
    ]
