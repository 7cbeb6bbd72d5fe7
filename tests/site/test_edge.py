"""The edge of a worker: which requests wait there for recent writes, and which do not."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from importlib import import_module, reload
from math import prod
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeAlias

import pytest
from django.conf import settings

from leagues.live.asgi import HttpAnswer, Receive, Scope, Send, text_answer
from leagues.live.page_cache import ReadyMade
from leagues.live.revisions import Revisions
from tests.leagues.live.stand_ins import MadeUpNews, Renderer, Visitor, let_tasks_run, visit

if TYPE_CHECKING:  # it loads the whole site, by the settings of that moment
    from crokinole_site.edge import Edge

EdgeWith: TypeAlias = "Callable[[LateNews, Renderer], Edge]"
SIGNED_IN = {"cookie": f"{settings.SESSION_COOKIE_NAME}=abc"}
HUNGARIAN = "hu"


def scope_of(path: str, **more: str) -> Scope:
    return {**visit(path, **more), "http_version": "1.1"}


class LateNews(MadeUpNews):
    """News that takes until a test lets it be read."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.is_read = asyncio.Event()

    def is_behind(self) -> bool:
        return not self.is_read.is_set()

    async def catch_up(self) -> None:
        await self.is_read.wait()
        here = self.standing
        self.standing = Revisions(here.events, here.club, language=HUNGARIAN)


async def answer_as_django(scope: Scope, receive: Receive, send: Send) -> None:
    await text_answer(200, "Django").go(send)


@pytest.fixture
def usual_thresholds() -> Iterator[None]:
    """Restore the garbage collector's thresholds, which a worker changes."""
    usual = gc.get_threshold()
    yield
    gc.set_threshold(*usual)


@pytest.fixture
def edge_with(monkeypatch: pytest.MonkeyPatch, usual_thresholds: None) -> EdgeWith:
    """A builder of an edge with this news and this renderer."""
    with monkeypatch.context() as patch:
        # The module creates an ``Edge`` on import, and there is no database to listen to.
        patch.setattr("leagues.live.news.news_of_this_database", MadeUpNews)
        from crokinole_site.edge import Edge

    def made(news: LateNews, renderer: Renderer) -> Edge:
        edge = Edge()
        monkeypatch.setattr(edge, "news", news)
        monkeypatch.setattr(edge, "django", answer_as_django)
        monkeypatch.setattr(edge, "pages", ReadyMade(news, renderer))
        return edge

    return made


@pytest.mark.long
@pytest.mark.usefixtures("usual_thresholds")
def test_a_worker_collects_all_garbage_after_half_a_million_objects() -> None:
    """After ten million, it took 660 MB at the end of 35 minutes of play."""
    reload(import_module("crokinole_site.wsgi"))
    assert prod(gc.get_threshold()) <= 500_000


@pytest.mark.long
@pytest.mark.parametrize(
    "asks",
    [
        scope_of("/play/a-pass/reports/", method="POST"),
        scope_of("/play/a-pass/state/"),
        scope_of("/desk/events/open/"),
        scope_of("/events/open/standings/", **SIGNED_IN),
    ],
    ids=["a report", "a phone", "the desk", "a page for who is signed in"],
)
def test_a_visitor_without_a_ready_made_page_waits_for_no_news(
    edge_with: EdgeWith, asks: Scope
) -> None:
    """Reports that waited for what others had written were safe after seconds."""

    async def hall() -> None:
        edge, visitor = edge_with(LateNews(), Renderer()), Visitor()
        asking = asyncio.create_task(edge(asks, visitor.receive, visitor.send))
        await let_tasks_run()
        assert asking.done()
        assert visitor.body == b"Django"

    asyncio.run(hall())


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("path", ["/events/closed/revisions/", "/api/v1/events/closed/stream/"])
def test_a_stranger_who_asks_for_a_private_stream_waits_as_for_a_page(
    edge_with: EdgeWith, monkeypatch: pytest.MonkeyPatch, path: str, is_known: bool
) -> None:
    waited: list[bool] = []

    async def collect(scope: Scope, *, after_reports: bool) -> HttpAnswer:
        waited.append(after_reports)
        return HttpAnswer(404, [])

    async def has(scope: Scope) -> bool:
        return is_known

    async def hall() -> None:
        news = LateNews()
        news.is_read.set()
        news.moves("closed", 1, is_open=False)
        edge = edge_with(news, Renderer())
        sessions = SimpleNamespace(has=has)
        site = SimpleNamespace(sessions=sessions, collect=collect)
        monkeypatch.setattr(edge, "django", site)
        visitor = Visitor()
        await edge(scope_of(path), visitor.receive, visitor.send)
        assert visitor.status == 404
        assert waited == [not is_known]

    asyncio.run(hall())


def test_a_stranger_reads_in_the_language_that_the_club_has_just_chosen(
    edge_with: EdgeWith,
) -> None:
    async def hall() -> None:
        news, renderer, visitor = LateNews(), Renderer(), Visitor()
        edge = edge_with(news, renderer)
        asking = asyncio.create_task(
            edge(scope_of("/events/open/standings/"), visitor.receive, visitor.send)
        )
        await let_tasks_run()
        assert not asking.done()
        news.is_read.set()
        await asking
        assert [key.language for key in renderer.made] == [HUNGARIAN]

    asyncio.run(hall())


def test_a_page_that_has_to_be_made_asks_once_for_news(edge_with: EdgeWith) -> None:
    class News(LateNews):
        asked = 0

        def is_behind(self) -> bool:
            self.asked += 1
            return False

    async def hall() -> None:
        news, visitor = News(), Visitor()
        edge = edge_with(news, Renderer())
        await edge(scope_of("/events/open/standings/"), visitor.receive, visitor.send)
        assert visitor.status == 200
        assert news.asked == 1

    asyncio.run(hall())
