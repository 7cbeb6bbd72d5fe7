"""A page holds words that are 40 % longer, and those of long languages, on the narrowest phone."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import resolve
from playwright.sync_api import BrowserContext, Route

from leagues.actions.events.events import add_stage
from leagues.models import Club
from leagues.stages.sources import TopOfPools
from leagues.stages.ways import Knockout
from tests.browser.test_every_page import too_wide
from tests.cast import Cast, make_cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.tables.test_public_standings import play
from tests.pseudo import catalogue, in_accents, walk

__all__ = ["catalogue", "in_accents"]  # fixtures of another file

HOST = "http://testserver"
# Rows are read in the thread in which Playwright's loop runs.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def one_of_each_kind(cast: Cast, language: str = "") -> dict[str, bytes]:
    """Every kind of page an owner, a stranger and a player are led to, as the server made it."""
    pages: dict[str, bytes] = {}
    ways_in: dict[str, list[str]] = {"stranger": [], "olga": []}
    if language:
        ways_in["cat"] = [f"/me/{cast.cats_token}/"]
    for who, more in ways_in.items():
        browser = cast.browser_of(who)
        browser.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        for path, answer in walk(browser, *more):
            is_page = answer.headers.get("Content-Type", "").startswith("text/html")
            kind = f"{resolve(urlsplit(path).path).view_name} ({who})"
            if is_page and answer.status_code == 200 and kind not in pages:
                pages[kind] = answer.content
    return pages


def hall_of(cast: Cast) -> DeskHall:
    """An event of two stages on its first day, with something to read on every page."""
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"], entries=5)
    add_stage(
        by=hall.by, event=hall.event, name="Final", way=Knockout(), takes=TopOfPools(2)
    )
    play(hall, (1, 2, 8), (3, 4, 8))
    play(hall, (1, 3, 3), (2, 4, 5))
    hall.publish((1, 4), (2, 3), byes=[5])
    return hall


def widened(pages: Mapping[str, bytes], context: BrowserContext) -> list[str]:
    """What does not fit on the narrowest phone."""
    page = context.new_page()  # nothing is served: no site to watch
    page.route("**/*", lambda route: serve(route, pages))
    page.set_viewport_size({"width": 320, "height": 800})
    troubles = []
    for kind in pages:
        page.goto(f"{HOST}/{kind}")
        troubles += too_wide(page, kind)
    assert len(pages) > 30, "the walk found hardly any page"
    return troubles


@pytest.mark.usefixtures("in_accents")
def test_longer_words_widen_no_page(cast: Cast, context: BrowserContext) -> None:
    hall_of(cast)
    troubles = widened(one_of_each_kind(cast), context)
    assert not troubles, "\n".join(troubles)


@pytest.mark.parametrize(
    "language", [code for code, _ in settings.LANGUAGES if code in {"de", "hu"}]
)
def test_no_page_is_too_wide_in(
    language: str, cast: Cast, context: BrowserContext
) -> None:
    """In the two whose words are longest."""
    hall_of(cast)
    Club.objects.update(language=language)  # the wall's and paper's
    pages = one_of_each_kind(cast, language)
    own = f'<html lang="{language}"'.encode()
    assert [kind for kind, page in pages.items() if own not in page] == []
    troubles = widened(pages, context)
    assert not troubles, "\n".join(troubles)


CUT = """() => [...document.querySelectorAll('.site-nav a')].filter(link => {
  const words = document.createRange(), box = link.getBoundingClientRect()
  words.selectNodeContents(link.lastChild)
  const text = words.getBoundingClientRect()
  return text.left < box.left || text.right > box.right
}).map(link => link.textContent.trim())"""


def test_no_word_of_the_bar_at_the_foot_is_cut_in_any_language(
    cast: Cast, context: BrowserContext
) -> None:
    """Five words beside each other, for whoever sees the desk."""
    hall_of(cast)
    browser = cast.browser_of("olga")
    pages = {
        code: browser.get("/players/", headers={"accept-language": code}).content
        for code, _ in settings.LANGUAGES
    }
    page = context.new_page()
    page.route("**/*", lambda route: serve(route, pages))
    page.set_viewport_size({"width": 320, "height": 800})
    for code in pages:
        page.goto(f"{HOST}/{code}")
        page.evaluate("document.fonts.ready.then(() => null)")
        assert page.locator(".site-nav a").count() >= 4
        assert page.evaluate(CUT) == [], code


def serve(route: Route, pages: Mapping[str, bytes]) -> None:
    path = unquote(urlsplit(route.request.url).path)
    if path.startswith("/static/"):
        found = finders.find(path.removeprefix("/static/"))
        kind, _ = mimetypes.guess_type(path)
        file = Path(str(found)).read_bytes() if found else b""
        route.fulfill(body=file, content_type=kind or "text/plain")
    elif body := pages.get(path.removeprefix("/")):
        route.fulfill(body=body, content_type="text/html; charset=utf-8")
    else:
        route.abort()
