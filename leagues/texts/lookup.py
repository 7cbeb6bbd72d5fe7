"""The club's own texts, which every gettext of this process finds before the site's.

``trans_real.translation()`` gives the one catalogue object that Django asks for a language. Its
``gettext`` and ``ngettext`` are the interface of the standard library; here they are set, on that object,
to those of a catalogue with the club's texts that falls back to the site's. Nothing is read of
Django that begins with an underscore.
"""

from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from itertools import groupby
from threading import Lock
from typing import Any

from babel.messages.mofile import write_mo
from django.conf import settings
from django.utils.translation import get_language, trans_real

from leagues.catalogues import Plain
from leagues.dates import region_of_reader
from leagues.models import Club, OwnText
from leagues.texts.messages import CONTEXT, are_sound

_site_only: ContextVar[bool] = ContextVar("site_only", default=False)

Revision = tuple[int, int]
"""A club, and the revision of its texts."""
NONE: Revision = (0, 0)


class SiteCatalogue(NullTranslations):
    """The site's catalogue of a language, without any club's texts."""

    def __init__(self, translation: GNUTranslations) -> None:
        super().__init__()
        self.translation = translation

    def gettext(self, message: str) -> str:
        return type(self.translation).gettext(self.translation, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return type(self.translation).ngettext(self.translation, msgid1, msgid2, n)


class ClubCatalogue(GNUTranslations):
    """A club's texts in a language, with the site's catalogue as fallback."""

    def __init__(self, language: str, own: Iterable[OwnText]) -> None:
        super().__init__(BytesIO(_compile_catalogue(language, own)))
        self.site = SiteCatalogue(trans_real.translation(language))
        self.add_fallback(self.site)

    def gettext(self, message: str) -> str:
        if _site_only.get():
            return self.site.gettext(message)
        return super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        if _site_only.get():
            return self.site.ngettext(msgid1, msgid2, n)
        return super().ngettext(msgid1, msgid2, n)


def _compile_catalogue(language: str, own: Iterable[OwnText]) -> bytes:
    catalog = Plain(locale=language, charset="utf-8")
    for row in own:
        context, _mark, message = row.message.rpartition(CONTEXT)
        english = (message, row.plural) if row.plural else (message,)
        if are_sound(row.texts, language, english):
            several = bool(row.plural)
            catalog.add(
                english if several else message,
                tuple(row.texts) if several else row.texts[0],
                context=context or None,
            )
    made = BytesIO()
    write_mo(made, catalog)
    return made.getvalue()


# --- Whose texts this process shows -------------------------------------------------------

_taken: Revision = NONE
_changed: set[str] = set()
"""The languages in which the club has changed a text."""
_one_at_a_time = Lock()


def install_club_texts(club: Club | None) -> None:
    """Show this club's texts from now on, in every thread.

    Called for each request. If the texts have not changed, it costs one comparison.
    """
    global _taken
    wanted = (club.pk, club.texts_revision) if club and club.texts_revision else NONE
    if wanted == _taken:
        return
    with _one_at_a_time:
        here = OwnText.objects.filter(language__in=dict(settings.LANGUAGES))
        rows = here.filter(club=club) if wanted != NONE else ()
        _put_first(_by_language(rows))
        _taken = wanted


def _by_language(rows: Iterable[OwnText]) -> Mapping[str, list[OwnText]]:
    in_order = sorted(rows, key=lambda row: row.language)
    return {language: list(own) for language, own in groupby(in_order, lambda row: row.language)}


def _put_first(own: Mapping[str, list[OwnText]]) -> None:
    for language in _changed - own.keys():
        site: Any = trans_real.translation(language)
        for name in ("gettext", "ngettext"):
            vars(site).pop(name, None)
    for language, rows in own.items():
        site = trans_real.translation(language)
        first = ClubCatalogue(language, rows)
        site.gettext, site.ngettext = first.gettext, first.ngettext
    _changed.clear()
    _changed.update(own)


class SiteTexts:
    """Context manager that shows the site's texts, for files that will be read again."""

    def __enter__(self) -> None:
        self._before = _site_only.set(True)

    def __exit__(self, *raised: object) -> None:
        _site_only.reset(self._before)


def show_site_texts(is_wanted: bool = True) -> None:
    """Choose whether this request is answered in the site's texts, as requests of programs are."""
    _site_only.set(is_wanted)


def catalogue_key() -> object:
    """The key of rendered texts in a cache: language, club's texts, and region of dates."""
    own = NONE if _site_only.get() else _taken
    return get_language(), own, region_of_reader()
