"""The verbs of an event's plan: how the log says them, and how they are undone."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.actions.events import undo
from leagues.actions.verb import Verb
from leagues.dates import date_format
from leagues.reads.log.facts import LogFacts, changed_facts


def _changed(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return _("Changed the event: %(what)s.")


def _changed_stage(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return _("Changed %(stage)s: %(what)s.")


def _started(facts: LogFacts) -> str:
    if "planned_for" not in facts["said"]:
        return _("Started the event.")
    day = date.fromisoformat(facts["said"]["planned_for"])
    facts["day"] = date_format(day, "D j M Y")
    return _("Started the event, which was planned for %(day)s.")


VERBS = (
    Verb("create_event", later("Planned %(name)s."), undo.CREATE),
    Verb("change_event", _changed, undo.CHANGE),
    Verb("start_event", _started, undo.START),
    Verb("bin_event", later("Moved the event to the bin."), undo.BIN),
    Verb("restore_event", later("Restored the event from the bin."), undo.RESTORE),
    Verb(
        "reopen_event",
        later("Reopened the event."),
        later("Finish the event again, under Advance."),
    ),
    Verb("add_stage", later("Added the stage %(stage)s."), undo.PLAN_STAGE),
    Verb("plan_stage", later("Added the stage %(stage)s."), undo.PLAN_STAGE),
    Verb("change_stage", _changed_stage, undo.CHANGE_STAGE),
    Verb("move_stage", later("Moved the stage %(stage)s."), undo.MOVE_STAGE),
    Verb("remove_stage", later("Removed the stage %(stage)s."), undo.REMOVE_STAGE),
    Verb(
        "promise_seed",
        later("Promised the draw seed. Its hash is %(promise)s."),
        later("The promise is public, so it can’t be undone."),
    ),
)
