"""How much processor time each test takes, and that only tests marked ``long`` take much.

`make test` leaves those out. Seconds of a slow machine are not those of another, nor of the same one
when others use it: a test that seems to take too many is compared with work of a known size, and
run again. On PostgreSQL, which takes longer, all may take what they need.
"""

import os
import sys
from collections.abc import Iterator
from time import process_time
from typing import Any

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

QUICK_EXAMPLES = 20  # of Hypothesis in `make test`, where a test names no number
FEW_MODULES = 50
TRIES = 4  # before a test fails
MOST = 0.5  # seconds, on the machine whose speed is BASELINE
BASELINE = 0.022  # seconds that `known_work` takes on that machine


def seconds_spent() -> float:
    """The processor seconds of this process and of the children it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def known_work() -> float:
    """The seconds that a fixed piece of work takes now."""
    begun = process_time()
    rows: dict[int, str] = {}
    for n in range(300_000):
        rows[n % 1000] = str(n)
    return process_time() - begun


class ProcessorTime:
    """A plugin that adds each test's processor seconds to its report (``--junitxml`` writes them).

    The time of shared fixtures counts for no test: any of its tests might have come first.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.counts_lines = bool(config.getoption("cov_source", None))
        self.shared, self.modules = 0.0, 0

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[Any]:
        begun, before = seconds_spent(), self.shared
        result = yield
        if fixturedef.scope != "function":
            self.shared = before + seconds_spent() - begun
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Iterator[None]:
        """Several times, and the shortest counts: the first test of a process that asks for a
        catalogue or a font waits for it to be read, and any test for the collector."""
        taken: list[float] = []
        item.stash[TAKEN] = taken
        result = yield
        for _again in range(1, TRIES):
            if min(taken, default=0.0) <= MOST:
                break
            reports = runtestprotocol(item, log=False, nextitem=nextitem)
            if failed := [report for report in reports if report.failed]:
                for report in failed:
                    item.ihook.pytest_runtest_logreport(report=report)
                break
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        item.stash[BEGUN] = seconds_spent()
        self.shared, self.modules = 0.0, len(sys.modules)
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        result = yield
        seconds = seconds_spent() - item.stash[BEGUN] - self.shared
        item.user_properties.append(("processor_seconds", round(seconds, 3)))
        if self.has_to_be_quick(item):
            if seconds > MOST:
                seconds *= min(1.0, BASELINE / known_work())
            taken = item.stash[TAKEN]
            taken.append(seconds)
            assert len(taken) < TRIES or min(taken) <= MOST, (
                f"{min(taken):.2f} s of processor time: mark it `long`"
            )
        return result

    def has_to_be_quick(self, item: pytest.Item) -> bool:
        """Counting lines takes longer, and more examples than `make test` has; and the first page
        of a process loads all of the site. Journeys in a browser are few, and chosen by hand."""
        is_random = item.get_closest_marker("hypothesis")
        return not (
            item.get_closest_marker("long")
            or item.nodeid.startswith("tests/browser/")
            or self.counts_lines
            or "DATABASE_URL" in os.environ
            or len(sys.modules) - self.modules > FEW_MODULES
            or (is_random and hypothesis.settings().max_examples > QUICK_EXAMPLES)
        )


BEGUN = pytest.StashKey[float]()
TAKEN = pytest.StashKey[list[float]]()
