"""An accented, longer pseudo-language, which shows texts that no catalogue has.

Its catalogue is made of what ``makemessages`` finds, and of what Django and its applications
have. A text that a page still shows in plain letters cannot be translated.
"""

import html
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import date, time
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import django
import pytest
from babel import Locale
from babel.dates import parse_pattern
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.apps import apps
from django.conf import settings
from django.db import models
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils.translation import override
from pytest_django import Settings

from leagues.catalogues import ROOMS, found_in
from tests.cast import Page

CODE = "xx"
PLAIN = "abcdefghijklmnopqrstuvwxyz"
ACCENTED = "áƀçđéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýž"
LETTERS = str.maketrans(PLAIN + PLAIN.upper(), ACCENTED + ACCENTED.upper())
LEFT_ALONE = re.compile(
    r"%\(\w+\)[sd]|%%|%[sd]|\{\w*\}|<[^>]+>|&\w+;"  # gaps, tags, signs
)


def with_accents(message: str) -> str:
    """
    >>> with_accents("{n} games of <b>%(name)s</b>")
    '{n} ĝááɱéés óóƒ <b>%(name)s</b>'
    """
    parts = re.split(f"({LEFT_ALONE.pattern})", message)
    return "".join(
        part if at % 2 else _lengthen_words(part).translate(LETTERS)
        for at, part in enumerate(parts)
    )


def _lengthen_words(words: str) -> str:
    """Lengthen words by 40 %, as German would be: each vowel twice."""
    return re.sub(r"([aeiou])", r"\1\1", words)


def write_catalogue(folder: Path) -> None:
    """Write the pseudo-language's catalogue; ``folder`` goes into ``LOCALE_PATHS``."""
    made = Catalog(fuzzy=False)
    for message in _all_messages():
        one = message.id if isinstance(message.id, str) else ""
        translation = with_accents(one) if one else tuple(map(with_accents, message.id))
        made.add(message.id, translation, context=message.context)
    path = folder / CODE / "LC_MESSAGES"
    path.mkdir(parents=True)
    with (path / "django.mo").open("wb") as file:
        write_mo(file, made)


def _all_messages() -> Iterator[Message]:
    for catalog in (*map(found_in, ROOMS), *_of_others()):
        yield from (message for message in catalog if message.id)


def _of_others() -> Iterator[Catalog]:
    """The messages of Django and its applications, which are translated elsewhere."""
    folders = [
        Path(django.__file__).parent / "conf",
        *(Path(app.path) for app in apps.get_app_configs()),
    ]
    for folder in folders:
        file = folder / "locale" / "en" / "LC_MESSAGES" / "django.po"
        if file.exists() and folder.parent != settings.BASE_DIR:
            with file.open("rb") as source:
                yield read_po(source)


# --- What a page says -------------------------------------------------------------------

READ_ATTRIBUTES = frozenset({"alt", "aria-description", "aria-label", "placeholder", "title"})
SILENT = frozenset({"kbd", "script", "style"})  # keys are the same everywhere
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})
WORD = re.compile(r"(?<![\w/:.@])[A-Za-z]*[a-z][A-Za-z]*(?![\w/:@])")
"""Codes and addresses are no words: DWR H47, http://club.example/play/."""

GAP = re.compile(r"\{\w+\}")  # of a sentence that a script fills


class TextParser(HTMLParser):
    """Collect every text of a page, and of the attributes that are read out or shown."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent = 0
        self.english: list[str] = []
        """What is open of a part that says it is in English, as a technical document is."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        known = dict(attrs)
        if self.english or (tag != "html" and known.get("lang") == "en"):
            self.english += [tag] if tag not in VOID else []
            return
        is_button = tag == "input" and known.get("type") in {"submit", "button"}
        is_summary = "description" in (known.get("name") or known.get("property") or "")
        shown = READ_ATTRIBUTES | ({"value"} if is_button else set())
        shown |= {"content"} if is_summary else set()
        self.texts += [text for name, text in attrs if name in shown and text]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT
        if self.english:
            self.english.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent and not self.english and data.strip():
            self.texts.append(data)


def texts_of(page: str) -> list[str]:
    parser = TextParser()
    parser.feed(page)
    return parser.texts


def left_in_english(texts: Iterable[str], known: Collection[str] = ()) -> list[str]:
    """The texts with a word in plain letters that is neither a name nor a known sign."""
    return [
        " ".join(text.split())
        for text in texts
        if set(WORD.findall(GAP.sub("", text))) - SIGNS - set(known)
    ]


SIGNS = frozenset(
    {
        "20s",
        "Twenties",
        "CSV",
        "PDF",
        "PNG",
        "JSON",
        "CMN",
        "UTC",
        "QR",
        "Discord",
        "Slack",
        "Google",
        "Chat",
        "ntfy",
    }
    | {"Python", "Django", "SQLite", "PostgreSQL"}
)
"""What is written like this in every language."""


def words_of_rows() -> frozenset[str]:
    """Names and other words that users typed: data, which is not translated."""
    return frozenset(
        word
        for model in apps.get_app_config("leagues").get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.CharField | models.TextField) and not field.choices
        for text in model._default_manager.values_list(field.name, flat=True)
        for word in WORD.findall(text or "")
    )


APART = str.maketrans("/_", "  ")


def texts_on(answer: Page) -> list[str]:
    is_page = answer.headers.get("Content-Type", "").startswith("text/html")
    return [] if answer.streaming or not is_page else texts_of(answer.content.decode())


def left_on(pages: dict[str, list[str]]) -> str:
    """What each page still has in plain letters, besides names and typed texts."""
    known = words_of_rows() | set(WORD.findall(" ".join(available_timezones()).translate(APART)))
    left = {path: left_in_english(texts, known) for path, texts in pages.items()}
    return "\n".join(f"{path}: {texts}" for path, texts in left.items() if texts)


# --- A site that speaks it ---------------------------------------------------------------


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("locale")
    write_catalogue(folder)
    return folder


class AccentedPattern:
    """A date format with accents: dates are translated without a catalogue."""

    def __init__(self, pattern: str) -> None:
        self.pattern = parse_pattern(pattern)

    def apply(self, moment: date | time, locale: Locale) -> str:
        return with_accents(self.pattern.apply(moment, locale))


@pytest.fixture
def in_accents(
    catalogue: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The site in the pseudo-language only."""
    monkeypatch.setattr("leagues.dates.parse_pattern", AccentedPattern)
    settings.LOCALE_PATHS = [catalogue]
    settings.LANGUAGES = [(CODE, "Áççéñţš")]
    settings.LANGUAGE_CODE = CODE
    with override(CODE):
        yield


OF_A_KIND = 2  # pages of one address pattern that are read


def walk_pages(
    browser: Client, *more: str, of_a_kind: int = OF_A_KIND
) -> Iterator[tuple[str, Page]]:
    """Visit the pages that links lead to, a few of each kind."""
    waiting = ["/", "/desk/", *more]
    seen, kinds = set(waiting), Counter[str]()
    while waiting:
        path = waiting.pop(0)
        try:
            kind = resolve(urlsplit(path).path).view_name
        except Resolver404:
            continue  # a file, not a page
        if kinds[kind] >= of_a_kind or "logout" in kind:
            continue
        kinds[kind] += 1
        answer = browser.get(path)
        yield path, answer
        if answer.status_code == 200 and not answer.streaming:
            for link in re.findall(rb'href="(/[^"#]*)', answer.content):
                to = html.unescape(link.decode())
                if to not in seen:
                    seen.add(to)
                    waiting.append(to)
