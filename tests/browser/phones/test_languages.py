"""Every language fits its buttons, on the narrowest phones."""

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from tests.browser.phones.conftest import Hall
from tests.browser.phones.steps import wait_until_ready
from tests.browser.words import broken_words
from tests.examples import rare_but

pytestmark = pytest.mark.long

BUTTONS = "button, .button"
WIDTHS = (320, 390)
MOST_VISITED = (
    *("/", "/events/", "/events/millrace-open/", "/events/millrace-open/standings/"),
    *("/events/millrace-open/matches/", "/leagues/", "/players/"),
    *("/leagues/winter-nights/", "/records/", "/club/", "/accounts/login/", "/play/"),
)


@pytest.mark.parametrize("language", rare_but([code for code, _ in settings.LANGUAGES], "de"))
def test_no_word_of_a_button_breaks_over_two_lines(
    hall: Hall, browser: Browser, language: str
) -> None:
    broken = list[str]()
    context = browser.new_context(locale=language, has_touch=True)
    page = context.new_page()
    try:
        for path in (hall.match().address(0), *MOST_VISITED):
            answer = page.goto(path if "://" in path else hall.site.url + path)
            assert answer is not None
            assert answer.ok, path
            if "://" in path:
                wait_until_ready(page)
            ways = page.locator("[data-act=way]:visible")
            for way in [None, *range(ways.count())]:
                if way is not None:
                    ways.nth(way).click()
                for width in WIDTHS:
                    page.set_viewport_size({"width": width, "height": 700})
                    broken += broken_words(page, f"{path} {way}", BUTTONS)
    finally:
        context.close()
    assert broken == []
