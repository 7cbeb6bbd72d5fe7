"""A site of three languages, whose translations a test makes up."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.utils.translation import override
from pytest_django import Settings

GERMAN = {
    "Events": "Veranstaltungen",
    "Standings": "Tabelle",
    "Language": "Sprache",
    "Your page at %(club)s": "Deine Seite bei %(club)s",
    "Board %(board)s is ready: you play %(names)s": "Brett %(board)s ist frei: du spielst gegen %(names)s",
    "There’s no e-mail address for %(name)s.": "Von %(name)s ist keine Adresse bekannt.",
    "There’s nothing to show here.": "Hier ist nichts.",
    "Not connected": "Keine Verbindung",
    "The wall code": "Der Code der Wand",
    "second": "zweite",
}
HUNGARIAN = {
    "Events": "Események",
    "Standings": "Tabella",
    "Language": "Nyelv",
    "Your page at %(club)s": "Oldalad itt: %(club)s",
    "Not connected": "Nincs kapcsolat",
}


def write_words(folder: Path, words: Mapping[str, Mapping[str, str]]) -> None:
    for code, translations in words.items():
        made = Catalog(locale=code, fuzzy=False)
        for one, other in translations.items():
            made.add(one, other)
        path = folder / code / "LC_MESSAGES"
        path.mkdir(parents=True)
        with (path / "django.mo").open("wb") as file:
            write_mo(file, made)


@pytest.fixture(scope="session")
def some_words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("words")
    write_words(folder, {"de": GERMAN, "hu": HUNGARIAN})
    return folder


@pytest.fixture
def three_languages(some_words: Path, settings: Settings) -> Iterator[None]:
    settings.LOCALE_PATHS = [some_words]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("hu", "Magyar")]
    with override("en"):
        yield
