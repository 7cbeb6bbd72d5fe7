"""The club's own words become texts of its own: each text of the catalogues that has one of ours.

Every form that the club gave, with the articles of English and Hungarian. Compounds, and the few other
words that change before a form, stay as the catalogue has them.
"""

import re
from collections.abc import Iterator
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from leagues.texts.messages import site_texts, translations_in
from leagues.texts.word_sets import in_other_words, with_capitals

SAME_FORM = {"es": ("round", "drawn")}
"""Two words that a language writes alike: the first is meant where the English says so."""


def convert(apps: Any, schema_editor: Any) -> None:
    OwnText = apps.get_model("leagues", "OwnText")
    Club = apps.get_model("leagues", "Club")
    for club in Club.objects.filter(is_home=True).exclude(words={}):
        kept = club.words if isinstance(club.words, dict) else {}
        for language, words in kept.items():
            OwnText.objects.bulk_create(
                OwnText(
                    club=club,
                    language=language,
                    message=key,
                    plural=site_texts()[key].plural,
                    texts=texts,
                )
                for key, texts in worded(language, words)
            )
        Club.objects.filter(pk=club.pk).update(texts_revision=1)


def worded(language: str, words: Any) -> Iterator[tuple[str, list[str]]]:
    if not isinstance(words, dict):
        return
    for key, site in translations_in(language).items():
        forms = forms_for(language, words, site_texts()[key].english[0])
        texts = [in_other_words(text, forms, language) for text in site if forms]
        if forms and texts != list(site):
            yield key, texts


def forms_for(language: str, words: Any, english: str) -> dict[str, str]:
    """The club's form by ours, for the translation of this English."""
    left_out = ""
    if language in SAME_FORM:
        first, second = SAME_FORM[language]
        left_out = second if re.search(r"\brounds?\b", english, re.I) else first
    found = {
        ours: own
        for word, forms in words.items()
        if word != left_out and isinstance(forms, dict)
        for ours, own in forms.items()
        if isinstance(own, str) and own and own != ours
    }
    return found if language == "de" else with_capitals(found)


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0069_entry_venue"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="texts_revision",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.CreateModel(
            name="OwnText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(max_length=10)),
                ("message", models.TextField()),
                ("plural", models.TextField(blank=True)),
                ("texts", models.JSONField(default=list)),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="texts", to="leagues.club")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club", "language", "message"), name="own_text_once")],
            },
        ),
        migrations.RunPython(convert, migrations.RunPython.noop),
    ]
