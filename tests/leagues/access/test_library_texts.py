"""Texts of Django and allauth that appear here are in our catalogues, in every language."""

import re
from collections.abc import Container, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import allauth
import django
import pytest
from babel.messages.extract import extract, extract_python
from babel.messages.pofile import read_po
from django.conf import settings as site_settings
from django.core import mail
from django.core.mail import EmailMessage
from django.template.loader import get_template
from django.utils.translation import override, trans_real
from pytest_django import Settings

from leagues.access import library_texts
from leagues.catalogues import KEYWORDS, found_in, from_template, is_translated, po_of
from leagues.models import Club
from tests.cast import Cast, Page
from tests.leagues.access.account_pages import account_pages
from tests.pseudo import texts_of

LANGUAGES = [code for code, _ in site_settings.LANGUAGES if code != "en"]
OURS = (*library_texts.FORM_ERRORS, *library_texts.ACCOUNT_TEXTS)
OURS_COUNTED = (*library_texts.COUNTED_FORM_ERRORS, *library_texts.COUNTED_ACCOUNT_TEXTS)
NOT_SHOWN = {":", "Email"}
"""Texts looked up but shown on no page, because our forms have other labels."""

SOURCES = (
    Path(django.__file__).parent / "forms",
    Path(django.__file__).parent / "core" / "validators.py",
    Path(django.__file__).parent / "contrib" / "auth",
    Path(allauth.__file__).parent / "account",
    Path(allauth.__file__).parent / "mfa",
    Path(allauth.__file__).parent / "templates" / "account",
    Path(allauth.__file__).parent / "templates" / "mfa",
)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def sends_email(settings: Settings) -> None:
    settings.SENDS_EMAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


# --- The list -------------------------------------------------------------------------------


@cache
def texts_of_libraries() -> frozenset[str]:
    return frozenset(
        message if isinstance(message, str) else message[0]
        for file in _source_files()
        for _line, message, _comments, _context in _calls_in(file)
    )


def _source_files() -> Iterator[Path]:
    for source in SOURCES:
        yield from [source] if source.is_file() else sorted(source.rglob("*.*"))


def _calls_in(file: Path) -> Iterator[Any]:
    if file.suffix not in {".py", ".html", ".txt"} or "tests" in file.parts:
        return
    method: Any = extract_python if file.suffix == ".py" else from_template
    with file.open("rb") as code:
        yield from extract(method, code, KEYWORDS)


@pytest.mark.long
def test_each_of_them_is_still_a_text_of_a_library() -> None:
    ours = {*OURS, *(unit.one for unit in OURS_COUNTED)}
    assert ours - texts_of_libraries() == set()


@each_language
def test_our_catalogue_has_each_of_them_and_addresses_readers_as_the_site_does(
    language: str,
) -> None:
    with po_of("leagues", language).open("rb") as file:
        catalog = read_po(file, locale=language)
    kept = [catalog.get(each) for each in OURS]
    kept += [catalog.get((unit.one, unit.more)) for unit in OURS_COUNTED]

    assert all(message and is_translated(message) for message in kept)
    texts = [str(message.string) for message in kept if message]
    assert [text for text in texts if re.search(WRONG_FORMS[language], text)] == []


WRONG_FORMS = {
    "de": r"\b(Sie|Ihr|Ihre[mnrs]?)\b",
    "fr": r"\b(tu|ton|ta|tes|toi)\b",
    "nl": r"\b(u|uw)\b",
    "es": r"\b(usted|su|sus|Introduzca|Escriba|Seleccione|Compruebe)\b",
    "hu": r"\b(Ön|Önnek|[Aa]dja|[Íí]rja|[Vv]álasszon)\b",
}
"""Forms of address that are not used, by language: the site uses du, vous, je, tú, te."""


# --- The pages ------------------------------------------------------------------------------


class Listener:
    """A translation that records every message it is asked for."""

    def __init__(self, site: Any) -> None:
        self.site = site
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        text: str = self.site.gettext(message)
        return text

    def ngettext(self, one: str, more: str, number: int) -> str:
        self.asked.add(one)
        text: str = self.site.ngettext(one, more, number)
        return text

    def __getattr__(self, name: str) -> Any:
        return getattr(self.site, name)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.usefixtures("sends_email")
def test_all_that_the_pages_of_an_account_say_of_theirs_is_on_the_list(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = Listener(trans_real.translation("de"))
    monkeypatch.setitem(trans_real._translations, "de", heard)  # type: ignore[attr-defined]

    pages = list(account_pages(cast, "de"))

    theirs = heard.asked & texts_of_libraries()
    listed = {*OURS, *(unit.one for unit in OURS_COUNTED)}
    assert {page.status_code for page in pages} <= {200, 404, 422}
    assert len(theirs & listed) > 20
    assert theirs - listed - NOT_SHOWN - texts_of_our_code() == set()


def texts_of_our_code() -> frozenset[str]:
    """Texts of our own code, which may be the same as a library's."""
    return frozenset(message.id for message in found_in("leagues") if isinstance(message.id, str))


# --- The e-mails ----------------------------------------------------------------------------

SENT = {
    "email_confirmation": "confirm your e-mail address",
    "email_confirmation_signup": "confirm your e-mail address",
    "login_code": "your sign-in code",
    "password_reset_key": "choose a new password",
    "account_already_exists": "you already have an account",
}
NEVER_SENT = {
    "ACCOUNT_EMAIL_NOTIFICATIONS": (
        {"email_changed", "email_confirm", "email_deleted"}
        | {"password_changed", "password_reset", "password_set"}
    ),
    "ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS": {"unknown_account"},
    "ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED": {"password_reset_code"},
}
HOST = "testserver"
CLUB = "O’Neill & Sons’ Crokinole"


def test_each_email_of_the_library_is_ours_or_is_never_sent() -> None:
    theirs = Path(allauth.__file__).parent / "templates" / "account" / "email"
    known = {file.name.removesuffix("_subject.txt") for file in theirs.glob("*_subject.txt")}
    assert known == {*SENT, *(name for names in NEVER_SENT.values() for name in names)}
    for setting in NEVER_SENT:
        assert not getattr(site_settings, setting, False)
    ours = site_settings.BASE_DIR / "templates" / "account" / "email"
    for name in (*SENT, "base"):
        is_included = name == "email_confirmation_signup"
        assert is_included or (ours / f"{name}_message.txt").exists()


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.usefixtures("sends_email")
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_pages_and_emails_of_an_account_are_in_the_readers_language(
    cast: Cast, language: str
) -> None:
    Club.objects.update(name=CLUB)

    pages = list(account_pages(cast, language))

    sent = {letter.subject: letter for letter in mail.outbox}
    assert len(sent) == len(set(SENT.values()))
    for letter in sent.values():
        assert_is_of_the_club(letter)
    if language == "en":
        assert {subject.partition(": ")[2] for subject in sent} == set(SENT.values())
        return
    assert not left_in_english(pages, english_of_the_libraries())
    for letter in sent.values():
        assert english_of_the_emails().isdisjoint(str(letter.body).splitlines())
        assert not any(letter.subject.endswith(words) for words in SENT.values())


def assert_is_of_the_club(letter: EmailMessage) -> None:
    body = str(letter.body)
    assert letter.subject.startswith(CLUB)
    assert body.count(CLUB) == 2, "in its sentence and below"
    assert HOST not in letter.subject
    assert body.replace(f"http://{HOST}", "").count(HOST) == 0, "in links alone"


def left_in_english(pages: Iterable[Page], english: Container[str]) -> set[str]:
    return {
        f"{page.request['PATH_INFO']}: {text}"
        for page in pages
        for text in texts_of(page.content.decode())
        if " ".join(text.split()) in english
    }


@cache
def english_of_the_libraries() -> frozenset[str]:
    """English sentences of the libraries. Single words are left out: "Code" is German too."""
    return frozenset(
        {
            *(text for text in texts_of_libraries() if " " in text and "%" not in text),
            "This password is too short. It must contain at least 8 characters.",
            "Your password must contain at least 8 characters.",
        }
    )


@cache
def english_of_the_emails() -> frozenset[str]:
    gaps = dict.fromkeys(("activate_url", "code", "password_reset_url"), "")
    with override("en"):
        texts = [
            get_template(f"account/email/{name}_message.txt").render(
                gaps | {"current_site": {"name": CLUB, "domain": ""}}
            )
            for name in SENT
        ]
    lines = {line for text in texts for line in text.splitlines()}
    return frozenset(lines - {CLUB, ""})
