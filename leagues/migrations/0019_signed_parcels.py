from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("leagues", "0018_answers_for_others")]

    operations = [migrations.RenameField("keptparcel", "sealed", "signed")]
