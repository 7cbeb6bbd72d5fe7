"""A snapshot of all rows, to check that an undo restores each of them."""

from collections.abc import Callable
from typing import Any

import time_machine
from django.apps import apps
from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.log.undo import may_ever, preview_undo, undo
from leagues.models import Action, DateChange, RoundReport, SentNews, TotalsReport
from tests.leagues.log.every_reader import read_the_log
from tests.leagues.log.undo_halls import last_action


def every_row() -> dict[str, list[dict[str, Any]]]:
    """All rows of the club except revisions and the log and reports, which an undo keeps."""
    models = apps.get_app_config("leagues").get_models(include_auto_created=True)
    rows = {
        model.__name__: sorted(
            model._base_manager.values(), key=lambda row: row[model._meta.pk.attname]
        )
        for model in models
        if model not in (Action, DateChange, RoundReport, SentNews, TotalsReport)
    }
    for row in (*rows["Event"], *rows["League"]):
        del row["revision"]
    for row in rows["Club"]:
        del row["texts_revision"]
    for row in rows["DatedMatch"]:
        del row["settled_at"]  # an undo does not reset it
    return rows


def goes_back_and_forth(by: Who, verb: str, act: Callable[[], object]) -> None:
    """Check that undo and redo restore all rows. The clock is stopped, because what is drawn begins
    later with each minute that it waits.
    """
    with time_machine.travel(timezone.now(), tick=False):
        _go_back_and_forth(by, verb, act)


def _go_back_and_forth(by: Who, verb: str, act: Callable[[], object]) -> None:
    before = every_row()
    act()
    after = every_row()
    assert after != before, "the act did nothing"
    read_the_log()

    undone = undo(by=by, action=last_action(verb))
    assert every_row() == before
    assert may_ever(undone)

    assert preview_undo(undone) == "What this undid will count again."
    again = undo(by=by, action=undone)
    assert every_row() == after

    undo(by=by, action=again)
    assert every_row() == before
    read_the_log()
