"""Streams send one message a change to all readers, and no reader delays another."""

import asyncio
import re
import weakref
import zlib
from typing import Any

import pytest

from leagues.live import rendering, streams
from leagues.live.asgi import HttpAnswer
from leagues.live.news import ANSWERS, LISTENS
from leagues.live.page_cache import strangers_key
from leagues.live.process_counts import ProcessCounts
from leagues.live.streams import BEAT, BEATS, OPENING
from tests.leagues.live.stand_ins import FOR_EVERYBODY, PAGE, PART, let_tasks_run, visit
from tests.leagues.live.watched_hall import Follower, a_hall, sent_messages
from tests.served import ROOT


@pytest.fixture(autouse=True)
def without_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send without pauses, whatever the load of the machine."""
    monkeypatch.setattr(streams, "BREATH", 0)
    monkeypatch.setattr(streams, "REST", 0)
    monkeypatch.setattr(rendering, "LONGEST_REST", 0)


def test_a_stream_sends_the_current_revision_and_then_changes() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            ann = await hall.watches()
            await hall.result(2)
            await hall.result(3)
            assert sent_messages(ann) == [
                b"id: 1\ndata: 1\n\n",
                b"id: 2\ndata: 2\n\n",
                b"id: 3\ndata: 3\n\n",
            ]
            assert not ann.has_ended

    asyncio.run(evening())


class Request(dict[str, Any]):
    """A request that a weak reference can follow."""


def test_an_open_stream_keeps_no_request_and_no_task() -> None:
    """With 5,000 open pages, each kilobyte of one is 5 MB."""

    async def evening() -> None:
        async with a_hall() as hall:
            request = Request(visit(user_agent="Mozilla/5.0 " * 20))
            ann = await hall.opens(hall.streams.revisions, "open", request)
            follows, opening = weakref.ref(request), hall.at_work.pop()
            del request
            assert opening.done()
            del opening
            assert follows() is None
            await hall.result(2)
            assert sent_messages(ann)[-1] == b"id: 2\ndata: 2\n\n"

    asyncio.run(evening())


def test_a_reader_that_left_while_its_stream_was_opened_leaves_nothing_behind() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            hall.renderer.answer = HttpAnswer(200, FOR_EVERYBODY, PART)
            asks = visit(query="fragment=live")
            gone = asks["transport"] = Follower()
            gone.goes()
            await hall.streams.fragments(strangers_key(asks), asks, gone.send)
            assert not hall.streams.channels
            assert not hall.streams.read_in
            assert not hall.news.listeners

    asyncio.run(evening())


def test_results_that_come_together_are_sent_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BREATH", 60)
    monkeypatch.setattr(streams, "REST", 60)

    async def evening() -> None:
        async with a_hall() as hall:
            ann = await hall.watches()
            await hall.result(2)
            await hall.result(3)
            assert sent_messages(ann) == [b"id: 1\ndata: 1\n\n", b"id: 2\ndata: 2\n\n"]

    asyncio.run(evening())


def test_who_was_away_gets_what_is_current_at_once_and_nothing_twice() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            await hall.result(7)
            back = await hall.watches(last_event_id="3")
            up_to_date = await hall.watches(last_event_id="7")
            assert sent_messages(back) == [b"id: 7\ndata: 7\n\n"]
            assert sent_messages(up_to_date) == []

    asyncio.run(evening())


def test_a_part_is_made_once_a_change_for_however_many_read() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            readers = [await hall.reads() for _ in range(50)]
            assert len(hall.renderer.made) == 1
            await hall.result(2, PART.replace(b"2", b"4"))
            assert len(hall.renderer.made) == 2
            for reader in readers:
                assert len(sent_messages(reader)) == 2
                assert b"data:   <p>Ann 4</p>\n" in sent_messages(reader)[1]

    asyncio.run(evening())


def test_a_change_that_is_not_seen_on_the_page_is_not_sent() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            reader = await hall.reads()
            await hall.result(2)
            assert len(sent_messages(reader)) == 1

    asyncio.run(evening())


def test_a_slow_reader_is_dropped_and_no_one_else_notices() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            slow, quick = await hall.watches(), await hall.watches()
            slow.takes.clear()
            for revision in range(2, 50):
                await hall.result(revision)
            assert len(sent_messages(quick)) == 49
            assert len(sent_messages(slow)) == 1, "nothing is kept for who does not take it"
            slow.takes_again()
            await let_tasks_run()
            assert slow.has_ended, "the browser asks again, and gets what is current"
            assert not quick.has_ended

    asyncio.run(evening())


def test_a_stream_that_breaks_takes_no_other_with_it() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            broken, whole = await hall.watches(), await hall.watches()
            broken.breaks = True
            await hall.result(2)
            hall.streams.beat_once(0)
            assert len(sent_messages(whole)) == 2
            assert len(sent_messages(broken)) == 1

    asyncio.run(evening())


def test_a_part_that_cannot_be_made_lets_its_readers_ask_again() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            reader = await hall.reads()
            hall.renderer.fails = True
            hall.news.moves("open", 2)
            await let_tasks_run()
            assert reader.has_ended
            hall.renderer.fails = False
            assert len(sent_messages(await hall.reads())) == 1

    asyncio.run(evening())


def test_after_the_last_reader_left_nothing_is_rendered() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            reader = await hall.reads()
            reader.goes()
            await let_tasks_run()
            await hall.result(2, b"new")
            assert len(hall.renderer.made) == 1
            assert not hall.streams.channels
            assert not hall.news.listeners

    asyncio.run(evening())


def test_an_event_that_becomes_private_lets_its_strangers_go() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            stranger = await hall.watches()
            hall.news.moves("open", 2, is_open=False)
            await let_tasks_run()
            assert stranger.has_ended
            assert sent_messages(stranger) == [b"id: 1\ndata: 1\n\n"]

    asyncio.run(evening())


def test_private_news_is_sent_to_no_one_while_a_slow_reader_leaves() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            slow = await hall.reads()
            slow.takes.clear()
            hall.renderer.answer = HttpAnswer(404, [], b"")
            hall.news.moves("open", 2, is_open=False)
            await let_tasks_run()
            assert not slow.has_ended
            late = await hall.reads()
            assert late.status == 404

            hall.renderer.answer = HttpAnswer(200, FOR_EVERYBODY, PART)
            hall.news.moves("open", 3)
            again = await hall.reads()
            assert len(sent_messages(again)) == 1

    asyncio.run(evening())


def test_strangers_can_not_have_ever_more_made_at_each_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "MOST", 2)

    async def evening() -> None:
        async with a_hall() as hall:
            one, two, three = [
                await hall.reads(accept_language=each) for each in ("fr", "de", "nl")
            ]
            assert [one.status, two.status, three.status] == [200, 200, 503]
            assert (await hall.reads(accept_language="fr")).status == 200
            one.goes()
            two.goes()
            await let_tasks_run()
            assert (await hall.reads(accept_language="nl")).status == 200

    asyncio.run(evening())


def test_a_network_has_so_much_rendered_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_OF_A_NETWORK", 2)

    async def evening() -> None:
        async with a_hall() as hall:
            one, two, three = [
                await hall.reads(accept_language=each) for each in ("fr", "de", "nl")
            ]
            assert [one.status, two.status, three.status] == [200, 200, 503]
            assert (await hall.reads(accept_language="fr")).status == 200, "open already"
            elsewhere = await hall.reads(accept_language="nl", client="192.0.2.9")
            assert elsewhere.status == 200
            one.goes()
            await let_tasks_run()
            assert (await hall.reads(accept_language="es")).status == 503, (
                "somebody still reads the first of them"
            )
            two.goes()
            await let_tasks_run()
            assert (await hall.reads(accept_language="es")).status == 200

    asyncio.run(evening())


@pytest.fixture
def two_workers(monkeypatch: pytest.MonkeyPatch) -> tuple[ProcessCounts, ProcessCounts]:
    """Counts of two workers after a fork; the streams of a test belong to the first."""
    one, other = ProcessCounts(), ProcessCounts()
    other.followed = one.followed
    one.begin(0)
    other.begin(1)
    monkeypatch.setattr(streams, "COUNTS", one)
    return one, other


def test_a_network_is_counted_over_all_workers(
    monkeypatch: pytest.MonkeyPatch, two_workers: tuple[ProcessCounts, ProcessCounts]
) -> None:
    monkeypatch.setattr(streams, "MOST_OF_A_NETWORK", 3)
    one, other = two_workers

    async def evening() -> None:
        other.note_followed("192.0.2.1", 2)
        async with a_hall() as hall:
            first = await hall.reads()
            second = await hall.reads(accept_language="fr")
            elsewhere = await hall.reads(accept_language="fr", client="192.0.2.9")
            assert [each.status for each in (first, second, elsewhere)] == [200, 503, 200]
            assert one.followed_by("192.0.2.1") == 3
            first.goes()
            await let_tasks_run()
            assert one.followed_by("192.0.2.1") == 2
            other.begin(1)  # the worker died and was replaced
            assert one.followed_by("192.0.2.1") == 0

    asyncio.run(evening())


def test_a_stream_is_rendered_for_its_readers_and_at_first_for_who_opens_it() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            page = strangers_key(visit(query="fragment=live"))
            assert page
            opens = hall.streams.turn_of(page, "192.0.2.1")
            assert opens.visitors == {"192.0.2.1"}
            for client in ("192.0.2.1", "192.0.2.9", "192.0.2.9"):
                await hall.reads(client)
            again = hall.streams.turn_of(page, "192.0.2.1")
            assert not again.visitors
            assert again.networks == {"192.0.2.1", "192.0.2.9"}
            assert again.readers == 3
            readers = hall.streams.channels[page][0].readers
            present = dict(readers)
            readers.clear()
            assert hall.streams.turn_of(page, "192.0.2.1").networks == {"192.0.2.1"}, (
                "without a network it would wait for ever"
            )
            readers |= present

    asyncio.run(evening())


def test_a_page_without_a_changing_part_has_no_stream() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            hall.renderer.answer = HttpAnswer(200, FOR_EVERYBODY, PAGE)
            whole = await hall.reads()
            hall.renderer.answer = HttpAnswer(404, [], b"")
            missing = await hall.reads(accept_language="fr")
            assert whole.status == missing.status == 404

    asyncio.run(evening())


def test_a_site_that_stops_lets_everybody_go_in_good_order() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            readers = [await hall.watches() for _ in range(3)]
            hall.streams.end()
            await let_tasks_run()
            assert all(reader.has_ended for reader in readers)

    asyncio.run(evening())


def test_who_is_let_go_twice_is_sent_one_end() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            ann = await hall.watches()
            hall.streams.end()
            hall.streams.end()
            ann.reader.let_go()
            ann.goes()
            assert [message["more_body"] for message in ann.messages[1:]].count(False) == 1

    asyncio.run(evening())


def test_packed_pieces_make_one_stream_wherever_it_began() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            early = await hall.reads(accept_encoding="gzip")
            await hall.result(2, PART.replace(b"2", b"4"))
            late = await hall.reads(accept_encoding="gzip, br")
            await hall.result(3, PART.replace(b"2", b"5"))
            for each, points in ((early, b"245"), (late, b"45")):
                assert each.header(b"content-encoding") == b"gzip"
                assert not each.has_ended
                text = zlib.decompressobj(zlib.MAX_WBITS + 16).decompress(each.body)
                assert text.startswith(b"retry: ")
                shown = [line[-5:-4] for line in text.splitlines() if b"Ann" in line]
                assert b"".join(shown) == points

    asyncio.run(evening())


def test_no_proxy_waits_for_more_before_it_passes_the_beginning_on() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            ann = await hall.watches()
            assert ann.header(b"x-accel-buffering") == b"no"
            assert ann.header(b"cache-control") == b"private, no-store"

    asyncio.run(evening())
    assert len(OPENING.plain) >= 1024
    assert len(OPENING.packed) >= 1024, "noise that packs badly"


def test_everybody_hears_that_it_is_connected_and_when_there_is_no_news() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            ann, ben = await hall.watches(), await hall.watches()
            hall.streams.beat_once(0)
            hall.streams.beat_once(1)
            assert b"event: here\ndata: .\n\n" in ann.body
            assert b"event: here\ndata: .\n\n" in ben.body
            hall.news.is_connected = False
            hall.streams.beat_once(0)
            assert ann.body.count(b"event: here") == 1
            assert ann.body.endswith(b"event: disconnected\ndata: .\n\n")

    asyncio.run(evening())


def test_a_page_shows_within_ten_seconds_that_it_is_stale() -> None:
    """Either the connection to the database is lost, or the page's own."""
    script = (ROOT / "static" / "js" / "live.js").read_text()
    numbers = re.compile(r"SILENT = (\d+).*DISCONNECTED = (\d+).*watch, (\d+)\)", re.DOTALL)
    found = numbers.search(script)
    assert found
    silent, disconnected, watches = (int(each) / 1000 for each in found.groups())
    assert LISTENS + ANSWERS + BEATS * BEAT + disconnected + watches < 10
    assert silent + watches < 10
    assert silent / 2 > BEATS * BEAT, "one that is lost says nothing yet"


def test_only_the_program_of_a_revoked_token_is_dropped() -> None:
    async def evening() -> None:
        async with a_hall() as hall:
            stranger = await hall.watches()
            one, other = await hall.watches("one"), await hall.watches("other")
            assert hall.streams.tokens() == {"one", "other"}
            hall.streams.end_of({"one"})
            await let_tasks_run()
            assert one.has_ended
            assert not other.has_ended
            assert not stranger.has_ended
            assert hall.streams.tokens() == {"other"}

    asyncio.run(evening())
