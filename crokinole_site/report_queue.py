"""The queue of reports in one process: phones write one after another, and no report is lost.

All reports wait for one lock of the database, and the thread that holds it should not have to
wait for the interpreter too. In a hall where everyone reports at once the last wait for
seconds. So a report that must queue is stored first, and its phone is answered in two lines: at
once that it is safe, and the result once it was judged. Phones ask for this in ``Accept``.
"""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from django.core.handlers.wsgi import WSGIRequest

from crokinole_site.disk_waits import DiskWaits
from crokinole_site.parcel_batches import ParcelBatch
from crokinole_site.report_activity import REPORTS
from crokinole_site.wsgi_calls import Asked
from leagues.access.phone_passes import open_pass
from leagues.access.throttle import COUNTED
from leagues.access.throttle import REPORTS as LIMIT
from leagues.forms.phones.reports import MOST_BYTES
from leagues.live.asgi import Message, Send, body_message, start_message
from leagues.models import KeptParcel

Judge: TypeAlias = Callable[[Asked], list[Message]]

ADDRESS = re.compile(r"/play/([^/]+)/reports/")
TWO_LINES = "application/x-ndjson"
HEADERS = [
    (b"content-type", TWO_LINES.encode()),
    (b"cache-control", b"private, no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would hold back the first line
]
JSON = (b"content-type", b"application/json")
SAFE = b'{"kept": true}\n'


class ReportQueue:
    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.thread = ThreadPoolExecutor(1, "reports")
        self.batch = ParcelBatch()
        self.disk_waits = DiskWaits()

    async def answer(self, asked: Asked, send: Send) -> None:
        notice = None
        with REPORTS.one():
            parcel = parcel_of(asked) if REPORTS.count > 1 else None
            if parcel is None or not await self.batch.keep(parcel):
                messages = await self._judged(asked, is_kept=False)
            else:
                notice = asyncio.create_task(tell_that_it_is_safe(send))
                messages = [body_message(await self._verdict(asked, parcel))]
        if notice is not None:  # a report counts even if its phone reads no answer
            await notice
        for message in messages:
            await send(message)

    async def _verdict(self, asked: Asked, parcel: KeptParcel) -> bytes:
        """Judge a report and return the answer as a line of JSON; an answer that isn't JSON
        judges nothing.
        """
        is_judged = False
        try:
            await self.batch.all_are_safe()
            head, *parts = await self._judged(asked, is_kept=True)
            is_json = JSON in head["headers"]
            is_judged = is_json and head["status"] < 500
        finally:
            self.batch.let_go(parcel, is_judged=is_judged)
        verdict = b"".join(part["body"] for part in parts) if is_json else b"null"
        return b'{"status": %d, "body": %b}\n' % (head["status"], verdict)

    async def _judged(self, asked: Asked, *, is_kept: bool) -> list[Message]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thread, self._judge, asked, is_kept)

    def _judge(self, asked: Asked, is_kept: bool) -> list[Message]:
        """Judge a report in the thread. Only a kept one may skip the wait for the disk: its parcel
        is deleted by a commit that waits, so a power cut before that leaves it to ``judge_left``.
        """
        self.disk_waits.skip(skips=is_kept)
        return self.judge(asked)


async def tell_that_it_is_safe(send: Send) -> None:
    await send(start_message(202, HEADERS))
    await send(body_message(SAFE, more=True))


def parcel_of(asked: Asked) -> KeptParcel | None:
    """Return the request as a parcel, or None if it isn't reports with a valid pass, within
    limits.
    """
    found = ADDRESS.fullmatch(asked["PATH_INFO"])
    if (
        found is None
        or TWO_LINES not in asked.get("HTTP_ACCEPT", "")
        or int(asked["CONTENT_LENGTH"] or 0) > MOST_BYTES
        or open_pass(found[1]) is None
        or not LIMIT.admits(WSGIRequest(asked))
    ):
        return None
    asked[COUNTED] = True
    sent = asked["wsgi.input"]
    reports = sent.read()
    sent.seek(0)
    return KeptParcel.of(found[1], reports)
