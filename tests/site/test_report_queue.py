"""Phones that queue: each first hears that its report is stored, then what became of it."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Collection
from io import BytesIO
from typing import Any
from uuid import UUID

import pytest

from crokinole_site import parcel_batches, report_queue
from crokinole_site.report_activity import REPORTS
from crokinole_site.report_queue import ReportQueue
from crokinole_site.wsgi_calls import Asked, build_environ
from leagues.access.phone_passes import Chose, Pass, WayIn
from leagues.access.throttle import COUNTED, Limit
from leagues.forms.phones.reports import MOST_BYTES
from leagues.live.asgi import Message, body_message, start_message
from leagues.models import KeptParcel
from tests.leagues.live.stand_ins import Visitor, let_tasks_run, visit

PATIENCE = 20  # seconds; a busy machine is slow, which proves nothing
SIGNED = Pass(WayIn.CODE, 1, 1, Chose.EVERYBODY).signed
ADDRESS = f"/play/{SIGNED}/reports/"
TWO_LINES = "application/x-ndjson, application/json"
TAKEN = b'{"results": []}'


class Safe:
    """A fake store of parcels: a commit waits until a test allows it, and can fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parcel_batches, "exchange_parcels", self.exchange)
        self.commits: list[tuple[list[bytes], int]] = []
        self.rows: dict[UUID, bytes] = {}
        self.works = True
        self.may = threading.Event()
        self.may.set()

    def exchange(self, arrived: Collection[KeptParcel], judged: Collection[UUID]) -> bool:
        assert self.may.wait(PATIENCE)
        self.commits.append(([bytes(each.body) for each in arrived], len(judged)))
        if self.works:
            for each in judged:
                del self.rows[each]
            self.rows |= {each.pk: bytes(each.body) for each in arrived}
        return self.works


class Desk:
    """The application that judges reports: one after another, each when a test allows it."""

    def __init__(self, status: int = 200, kind: str = "application/json") -> None:
        self.status = status
        self.headers = [(b"content-type", kind.encode())]
        self.judged: list[bytes] = []
        self.may = threading.Semaphore(0)

    def __call__(self, asked: Asked) -> list[Message]:
        assert self.may.acquire(timeout=PATIENCE)
        self.judged.append(asked["wsgi.input"].read())
        return [start_message(self.status, self.headers), body_message(TAKEN)]

    def judges(self, times: int = 1) -> None:
        self.may.release(times)


@pytest.fixture
def safe(monkeypatch: pytest.MonkeyPatch) -> Safe:
    return Safe(monkeypatch)


def make_report(
    body: str, *, path: str = ADDRESS, accept: str = TWO_LINES, **headers: str
) -> Asked:
    scope = visit(path, method="POST", accept=accept, **headers)
    more = {"scheme": "http", "server": None, "client": ("192.0.2.7", 1)}
    return build_environ({**scope, **more, "http_version": "1.1"}, BytesIO(body.encode()))


Hall = Callable[[ReportQueue, Desk], Awaitable[None]]


def in_a_hall(happens: Hall, desk: Desk | None = None) -> None:
    desk = desk or Desk()

    async def evening() -> None:
        async with asyncio.timeout(PATIENCE):
            await happens(ReportQueue(desk), desk)

    asyncio.run(evening())


class Phone(Visitor):
    """A client that sends its request at once and takes the answer."""

    def __init__(self, queue: ReportQueue, asked: Asked) -> None:
        super().__init__()
        self.done = asyncio.create_task(queue.answer(asked, self.send))

    @property
    def lines(self) -> list[Any]:
        return [json.loads(each) for each in self.body.splitlines()]

    async def receives(self, lines: int) -> None:
        while len(self.lines) < lines:
            await asyncio.sleep(0)


class DiskWaitsSeen:
    """For each report that is judged, whether its commits skip the wait for the disk."""

    def __init__(self) -> None:
        self.seen: list[bool] = []

    def skip(self, *, skips: bool) -> None:
        self.seen.append(skips)


async def wait_for_batch(queue: ReportQueue) -> None:
    if queue.batch.at_work is not None:
        await queue.batch.at_work


def test_who_comes_alone_hears_what_became_of_it_and_nothing_else(safe: Safe) -> None:
    async def happens(queue: ReportQueue, desk: Desk) -> None:
        desk.judges()
        ann = Phone(queue, make_report("one"))
        await ann.done
        assert (ann.status, ann.body) == (200, TAKEN)

    in_a_hall(happens)
    assert safe.commits == []


def test_who_has_to_queue_hears_at_once_that_it_is_safe(safe: Safe) -> None:
    async def happens(queue: ReportQueue, desk: Desk) -> None:
        ann, ben = Phone(queue, make_report("ann")), Phone(queue, make_report("ben"))
        await ben.receives(1)
        assert desk.judged == []
        assert (ben.status, ben.lines) == (202, [{"kept": True}])
        assert list(safe.rows.values()) == [b"ben"]

        desk.judges(2)
        await asyncio.gather(ann.done, ben.done)
        assert (ann.status, ann.body) == (200, TAKEN)
        assert ben.lines[1:] == [{"status": 200, "body": {"results": []}}]
        assert desk.judged == [b"ann", b"ben"]
        await wait_for_batch(queue)

    in_a_hall(happens)
    assert safe.rows == {}, "what was judged is let go of"


def test_only_what_is_stored_already_skips_the_wait_for_the_disk(
    safe: Safe, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def happens(queue: ReportQueue, desk: Desk) -> None:
        waits = DiskWaitsSeen()
        monkeypatch.setattr(queue, "disk_waits", waits)
        ann, ben = Phone(queue, make_report("ann")), Phone(queue, make_report("ben"))
        desk.judges(3)
        await asyncio.gather(ann.done, ben.done)
        await Phone(queue, make_report("cat")).done
        assert waits.seen == [False, True, False]
        await wait_for_batch(queue)

    in_a_hall(happens)


def test_all_who_come_while_one_commit_is_written_share_the_next(safe: Safe) -> None:
    async def happens(queue: ReportQueue, desk: Desk) -> None:
        safe.may.clear()
        phones = [Phone(queue, make_report(name)) for name in ("ann", "ben")]
        await let_tasks_run()
        phones += [Phone(queue, make_report(name)) for name in ("cat", "dan", "eve")]
        await let_tasks_run()
        safe.may.set()
        for each in phones[1:]:
            await each.receives(1)
        desk.judges(5)
        await asyncio.gather(*(each.done for each in phones))
        await wait_for_batch(queue)

    in_a_hall(happens)
    assert safe.commits == [([b"ben"], 0), ([b"cat", b"dan", b"eve"], 0), ([], 4)]


@pytest.mark.parametrize(
    "asked",
    [
        make_report("ben", accept="application/json"),
        make_report("ben", path=f"/play/{SIGNED}x/reports/"),
        make_report("ben", path=f"/play/{SIGNED}/confirm/"),
        make_report("x" * (MOST_BYTES + 1)),
    ],
    ids=["reads one line", "no pass of ours", "no reports", "too much"],
)
def test_these_hear_nothing_before_their_turn(safe: Safe, asked: Asked) -> None:
    async def happens(queue: ReportQueue, desk: Desk) -> None:
        ann, ben = Phone(queue, make_report("ann")), Phone(queue, asked)
        await let_tasks_run()
        assert ben.messages == []
        desk.judges(2)
        await asyncio.gather(ann.done, ben.done)
        assert (ben.status, ben.body) == (200, TAKEN)

    in_a_hall(happens)
    assert safe.commits == []


def test_where_nothing_can_be_kept_one_waits_for_the_whole_answer(safe: Safe) -> None:
    safe.works = False

    async def happens(queue: ReportQueue, desk: Desk) -> None:
        ann, ben = Phone(queue, make_report("ann")), Phone(queue, make_report("ben"))
        desk.judges(2)
        await asyncio.gather(ann.done, ben.done)
        assert (ben.status, ben.body) == (200, TAKEN)
        assert queue.batch.held == 0

    in_a_hall(happens)


def test_an_unjudged_report_stays_for_a_later_look(safe: Safe) -> None:
    async def happens(queue: ReportQueue, desk: Desk) -> None:
        ann, ben = Phone(queue, make_report("ann")), Phone(queue, make_report("ben"))
        desk.judges(2)
        await asyncio.gather(ann.done, ben.done)
        assert ben.lines == [{"kept": True}, {"status": 500, "body": {"results": []}}]
        await wait_for_batch(queue)

    in_a_hall(happens, Desk(status=500))
    assert list(safe.rows.values()) == [b"ben"]


@pytest.mark.parametrize(("status", "kind"), [(301, "text/html"), (400, "text/html")])
def test_a_page_judges_nothing(safe: Safe, status: int, kind: str) -> None:
    async def happens(queue: ReportQueue, desk: Desk) -> None:
        ann, ben = Phone(queue, make_report("ann")), Phone(queue, make_report("ben"))
        desk.judges(2)
        await asyncio.gather(ann.done, ben.done)
        assert ben.lines == [{"kept": True}, {"status": status, "body": None}]
        await wait_for_batch(queue)

    in_a_hall(happens, Desk(status, kind))
    assert list(safe.rows.values()) == [b"ben"]


def test_who_takes_nothing_in_is_judged_all_the_same(safe: Safe) -> None:
    async def happens(queue: ReportQueue, desk: Desk) -> None:
        ann, ben = Phone(queue, make_report("ann")), Phone(queue, make_report("ben"))
        ben.takes.clear()
        await let_tasks_run()
        desk.judges(2)
        while REPORTS.count:
            await asyncio.sleep(0)
        assert (desk.judged, ben.messages) == ([b"ann", b"ben"], [])
        ben.takes.set()
        await asyncio.gather(ann.done, ben.done)

    in_a_hall(happens)


def test_a_report_whose_connection_ended_is_no_longer_held(safe: Safe) -> None:
    async def happens(queue: ReportQueue, desk: Desk) -> None:
        safe.may.clear()
        ann, ben = Phone(queue, make_report("ann")), Phone(queue, make_report("ben"))
        await let_tasks_run()
        ben.done.cancel()
        safe.may.set()
        await wait_for_batch(queue)
        assert queue.batch.held == 0
        desk.judges()
        await ann.done

    in_a_hall(happens)
    assert list(safe.rows.values()) == [b"ben"]


def test_what_could_not_be_let_go_of_goes_the_next_time(safe: Safe) -> None:
    async def happens(queue: ReportQueue, desk: Desk) -> None:
        for works, names in ((False, ("ann", "ben")), (True, ("cat", "dan"))):
            phones = [Phone(queue, make_report(name)) for name in names]
            await phones[1].receives(1)
            safe.works = works
            desk.judges(2)
            await asyncio.gather(*(each.done for each in phones))
            await wait_for_batch(queue)
            safe.works = True

    in_a_hall(happens)
    assert safe.rows == {}


def test_an_unforeseen_error_leaves_no_phone_waiting(
    safe: Safe, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> bool:
        raise MemoryError

    monkeypatch.setattr(parcel_batches, "exchange_parcels", breaks)

    async def happens(queue: ReportQueue, desk: Desk) -> None:
        desk.judges(4)
        for _ in range(2):
            phones = [Phone(queue, make_report(name)) for name in ("ann", "ben")]
            await asyncio.gather(*(each.done for each in phones))
            assert [each.status for each in phones] == [200, 200]
        assert queue.batch.at_work is None

    in_a_hall(happens)


@pytest.mark.parametrize("longest_wait", [PATIENCE, 0.01])
def test_who_is_safe_lets_the_others_hear_it_first_but_not_for_ever(
    safe: Safe, monkeypatch: pytest.MonkeyPatch, longest_wait: float
) -> None:
    monkeypatch.setattr(parcel_batches, "LONGEST_WAIT", longest_wait)
    safe.may.clear()

    async def happens(queue: ReportQueue, desk: Desk) -> None:
        kept = asyncio.create_task(queue.batch.keep(KeptParcel.of(SIGNED, b"ben")))
        await let_tasks_run()
        waits = asyncio.create_task(queue.batch.all_are_safe())
        if longest_wait < 1:
            await waits
        await let_tasks_run()
        assert waits.done() is (longest_wait < 1)
        safe.may.set()
        assert await kept
        await waits

    in_a_hall(happens)


def test_no_more_is_kept_than_can_soon_be_judged(
    safe: Safe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parcel_batches, "MOST", 1)

    async def happens(queue: ReportQueue, desk: Desk) -> None:
        phones = [Phone(queue, make_report(name)) for name in ("ann", "ben", "cat")]
        await phones[1].receives(1)
        await let_tasks_run()
        assert phones[2].messages == [], "one is held already"
        desk.judges(3)
        await asyncio.gather(*(each.done for each in phones))
        assert phones[2].status == 200
        await wait_for_batch(queue)

    in_a_hall(happens)
    assert [arrived for arrived, _judged in safe.commits] == [[b"ben"], []]


def test_what_comes_too_often_is_not_kept(safe: Safe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_queue, "LIMIT", Limit("a-test's", times=2, seconds=60))

    async def happens(queue: ReportQueue, desk: Desk) -> None:
        asked = [make_report(name) for name in ("ann", "ben", "cat", "dan")]
        phones = [Phone(queue, each) for each in asked]
        await phones[2].receives(1)
        desk.judges(4)
        await asyncio.gather(*(each.done for each in phones))
        assert [each.status for each in phones] == [200, 202, 202, 200]
        assert [COUNTED in each for each in asked] == [False, True, True, False]

    in_a_hall(happens)
