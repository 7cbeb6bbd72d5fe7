"""The club's language: for the wall, paper, and readers who haven't chosen one."""

from django.conf import settings
from django.utils.translation import gettext_lazy as later

from leagues.access.languages import AMERICAN
from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Club


def change_club_language(*, by: Who, club: Club, language: str) -> None:
    names = dict(settings.LANGUAGES) | {AMERICAN: "English (US, Canada)"}
    facts = {
        name: names.get(code, code)
        for name, code in (("language", language), ("before", club.language))
    }
    with act(by, club, CHANGE_CLUB_LANGUAGE, **facts) as line:
        here = Club.objects.filter(pk=club.pk)
        line.keep(here)
        if not here.exclude(language=language).update(language=language):
            line.drop()


CHANGE_CLUB_LANGUAGE = Verb(
    "change_club_language",
    later("Changed the language of the club from %(before)s to %(language)s."),
    put_back(later("The language of the club will be %(before)s again.")),
)
