"""Which statements each test sends to the database, and how few tests send all of them.

`pytest --note-statements FILE` notes them; `pytest --send-all-of FILE` runs the cheapest tests that
send every statement once, and those of which nothing was noted. `.ci/run` notes on SQLite and
sends on PostgreSQL. Two statements are the same where they differ in values alone.
"""

from __future__ import annotations

import heapq
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.db.backends.utils import CursorWrapper
from django.db.models.sql.compiler import SQLCompiler

ALIKE = {
    re.compile(r"%s(, %s)+"): "%s",
    re.compile(r"\(%s\)(, \(%s\))+"): "(%s)",
    re.compile(r"(SAVEPOINT|LIMIT|OFFSET) \S+"): r"\1",
}
LEAST = 0.02  # seconds that any test of rows takes
Noted = dict[str, tuple[float, list[str]]]


@cache
def digest(sql: str, more: str) -> str:
    for several, one in ALIKE.items():
        sql = several.sub(one, sql)
    return blake2b(f"{sql} {more}".encode(), digest_size=8).hexdigest()


def types_of(values: object) -> str:
    """A value of another type may be refused where SQLite takes any."""
    if not isinstance(values, Sequence):
        return ""
    names = (type(each).__name__ for each in values)
    return " ".join(dict.fromkeys(names))


class Noting:
    """A plugin of pytest, in each of its processes."""

    def __init__(self, config: pytest.Config, file: str) -> None:
        self.file = Path(file)
        self.output = getattr(config, "workeroutput", None)
        self.took: dict[str, float] = {}
        self.sent: dict[str, dict[str, None]] = {}
        self.others: Noted = {}
        self.now: dict[str, None] = {}
        note_what_is_sent(self.note)

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
            if sent and name in self.took
        }
        if self.output is not None:
            self.output["statements"] = json.dumps(noted)
        else:
            partly = self.file.with_suffix(".part")
            partly.write_text(json.dumps(self.others | noted))
            partly.replace(self.file)  # whoever waits for it finds all of it


def note_what_is_sent(note: Callable[[str], None]) -> None:
    def noted(send: Callable[..., Any]) -> Callable[..., Any]:
        def execute(cursor: CursorWrapper, sql: str, values: Any = None) -> Any:
            note(digest(sql, types_of(values)))
            return send(cursor, sql, values)

        return execute

    compiled = SQLCompiler.as_sql

    def locked(compiler: SQLCompiler, *args: Any, **kwargs: Any) -> Any:
        sql, values = compiled(compiler, *args, **kwargs)
        if compiler.query.select_for_update:  # of which SQLite's statement says nothing
            note(digest(sql, "FOR UPDATE"))
        return sql, values

    patch.multiple(
        CursorWrapper,
        execute=noted(CursorWrapper.execute),
        executemany=noted(CursorWrapper.executemany),
    ).start()
    patch.object(SQLCompiler, "as_sql", locked).start()


def cheapest(noted: Mapping[str, tuple[float, Sequence[str]]]) -> set[str]:
    """Tests that together send every statement: each time the one that sends most new ones a second."""
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


def needless(file: str, items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Tests whose statements others send as well. What was not noted is needed."""
    noted = json.loads(Path(file).read_text())
    needed = cheapest(noted)
    return {
        each
        for each in items
        if each.nodeid in noted and each.nodeid not in needed and not commits(each)
    }


def commits(item: pytest.Item) -> bool:
    """Whether it runs outside of a transaction, where locks and threads show a difference."""
    mark = item.get_closest_marker("django_db")
    return mark is not None and bool(mark.kwargs.get("transaction"))
