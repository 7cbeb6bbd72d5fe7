from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0070_own_texts"),
    ]

    operations = [
        migrations.RemoveField(model_name="club", name="words"),
    ]
