"""The order of rendering: visitors before streams, networks in turn, and no one waits for ever."""

import asyncio
from collections.abc import Iterable

from leagues.live.rendering import AHEAD, Renderings, Turn
from tests.leagues.live.stand_ins import a_visitor, let_tasks_run

HALL, HOME, STRANGER = "192.0.2.1", "192.0.2.2", "198.51.100.7"


def turn_of_readers(*networks: str, readers: int = 1) -> Turn:
    return Turn(networks=networks, readers=readers)


def turn_of_visitor(network: str) -> Turn:
    return Turn(visitors={network})


def rendering_order(asks: Iterable[tuple[str, Turn]], joins: tuple[str, Turn] | None) -> str:
    """The order in which pages are rendered that wait behind another."""

    async def hall() -> list[str]:
        queue, done = Renderings(at_once=1), list[str]()
        asyncio.get_running_loop().time = float  # type: ignore[method-assign]

        async def render(name: str, turn: Turn) -> None:
            async with queue.slot(turn):
                done.append(name)

        turns = dict(asks)
        async with queue.slot(turn_of_readers(HOME)):
            for name, turn in turns.items():
                asyncio.get_running_loop().create_task(render(name, turn))
                await let_tasks_run()
            if joins:
                queue.join(turns[joins[0]], joins[1])
        await let_tasks_run()
        assert queue.free == 1
        assert not queue.of_visitors.waiting
        assert not queue.of_streams.waiting
        return done

    return " ".join(asyncio.run(hall()))


def test_of_one_network_the_page_with_most_readers_is_next() -> None:
    readers = {"few": 2, "most": 90, "some": 9}
    asks = [(name, turn_of_readers(HALL, readers=many)) for name, many in readers.items()]
    assert rendering_order(asks, None) == "most some few"


def test_a_visitor_comes_before_streams() -> None:
    asks = [
        ("a", turn_of_readers(HALL, readers=90)),
        ("b", turn_of_readers(HALL)),
        ("v", turn_of_visitor(HOME)),
    ]
    assert rendering_order(asks, None) == "v a b"


def test_streams_get_a_turn_after_each_visitor() -> None:
    """A visitor who requests one page after another would keep all streams waiting."""
    asks = [(name, turn_of_visitor(STRANGER)) for name in "123"]
    asks += [(name, turn_of_readers(HALL)) for name in "ab"]
    assert rendering_order(asks, None) == "1 a 2 b 3"


def test_the_streams_of_networks_take_turns() -> None:
    asks = [(name, turn_of_readers(STRANGER, readers=50)) for name in "1234"]
    asks += [(name, turn_of_readers(HALL)) for name in "ab"]
    assert rendering_order(asks, None) == "1 a 2 b 3 4"


def test_visitors_of_networks_take_turns() -> None:
    asks = [*((name, turn_of_visitor(STRANGER)) for name in "123"), ("v", turn_of_visitor(HOME))]
    assert rendering_order(asks, None) == "1 v 2 3"


def test_a_page_for_several_networks_comes_once_with_the_first_turn_of_any() -> None:
    asks = [(name, turn_of_readers(STRANGER)) for name in "12"]
    asks += [("all", turn_of_readers(STRANGER, HALL)), ("a", turn_of_readers(HALL))]
    assert rendering_order(asks, None) == "1 all 2 a"


def test_a_visitor_who_asks_for_a_streams_page_brings_it_forward() -> None:
    asks = [(name, turn_of_readers(STRANGER)) for name in "123"]
    assert rendering_order(asks, ("3", turn_of_visitor(HOME))) == "3 1 2"


def test_readers_of_another_network_bring_a_page_forward() -> None:
    asks = [(name, turn_of_readers(STRANGER)) for name in "123"]
    assert rendering_order(asks, ("3", turn_of_readers(HALL))) == "1 3 2"


def test_streams_rest_as_long_as_the_one_before_took_and_visitors_do_not() -> None:
    async def hall() -> None:
        queue, now, done = Renderings(), [0.0], list[str]()
        loop = asyncio.get_running_loop()
        loop.time = lambda: now[0]  # type: ignore[method-assign]

        async def render(name: str, turn: Turn, took: float) -> None:
            async with queue.slot(turn):
                now[0] += took
                done.append(name)

        waiting = [
            asyncio.create_task(render(name, turn, took))
            for name, turn, took in (
                ("a", turn_of_readers(HALL), 3.0),
                ("b", turn_of_readers(HALL), 60.0),
                ("v", turn_of_visitor(HOME), 0.0),
                ("c", turn_of_readers(HALL), 0.0),
            )
        ]
        await let_tasks_run()
        for at, then in (
            (5.9, ["a", "v"]),
            (6.0, ["a", "v", "b"]),
            (69.9, ["a", "v", "b"]),
            (70.0, ["a", "v", "b", "c"]),
        ):
            now[0] = max(now[0], at)
            await let_tasks_run()
            assert done == then
        await asyncio.gather(*waiting)

    asyncio.run(hall())


def test_a_page_is_overtaken_for_a_while_and_not_for_ever() -> None:
    """A popular page overtakes only pages requested at most some seconds earlier."""

    async def hall() -> None:
        queue, done = Renderings(at_once=0), list[str]()
        clock = asyncio.get_running_loop()

        async def render(name: str, readers: int, at: float) -> None:
            clock.time = lambda: at  # type: ignore[method-assign]
            async with queue.slot(turn_of_readers(HALL, readers=readers)):
                done.append(name)

        for name, readers, at in (
            ("alone", 1, 0.0),
            ("popular", 100, 100 * AHEAD + 1),
            ("rushed", 100, 50 * AHEAD),
        ):
            asyncio.get_running_loop().create_task(render(name, readers, at))
            await let_tasks_run()
        queue._pass_on()
        await let_tasks_run()
        assert done == ["rushed", "alone", "popular"]

    asyncio.run(hall())


def test_a_visitor_who_gives_up_keeps_no_one_waiting() -> None:
    async def hall() -> None:
        queue = Renderings(at_once=1)
        first = queue.slot(a_visitor())
        await first.__aenter__()
        left = asyncio.create_task(queue.slot(a_visitor()).__aenter__())
        called = asyncio.create_task(queue.slot(a_visitor()).__aenter__())
        stays = asyncio.create_task(queue.slot(a_visitor()).__aenter__())
        await let_tasks_run()
        left.cancel()
        await let_tasks_run()
        await first.__aexit__(None, None, None)
        called.cancel()  # its turn had come, but it had not begun
        await let_tasks_run()
        assert stays.done()

    asyncio.run(hall())
