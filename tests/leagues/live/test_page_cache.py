"""A public page is rendered once for each change, for any number of visitors."""

import asyncio
import gzip
import pickle

import pytest
from pytest_django import Settings

from leagues.live import page_cache
from leagues.live.asgi import HttpAnswer, Scope
from leagues.live.page_cache import CachedPage, Key, ReadyMade, key_of, make_page, own_host
from tests.leagues.live.stand_ins import (
    FOR_EVERYBODY,
    PAGE,
    MadeUpNews,
    Renderer,
    Visitor,
    a_visitor,
    visit,
)


def key_for(query: str = "") -> Key:
    found = key_of(visit(query=query))
    assert found
    return found


def test_a_thousand_at_once_are_one_page_made() -> None:
    async def hall() -> None:
        renderer = Renderer()
        pages = ReadyMade(MadeUpNews(), renderer)
        found = await asyncio.gather(*(pages.get(key_for(), a_visitor()) for _ in range(1000)))
        assert len(renderer.made) == 1
        assert {id(page) for page in found} == {id(found[0])}
        await pages.get(key_for(), a_visitor())
        assert len(renderer.made) == 1

    asyncio.run(hall())


def test_a_result_renews_only_the_pages_of_its_event() -> None:
    async def hall() -> None:
        news, renderer = MadeUpNews(), Renderer()
        pages = ReadyMade(news, renderer)
        other = key_of(visit("/events/cup/"))
        assert other
        news.moves("cup", 1)
        await pages.get(key_for(), a_visitor())
        await pages.get(other, a_visitor())
        news.moves("open", 2)
        await pages.get(key_for(), a_visitor())
        await pages.get(other, a_visitor())
        assert [made.path for made in renderer.made] == [
            "/events/open/standings/",
            "/events/cup/",
            "/events/open/standings/",
        ]

    asyncio.run(hall())


def test_the_front_page_is_renewed_after_any_result() -> None:
    async def hall() -> None:
        news, renderer = MadeUpNews(), Renderer()
        pages = ReadyMade(news, renderer)
        home = key_of(visit("/"))
        assert home
        await pages.get(home, a_visitor())
        news.moves("open", 2)
        await pages.get(home, a_visitor())
        assert len(renderer.made) == 2

    asyncio.run(hall())


def test_in_a_busy_hall_one_page_after_another_is_made() -> None:
    """Results come faster than a page is rendered: requests in between get the next page."""

    async def hall() -> None:
        news, renderer = MadeUpNews(), Renderer()
        pages = ReadyMade(news, renderer)
        asking = [asyncio.create_task(pages.get(key_for(), a_visitor()))]
        while not renderer.made:
            await asyncio.sleep(0)
        for revision in range(2, 12):
            news.moves("open", revision)
            asking += [asyncio.create_task(pages.get(key_for(), a_visitor())) for _ in range(100)]
        found = await asyncio.gather(*asking)
        assert len(renderer.made) == 2
        assert len({id(page) for page in found[1:]}) == 1
        assert await pages.get(key_for(), a_visitor()) is found[-1], "it is as new as anything"

    asyncio.run(hall())


def test_a_page_that_cannot_be_made_is_made_for_those_who_come_next() -> None:
    async def hall() -> None:
        news, renderer = MadeUpNews(), Renderer()
        pages = ReadyMade(news, renderer)
        renderer.fails = True
        first = asyncio.create_task(pages.get(key_for(), a_visitor()))
        while not renderer.made:
            await asyncio.sleep(0)
        news.moves("open", 2)
        later = asyncio.create_task(pages.get(key_for(), a_visitor()))
        with pytest.raises(RuntimeError):
            await first
        renderer.fails = False
        assert isinstance(await later, CachedPage)
        assert not pages.in_the_making

    asyncio.run(hall())


def test_a_new_page_replaces_the_one_before() -> None:
    async def hall() -> None:
        news, renderer = MadeUpNews(), Renderer()
        pages = ReadyMade(news, renderer)
        for revision in range(2, 5):
            news.moves("open", revision)
            page = await pages.get(key_for(), a_visitor())
            assert isinstance(page, CachedPage)
            assert pages.size == page.size

    asyncio.run(hall())


def test_without_news_nothing_is_kept() -> None:
    async def hall() -> None:
        news, renderer = MadeUpNews(), Renderer()
        news.is_connected = False
        pages = ReadyMade(news, renderer)
        for _ in range(2):
            await asyncio.gather(*(pages.get(key_for(), a_visitor()) for _ in range(1000)))
        assert len(renderer.made) == 2, "once for all who ask at the same time"
        assert not pages.kept

    asyncio.run(hall())


@pytest.mark.parametrize(
    "answer",
    [
        HttpAnswer(404, FOR_EVERYBODY, b"nothing here"),
        HttpAnswer(200, [(b"cache-control", b"private, no-store")], b"your page"),
        HttpAnswer(200, [*FOR_EVERYBODY, (b"set-cookie", b"csrftoken=1")], b"a form"),
    ],
    ids=["nothing", "somebody's own", "with a cookie"],
)
def test_what_is_not_for_everybody_is_never_kept(answer: HttpAnswer) -> None:
    async def hall() -> None:
        renderer = Renderer(answer)
        pages = ReadyMade(MadeUpNews(), renderer)
        for _ in range(2):
            assert await pages.get(key_for(), a_visitor()) is answer
        assert len(renderer.made) == 2

    asyncio.run(hall())


def test_what_is_kept_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hall() -> None:
        pages = ReadyMade(MadeUpNews(), Renderer())
        for number in range(20):
            await pages.get(key_for(f"stage={number}"), a_visitor())
        first, last = key_for("stage=0"), key_for("stage=19")
        assert last in pages.kept
        assert first not in pages.kept
        assert pages.size == sum(page.size for page in pages.kept.values())
        assert pages.size <= page_cache.ROOM
        page = pages.kept[last]
        assert page.size == len(page.body) + page_cache.HEADERS_SIZE

    monkeypatch.setattr(page_cache, "ROOM", 9 * page_cache.HEADERS_SIZE)
    asyncio.run(hall())


@pytest.mark.parametrize(
    "asks",
    [
        visit(cookie="sessionid=ann"),
        visit(cookie="csrftoken=1; messages=hello"),
        visit(hx_request="true"),
        visit(authorization="Bearer ann"),
        visit(method="POST"),
        visit("/search/", "q=ann"),
        visit(query="find=ann"),
        visit(query="stage=2&find="),
        visit(query="fragment=live&find=ann"),
        visit(query="stage=" + "a" * 200),
        visit(query="&".join(f"a{n}=1" for n in range(900))),
        visit("/events/" + "a" * 300),
        visit(host="testserver:1"),
        visit(host="other.example"),
        visit(host="a.club.example"),
        visit(host=""),
    ],
    ids=[
        *("signed in", "told something", "htmx", "token", "post", "search"),
        *("a name in a list", "no name", "a name in its live part"),
        *("long question", "many questions", "long address"),
        *("other port", "other host", "host of a pattern", "exactly one host"),
    ],
)
def test_what_is_not_kept_for_strangers_asks_django(
    asks: dict[str, object], settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["testserver", ".club.example"]
    assert key_of(asks) is None


@pytest.mark.parametrize(
    "asks", [visit(query="stage=2"), visit(host="club.example"), visit("/events/cup/")]
)
def test_what_django_would_look_at_is_a_page_of_its_own(
    asks: dict[str, object], settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "club.example"]
    assert key_of(asks) not in {None, key_for()}


@pytest.mark.parametrize(
    ("asked", "own"),
    [
        ("Club.EXAMPLE:8443", b"club.example:8443"),
        ("club.example:8000", b""),
        ("Hall.local", b"hall.local"),
        ("hall.local:8000", b"hall.local:8000"),
        ("[FD00::2]:8000", b"[fd00::2]:8000"),
        ("hall.local:80", b""),
        ("hall.local:8000:1", b""),
        ("hall.loc\xe4l", b""),
    ],
)
def test_a_host_is_one_page_however_it_is_written(
    asked: str, own: bytes, settings: Settings
) -> None:
    """Variants of a host (port, capitals) used to be separate pages, each rendered again."""
    settings.BASE_URL = "https://club.example:8443"
    settings.ALLOWED_HOSTS = ["hall.local", "[fd00::2]"]
    settings.PORT = "8000"
    assert own_host(asked.encode("latin-1")) == own


@pytest.mark.parametrize(
    "query", ["q=x1", "utm_source=mail&round=2", "stage_=1", "fragment_=stream"]
)
def test_what_a_page_does_not_ask_makes_no_other_page(query: str) -> None:
    """900 streams with junk in their addresses would mean 900 renderings of each result."""
    assert key_of(visit(query=query)) == key_for()
    stage = key_of(visit(query=f"{query}&stage=2"))
    assert stage == key_of(visit(query="stage=2"))


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "query", ["fragment=stream", "fragment=strea%6d", "part=1&fragment=stream"]
)
def test_no_whole_page_is_kept_where_a_stream_is_asked_for(query: str, method: str) -> None:
    """It would be the answer to everyone who follows the page."""
    assert key_of(visit(query=query, method=method)) is None


def test_the_same_questions_in_another_order_are_the_same_page() -> None:
    one = key_of(visit(query="stage=2&view=grid"))
    assert one == key_of(visit(query="view=grid&stage=1&stage=2"))


@pytest.mark.parametrize(
    ("behind_proxy", "scheme", "counts"),
    [(False, "https", False), (True, "https", True), (True, "http", True), (True, "gopher", False)],
)
def test_only_our_own_proxy_is_believed_about_the_scheme(
    settings: Settings, behind_proxy: bool, scheme: str, counts: bool
) -> None:
    if behind_proxy:
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    asked = key_of(visit(x_forwarded_proto=scheme))
    assert asked is not None
    assert asked.proto == (scheme.encode() if counts else b"")


def test_a_browser_that_once_saw_a_form_is_still_a_stranger() -> None:
    assert key_of(visit(cookie="csrftoken=1")) == key_for()


def answer_of(data: bytes = PAGE, **headers: str) -> Visitor:
    async def one() -> Visitor:
        visitor = Visitor()
        page = make_page(HttpAnswer(200, FOR_EVERYBODY, data), "stamp")
        await page.go(visit(**headers), visitor.send)
        return visitor

    return asyncio.run(one())


def test_a_page_is_sent_packed_or_plain_with_a_vary_header() -> None:
    plain, packed = answer_of(), answer_of(accept_encoding="br, gzip")
    assert plain.body == PAGE
    assert plain.header(b"content-length") == str(len(PAGE)).encode()
    assert packed.header(b"content-encoding") == b"gzip"
    assert gzip.decompress(packed.body) == PAGE
    for each in (plain, packed):
        assert each.header(b"vary") == b"Cookie, Accept-Encoding"
        assert each.header(b"cache-control") == b"public, no-cache"
        names = [name for name, _ in each.messages[0]["headers"]]
        assert len(names) == len(set(names)), "each is said once"


def test_pages_with_the_same_style_keep_it_packed_only_once() -> None:
    style = b"<style>" + b"".join(b".a%d{color:red}" % each for each in range(900)) + b"</style>"
    one, other = (
        make_page(HttpAnswer(200, FOR_EVERYBODY, b"<p>%s</p>" % name + style + PAGE), "stamp")
        for name in (b"one", b"other")
    )
    assert one.pieces[1] is other.pieces[1]
    for page, name in ((one, b"one"), (other, b"other")):
        assert gzip.decompress(b"".join(page.pieces)) == b"<p>%s</p>" % name + style + PAGE
        assert page.size == len(page.pieces[0]) + len(page.pieces[2]) + page_cache.HEADERS_SIZE


def test_a_page_that_django_may_pack_names_that_once() -> None:
    headers = [(b"vary", b"Accept-Encoding, Cookie")]
    page = make_page(HttpAnswer(200, headers, PAGE), "stamp")
    assert (b"vary", b"Accept-Encoding, Cookie") in page.head["headers"]


def test_only_the_packed_copy_is_kept_and_unpacked_for_the_few_without_gzip() -> None:
    page = make_page(HttpAnswer(200, FOR_EVERYBODY, PAGE), "stamp")
    assert PAGE not in pickle.dumps(page)
    assert page.size < page_cache.HEADERS_SIZE + len(PAGE)
    assert page.data == PAGE


def test_what_does_not_get_smaller_is_not_packed() -> None:
    picture = answer_of(b"PNG", accept_encoding="gzip")
    assert picture.header(b"content-encoding") is None
    assert picture.body == b"PNG"


def test_a_current_copy_is_answered_with_304() -> None:
    mark = answer_of().header(b"etag")
    assert mark
    again = answer_of(if_none_match=f'"other", {mark.decode()}')
    assert again.status == 304
    assert (again.body, again.has_ended) == (b"", True)
    assert again.header(b"etag") == mark
    assert again.header(b"content-length") is None
    assert again.header(b"content-type") is None
    assert answer_of(if_none_match='W/"other"').status == 200


def test_the_mark_is_of_the_bytes_so_any_server_gives_the_same() -> None:
    one = make_page(HttpAnswer(200, FOR_EVERYBODY, PAGE), "stamp of a server")
    other = make_page(HttpAnswer(200, FOR_EVERYBODY, PAGE), "stamp of another")
    changed = make_page(HttpAnswer(200, FOR_EVERYBODY, PAGE + b"!"), "stamp")
    assert one.mark == other.mark != changed.mark
    assert isinstance(one, CachedPage)


class CountedNews(MadeUpNews):
    """News that counts how often the database is asked."""

    asked = 0
    is_late = False

    def is_behind(self) -> bool:
        self.asked += 1
        return self.is_late


def test_a_page_in_the_cache_is_what_any_answer_would_be() -> None:
    async def hall() -> None:
        pages, asks = ReadyMade(CountedNews(), Renderer()), visit(accept_encoding="gzip")
        assert pages.at_once(asks) is None, "it isn't made yet"
        page = await pages.get(key_for(), a_visitor())
        assert isinstance(page, CachedPage)
        for known in ("", page.mark.decode()):
            asks = visit(accept_encoding="gzip", if_none_match=known)
            visitor = Visitor()
            await page.go(asks, visitor.send)
            head, body = pages.at_once(asks) or (b"", b"")
            first, *lines = head.removesuffix(b"\r\n").split(b"\r\n")
            assert first.startswith(b"HTTP/1.1 %d " % visitor.status)
            assert [tuple(line.split(b": ", 1)) for line in lines] == visitor.messages[0]["headers"]
            assert body == visitor.body

    asyncio.run(hall())


def test_a_page_asks_once_for_news() -> None:
    """Each question to SQLite took as long as all the rest of a page."""

    async def hall() -> None:
        news = CountedNews()
        pages, asks = ReadyMade(news, Renderer()), visit(accept_encoding="gzip")
        await pages.get(key_for(), a_visitor())
        news.asked = 0
        assert pages.at_once(asks)
        assert news.asked == 1

    asyncio.run(hall())


def test_no_page_that_may_have_changed_is_answered_at_once() -> None:
    async def hall() -> None:
        news = CountedNews()
        pages, asks = ReadyMade(news, Renderer()), visit(accept_encoding="gzip")
        await pages.get(key_for(), a_visitor())
        news.is_late = True
        assert pages.at_once(asks) is None
        news.is_late, news.is_connected = False, False
        assert pages.at_once(asks) is None
        news.is_connected = True
        assert pages.at_once(asks)
        news.moves("open", 2)
        assert pages.at_once(asks) is None

    asyncio.run(hall())


@pytest.mark.parametrize(
    "asks",
    [
        visit(accept_encoding="identity"),
        visit(accept_encoding="gzip", method="HEAD"),
        visit(accept_encoding="gzip", query="more=%00"),
        visit(accept_encoding="gzip", content_type="text/plain"),
        visit(accept_encoding="gzip", content_length="5"),
        visit(accept_encoding="gzip", hx_request="true"),
        visit(accept_encoding="gzip", cookie="sessionid=ann"),
        {**visit(), "headers": [(b"host", b"testserver")] * 2 + [(b"accept-encoding", b"gzip")]},
    ],
    ids=["plain", "head", "NUL", "type", "body", "htmx", "signed in", "two hosts"],
)
def test_a_request_that_has_to_be_checked_is_not_answered_at_once(asks: Scope) -> None:
    async def hall() -> None:
        pages = ReadyMade(MadeUpNews(), Renderer())
        await pages.get(key_for(), a_visitor())
        assert pages.at_once(visit(accept_encoding="gzip"))
        assert pages.at_once(asks) is None

    asyncio.run(hall())


def test_what_is_remembered_of_requests_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hall() -> None:
        pages = ReadyMade(MadeUpNews(), Renderer())
        await pages.get(key_for(), a_visitor())
        for number in range(20):
            assert pages.at_once(visit(accept_encoding="gzip", query=f"more={number}"))
            assert len(pages.keys) <= 3
        before = len(pages.keys)
        long = visit(accept_encoding="gzip", query="more=" + "a" * page_cache.LONGEST_ASKED)
        assert pages.at_once(long)
        assert len(pages.keys) == before

    monkeypatch.setattr(page_cache, "KEYS", 3)
    asyncio.run(hall())
