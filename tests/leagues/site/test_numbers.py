"""Numbers with decimals as each language writes them, on every page."""

import re
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils.translation import override

from leagues.forms.leagues.dues import money_field
from leagues.pairing.values import Why
from leagues.reads.data.import_seasons import number_text
from leagues.say import say
from leagues.templatetags.look import kept_points, points, signed
from leagues.templatetags.public import in_points
from leagues.views.public import share
from tests.cast import Cast
from tests.leagues.tables.test_unequal_games import SIX_GAMES, club_night
from tests.pseudo import texts_on, walk_pages

WITH_COMMA = ("de", "fr", "nl", "es", "hu")
DECIMAL_POINT = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")
"""72.22, and not what has more points: an address, a version, the dice 1.1.1."""

on_two_points = Why("you are on {yours}, they are on {theirs}", ("4.3", "4"))


@pytest.mark.parametrize("language", ["en", *WITH_COMMA])
def test_a_number_has_the_decimal_sign_of_the_readers_language(language: str) -> None:
    sign = "." if language == "en" else ","
    with override(language):
        assert points(Fraction(51, 7)) == f"7{sign}29"
        assert kept_points("650/9") == f"72{sign}22"
        assert signed(Fraction(51, 7)) == f"+7{sign}29"
        assert number_text(Fraction(361, 5)) == f"72{sign}2"
        assert say(on_two_points.sentence()) == f"you are on 4{sign}3, they are on 4"
        assert points(1234) == number_text(1234) == "1234"


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "1 point", "1.5 points"),
        ("de", "1 Punkt", "1.5 Punkte"),
        ("fr", "1 point", "1.5 points"),
        ("hu", "1 pont", "1.5 pont"),
    ],
)
def test_one_point_has_a_singular(language: str, one: str, several: str) -> None:
    with override(language):
        assert (in_points("1"), in_points("1.5")) == (one, several)


@pytest.mark.parametrize("language", ["en", *WITH_COMMA])
def test_an_amount_may_have_a_comma_or_a_point(language: str) -> None:
    with override(language):
        for typed in ("1,5", "1.5", "1,50", " 1.50 "):
            assert money_field().clean(typed) == Fraction(3, 2)
        assert money_field().clean("") is None


@pytest.mark.parametrize("language", WITH_COMMA)
def test_what_a_field_shows_can_be_sent_again(language: str) -> None:
    with override(language):
        field = money_field()
        shown = field.widget.format_value(field.clean("12,50"))
        assert shown == "12,50"
        assert field.clean(shown) == Fraction(25, 2)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("language", WITH_COMMA)
def test_a_projection_is_read_with_a_comma(cast: Cast, language: str) -> None:
    stage = club_night(cast, SIX_GAMES, rounds=SIX_GAMES)
    browser = Client(headers={"accept-language": language})

    texts = [
        text
        for path in ("", "standings/", "numbers/", "chances/")
        for text in texts_on(browser.get(f"/events/{stage.event.slug}/{path}"))
    ]

    assert any(re.search(r"\d,\d", text) for text in texts)
    assert [text for text in texts if DECIMAL_POINT.search(text)] == []


@pytest.mark.django_db
def test_a_shared_picture_has_a_comma(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def record_picture(name: str, lines: list[str], club: str, *_: object, **__: object) -> bytes:
        drawn.extend(lines)
        return b""

    monkeypatch.setattr(share, "share_picture", record_picture)
    made = SimpleNamespace(
        tally=SimpleNamespace(played=0), twenties=SimpleNamespace(rounds=4, each=1.25)
    )
    monkeypatch.setattr(share, "read_career", lambda player, sums: made)
    player = club_night(cast).event.entries.order_by("pk")[0].players.get()
    page = f"/players/{player.pk}/picture.png"

    Client(headers={"accept-language": "de"}).get(page)

    [line] = drawn
    assert line.startswith("1,25 ")


@pytest.mark.long
@pytest.mark.django_db
def test_no_page_within_reach_has_a_decimal_point(cast: Cast) -> None:
    club_night(cast, SIX_GAMES, rounds=SIX_GAMES)
    browser = cast.browser_of("olga")
    browser.cookies["language"] = "de"

    left = {
        path: found
        for path, answer in walk_pages(browser)
        if (found := [t for t in texts_on(answer) if DECIMAL_POINT.search(t)])
    }

    assert not left
