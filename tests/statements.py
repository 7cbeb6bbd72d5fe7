"""Which statements each test sends to the database, and how few tests send all of them.

`pytest --note-statements FILE` notes them; `pytest --send-all-of FILE` runs the cheapest tests that
send every statement once, and those of which nothing was noted. `.ci/run` notes on SQLite and
sends on PostgreSQL. Two statements are the same where they differ in values alone, or in how many
rows they write. Only what the site sends is noted, and what fails: with which words a test looks
at rows or prepares them says nothing about the site.
"""

import heapq
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError
from django.db.backends.utils import CursorWrapper
from django.db.models.sql.compiler import SQLCompiler

TO = r"THEN (?:%s|NULL)"
ALIKE = {
    re.compile(r"%s(, %s)+"): "%s",
    re.compile(r"\(%s\)(, \(%s\))+"): "(%s)",
    # Rows that are updated in one statement, each to its own values.
    re.compile(rf"(WHEN \((\S+) = %s\)) {TO}(?: WHEN \(\2 = %s\) {TO})*"): r"\1",
    re.compile(r"(SAVEPOINT|LIMIT|OFFSET) \S+"): r"\1",
}
ROOT = Path(__file__).parents[1]
SITE = tuple(f"{ROOT / room}/" for room in ("leagues", "crokinole_site"))
TESTS = f"{ROOT / 'tests'}/"
# Files whose functions wrap every statement and send none.
AROUND = {__file__, f"{TESTS}leagues/conftest.py"}
LEAST = 0.02  # seconds that any test of rows takes
Noted = dict[str, tuple[float, list[str]]]


@cache
def digest_of(sql: str, more: str) -> str:
    for several, one in ALIKE.items():
        sql = several.sub(one, sql)
    return blake2b(f"{sql} {more}".encode(), digest_size=8).hexdigest()


def types_of(values: object) -> str:
    """The types of the values: PostgreSQL may refuse a type where SQLite takes any."""
    if not isinstance(values, Sequence):
        return ""
    names = (type(each).__name__ for each in values)
    return " ".join(dict.fromkeys(names))


def sent_by_the_site() -> bool:
    """Whether the site, not a test, sends the current statement."""
    frame: FrameType | None = sys._getframe(1)
    while frame := frame and frame.f_back:
        file = frame.f_code.co_filename
        if file.startswith(SITE):
            return True
        if file.startswith(TESTS) and file not in AROUND:
            return False
    return True


class Noting:
    """A pytest plugin, in each worker process."""

    def __init__(self, config: pytest.Config, file: str) -> None:
        self.file = Path(file)
        self.output = getattr(config, "workeroutput", None)
        self.took: dict[str, float] = {}
        self.sent: dict[str, dict[str, None]] = {}
        self.others: Noted = {}
        self.now: dict[str, None] = {}
        self.patches = ExitStack()
        self.patches.enter_context(note_statements(self.note))

    def note(self, statement: str) -> None:
        self.now[statement] = None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.now = self.sent.setdefault(item.nodeid, {})
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.skipped:
            took = self.took.get(report.nodeid, 0.0)
            self.took[report.nodeid] = took + report.duration

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.others |= json.loads(node.workeroutput.get("statements", "{}"))

    def pytest_sessionfinish(self) -> None:
        noted = {
            name: (self.took[name], list(sent))
            for name, sent in self.sent.items()
            if name in self.took
        }
        if self.output is not None:
            self.output["statements"] = json.dumps(noted)
        else:
            partly = self.file.with_suffix(".part")
            partly.write_text(json.dumps(self.others | noted))
            partly.replace(self.file)  # a process that waits for it finds the whole file


@contextmanager
def note_statements(note: Callable[[str], None]) -> Iterator[None]:
    """Note each statement that the site sends, also those that are refused."""

    def noted(send: Callable[..., Any]) -> Callable[..., Any]:
        def execute(cursor: CursorWrapper, sql: str, values: Any = None) -> Any:
            key = digest_of(sql, types_of(values))
            if sent_by_the_site():
                note(key)
            try:
                return send(cursor, sql, values)
            except DatabaseError:
                note(key)
                raise

        return execute

    compiled = SQLCompiler.as_sql

    def locked(compiler: SQLCompiler, *args: Any, **kwargs: Any) -> Any:
        sql, values = compiled(compiler, *args, **kwargs)
        # SQLite's statement says nothing of a lock.
        if compiler.query.select_for_update and sent_by_the_site():
            note(digest_of(sql, "FOR UPDATE"))
        return sql, values

    with (
        patch.multiple(
            CursorWrapper,
            execute=noted(CursorWrapper.execute),
            executemany=noted(CursorWrapper.executemany),
        ),
        patch.object(SQLCompiler, "as_sql", locked),
    ):
        yield


def cheapest_tests(noted: Mapping[str, tuple[float, Sequence[str]]]) -> set[str]:
    """Tests that together send every statement, chosen by new statements per second."""
    sent = {name: set(statements) for name, (_, statements) in noted.items()}
    costs = {name: max(LEAST, took) for name, (took, _) in noted.items()}
    waiting = [(-len(sent[name]) / costs[name], name) for name in sent]
    heapq.heapify(waiting)
    left = set().union(*sent.values())
    chosen = set()
    while left:
        _, name = heapq.heappop(waiting)
        worth = -len(sent[name] & left) / costs[name]
        if waiting and worth > waiting[0][0]:
            heapq.heappush(waiting, (worth, name))
            continue
        chosen.add(name)
        left -= sent[name]
    return chosen


def needless_tests(files: Sequence[str], items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Tests whose statements others send as well. A test that was not noted is needed."""
    noted: Noted = {}
    for file in files:
        noted |= json.loads(Path(file).read_text())
    needed = cheapest_tests(noted)
    return {
        each
        for each in items
        if each.nodeid in noted and each.nodeid not in needed and not is_transactional(each)
    }


def is_transactional(item: pytest.Item) -> bool:
    """Whether a test runs outside of a transaction, where locks and threads matter."""
    mark = item.get_closest_marker("django_db")
    return mark is not None and bool(mark.kwargs.get("transaction"))
