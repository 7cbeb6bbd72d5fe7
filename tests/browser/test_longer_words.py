"""A page holds words that are 40 % longer, on the narrowest phone."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.urls import resolve
from playwright.sync_api import BrowserContext, Route

from leagues.actions.events.events import add_stage
from leagues.stages.sources import TopOfPools
from leagues.stages.ways import Knockout
from tests.browser.test_every_page import too_wide
from tests.cast import Cast, make_cast
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.tables.test_public_standings import play
from tests.pseudo import catalogue, in_accents, walk

__all__ = ["catalogue", "in_accents"]  # fixtures of another file

HOST = "http://testserver"
# Rows are read in the thread in which Playwright's loop runs.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def one_of_each_kind(cast: Cast) -> dict[str, bytes]:
    """Every kind of page an owner and a stranger are led to, as the server made it."""
    pages: dict[str, bytes] = {}
    for who in ("stranger", "olga"):
        for path, answer in walk(cast.browser_of(who)):
            is_page = answer.headers.get("Content-Type", "").startswith("text/html")
            kind = f"{resolve(urlsplit(path).path).view_name} ({who})"
            if is_page and answer.status_code == 200 and kind not in pages:
                pages[kind] = answer.content
    return pages


@pytest.mark.usefixtures("in_accents")
def test_longer_words_widen_no_page(cast: Cast, context: BrowserContext) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"], entries=5)
    add_stage(
        by=hall.by, event=hall.event, name="Final", way=Knockout(), takes=TopOfPools(2)
    )
    play(hall, (1, 2, 8), (3, 4, 8))
    play(hall, (1, 3, 3), (2, 4, 5))
    hall.publish((1, 4), (2, 3), byes=[5])
    pages = one_of_each_kind(cast)
    page = context.new_page()  # nothing is served: no site to watch
    page.route("**/*", lambda route: serve(route, pages))
    page.set_viewport_size({"width": 320, "height": 800})

    troubles = []
    for kind in pages:
        page.goto(f"{HOST}/{kind}")
        troubles += too_wide(page, kind)

    assert not troubles, "\n".join(troubles)
    assert len(pages) > 30, "the walk found hardly any page"


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
