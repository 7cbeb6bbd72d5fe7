"""Refusals made by a worker itself are in the visitor's language."""

import json
import re

import pytest
from django.utils.translation import gettext_lazy

from leagues.live.asgi import HttpAnswer
from leagues.live.refusals import TOO_LARGE, UNREADABLE, refusal_answer
from tests.leagues.live.stand_ins import visit

BUSY = gettext_lazy("Too busy just now")


@pytest.mark.parametrize(
    ("asks", "clubs", "spoken"),
    [
        ({"accept_language": "fr-CA,en;q=0.5"}, "", "fr"),
        ({"accept_language": "fr", "cookie": "language=de"}, "", "de"),
        ({}, "nl", "nl"),
        ({"accept_language": "xx"}, "", "en"),
    ],
)
def test_the_devices_choice_then_the_browsers_wish_then_the_clubs(
    asks: dict[str, str], clubs: str, spoken: str
) -> None:
    answer = refusal_answer(visit(**asks), 503, BUSY, clubs_language=clubs)
    assert answer.header(b"content-language") == spoken.encode()
    english = answer.body == b"Too busy just now"
    assert english == (spoken == "en")


def test_the_api_answers_json_in_english_to_browsers_too() -> None:
    path = "/api/v1/events/"
    asks = visit(path, accept="text/html", accept_language="fr")

    answer = refusal_answer(asks, 503, BUSY, clubs_language="nl")

    assert answer.header(b"content-type").startswith(b"application/json")
    assert answer.header(b"content-language") == b"en"
    assert json.loads(answer.body) == {"detail": "Too busy just now"}


def test_no_sentence_is_cut_off_where_a_language_is_longer() -> None:
    answer = refusal_answer(visit(accept_language="hu"), 503, BUSY)
    assert int(answer.header(b"content-length")) == len(answer.body)
    assert answer.status == 503


def asked_by_a_browser(**asks: str) -> HttpAnswer:
    accept = "text/html,application/xhtml+xml,*/*;q=0.8"
    return refusal_answer(visit(accept=accept, **asks), 400, UNREADABLE)


@pytest.mark.parametrize(
    ("language", "title", "home"),
    [
        ("en", "We couldn’t understand this request", "Go to the front page"),
        ("de", "Das wurde nicht verstanden", "Zur Startseite"),
    ],
)
def test_a_browser_gets_a_page_with_a_way_home(language: str, title: str, home: str) -> None:
    answer = asked_by_a_browser(accept_language=language)
    page = answer.body.decode()
    assert answer.header(b"content-type") == b"text/html; charset=utf-8"
    assert int(answer.header(b"content-length")) == len(answer.body)
    assert f'<html lang="{language}">' in page
    assert f"<h1>{title}</h1>" in page
    assert re.search(rf'href="/">{home}</a>', page)


def test_a_page_that_is_not_made_by_django_loads_our_own_files_only() -> None:
    policy = asked_by_a_browser().header(b"content-security-policy")
    assert policy.startswith(b"default-src 'none'; script-src 'self'")


def test_a_complete_message_is_not_repeated() -> None:
    page = refusal_answer(visit(accept="text/html"), 413, TOO_LARGE).body.decode()
    assert page.count("That is too large. Nothing was saved.") == 2  # title, heading
