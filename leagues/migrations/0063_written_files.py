from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0062_old_sessions'),
    ]

    operations = [
        migrations.AddField(
            model_name='resultsfile',
            name='writing_at',
            field=models.DateTimeField(blank=True, editable=False, help_text='When it was last written, while it is being brought in.', null=True),
        ),
        migrations.AddField(
            model_name='resultsfile',
            name='written',
            field=models.JSONField(blank=True, default=dict, editable=False, help_text='The events and people written so far.'),
        ),
    ]
