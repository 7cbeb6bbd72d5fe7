"""A cache of public pages that are the same for all visitors.

Django renders a page once. Until its stamp changes, other visitors without a session get the
same bytes from memory, gzipped, or 304 Not Modified.
"""

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
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

from leagues.access.languages import COOKIE, asked_code, language_for
from leagues.live.asgi import (
    HttpAnswer,
    Message,
    Scope,
    Send,
    body_message,
    head_in_http,
    start_message,
)
from leagues.live.news import News
from leagues.live.packed_pages import pack_page
from leagues.live.rendering import Renderings, Turn

P = ParamSpec("P")
View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

LONGEST = 80  # characters of a page's query
MOST_ASKED = 20  # query parameters read in a request
LONGEST_PATH = 250
ROOM = 6 * 1024 * 1024  # bytes for the cache of a process
HEADERS_SIZE = 4 * 1024  # bytes of a page's messages, without its body, and of its key
REST = 0.5  # seconds at most between two renderings of a page that visitors wait for
BREATH = 0.2  # seconds at least, so that several results make one page
ASKS_FOR_MORE = {b"hx-request", b"authorization"}  # headers of requests that only Django answers
# With these, a request has to be checked first (crokinole_site.request_checks).
ASKS_OTHERWISE = ASKS_FOR_MORE | {b"content-type", b"content-length", b"transfer-encoding"}
KEYS = 1024  # requests whose key is remembered
LONGEST_ASKED = 1000  # bytes of what is remembered of a request
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
    """Return the known query parameters in a canonical form.

    None if they are too long, search for a name or ask for a stream: such a page is not kept.
    """
    if not query:
        return b""
    try:
        asked = parse_qsl(
            query.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_ASKED
        )
    except ValueError:
        return None
    known = {name: text for name, text in asked if name in questions}
    if "find" in known or known.get("fragment") == "stream":
        return None
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
    asked = asked_code(scope.get("query_string", b"").decode("latin-1"))
    chosen = asked or parse_cookies(sent.get(b"cookie", b"")).get(COOKIE, "")
    return language_for(scope["path"], chosen, wanted, clubs)


@dataclass(frozen=True)
class CachedPage:
    """A cached page as ASGI messages: gzipped where that is smaller, and as 304 Not Modified."""

    stamp: Hashable
    mark: bytes  # its ETag
    headers: list[tuple[bytes, bytes]]  # without those of the kept copy alone
    head: Message
    pieces: tuple[bytes, ...]  # of the kept body; the second one is shared with other pages
    same: Message
    heads: tuple[bytes, bytes]  # in HTTP, of the kept copy and 304
    is_packed: bool

    @property
    def size(self) -> int:
        own, _shared, *rest = self.pieces
        return len(own) + sum(map(len, rest)) + HEADERS_SIZE

    @property
    def body(self) -> bytes:
        """The kept body, gzipped if ``is_packed``."""
        return b"".join(self.pieces)

    @property
    def data(self) -> bytes:
        """The plain page. Hardly any client needs it, so it is unpacked for each of them."""
        return gzip.decompress(self.body) if self.is_packed else self.body

    async def go(self, scope: Scope, send: Send) -> None:
        sent = dict(scope["headers"])
        if is_same(sent.get(b"if-none-match", b""), self.mark):
            await send(self.same)
            await send(NOTHING)
            return
        head, data = self.head, body_message(self.body)
        if self.is_packed and b"gzip" not in sent.get(b"accept-encoding", b""):
            head, data = page_messages(self.headers, self.data)
        await send(head)
        await send(data)

    def at_once(self, sent: Mapping[bytes, bytes]) -> tuple[bytes, bytes] | None:
        """Return the answer's head and body in HTTP. None for the few who don't accept gzip."""
        if is_same(sent.get(b"if-none-match", b""), self.mark):
            return self.heads[1], b""
        if self.is_packed and b"gzip" not in sent.get(b"accept-encoding", b""):
            return None
        return self.heads[0], self.body


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
    pieces = pack_page(answer.body)
    is_packed = sum(map(len, pieces)) < len(answer.body)  # not smaller, as with pictures
    headers = [*common, (b"content-encoding", b"gzip")] if is_packed else common
    if not is_packed:
        pieces = answer.body, b""
    head, _body = page_messages(headers, b"".join(pieces))
    same = start_message(304, [pair for pair in common if pair[0] != b"content-type"])
    return CachedPage(
        stamp,
        mark,
        headers=common,
        head=head,
        pieces=pieces,
        same=same,
        heads=(head_in_http(head), head_in_http(same)),
        is_packed=is_packed,
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
        self.keys: dict[Hashable, Key | None] = {}

    def at_once(self, scope: Scope) -> tuple[bytes, bytes] | None:
        """Return a page's head and body in HTTP if it is in the cache and current."""
        sent = dict(scope["headers"])
        if (
            scope["method"] != "GET"
            or len(sent) != len(scope["headers"])
            or not ASKS_OTHERWISE.isdisjoint(sent)
            or b"%00" in scope["query_string"]
        ):
            return None
        key = self.remembered_key(scope, sent)
        if (
            key is None
            or key not in self.kept
            or not self.news.is_connected
            or self.news.is_behind()
        ):
            return None
        page = self.current(key)
        return page.at_once(sent) if page else None

    def remembered_key(self, scope: Scope, sent: Mapping[bytes, bytes]) -> Key | None:
        """Return ``key_of`` a request. Many requests are alike, and it takes longer than the rest."""
        asked = (
            scope["path"],
            scope["query_string"],
            self.news.standing.language,
            sent.get(b"host", b""),
            sent.get(b"x-forwarded-proto", b""),
            sent.get(b"accept-language", b""),
            sent.get(b"cookie", b""),
        )
        if asked in self.keys:
            return self.keys[asked]
        key = key_of(scope, self.news.standing.language)
        if sum(map(len, asked)) <= LONGEST_ASKED:
            if len(self.keys) == KEYS:
                self.keys.clear()
            self.keys[asked] = key
        return key

    def current(self, key: Key) -> CachedPage | None:
        """Return the page from the cache. None if it isn't there or has changed."""
        page = self.kept.get(key)
        if page is None or page.stamp != self.news.stamp(key.path):
            return None
        self.kept.move_to_end(key)
        return page

    async def get(self, key: Key, turn: Turn) -> CachedPage | HttpAnswer:
        """Return the current page, from the cache or rendered.

        An ``HttpAnswer`` can't be cached.
        """
        await self.news.ask()
        return await self.get_as_known(key, turn)

    async def get_as_known(self, key: Key, turn: Turn) -> CachedPage | HttpAnswer:
        """Return the page as ``get`` does, for a request that has just asked for news."""
        if not self.news.is_connected:
            return await self.make_once(key, None, turn)
        return self.current(key) or await self.make_once(key, self.news.stamp(key.path), turn)

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
