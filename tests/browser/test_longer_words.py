"""Pages fit the narrowest phone with words 40 % longer, and in languages with long words."""

import mimetypes
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote, unquote, urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import resolve
from playwright.sync_api import BrowserContext

from leagues.actions.events.events import add_stage
from leagues.models import Club
from leagues.stages.entry_sources import TopOfPools
from leagues.stages.pairing_ways import Knockout
from tests.browser.test_every_page import elements_of, too_wide
from tests.cast import Cast, make_cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.tables.test_public_standings import play_games
from tests.pseudo import catalogue, in_accents, walk_pages

pytestmark = pytest.mark.long

__all__ = ["catalogue", "in_accents"]  # fixtures of another file

# Rows are read in the thread in which Playwright's loop runs.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def one_of_each_kind(cast: Cast, language: str = "") -> dict[str, bytes]:
    """One page of every kind that links lead a stranger, an owner and a player to, as served.

    A second page of a kind is included only if it has elements that no page before had.
    """
    pages: dict[str, bytes] = {}
    ways_in: dict[str, list[str]] = {"stranger": [], "olga": []}
    if language:
        ways_in["cat"] = [f"/me/{cast.cats_token}/"]
    shown: dict[str, set[str]] = {}
    for who, more in ways_in.items():
        browser = cast.browser_of(who)
        browser.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        for path, answer in walk_pages(browser, *more, of_a_kind=1):
            is_page = answer.headers.get("Content-Type", "").startswith("text/html")
            if not is_page or answer.status_code != 200:
                continue
            kind = resolve(urlsplit(path).path).view_name
            elements = elements_of(answer.content.decode())
            if kind not in shown or not elements <= set().union(*shown.values()):
                pages[f"{kind} ({who})"] = answer.content
            shown[kind] = shown.get(kind, set()) | elements
    return pages


def hall_of(cast: Cast) -> DeskHall:
    """An event of two stages on its first day, with contents for every page."""
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"], entries=5)
    add_stage(by=hall.by, event=hall.event, name="Final", way=Knockout(), takes=TopOfPools(2))
    play_games(hall, (1, 2, 8), (3, 4, 8))
    play_games(hall, (1, 3, 3), (2, 4, 5))
    hall.publish((1, 4), (2, 3), byes=[5])
    return hall


def find_overflows(pages: Mapping[str, bytes], context: BrowserContext) -> list[str]:
    """What does not fit on the narrowest phone, on any of these pages."""
    page = context.new_page()  # no site to watch
    page.set_viewport_size({"width": 320, "height": 800})
    troubles = []
    with serve_pages(pages) as address:
        for kind in pages:
            page.goto(f"{address}/{quote(kind)}")
            troubles += too_wide(page, kind)
        page.close()
    assert len(pages) > 30, "the walk found hardly any page"
    return troubles


@pytest.mark.rare
@pytest.mark.usefixtures("in_accents")
def test_longer_words_widen_no_page(cast: Cast, context: BrowserContext) -> None:
    hall_of(cast)
    troubles = find_overflows(one_of_each_kind(cast), context)
    assert not troubles, "\n".join(troubles)


@pytest.mark.rare
@pytest.mark.parametrize(
    "language", [code for code, _ in settings.LANGUAGES if code in {"de", "hu"}]
)
def test_no_page_is_too_wide_in(language: str, cast: Cast, context: BrowserContext) -> None:
    """In the two whose words are longest."""
    hall_of(cast)
    Club.objects.update(language=language)  # the wall's and paper's
    pages = one_of_each_kind(cast, language)
    own = f'<html lang="{language}"'.encode()
    assert [kind for kind, page in pages.items() if own not in page] == []
    troubles = find_overflows(pages, context)
    assert not troubles, "\n".join(troubles)


CUT = """() => [...document.querySelectorAll('header nav a')].filter(link => {
  const words = document.createRange(), box = link.getBoundingClientRect()
  words.selectNodeContents(link.lastChild)
  const text = words.getBoundingClientRect()
  return text.left < box.left || text.right > box.right
}).map(link => link.textContent.trim())"""


def test_no_word_of_the_bar_at_the_foot_is_cut_in_any_language(
    cast: Cast, context: BrowserContext
) -> None:
    """The owner has the most words in the bar; they fit beside each other in every language."""
    hall_of(cast)
    browser = cast.browser_of("olga")
    pages = {
        code: browser.get("/players/", headers={"accept-language": code}).content
        for code, _ in settings.LANGUAGES
    }
    page = context.new_page()
    page.set_viewport_size({"width": 320, "height": 800})
    with serve_pages(pages) as address:
        for code in pages:
            page.goto(f"{address}/{code}")
            page.evaluate("document.fonts.ready.then(() => null)")
            assert page.locator("header nav a").count() >= 4
            assert page.evaluate(CUT) == [], code
        page.close()


@contextmanager
def serve_pages(pages: Mapping[str, bytes]) -> Iterator[str]:
    """Serve these pages and their static files, and return the base address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path)
            body, kind = pages.get(path[1:], b""), "text/html; charset=utf-8"
            if path.startswith("/static/"):
                body, kind = file_of(path)
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            if path.startswith("/static/"):
                self.send_header("Cache-Control", "max-age=3600")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_message: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def file_of(path: str) -> tuple[bytes, str]:
    found = finders.find(path.removeprefix("/static/"))
    kind, _ = mimetypes.guess_type(path)
    return Path(str(found)).read_bytes() if found else b"", kind or "text/plain"
