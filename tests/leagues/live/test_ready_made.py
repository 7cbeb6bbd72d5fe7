"""A public page is made once for each change, however many look at it."""

from __future__ import annotations

import asyncio
import gzip

import pytest

from leagues.live import ready_made
from leagues.live.asgi import Answer
from leagues.live.ready_made import Key, Page, ReadyMade, key_of, make
from tests.leagues.live.stand_ins import (
    FOR_EVERYBODY,
    PAGE,
    Heard,
    Kitchen,
    Visitor,
    visit,
)


def key(query: str = "") -> Key:
    found = key_of(visit(query=query))
    assert found
    return found


def test_a_thousand_at_once_are_one_page_made() -> None:
    async def hall() -> None:
        kitchen = Kitchen()
        pages = ReadyMade(Heard(), kitchen)
        found = await asyncio.gather(*(pages.get(key()) for _ in range(1000)))
        assert len(kitchen.made) == 1
        assert {id(page) for page in found} == {id(found[0])}
        await pages.get(key())
        assert len(kitchen.made) == 1

    asyncio.run(hall())


def test_a_result_makes_the_page_anew_and_only_those_of_its_event() -> None:
    async def hall() -> None:
        news, kitchen = Heard(), Kitchen()
        pages = ReadyMade(news, kitchen)
        other = key_of(visit("/events/cup/"))
        assert other
        news.moves("cup", 1)
        await pages.get(key())
        await pages.get(other)
        news.moves("open", 2)
        await pages.get(key())
        await pages.get(other)
        assert [made.path for made in kitchen.made] == [
            "/events/open/standings/",
            "/events/cup/",
            "/events/open/standings/",
        ]

    asyncio.run(hall())


def test_the_front_page_is_made_anew_after_any_result() -> None:
    async def hall() -> None:
        news, kitchen = Heard(), Kitchen()
        pages = ReadyMade(news, kitchen)
        home = key_of(visit("/"))
        assert home
        await pages.get(home)
        news.moves("open", 2)
        await pages.get(home)
        assert len(kitchen.made) == 2

    asyncio.run(hall())


def test_in_a_busy_hall_one_page_after_another_is_made() -> None:
    """Results come faster than a page is made: whoever asks meanwhile gets the next one."""

    async def hall() -> None:
        news, kitchen = Heard(), Kitchen()
        pages = ReadyMade(news, kitchen)
        asking = [asyncio.create_task(pages.get(key()))]
        await asyncio.sleep(0)
        for revision in range(2, 12):
            news.moves("open", revision)
            asking += [asyncio.create_task(pages.get(key())) for _ in range(100)]
        found = await asyncio.gather(*asking)
        assert len(kitchen.made) == 2
        assert len({id(page) for page in found[1:]}) == 1
        assert await pages.get(key()) is found[-1], "it is as new as anything"

    asyncio.run(hall())


def test_a_page_that_cannot_be_made_is_made_for_those_who_come_next() -> None:
    async def hall() -> None:
        news, kitchen = Heard(), Kitchen()
        pages = ReadyMade(news, kitchen)
        kitchen.burns = True
        first = asyncio.create_task(pages.get(key()))
        await asyncio.sleep(0)
        news.moves("open", 2)
        later = asyncio.create_task(pages.get(key()))
        with pytest.raises(RuntimeError):
            await first
        kitchen.burns = False
        assert isinstance(await later, Page)
        assert not pages.in_the_making

    asyncio.run(hall())


def test_without_news_nothing_is_kept() -> None:
    async def hall() -> None:
        news, kitchen = Heard(), Kitchen()
        news.hearing = False
        pages = ReadyMade(news, kitchen)
        for _ in range(2):
            await asyncio.gather(*(pages.get(key()) for _ in range(1000)))
        assert len(kitchen.made) == 2, "once for all who ask at the same time"
        assert not pages.kept

    asyncio.run(hall())


@pytest.mark.parametrize(
    "answer",
    [
        Answer(404, FOR_EVERYBODY, b"nothing here"),
        Answer(200, [(b"cache-control", b"private, no-store")], b"your page"),
        Answer(200, [*FOR_EVERYBODY, (b"set-cookie", b"csrftoken=1")], b"a form"),
    ],
    ids=["nothing", "somebody's own", "with a cookie"],
)
def test_what_is_not_for_everybody_is_never_kept(answer: Answer) -> None:
    async def hall() -> None:
        kitchen = Kitchen(answer)
        pages = ReadyMade(Heard(), kitchen)
        for _ in range(2):
            assert await pages.get(key()) is answer
        assert len(kitchen.made) == 2

    asyncio.run(hall())


def test_what_is_kept_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hall() -> None:
        pages = ReadyMade(Heard(), Kitchen())
        for number in range(20):
            await pages.get(key(f"page={number}"))
        first, last = key("page=0"), key("page=19")
        assert last in pages.kept
        assert first not in pages.kept
        assert pages.size <= ready_made.ROOM

    monkeypatch.setattr(ready_made, "ROOM", 3000)
    asyncio.run(hall())


@pytest.mark.parametrize(
    "asks",
    [
        visit(cookie="sessionid=ann"),
        visit(cookie="csrftoken=1; messages=hello"),
        visit(hx_request="true"),
        visit(authorization="Bearer ann"),
        visit(method="POST"),
        visit(query="fragment=live&utm=1"),
        visit(query="q=" + "a" * 200),
        visit("/events/" + "a" * 300),
    ],
    ids=[
        *("signed in", "told something", "htmx", "token", "post", "unknown"),
        *("long question", "long address"),
    ],
)
def test_who_may_see_more_than_a_stranger_asks_django(asks: dict[str, object]) -> None:
    assert key_of(asks) is None


@pytest.mark.parametrize(
    "asks",
    [
        visit(query="round=1.2"),
        visit(host="other.example"),
        visit(x_forwarded_proto="https"),
        visit("/events/cup/"),
    ],
)
def test_what_django_would_look_at_is_a_page_of_its_own(
    asks: dict[str, object],
) -> None:
    assert key_of(asks) not in {None, key()}


def test_a_browser_that_once_saw_a_form_is_still_a_stranger() -> None:
    assert key_of(visit(cookie="csrftoken=1")) == key()


def answered(data: bytes = PAGE, **headers: str) -> Visitor:
    async def one() -> Visitor:
        visitor = Visitor()
        page = make(Answer(200, FOR_EVERYBODY, data), "stamp")
        await page.go(visit(**headers), visitor.send)
        return visitor

    return asyncio.run(one())


def test_a_page_goes_out_packed_or_plain_and_says_what_it_depends_on() -> None:
    plain, packed = answered(), answered(accept_encoding="br, gzip")
    assert plain.body == PAGE
    assert plain.header(b"content-length") == str(len(PAGE)).encode()
    assert packed.header(b"content-encoding") == b"gzip"
    assert gzip.decompress(packed.body) == PAGE
    for each in (plain, packed):
        assert each.header(b"vary") == b"Cookie, Accept-Encoding"
        assert each.header(b"cache-control") == b"public, no-cache"


def test_what_does_not_get_smaller_is_not_packed() -> None:
    picture = answered(b"PNG", accept_encoding="gzip")
    assert picture.header(b"content-encoding") is None
    assert picture.body == b"PNG"


def test_who_has_the_page_is_told_that_nothing_changed() -> None:
    mark = answered().header(b"etag")
    assert mark
    again = answered(if_none_match=f'"other", {mark.decode()}')
    assert again.status == 304
    assert again.body == b""
    assert again.header(b"etag") == mark
    assert again.header(b"content-length") is None
    assert answered(if_none_match='W/"other"').status == 200


def test_the_mark_is_of_the_bytes_so_any_server_gives_the_same() -> None:
    one = make(Answer(200, FOR_EVERYBODY, PAGE), "stamp of a server")
    other = make(Answer(200, FOR_EVERYBODY, PAGE), "stamp of another")
    changed = make(Answer(200, FOR_EVERYBODY, PAGE + b"!"), "stamp")
    assert one.mark == other.mark != changed.mark
    assert isinstance(one, Page)
