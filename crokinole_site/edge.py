"""The ASGI entry of a worker: answer from memory if possible, otherwise ask Django.

a stream        held here (leagues.live.streams)
a public page   from memory while it is current (leagues.live.page_cache)
anything else   Django, in threads (crokinole_site.threads)
"""

import asyncio
import os
import re
from contextlib import suppress

from django.db import DatabaseError, close_old_connections

from crokinole_site.periodic_jobs import run_forever
from crokinole_site.report_activity import REPORTS
from crokinole_site.request_checks import refusal_of
from crokinole_site.threads import Django
from crokinole_site.wsgi import application as site
from leagues.access.api_tokens import secret_in, tokens_with_scope
from leagues.access.metrics import may_read_metrics
from leagues.access.networks import network_asking
from leagues.live.asgi import HttpAnswer, Receive, Scope, Send, text_answer
from leagues.live.news import news_of_this_database
from leagues.live.page_cache import ReadyMade, key_of, language_of, strangers_key
from leagues.live.refusals import NO_NEWS, NOTHING_HERE, refusal_answer
from leagues.live.rendering import Turn
from leagues.live.streams import BEAT, BEATS, Streams
from leagues.models.links import hash_token
from leagues.reads.club.metrics import CONTENT_TYPE, metrics_text
from leagues.reads.club.server import server_status
from leagues.views.site.health import describe_health

HEALTH, METRICS = "/healthz", "/metrics"
REVISIONS = re.compile(r"/events/([-\w]+)/revisions/")
API_STREAM = re.compile(r"/api/v1/events/([-\w]+)/stream/")
FIRST_NEWS = 5.0  # seconds to wait for the first news before serving requests
STREAM, ONCE = b"fragment=stream", b"fragment=live"


def check_health(query: bytes) -> tuple[int, str]:
    close_old_connections()  # as Django does before each request
    return describe_health(query.decode("latin-1"))


def read_metrics() -> str:
    close_old_connections()
    return metrics_text(server_status())


def token_shown(scope: Scope) -> str:
    """Return the hash of the token that a request sends; empty without one."""
    header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
    secret = secret_in(header)
    return hash_token(secret) if secret else ""


def tokens_reading_private(tokens: set[str]) -> set[str]:
    close_old_connections()
    return tokens_with_scope(tokens, "reads_private")


class Edge:
    def __init__(self) -> None:
        threads = int(os.environ.get("THREADS") or 4)
        self.django = Django(site, threads, lambda: self.news.standing.language)
        self.news = news_of_this_database(REPORTS.done)
        self.pages = ReadyMade(self.news, self.django.ask)
        self.streams = Streams(self.news, self.pages)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live(receive, send)
        elif scope["path"] == HEALTH:
            await self.health(scope["query_string"], send)
        elif scope["path"] == METRICS:
            await self.metrics(scope, send)
        elif refusal := refusal_of(scope):
            await refusal.go(send)
        elif scope["method"] == "GET" and STREAM in scope["query_string"]:
            await self.fragments(scope, send)
        elif scope["method"] == "GET" and (found := REVISIONS.fullmatch(scope["path"])):
            await self.revisions(found[1], scope, send)
        elif scope["method"] == "GET" and (found := API_STREAM.fullmatch(scope["path"])):
            await self.api_stream(found[1], scope, send)
        else:
            await self.page(scope, receive, send)

    async def health(self, query: bytes, send: Send) -> None:
        """Answer a monitoring request for ``/healthz``, for any host and scheme."""
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self.django.pool, check_health, query)
        await text_answer(*answer).go(send)

    async def metrics(self, scope: Scope, send: Send) -> None:
        """Answer a request for ``/metrics``, for any host and scheme."""
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        address = scope["client"][0] if scope["client"] else ""
        if scope["method"] != "GET" or not may_read_metrics(address, headers):
            await self.not_here(scope).go(send)
            return
        loop = asyncio.get_running_loop()
        try:
            text = await loop.run_in_executor(self.django.pool, read_metrics)
        except DatabaseError:
            await self.no_news(scope).go(send)
            return
        kind = (b"content-type", CONTENT_TYPE.encode())
        await HttpAnswer(200, [kind], text.encode()).go(send)

    async def page(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = key_of(scope, self.news.standing.language)
        if key is None:
            # Don't wait for the news here: that waits for reports, and this may be one.
            await self.django(scope, receive, send)
            return
        clubs = await self.clubs_language()
        key = key._replace(language=language_of(scope, clubs))
        page = await self.pages.get_as_known(key, Turn(visitors={network_asking(scope)}))
        if isinstance(page, HttpAnswer):
            await page.go(send)
        else:
            await page.go(scope, send)

    def no_news(self, scope: Scope) -> HttpAnswer:
        clubs = self.news.standing.language
        return refusal_answer(scope, 503, NO_NEWS, clubs_language=clubs)

    def not_here(self, scope: Scope) -> HttpAnswer:
        clubs = self.news.standing.language
        return refusal_answer(scope, 404, NOTHING_HERE, clubs_language=clubs)

    async def clubs_language(self) -> str:
        await self.news.ask()
        return self.news.standing.language

    async def fragments(self, scope: Scope, send: Send) -> None:
        """Stream the changing part of a public page as strangers see it, to any reader."""
        query = scope["query_string"].replace(STREAM, ONCE)
        key = strangers_key({**scope, "query_string": query}, await self.clubs_language())
        if key is None or b"fragment" not in key.query:
            await self.not_here(scope).go(send)
        elif not self.news.is_connected:
            await self.no_news(scope).go(send)
        else:
            await self.streams.fragments(key, scope, send)

    async def revisions(self, slug: str, scope: Scope, send: Send) -> None:
        """Stream the event's revision to readers who may see its page."""
        if not self.news.is_connected:
            await self.no_news(scope).go(send)
            return
        await self.news.catch_up()
        event = self.news.standing.events.get(slug)
        if event is None or not (event.is_open or await self.may_see(slug, scope)):
            await self.not_here(scope).go(send)
            return
        await self.streams.revisions(slug, scope, send)

    async def api_stream(self, slug: str, scope: Scope, send: Send) -> None:
        """Stream the event's revision to another program, if Django allows it with or without a
        token.
        """
        answer = await self.ask_django(scope)
        if answer.status != 200:
            await answer.go(send)
            return
        if not self.news.is_connected:
            await self.no_news(scope).go(send)
            return
        await self.news.catch_up()
        if slug not in self.news.standing.events:
            await self.not_here(scope).go(send)
            return
        token = token_shown(scope)
        await self.streams.revisions(slug, scope, send, token)

    async def end_revoked(self) -> None:
        """End the streams of revoked tokens, once in each round of heartbeats."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(BEATS * BEAT)
            if shown := self.streams.tokens():
                with suppress(DatabaseError):  # asked again in the next round
                    valid = await loop.run_in_executor(
                        self.django.pool, tokens_reading_private, shown
                    )
                    self.streams.end_of(shown - valid)

    async def may_see(self, slug: str, scope: Scope) -> bool:
        page = {**scope, "path": f"/events/{slug}/", "query_string": b""}
        return (await self.ask_django(page)).status == 200

    async def ask_django(self, scope: Scope) -> HttpAnswer:
        is_known = await self.django.sessions.has(scope)
        return await self.django.collect(scope, after_reports=not is_known)

    async def live(self, receive: Receive, send: Send) -> None:
        """Run the background tasks from the worker's start to its end."""
        await receive()
        at_work = [
            asyncio.create_task(self.news.watch()),
            asyncio.create_task(self.streams.beat()),
            asyncio.create_task(self.end_revoked()),
            asyncio.create_task(run_forever(self.django.pool)),
        ]
        with suppress(TimeoutError):  # without a database each page reports it
            async with asyncio.timeout(FIRST_NEWS):
                await self.news.was_connected.wait()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for each in at_work:
            each.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*at_work)
        await send({"type": "lifespan.shutdown.complete"})


application = Edge()
