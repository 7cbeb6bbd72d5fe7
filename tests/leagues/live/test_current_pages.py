"""A cached page is as new as the database, counted once, and in the reader's language."""

import asyncio

import pytest
from django.conf import settings

from leagues.live import news as news_module
from leagues.live import page_cache
from leagues.live.news import News
from leagues.live.page_cache import Key, ReadyMade, key_of
from tests.leagues.live.stand_ins import (
    MadeUpNews,
    Renderer,
    a_reader,
    a_visitor,
    let_tasks_run,
    visit,
)


def key_for(**headers: str) -> Key:
    found = key_of(visit(**headers))
    assert found
    return found


class Unread(MadeUpNews):
    """News of a write that this process has not read yet."""

    def how_far(self) -> int:
        return 1

    async def catch_up(self) -> None:
        self._seen = 1
        self.moves("open", 2)


def test_a_request_gets_what_was_written_before_it() -> None:
    async def hall() -> None:
        news, renderer = Unread(), Renderer()
        news._seen = 1
        pages = ReadyMade(news, renderer)
        await pages.get(key_for(), a_visitor())
        news._seen = 0
        await pages.get(key_for(), a_visitor())
        assert len(renderer.made) == 2

    asyncio.run(hall())


def test_a_new_page_replaces_the_one_before() -> None:
    async def hall() -> None:
        news = MadeUpNews()
        pages = ReadyMade(news, Renderer())
        for revision in (1, 2, 3):
            news.moves("open", revision)
            await pages.get(key_for(), a_visitor())
        [page] = pages.kept.values()
        assert pages.size == page.size

    asyncio.run(hall())


def test_the_next_page_waits_no_longer_than_the_one_before_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        if seconds:
            waited.append(seconds)
        await sleep(0)

    async def hall() -> None:
        news = MadeUpNews()
        renderer = Renderer()
        pages = ReadyMade(news, renderer)
        first = asyncio.create_task(pages.get(key_for(), a_visitor()))
        while not renderer.made:
            await sleep(0)
        news.moves("open", 2)
        monkeypatch.setattr(page_cache, "asyncio", Sleepless(note))
        await pages.get(key_for(), a_visitor())
        await first
        assert waited == [page_cache.BREATH], "it was made at once"

    monkeypatch.setattr(page_cache, "BREATH", 60.0)
    monkeypatch.setattr(page_cache, "REST", 10**9)
    asyncio.run(hall())


def test_a_visitor_does_not_rest_after_a_page_that_only_a_stream_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_cache, "BREATH", 10**9)
    monkeypatch.setattr(page_cache, "REST", 10**9)

    async def hall() -> None:
        news, renderer = MadeUpNews(), Renderer()
        pages = ReadyMade(news, renderer)
        first = asyncio.create_task(pages.get(key_for(), a_reader()))
        while not renderer.made:
            await asyncio.sleep(0)
        news.moves("open", 2)
        next_one = asyncio.create_task(pages.get(key_for(), a_reader()))
        await let_tasks_run()
        assert first.done()
        assert not next_one.done()
        await pages.get(key_for(), a_visitor())
        assert next_one.done()
        assert len(renderer.made) == 2

    asyncio.run(hall())


def test_a_page_that_waits_for_its_turn_is_made_once_and_as_new_as_its_last_visitor() -> None:
    async def hall() -> None:
        news, renderer = MadeUpNews(), Renderer()
        pages = ReadyMade(news, renderer)
        async with pages.renderings.slot(a_visitor()):
            asking = [asyncio.create_task(pages.get(key_for(), a_reader()))]
            await let_tasks_run()
            news.moves("open", 2)
            asking += [asyncio.create_task(pages.get(key_for(), a_visitor()))]
            await let_tasks_run()
        await asyncio.gather(*asking)
        await pages.get(key_for(), a_visitor())
        assert len(renderer.made) == 1

    asyncio.run(hall())


@pytest.mark.parametrize("wanted", ["tlh", "tlh, xx;q=0.5", "*"])
def test_who_asks_for_a_language_we_have_not_gets_the_clubs(wanted: str) -> None:
    assert key_for(accept_language=wanted) == key_for(accept_language=settings.LANGUAGE_CODE)


def test_a_line_that_breaks_is_no_news_until_it_is_there_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Breaking(News):
        listened = 0

        async def listen(self) -> None:
            self.listened += 1
            self.mark_connected()
            if self.listened == 1:
                raise OSError("the line is cut")
            await asyncio.Event().wait()

    states: list[tuple[float, bool]] = []
    watched: list[News] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        states.append((seconds, watched[0].is_connected))
        await sleep(0)

    async def hall() -> None:
        news = Breaking()
        watched.append(news)
        watching = asyncio.create_task(news.watch())
        await news.was_connected.wait()
        await let_tasks_run()
        assert states[0] == (news_module.TRIES_AGAIN, False)
        assert news.is_connected
        watching.cancel()

    monkeypatch.setattr(news_module, "asyncio", Sleepless(note))
    asyncio.run(hall())


class Sleepless:
    """The ``asyncio`` module with another ``sleep``."""

    def __init__(self, sleep: object) -> None:
        self.sleep = sleep

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)
