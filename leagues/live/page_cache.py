"""A cache of public pages that are the same for all visitors.

Django renders a page once. Until its stamp changes, other visitors without a session get the
same bytes from memory, gzipped, or 304 Not Modified.
"""

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, wraps
from hashlib import blake2b
from typing import Concatenate, NamedTuple, ParamSpec, TypeAlias
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers

from leagues.access.languages import COOKIE, language_for
from leagues.live.asgi import HttpAnswer, Message, Scope, Send, body_message, start_message
from leagues.live.news import News
from leagues.live.rendering import Renderings, Turn

P = ParamSpec("P")
View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

LONGEST = 80  # characters of a page's query
MOST_ASKED = 20  # query parameters read in a request
LONGEST_PATH = 250
ROOM = 32 * 1024 * 1024  # bytes for the cache of a process
REST = 0.5  # seconds at most between two renderings of a page that visitors wait for
BREATH = 0.2  # seconds at least, so that several results make one page
ASKS_FOR_MORE = {b"hx-request", b"authorization"}  # headers of requests that only Django answers
FOR_GOOD = "public, max-age=31536000, immutable"  # for addresses that change with their content
# The first changes no public page; the second only changes the language, which is in the key.
KNOWN_COOKIES = {"csrftoken", COOKIE}


# --- Declared by views ----------------------------------------------------------------


def ready_made(*questions: str) -> Callable[[View[P]], View[P]]:
    """Declare that a view's page is the same for all visitors without a session.

    ``questions`` are the query parameters that it reads. Requests that differ only in other
    parameters get the same cached page.
    """

    def keep(view: View[P]) -> View[P]:
        @wraps(view)
        def kept(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            answer = view(request, *args, **kwargs)
            patch_vary_headers(answer, ["Accept-Language", "Cookie"])
            strange = not set(request.COOKIES) - KNOWN_COOKIES
            if strange and "HX-Request" not in request.headers:
                answer.headers.setdefault("Cache-Control", "public, no-cache")
            return answer

        kept.questions = frozenset(questions)  # type: ignore[attr-defined]
        return kept

    return keep


@lru_cache(maxsize=4096)
def questions_of(path: str) -> frozenset[str] | None:
    """Return the query parameters that the page at this path reads. None if it can't be cached."""
    try:
        return getattr(resolve(path).func, "questions", None)
    except Resolver404:
        return None


# --- The cache ------------------------------------------------------------------------


class Key(NamedTuple):
    """A cache key: everything that a public page depends on."""

    path: str
    query: bytes
    host: bytes
    proto: bytes
    language: str


def key_of(scope: Scope, clubs_language: str = "") -> Key | None:
    """Return the key of the requested page. None if it can't be answered from the cache."""
    sent = dict(scope["headers"])
    if scope["method"] not in {"GET", "HEAD"} or sent.keys() & ASKS_FOR_MORE:
        return None
    if b"cookie" in sent and set(parse_cookies(sent[b"cookie"])) - KNOWN_COOKIES:
        return None
    return strangers_key(scope, clubs_language)


def strangers_key(scope: Scope, clubs_language: str = "") -> Key | None:
    if len(scope["path"]) > LONGEST_PATH:
        return None
    questions = questions_of(scope["path"])
    if questions is None:
        return None
    query = asked_of(questions, scope["query_string"])
    if query is None:
        return None
    sent = dict(scope["headers"])
    host = own_host(sent.get(b"host", b""))
    if not host:
        return None
    return Key(
        scope["path"],
        query,
        host,
        forwarded_scheme(sent.get(b"x-forwarded-proto", b"")),
        language_of(scope, clubs_language),
    )


def own_host(sent: bytes) -> bytes:
    """Return the host in lower case. Empty unless it is that of BASE_URL or in ALLOWED_HOSTS.

    An allowed host may only have our PORT; otherwise each port would be another page.
    """
    host = sent.decode("latin-1").lower()
    name, port = split_domain_port(host)
    allowed = {each.lower() for each in settings.ALLOWED_HOSTS}
    is_own = name in allowed and port in {"", settings.PORT}
    return host.encode("latin-1") if is_own or host == base_host() else b""


def base_host() -> str | None:
    """Return host and port of BASE_URL. None if it isn't set."""
    return urlsplit(settings.BASE_URL).netloc.lower() or None


def asked_of(questions: frozenset[str], query: bytes) -> bytes | None:
    """Return the known query parameters in a canonical form. None if they are too long."""
    if not query:
        return b""
    try:
        asked = parse_qsl(
            query.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_ASKED
        )
    except ValueError:
        return None
    known = {name: text for name, text in asked if name in questions}
    written = urlencode(sorted(known.items())).encode()
    return written if len(written) <= LONGEST else None


def forwarded_scheme(sent: bytes) -> bytes:
    """Return the scheme that a trusted proxy reports. Empty without such a proxy."""
    behind_proxy = settings.SECURE_PROXY_SSL_HEADER is not None
    return sent if behind_proxy and sent in {b"http", b"https"} else b""


def parse_cookies(sent: bytes) -> dict[str, str]:
    return {
        name.strip(): value.strip()
        for name, _, value in (each.partition("=") for each in sent.decode("latin-1").split(";"))
    }


def language_of(scope: Scope, clubs: str) -> str:
    """Return the language in which Django would answer, so that many headers share one page."""
    sent = dict(scope["headers"])
    wanted = sent.get(b"accept-language", b"").decode("latin-1")
    chosen = parse_cookies(sent.get(b"cookie", b"")).get(COOKIE, "")
    return language_for(scope["path"], chosen, wanted, clubs)


@dataclass(frozen=True)
class CachedPage:
    """A cached page as ASGI messages: plain, gzipped, and as 304 Not Modified."""

    stamp: Hashable
    mark: bytes  # its ETag
    plain: tuple[Message, Message]
    packed: tuple[Message, Message]
    same: Message
    data: bytes

    @property
    def size(self) -> int:
        return len(self.data) + len(self.packed[1]["body"])

    async def go(self, scope: Scope, send: Send) -> None:
        sent = dict(scope["headers"])
        if is_same(sent.get(b"if-none-match", b""), self.mark):
            await send(self.same)
            await send(NOTHING)
            return
        packed = b"gzip" in sent.get(b"accept-encoding", b"")
        head, data = self.packed if packed else self.plain
        await send(head)
        await send(data)


NOTHING = body_message(b"")


def is_same(known: bytes, mark: bytes) -> bool:
    """True if the ETags match weakly (RFC 9110): proxies that compress a page weaken its ETag."""
    return bool(known) and mark in {each.strip() for each in known.split(b",")}


def make_page(answer: HttpAnswer, stamp: Hashable) -> CachedPage:
    """Build a cached page. Its ETag is a hash of the bytes, so it is the same in all processes."""
    mark = b'W/"%s"' % blake2b(answer.body, digest_size=9).hexdigest().encode()
    skipped = {b"content-length", b"vary"}
    common = [pair for pair in answer.headers if pair[0] not in skipped]
    vary = (answer.header(b"vary") or b"Cookie").split(b", ")
    once = dict.fromkeys([*vary, b"Accept-Encoding"])
    common += [(b"etag", mark), (b"vary", b", ".join(once))]
    plain = page_messages(common, answer.body)
    small = gzip.compress(answer.body, 6, mtime=0)
    packed = page_messages([*common, (b"content-encoding", b"gzip")], small)
    return CachedPage(
        stamp,
        mark,
        plain=plain,
        packed=packed if len(small) < len(answer.body) else plain,  # not smaller, as with pictures
        same=start_message(304, [pair for pair in common if pair[0] != b"content-type"]),
        data=answer.body,
    )


def page_messages(headers: list[tuple[bytes, bytes]], data: bytes) -> tuple[Message, Message]:
    length = (b"content-length", str(len(data)).encode())
    return start_message(200, [*headers, length]), body_message(data)


class Making:
    """A page being rendered, and the next rendering for requests that arrive in the meantime."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.stamp: Hashable | None = None
        self.begun: float | None = None  # None until its turn
        self.page: asyncio.Future[CachedPage | HttpAnswer]
        self.next: asyncio.Future[CachedPage | HttpAnswer] | None = None
        self.next_turn = turn


class ReadyMade:
    """The page cache of a process (LRU)."""

    def __init__(self, news: News, ask: Callable[[Key], Awaitable[HttpAnswer]]) -> None:
        self.news = news
        self.ask = ask
        self.kept: OrderedDict[Key, CachedPage] = OrderedDict()
        self.size = 0
        self.renderings = Renderings()
        self.in_the_making: dict[Key, Making] = {}

    async def get(self, key: Key, turn: Turn) -> CachedPage | HttpAnswer:
        """Return the current page, from the cache or rendered.

        An ``HttpAnswer`` can't be cached.
        """
        if not self.news.is_connected:
            return await self.make_once(key, None, turn)
        if self.news.is_behind():
            await self.news.catch_up()
        stamp = self.news.stamp(key.path)
        page = self.kept.get(key)
        if page is not None and page.stamp == stamp:
            self.kept.move_to_end(key)
            return page
        return await self.make_once(key, stamp, turn)

    async def make_once(
        self, key: Key, stamp: Hashable | None, turn: Turn
    ) -> CachedPage | HttpAnswer:
        """Render each page only once at a time, however many visitors request it.

        Visitors who need a newer version than the one in progress share the next rendering, which
        starts afterwards. So no visitor waits for more than two, and renderings don't pile up.
        Without a stamp, the result is only for visitors who request it meanwhile.
        """
        making = self.in_the_making.get(key)
        if making is None:
            making = self.in_the_making[key] = Making(turn)
            making.page = asyncio.ensure_future(self.make(key, making))
            making.page.add_done_callback(lambda _: self.is_made(key))
        if making.begun is None or making.stamp == stamp:
            self.renderings.join(making.turn, turn)
            return await asyncio.shield(making.page)
        if making.next is None:
            making.next_turn = turn
            making.next = asyncio.ensure_future(self.after(key, making, turn))
        self.renderings.join(making.next_turn, turn)
        return await asyncio.shield(making.next)

    def is_made(self, key: Key) -> None:
        if self.in_the_making[key].next is None:
            del self.in_the_making[key]

    async def after(self, key: Key, before: Making, turn: Turn) -> CachedPage | HttpAnswer:
        """Render the next version, after a pause as long as the previous rendering took.

        If the previous rendering was only for a stream, a waiting visitor ends the pause.
        """
        await asyncio.wait([before.page])
        now = asyncio.get_running_loop().time()
        rest = min(REST, max(BREATH, now - (before.begun or now)))
        if before.turn.visitors:
            await asyncio.sleep(rest)
        else:
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await turn.has_visitors.wait()
        del self.in_the_making[key]
        return await self.get(key, turn)

    async def make(self, key: Key, making: Making) -> CachedPage | HttpAnswer:
        async with self.renderings.slot(making.turn):
            making.begun = asyncio.get_running_loop().time()
            if self.news.is_connected:
                making.stamp = self.news.stamp(key.path)
            answer = await self.ask(key)
        if not may_be_kept(answer):
            return answer
        page = make_page(answer, making.stamp)
        if making.stamp is not None:
            self.keep(key, page)
        return page

    def keep(self, key: Key, page: CachedPage) -> None:
        if before := self.kept.pop(key, None):
            self.size -= before.size
        self.kept[key] = page
        self.size += page.size
        while self.size > ROOM:
            self.size -= self.kept.popitem(last=False)[1].size


KEPT = {b"public, no-cache", FOR_GOOD.encode()}


def may_be_kept(answer: HttpAnswer) -> bool:
    return (
        answer.status == 200
        and answer.header(b"cache-control") in KEPT
        and not answer.header(b"set-cookie")
    )
