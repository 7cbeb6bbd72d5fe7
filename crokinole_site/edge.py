"""The edge of a worker: what is ready goes out from here, the rest is Django's.

a stream        held here (leagues.live.streams)
a public page   from memory while it stands (leagues.live.ready_made)
anything else   Django, in threads (crokinole_site.threads)
"""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import suppress

from crokinole_site.minutes import pass_on
from crokinole_site.reports import REPORTS
from crokinole_site.threads import Django
from crokinole_site.wsgi import application as site
from leagues.live.asgi import Answer, Receive, Scope, Send, sentence
from leagues.live.news import news_of_this_database
from leagues.live.ready_made import ReadyMade, is_ready_made, key_of, strangers_key
from leagues.live.streams import Streams

REVISIONS = re.compile(r"/events/([-\w]+)/revisions/")
FIRST_NEWS = 5.0  # seconds to wait for it before anybody is served
STREAM, ONCE = b"fragment=stream", b"fragment=live"
NOT_HERE = sentence(404, "There is nothing here.")
NOT_NOW = sentence(503, "There is no news just now. Ask again in a moment.")


class Edge:
    def __init__(self) -> None:
        self.django = Django(site, int(os.environ.get("THREADS") or 4))
        self.news = news_of_this_database(REPORTS.done)
        self.pages = ReadyMade(self.news, self.django.ask)
        self.streams = Streams(self.news, self.pages)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live(receive, send)
        elif scope["method"] == "GET" and STREAM in scope["query_string"]:
            await self.fragments(scope, receive, send)
        elif scope["method"] == "GET" and (found := REVISIONS.fullmatch(scope["path"])):
            await self.revisions(found[1], scope, receive, send)
        else:
            await self.page(scope, receive, send)

    async def page(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = key_of(scope)
        if key is None or (key not in self.pages.kept and not is_ready_made(key.path)):
            await self.django(scope, receive, send)
            return
        page = await self.pages.get(key)
        if isinstance(page, Answer):
            await page.go(send)
        else:
            await page.go(scope, send)

    async def fragments(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The changing part of a public page, as a stranger sees it, whoever looks."""
        query = scope["query_string"].replace(STREAM, ONCE)
        key = strangers_key({**scope, "query_string": query})
        if key is None or not is_ready_made(key.path):
            await NOT_HERE.go(send)
        elif not self.news.hearing:
            await NOT_NOW.go(send)
        else:
            await self.streams.fragments(key, scope, receive, send)

    async def revisions(
        self, slug: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """The event's revision, for whoever may see its page."""
        if not self.news.hearing:
            await NOT_NOW.go(send)
            return
        await self.news.catch_up()
        event = self.news.standing.events.get(slug)
        if event is None or not (event.is_open or await self.may_see(slug, scope)):
            await NOT_HERE.go(send)
            return
        await self.streams.revisions(slug, scope, receive, send)

    async def may_see(self, slug: str, scope: Scope) -> bool:
        page = {**scope, "path": f"/events/{slug}/", "query_string": b""}
        return (await self.django.collect(page)).status == 200

    async def live(self, receive: Receive, send: Send) -> None:
        """From the worker's start to its end."""
        await receive()
        at_work = [
            asyncio.create_task(self.news.watch()),
            asyncio.create_task(self.streams.beat()),
            asyncio.create_task(pass_on(self.django.pool)),
        ]
        with suppress(TimeoutError):  # without a database it says so on each page
            async with asyncio.timeout(FIRST_NEWS):
                await self.news.has_heard.wait()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for each in at_work:
            each.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*at_work)
        await send({"type": "lifespan.shutdown.complete"})


application = Edge()
