"""The club's own words for round, game, match and night."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.models import Club
from leagues.words.put import OwnWords


def change_club_words(*, by: Who, club: Club, language: str, words: OwnWords) -> None:
    """In one language, in place of those there were: a word that is not among them is ours."""
    names = dict(settings.LANGUAGES)
    with act(
        by, club, "change_club_words", language=names.get(language, language)
    ) as line:
        here = Club.objects.filter(pk=club.pk)
        before = here.get().words
        after = _with(before, language, words)
        if after == before:
            line.drop()
            return
        line.keep(here)
        here.update(words=after)


def _with(
    before: Mapping[str, OwnWords], language: str, words: OwnWords
) -> dict[str, OwnWords]:
    others = {code: said for code, said in before.items() if code != language}
    return others | ({language: words} if words else {})
