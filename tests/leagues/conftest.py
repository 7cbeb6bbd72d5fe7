"""Fixtures and checks for all tests of rows and pages."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.db.models.sql.compiler import SQLCompiler
from django.test import Client
from django.test.client import ClientHandler

from leagues.actions import log_writer
from leagues.actions.rehearsal import background
from leagues.actions.webhook_queue import queue_deliveries
from leagues.models import Action
from tests.cast import Cast, make_cast
from tests.leagues.log.every_reader import read_line
from tests.page_messages import silent_page
from tests.process_memory import forget_all
from tests.scenes import scene
from tests.strict_sqlite import be_strict

be_strict()


@pytest.fixture(autouse=True)
def forget_attempts() -> None:
    """Clear the cached counts of attempts, so that each test starts without any."""
    forget_all()


def refusing_locks_outside(as_sql: Callable[..., Any]) -> Callable[..., Any]:
    """Fail on row locks outside a transaction, as PostgreSQL does in a request.

    A test runs in a transaction, which would hide the error, and SQLite has no row locks.
    """

    def checked(compiler: SQLCompiler, *args: Any, **kwargs: Any) -> Any:
        if compiler.query.select_for_update:
            blocks = compiler.connection.atomic_blocks
            if all(getattr(block, "_from_testcase", False) for block in blocks):
                raise transaction.TransactionManagementError(
                    "select_for_update outside of a transaction of the site's own"
                )
        return as_sql(compiler, *args, **kwargs)

    return checked


@pytest.fixture(autouse=True)
def rows_are_locked_in_transactions_only(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = refusing_locks_outside(SQLCompiler.as_sql)
    monkeypatch.setattr(SQLCompiler, "as_sql", checked)


@pytest.fixture(autouse=True)
def every_act_has_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the page after each form of a test shows a message."""
    ask = ClientHandler.__call__

    def checked(handler: ClientHandler, environ: dict[str, Any]) -> Any:
        answer = ask(handler, environ)
        assert not silent_page(answer), f"{silent_page(answer)}: done without a word"
        return answer

    monkeypatch.setattr(ClientHandler, "__call__", checked)


@pytest.fixture(autouse=True)
def every_line_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that every reader of the log can read each line that a test writes."""

    def checked(action: Action) -> None:
        read_line(action)
        queue_deliveries(action)

    monkeypatch.setattr(log_writer, "queue_deliveries", checked)


@pytest.fixture(autouse=True)
def nothing_plays_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not start the thread that plays rehearsals: tests play them in their own connection."""
    monkeypatch.setattr(background.THREAD, "start", lambda: None)


@scene
def cast(db: None) -> Cast:
    return make_cast()


@scene
def ann(cast: Cast) -> Client:
    """The organiser's browser."""
    return cast.browser_of("ann")
