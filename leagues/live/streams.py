"""Streams (server-sent events): one message for each change, built once and sent to all readers.

A reader that is too slow is dropped; its browser reconnects and gets the current state. So
no backlog is kept.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Hashable
from hashlib import sha512
from typing import TypeAlias

from leagues.access.networks import network_asking
from leagues.live.asgi import Scope, Send, body_message, start_message, text_answer
from leagues.live.news import News
from leagues.live.page_cache import CachedPage, Key, ReadyMade
from leagues.live.process_counts import COUNTS
from leagues.live.refusals import TOO_MANY_STREAMS, refusal_answer
from leagues.live.rendering import Turn
from leagues.live.stream_reader import StreamReader, Words

log = logging.getLogger(__name__)

BEATS = 20  # a stream gets "here" once in this many beats …
BEAT = 0.2  # … of this many seconds, so within four
AT_ONCE = 250  # readers served before other tasks get a turn
REST = 4.0  # seconds at most to pause after sending; as long as the sending took
BREATH = 0.2  # seconds at least, so that several results are sent together
# Different pages followed at the same time. Each result may render all of them again. A
# hall is one network, and every other phone may have a player's page open.
MOST = 500
MOST_OF_A_NETWORK = 150  # in all processes of the server

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"private, no-store"),
    (b"vary", b"Accept-Encoding"),
    (b"x-accel-buffering", b"no"),
    (b"connection", b"close"),
]
PACKED = (b"content-encoding", b"gzip")

# Some proxies hold back the first bytes, so the stream opens with noise, which gzips badly.
NOISE = "".join(sha512(bytes([n])).hexdigest() for n in range(20)).encode()
OPENING = Words(b"retry: 1000\n:" + NOISE + b"\n\n", opens=True)
# An event, not a comment: pages can see events, and so know that they are connected.
HERE = Words(b"event: here\ndata: .\n\n")
DISCONNECTED = Words(b"event: disconnected\ndata: .\n\n")
NOT_HERE = text_answer(404, "There is nothing here.")

Current: TypeAlias = Callable[[], Awaitable[tuple[bytes, bytes] | None]]


class Channel:
    """All readers of the same thing, and its current message."""

    def __init__(self, name: Hashable, current: Current) -> None:
        self.name = name
        self.current = current
        self.mark = b""
        self.words = HERE
        self.readers: dict[StreamReader, None] = {}
        self.stale = asyncio.Event()

    async def refresh(self) -> bool:
        """Read the current state. True if it has changed."""
        try:
            found = await self.current()
        except Exception:
            log.exception("What a stream tells could not be made")
            found = None
        if found is None:  # it is gone, or no longer public
            self.mark = b""
            for reader in tuple(self.readers):
                reader.let_go()
            return False
        if found[0] == self.mark:
            return False
        self.mark, self.words = found[0], Words(found[1])
        return True

    async def tell(self) -> None:
        """Send the current message to all readers, ``AT_ONCE`` at a time."""
        words = self.words
        for number, reader in enumerate(tuple(self.readers), start=1):
            reader.push(words)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def run(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            await self.stale.wait()
            self.stale.clear()
            begun = clock()
            if await self.refresh():
                await self.tell()
                await asyncio.sleep(min(REST, max(BREATH, clock() - begun)))
            elif not self.mark:
                return


class Streams:
    """All streams of a process."""

    def __init__(self, news: News, pages: ReadyMade) -> None:
        self.news = news
        self.pages = pages
        self.channels: dict[Hashable, tuple[Channel, asyncio.Task[None]]] = {}
        self.read_in: dict[str, Counter[Hashable]] = {}  # what each network follows
        self.beats: list[dict[StreamReader, None]] = [{} for _ in range(BEATS)]
        self.opened = 0

    async def revisions(self, slug: str, scope: Scope, send: Send, token: str = "") -> None:
        """Stream an event's revisions. ``token`` is the hash of the API token, if one was used."""
        is_open = self.news.standing.events[slug].is_open

        async def current() -> tuple[bytes, bytes] | None:
            event = self.news.standing.events.get(slug)
            if event is None or event.is_open != is_open:
                return None
            mark = str(event.revision).encode()
            return mark, b"id: %s\ndata: %s\n\n" % (mark, mark)

        await self.follow((slug, is_open), current, scope, send, token)

    async def fragments(self, key: Key, scope: Scope, send: Send) -> None:
        visitor = network_asking(scope)

        async def current() -> tuple[bytes, bytes] | None:
            page = await self.pages.get(key, self.turn_of(key, visitor))
            if not isinstance(page, CachedPage) or page.data.lstrip().startswith(b"<!"):
                return None
            mark = page.mark.strip(b'W/"')
            lines = b"".join(b"data: %s\n" % line for line in page.data.splitlines())
            return mark, b"event: fragment\nid: %s\n%s\n" % (mark, lines)

        await self.follow(key, current, scope, send)

    def turn_of(self, key: Key, visitor: str) -> Turn:
        """Return the place in the queue: a new stream is a visitor, an open one its readers."""
        if key not in self.channels:
            return Turn(visitors={visitor})
        readers = self.channels[key][0].readers
        networks = {each.network for each in readers} or {visitor}
        return Turn(networks=networks, readers=len(readers))

    async def follow(
        self, name: Hashable, current: Current, scope: Scope, send: Send, token: str = ""
    ) -> None:
        """Open one stream, unless there are too many or there is nothing to read."""
        network = network_asking(scope)
        if self.is_too_much(name, network):
            clubs = self.news.standing.language
            await refusal_answer(scope, 503, TOO_MANY_STREAMS, clubs_language=clubs).go(send)
            return
        self.count(name, network, 1)  # at once: many may connect before the first channel is open
        has_joined = False
        try:
            channel = await self.channel(name, current)
            if channel is None:
                await NOT_HERE.go(send)
                return
            headers = dict(scope["headers"])
            packed = b"gzip" in headers.get(b"accept-encoding", b"")
            await send(start_message(200, [*HEADERS, *([PACKED] if packed else [])]))
            if self.is_open(name) and not scope["transport"].is_closing():
                channel = self.channels[name][0]
                reader = StreamReader(
                    channel, self.leave, packed=packed, token=token, network=network
                )
                scope["transport"].get_protocol().hand_over(reader)
                self.join(reader, seen=headers.get(b"last-event-id"))
                has_joined = True
            else:
                await send(body_message(b""))
        finally:
            if not has_joined:
                self.count(name, network, -1)
                self.close_unread(name)

    def count(self, name: Hashable, network: str, more: int) -> None:
        """Count the streams by which a network follows this, and what it follows at all."""
        read = self.read_in.setdefault(network, Counter())
        read[name] += more
        if not read[name]:
            del read[name]
        if not read:
            del self.read_in[network]
        COUNTS.note_followed(network, len(read))

    def is_too_much(self, name: Hashable, network: str) -> bool:
        read = self.read_in.get(network, Counter())
        is_full = COUNTS.followed_by(network) >= MOST_OF_A_NETWORK
        is_more_of_it = name not in read and is_full
        is_more_of_all = name not in self.channels and len(self.channels) >= MOST
        return is_more_of_it or is_more_of_all

    def join(self, reader: StreamReader, seen: bytes | None) -> None:
        """Send a new reader what is current, unless it was seen already, and then all changes."""
        reader.beat = self.opened % BEATS
        self.opened += 1
        channel = reader.channel
        self.beats[reader.beat][reader] = channel.readers[reader] = None
        reader.push(OPENING)
        reader.push(HERE if seen == channel.mark else channel.words)

    def leave(self, reader: StreamReader) -> None:
        channel = reader.channel
        del self.beats[reader.beat][reader], channel.readers[reader]
        self.count(channel.name, reader.network, -1)
        self.close_unread(channel.name)

    async def channel(self, name: Hashable, current: Current) -> Channel | None:
        """Return the channel with this name, open or new. None if there is nothing to read."""
        if not self.is_open(name):
            channel = Channel(name, current)
            await channel.refresh()
            if not channel.mark:
                return None
            if not self.is_open(name):
                self.channels[name] = channel, asyncio.create_task(channel.run())
                channel.stale.set()
                self.news.listeners.add(self.changed)
        return self.channels[name][0]

    def is_open(self, name: Hashable) -> bool:
        """True if there is a channel that still has a message."""
        return name in self.channels and bool(self.channels[name][0].mark)

    def close_unread(self, name: Hashable) -> None:
        if name in self.channels and not self.channels[name][0].readers:
            self.channels.pop(name)[1].cancel()
        if not self.channels:
            self.news.listeners.discard(self.changed)

    def changed(self) -> None:
        for channel, _ in self.channels.values():
            channel.stale.set()

    async def beat(self) -> None:
        while True:
            for number in range(BEATS):
                self.beat_once(number)
                await asyncio.sleep(BEAT)

    def beat_once(self, number: int) -> None:
        """Send a sign of life to some of the readers, and whether the database is connected."""
        COUNTS.beat(
            streams=sum(len(readers) for readers in self.beats), has_news=self.news.is_connected
        )
        words = HERE if self.news.is_connected else DISCONNECTED
        for reader in tuple(self.beats[number]):
            reader.push(words)

    def tokens(self) -> set[str]:
        """Return the hashes of the API tokens of open streams."""
        return {r.token for readers in self.beats for r in readers if r.token}

    def end_of(self, tokens: Collection[str]) -> None:
        """End the streams with these tokens."""
        for readers in self.beats:
            for reader in tuple(readers):
                if reader.token in tokens:
                    reader.let_go()

    def end(self) -> None:
        """End all streams; browsers reconnect, to wherever the site then is."""
        for readers in self.beats:
            for reader in tuple(readers):
                reader.let_go()
