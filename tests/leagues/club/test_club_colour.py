"""The club's colour: choosing it, refusing light ones, and text that can be read on it."""

import re

import pytest
from django.test import Client

from leagues.files.club_colour import (
    DARK_GROUNDS,
    LIGHT_GROUNDS,
    OF_THE_SITE,
    ON_DARK,
    ON_LIGHT,
    club_colour,
    contrast_of,
    style_sheet,
)
from leagues.models import Club
from tests.cast import Cast
from tests.leagues.club.club_pages import WORDS, write_club_page
from tests.leagues.site.test_look import COLOURS, GROUNDS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "chosen", ["#ffffff", "#000000", "#ffd400", "#2c5f8a", "#c8102e", OF_THE_SITE]
)
def test_words_in_any_colour_can_be_read(chosen: str) -> None:
    colour = club_colour(chosen)
    for accent, grounds in ((colour.light, LIGHT_GROUNDS), (colour.dark, DARK_GROUNDS)):
        for shown in (accent.plain, accent.strong):
            for other in (*grounds, accent.text_on_it):
                assert contrast_of(shown, other) >= 4.5


def test_they_are_read_on_the_grounds_of_the_site() -> None:
    for ground, light, dark in zip(GROUNDS, LIGHT_GROUNDS, DARK_GROUNDS, strict=True):
        assert (light, dark) == COLOURS[ground]
    assert COLOURS["on-accent"] == (ON_LIGHT, ON_DARK)
    assert COLOURS["accent"].light == OF_THE_SITE


def test_a_dark_colour_is_shown_as_it_was_chosen_on_paper() -> None:
    assert club_colour("#2c5f8a").light.plain == "#2c5f8a"
    assert not club_colour("#2c5f8a").is_too_light
    assert club_colour("#ffd400").is_too_light


def test_the_colour_is_a_style_sheet_of_its_own(cast: Cast) -> None:
    assert b"colour-" not in Client().get("/").content
    write_club_page(cast.browser_of("ann"), colour="#2c5f8a")

    page = Client().get("/").content.decode()
    [address] = re.findall(r'href="(/club/colour-\w+\.css)"', page)
    for other in ("/accounts/login/", "/embed/nights/"):
        assert address in Client().get(other).text
    sheet = Client().get(address)

    assert sheet.content.decode() == style_sheet("#2c5f8a")
    assert sheet["Content-Type"] == "text/css; charset=utf-8"
    assert sheet["Cache-Control"] == "public, max-age=31536000, immutable"
    assert Client().get("/club/colour-123456.css").status_code == 404


def test_a_colour_that_is_too_light_is_reported(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    answer = ann.post("/desk/club/", WORDS | {"colour": "#ffd400"}, follow=True)
    assert "a little darker" in answer.content.decode()
    answer = ann.post("/desk/club/", WORDS | {"colour": "#2c5f8a"}, follow=True)
    [message] = answer.context["messages"]
    assert str(message) == "Saved."


def test_the_colour_of_the_site_is_none_of_the_clubs(cast: Cast) -> None:
    write_club_page(cast.browser_of("ann"), colour=OF_THE_SITE.upper())
    assert Club.objects.get(is_home=True).colour == ""
