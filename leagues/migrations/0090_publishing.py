from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0089_backup_copies")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="publish_every",
            field=models.PositiveIntegerField(
                default=60, verbose_name="Seconds between publications"
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="publishes_all_languages",
            field=models.BooleanField(default=False, verbose_name="Publish in every language"),
        ),
        migrations.AlterField(
            model_name="periodicjob",
            name="name",
            field=models.CharField(
                choices=[
                    ("backup", "Backup"),
                    ("backup-copy", "Backup Copy"),
                    ("reminders", "Reminders"),
                    ("old-mail", "Old Mail"),
                    ("old-sessions", "Old Sessions"),
                    ("week-matches", "Week"),
                    ("publish", "Publish"),
                ],
                max_length=40,
                primary_key=True,
                serialize=False,
            ),
        ),
    ]
