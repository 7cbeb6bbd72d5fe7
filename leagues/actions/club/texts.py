"""The club's replacements for texts of the site, by language."""

import json
from collections.abc import Mapping

from django.conf import settings
from django.db.models import F
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Action, Club, OwnText
from leagues.reads.log.facts import LogFacts
from leagues.texts.messages import (
    Forms,
    SiteText,
    renamed_file,
    site_texts,
    translations_in,
    without_context,
)
from leagues.texts.word_sets import LANGUAGE, WORD_SETS, texts_of


def change_text(*, by: Who, club: Club, language: str, text: SiteText, texts: Forms) -> None:
    """Replace a text of the site in one language; the site's own text removes the replacement."""
    rows = OwnText.objects.filter(club=club, language=language, message=text.key)
    before = rows.first()
    if texts == translations_in(language).get(text.key):
        if before:
            reset_text(by=by, own=before)
        return
    with act(by, club, CHANGE_TEXT, **_text_facts(language, text.key)) as line:
        if before and tuple(before.texts) == texts:
            line.drop()
            return
        line.keep(rows)
        OwnText.objects.update_or_create(
            club=club,
            language=language,
            message=text.key,
            defaults={"plural": text.plural, "texts": texts},
        )
        move_texts_on(club.pk)


def _texts_move_on(_by: Who, action: Action) -> None:
    move_texts_on(action.club_id)


TEXTS = put_back(later("Restores the earlier text in %(language)s."), then=_texts_move_on)


CHANGE_TEXT = Verb("change_text", later("Changed the text “%(text)s” in %(language)s."), TEXTS)


def reset_text(*, by: Who, own: OwnText) -> None:
    """Remove a replacement, so that the site's text is shown again."""
    facts = _text_facts(own.language, own.message)
    with act(by, own.club, RESET_TEXT, **facts) as line:
        row = OwnText.objects.filter(pk=own.pk)
        line.keep(row)
        row.delete()
        move_texts_on(own.club_id)


RESET_TEXT = Verb("reset_text", later("Reset the text “%(text)s” in %(language)s."), TEXTS)


def use_word_set(*, by: Who, club: Club, name: str) -> int:
    """Apply a word set to every English text without a replacement by hand; returns how many.

    An empty ``name`` removes the texts of all word sets.
    """
    wanted = texts_of(name) if name else {}
    with act(by, club, USE_WORD_SET, words=name) as line:
        rows = OwnText.objects.filter(club=club, language=LANGUAGE)
        of_sets = [row for row in rows if _is_of_a_set(row)]
        by_hand = {row.message for row in rows} - {row.message for row in of_sets}
        now = {key: own for key, own in wanted.items() if key not in by_hand}
        if {row.message: tuple(row.texts) for row in of_sets} == now:
            line.drop()
            return 0
        line.keep(rows)
        rows.filter(pk__in=[row.pk for row in of_sets]).delete()
        OwnText.objects.bulk_create(_make_rows(club, now))
        move_texts_on(club.pk)
        count = len(now or of_sets)
        line.say(count=count)
    return count


def _describe_word_set(facts: LogFacts) -> str:
    if facts["words"]:
        return ngettext(
            "Changed %(count)s English text to “%(words)s”.",
            "Changed %(count)s English texts to “%(words)s”.",
            facts["details"].get("count", 0),
        )
    return ngettext(
        "Changed %(count)s English text back to the site’s words.",
        "Changed %(count)s English texts back to the site’s words.",
        facts["details"].get("count", 0),
    )


USE_WORD_SET = Verb(
    "use_word_set",
    _describe_word_set,
    put_back(later("Restores the earlier English texts."), then=_texts_move_on),
)


def move_renamed_texts() -> None:
    """Move the club's replacements to the new English text where a release has renamed it."""
    renamed, every = json.loads(renamed_file().read_text()), site_texts()
    for row in OwnText.objects.exclude(message__in=every).filter(message__in=renamed):
        key = row.message
        for _step in renamed:  # a text may have been renamed several times
            key = key if key in every else renamed.get(key, key)
        others = OwnText.objects.filter(club=row.club_id, language=row.language)
        if key in every and not others.filter(message=key).exists():
            row.message, row.plural = key, every[key].plural
            row.save()
            move_texts_on(row.club_id)


def move_texts_on(club: int) -> None:
    """Raise ``texts_revision``, so that every process reloads the texts at its next request."""
    Club.objects.filter(pk=club).update(texts_revision=F("texts_revision") + 1)


def _text_facts(language: str, key: str) -> dict[str, str]:
    names = dict(settings.LANGUAGES)
    return {"language": names.get(language, language), "text": without_context(key)}


def _make_rows(club: Club, texts: Mapping[str, Forms]) -> list[OwnText]:
    every = site_texts()
    return [
        OwnText(club=club, language=LANGUAGE, message=key, plural=every[key].plural, texts=own)
        for key, own in texts.items()
    ]


def _is_of_a_set(row: OwnText) -> bool:
    made = (texts_of(name).get(row.message) for name in WORD_SETS)
    return tuple(row.texts) in made


# Only in old logs; needed to show and translate their lines.
CHANGE_CLUB_WORDS = Verb(
    "change_club_words",
    later("Changed the words of the club in %(language)s."),
    later("These words are now single texts. Change them under Texts."),
)
