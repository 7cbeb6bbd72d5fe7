"""Tries mutants of Python inside one run of pytest: Django starts once, rows are built once.

First every test runs once, and which lines it reaches is written down. Then, for each mutant, a
copy of this process (a fork) gives the living functions their changed code and runs the tests
that reach it until one fails. No file is ever changed.
"""

import gc
import os
import signal
from collections import defaultdict
from collections.abc import Iterator, Set
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import pytest

from tests.function_caches import clear_caches, function_caches
from tests.mutants.changes import Mutant, mutants

MOST = 60.0  # seconds of tests for one mutant
Name = tuple[str, int]


class Hunt:
    """A pytest plugin. ``survivors`` are the mutants that no test noticed."""

    def __init__(self, root: Path, chosen: Set[Mutant], jobs: int) -> None:
        self.root, self.chosen, self.jobs = root, chosen, jobs
        self.running: dict[int, Mutant] = {}
        self.survivors: list[Mutant] = []
        self.failed: set[str] = set()
        self.took: dict[str, float] = defaultdict(float)
        self.reached: dict[tuple[str, int], set[str]] = defaultdict(set)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took[report.nodeid] += report.duration
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.write_down_lines(session)
        items = {item.nodeid: item for item in session.items}
        for path in sorted({mutant.path for mutant in self.chosen}):
            text, file = (self.root / path).read_text(), str(self.root / path)
            living = living_functions(file)
            before = functions_in(compile(text, file, "exec"))
            for mutant, tree in mutants(path, text):
                if mutant in self.chosen:
                    swaps = functions_to_swap(
                        living, before, functions_in(compile(tree, file, "exec"))
                    )
                    tests = [items[name] for name in self.tests_of(mutant)]
                    self.start(mutant, tests, swaps)
        while self.running:
            self.hear()
        return True

    def write_down_lines(self, session: pytest.Session) -> None:
        paths = {str(self.root / mutant.path) for mutant in self.chosen}
        seen = coverage.Coverage(data_file=None, include=paths, config_file=False)
        seen.start()
        caches = function_caches()
        for item in session.items:
            clear_caches(caches)  # what an earlier test left would hide the lines of this one
            seen.switch_context(item.nodeid)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=session)
        seen.stop()
        for path in paths:
            short = str(Path(path).relative_to(self.root))
            for line, names in seen.get_data().contexts_by_lineno(path).items():
                self.reached[short, line] = set(names) - {""} - self.failed

    def tests_of(self, mutant: Mutant) -> Iterator[str]:
        """The fastest tests that reach it, within the time limit."""
        left = MOST
        reaching = set().union(*(self.reached[mutant.path, n] for n in mutant.lines))
        for name in sorted(reaching, key=lambda name: self.took[name]):
            left -= self.took[name]
            if left < 0:
                return
            yield name

    def start(
        self, mutant: Mutant, tests: list[pytest.Item], swaps: list[tuple[FunctionType, CodeType]]
    ) -> None:
        if len(self.running) == self.jobs:
            self.hear()
        if child := os.fork():
            self.running[child] = mutant
            return
        signal.alarm(int(20 + 3 * sum(self.took[test.nodeid] for test in tests)))
        try:
            os._exit(self.noticed(tests, swaps))
        finally:
            os._exit(1)

    def noticed(self, tests: list[pytest.Item], swaps: list[tuple[FunctionType, CodeType]]) -> bool:
        from tests.scenes import KEPT  # it loads models, which want Django's settings

        self.failed.clear()
        clear_caches(function_caches())  # they hold what the code said before
        KEPT.clear()  # and so do the rows of scenes
        for function, code in swaps:
            function.__code__ = code
        for test in tests:
            plugins = test.config.pluginmanager
            if plugins.has_plugin("terminalreporter"):
                plugins.unregister(name="terminalreporter")
            test.ihook.pytest_runtest_protocol(item=test, nextitem=test.session)
            if self.failed:
                return True
        return False

    def hear(self) -> None:
        child, status = os.wait()
        mutant = self.running.pop(child)
        if status == 0:
            self.survivors.append(mutant)
            print(f"\nsurvived, line {mutant.lines[0]}: {mutant}", flush=True)


def living_functions(path: str) -> dict[object, list[FunctionType]]:
    found = defaultdict(list)
    gc.unfreeze()  # a test may have loaded a server, which freezes what it has loaded
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename == path:
            found[identity_of(each.__code__)].append(each)
    return found


def identity_of(code: CodeType) -> object:
    return code.co_qualname, code.co_firstlineno, tuple(code.co_positions())


def functions_in(code: CodeType) -> dict[Name, list[CodeType]]:
    """Every function of a module, lambdas too, in the order of the source."""
    found = defaultdict(list)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found[inner.co_qualname, inner.co_firstlineno].append(inner)
            for name, more in functions_in(inner).items():
                found[name] += more
    return found


def functions_to_swap(
    living: dict[object, list[FunctionType]],
    before: dict[Name, list[CodeType]],
    after: dict[Name, list[CodeType]],
) -> list[tuple[FunctionType, CodeType]]:
    return [
        (function, fitted)
        for name, olds in before.items()
        for old, new in zip(olds, after.get(name, ()), strict=False)
        for function in living.get(identity_of(old), ())
        if len((fitted := fit_freevars(new, old)).co_freevars) == len(old.co_freevars)
    ]


def fit_freevars(new: CodeType, old: CodeType) -> CodeType:
    """The new code with the function's free variables, where the mutant uses none: a method that
    no longer calls ``super()``.
    """
    return new if new.co_freevars else new.replace(co_freevars=old.co_freevars)
