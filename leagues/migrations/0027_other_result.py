"""The result of a side where it is not its points, by a name that says so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0026_winners_of_finals")]

    operations = [
        migrations.RenameField("MatchSide", "told", "other_result"),
        migrations.AlterField(
            "MatchSide",
            "other_result",
            models.PositiveIntegerField(
                blank=True,
                help_text="The result where it is not the points: games won, or the 20s of a shoot-out.",
                null=True,
            ),
        ),
    ]
