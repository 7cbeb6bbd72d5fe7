"""Pages wait for reports under way, in any process, and not for long."""

import asyncio
from contextlib import ExitStack
from itertools import cycle
from time import monotonic

import pytest
from django.db import connection, transaction

from crokinole_site import report_activity
from crokinole_site.report_activity import Reports
from leagues.models import Club
from tests.leagues.live.stand_ins import let_tasks_run

LONG = 600.0  # seconds; a busy machine is slow, which proves nothing


@pytest.fixture
def two() -> tuple[Reports, Reports]:
    """Two processes of a site, after the fork."""
    one, other = Reports(), Reports()
    other.since = one.since
    one.begin(0)
    other.begin(1)
    return one, other


def test_without_reports_no_page_waits(two: tuple[Reports, Reports]) -> None:
    async def hall() -> None:
        await two[0].done()

    asyncio.run(hall())


def test_one_process_waits_for_the_phones_of_the_other(
    two: tuple[Reports, Reports], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_activity, "LONGEST_WAIT", LONG)
    one, other = two

    async def hall() -> None:
        with other.one():
            with other.one():
                looks = asyncio.create_task(one.done())
            await let_tasks_run()
            assert not looks.done(), "one of the two is still under way"
        await looks

    asyncio.run(hall())


def test_no_page_waits_longer_than_the_longest_wait(
    two: tuple[Reports, Reports], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_activity, "LONGEST_WAIT", 0.01)
    one, other = two

    async def hall() -> None:
        with one.one(), other.one():
            await one.done()

    asyncio.run(hall())


def test_no_page_waits_for_ever_new_reports(
    two: tuple[Reports, Reports], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process is calm now and then, but never both at once."""
    monkeypatch.setattr(report_activity, "LONGEST_WAIT", 0.05)

    async def hall() -> None:
        looks = asyncio.create_task(two[0].done())
        late = monotonic() + 20
        last = ExitStack()
        last.enter_context(two[0].one())
        for process in cycle((two[1], two[0])):
            after = ExitStack()
            after.enter_context(process.one())
            last.close()
            last = after
            await asyncio.sleep(0)
            if looks.done() or monotonic() > late:
                break
        last.close()
        assert looks.done()

    asyncio.run(hall())


def test_a_successor_of_a_dead_process_owes_no_waiting_for_it(
    two: tuple[Reports, Reports], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_activity, "LONGEST_WAIT", LONG)
    one, dead = two
    dead.one().__enter__()
    after = Reports()
    after.since = one.since
    after.begin(1)

    async def hall() -> None:
        await one.done()

    asyncio.run(hall())


@pytest.mark.django_db(transaction=True)
def test_a_page_that_is_begun_waits_at_its_queries(
    two: tuple[Reports, Reports], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And each page only so long, however many queries it has."""
    one, other = two
    slept: list[float] = []
    monkeypatch.setattr(report_activity, "sleep", slept.append)
    monkeypatch.setattr(report_activity, "LONGEST_WAIT", LONG)
    monkeypatch.setattr(report_activity, "POLL_INTERVAL", LONG / 4)
    with one.pause_queries():
        Club.objects.exists()
        assert slept == []
        with other.one():
            Club.objects.exists()
            Club.objects.exists()
    assert slept == [LONG / 4] * 4
    with other.one():
        Club.objects.exists()
    assert len(slept) == 4, "what nobody asked to wait"


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The events in order; each wait of a page is one."""
    events: list[str] = []
    monkeypatch.setattr(report_activity, "sleep", lambda _: events.append("waited"))
    monkeypatch.setattr(report_activity, "LONGEST_WAIT", LONG)
    monkeypatch.setattr(report_activity, "POLL_INTERVAL", LONG)
    return events


@pytest.mark.django_db(transaction=True)
def test_a_page_that_writes_does_not_wait_for_those_who_wait_for_it(
    two: tuple[Reports, Reports], slept: list[str]
) -> None:
    """Its transaction has the database's lock, and a report can't begin before it ends."""
    one, other = two
    with one.pause_queries(), other.one():
        with transaction.atomic():
            Club.objects.exists()
        assert slept == []
        Club.objects.exists()
    assert slept == ["waited"]


@pytest.mark.django_db(transaction=True)
def test_a_single_write_of_a_page_waits_before_it_takes_the_lock(
    two: tuple[Reports, Reports], slept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    monkeypatch.setattr(connection, "_queue", lambda: slept.append("locked"), False)
    with one.pause_queries(), other.one():
        Club.objects.update(name="Millrace")
    assert slept[0] == "waited"
