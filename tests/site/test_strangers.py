"""Many pages for strangers at once, while a phone reports and another user is signed in."""

import asyncio
import threading
from typing import Any

import pytest

from crokinole_site import report_activity
from crokinole_site.threads import Django
from leagues.live.asgi import Scope
from tests.leagues.live.stand_ins import Visitor, let_tasks_run, visit

PATIENCE = 20  # seconds; a busy machine is slow, which proves nothing


class SlowSite:
    """A WSGI site whose slow pages wait until a test releases them."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_made = threading.Event()
        self.slow = {"/slow/"}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        self.asked.append(environ["PATH_INFO"])
        if environ["PATH_INFO"] in self.slow:
            self.is_made.wait(PATIENCE)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"done"]

    async def is_asked(self) -> None:
        while not self.asked:
            await asyncio.sleep(0)


def page_scope(path: str, address: str = "192.0.2.1", method: str = "GET") -> Scope:
    more = {"scheme": "http", "server": None, "client": (address, 1)}
    return {**visit(path, method=method), **more, "http_version": "1.1"}


def test_pages_that_wait_for_a_thread_wait_for_a_report_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def hall() -> None:
        all_quiet = asyncio.Event()
        all_quiet.set()
        monkeypatch.setattr(report_activity.REPORTS, "done", all_quiet.wait)
        site = SlowSite()
        django = Django(site, 2)
        slow, next_one = (
            asyncio.create_task(django.collect(page_scope(path), after_reports=True))
            for path in ("/slow/", "/next/")
        )
        await site.is_asked()
        all_quiet.clear()
        site.is_made.set()
        await slow
        await let_tasks_run()
        assert site.asked == ["/slow/"]
        all_quiet.set()
        await next_one
        assert site.asked == ["/slow/", "/next/"]

    asyncio.run(hall())


def test_a_thread_is_left_for_signed_in_users() -> None:
    async def hall() -> None:
        site = SlowSite()
        django = Django(site, 2)
        slow, next_one = (
            asyncio.create_task(django.collect(page_scope(path), after_reports=True))
            for path in ("/slow/", "/next/")
        )
        await site.is_asked()
        await django.collect(page_scope("/desk/"))
        assert site.asked == ["/slow/", "/desk/"]
        site.is_made.set()
        await asyncio.gather(slow, next_one)

    asyncio.run(hall())


def test_the_networks_of_strangers_take_turns() -> None:
    async def hall() -> None:
        site = SlowSite()
        django = Django(site, 2)
        asking = [
            asyncio.create_task(django.collect(page_scope(path, address), after_reports=True))
            for path, address in (
                ("/slow/", "198.51.100.7"),
                ("/one/", "198.51.100.7"),
                ("/two/", "198.51.100.7"),
                ("/visitor/", "192.0.2.1"),
            )
        ]
        await let_tasks_run()
        site.is_made.set()
        await asyncio.gather(*asking)
        assert site.asked == ["/slow/", "/one/", "/visitor/", "/two/"]

    asyncio.run(hall())


def test_one_guess_at_a_time_takes_a_thread() -> None:
    async def hall() -> None:
        site = SlowSite()
        site.slow = {"/play/"}
        django = Django(site, 4)
        guesses = [asyncio.create_task(guess(django)) for _ in range(2)]
        await site.is_asked()
        await django.collect(page_scope("/visitor/"), after_reports=True)
        assert site.asked == ["/play/", "/visitor/"]
        site.is_made.set()
        await asyncio.gather(*guesses)
        assert site.asked == ["/play/", "/visitor/", "/play/"]

    async def guess(django: Django) -> None:
        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        await django(page_scope("/play/", method="POST"), receive, Visitor().send)

    asyncio.run(hall())
