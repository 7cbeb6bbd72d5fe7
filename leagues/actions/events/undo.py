"""Undoing what an event is: its facts, its day, its stages, and the bin."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.events.boards import give_boards, take_to
from leagues.actions.events.events import bin_event
from leagues.actions.events.plan import fixed_facts, refuse_taken
from leagues.actions.events.released_boards import release_boards, take_boards_again
from leagues.actions.events.stages import columns_of
from leagues.actions.events.times import set_times
from leagues.actions.refusal import Refused
from leagues.actions.undoable import (
    GONE,
    Check,
    event_of,
    facts_as_before,
    not_over,
    nothing_since,
    put_back,
    rows_back,
    stage_of,
)
from leagues.actions.verb import Undo
from leagues.models import Action, Event, Stage
from leagues.reads.events.plans import plan_of, progress_of
from leagues.reads.log.facts import filled
from leagues.stages.changes import too_late

# --- The event --------------------------------------------------------------------------


def _create_says(action: Action) -> str:
    event = event_of(action)
    if event.binned_at is not None:
        raise Refused(_("This event is already in the bin."))
    return _("%(event)s will be moved to the bin, with everything in it.") % {
        "event": event
    }


def _undo_create(by: Who, action: Action) -> None:
    bin_event(by=by, event=event_of(action))


def _may_still_change(action: Action) -> None:
    if fixed_facts(event_of(action)) & action.said["before"].keys():
        raise Refused(_("Play has begun, so this can no longer be changed."))


def _nobody_is_at_them(action: Action) -> None:
    """Nobody may have been sent to a board that would go."""
    made = [
        columns["board_id"]
        for name, _keys, was, columns in action.said["rows"]
        if name == "event_boards" and was is None and columns
    ]
    refuse_taken(event_of(action), made)


def matches_follow(_by: Who, action: Action) -> None:
    """Take matches to come back to the boards they had before these were changed."""
    event = event_of(action)
    take_to(event, action.said["moved"])
    give_boards(event)
    set_times(event)


# --- Its stages -------------------------------------------------------------------------

ORDER = ("add_stage", "plan_stage", "move_stage", "remove_stage")
"""Acts that change which stage comes when: undone from the last one back."""


def _planned_or(why_not: Promise) -> Check:
    """Nothing may hang on the stages that changed, and nobody may have moved one since."""

    def check(action: Action) -> None:
        nothing_since(action, ORDER)
        not_over(action)
        event = event_of(action)
        progress = progress_of(event)
        stages = event.stages.filter(pk__in=rows_back(action))
        if not all(progress[stage.pk].is_planned for stage in stages):
            raise Refused(filled(why_not, action.said))

    return check


def _has_not_come_too_far(action: Action) -> None:
    stage = stage_of(action)
    changed = Stage(**columns_of(stage) | rows_back(action).get(stage.pk, {}))
    progress = progress_of(stage.event)[stage.pk]
    if too_late(plan_of(stage), plan_of(changed), progress):
        raise Refused(_("Too much has been played to change this stage that way."))


# --- Its day, and the bin ---------------------------------------------------------------


def _nobody_has_begun(action: Action) -> None:
    event = event_of(action)
    if event.state == Event.State.RUNNING and event.matches.begun().exists():
        raise Refused(_("Play has already begun."))


def _boards_follow(_by: Who, action: Action) -> None:
    event = event_of(action)
    if event.binned_at is None:
        take_boards_again(event)
    else:
        release_boards(event)


CREATE = Undo(_create_says, _undo_create)
CHANGE = put_back(
    facts_as_before, _may_still_change, _nobody_is_at_them, then=matches_follow
)
START = put_back(
    later("The event will be planned again, not running."),
    _nobody_has_begun,
    since=GONE,
    then=lambda _by, action: set_times(event_of(action)),
)
BIN = put_back(
    later("The event will be restored from the bin."), since=GONE, then=_boards_follow
)
RESTORE = put_back(
    later("The event will be moved back to the bin."), since=GONE, then=_boards_follow
)
PLAN_STAGE = put_back(
    later("%(stage)s will be removed from the plan."),
    _planned_or(later("%(stage)s has already been opened.")),
)
MOVE_STAGE = put_back(
    later("%(stage)s will move back to its earlier place in the plan."),
    _planned_or(later("%(stage)s can’t be moved.")),
)
REMOVE_STAGE = put_back(
    later("%(stage)s will be back in the plan."),
    _planned_or(later("A later stage has already been opened.")),
)
CHANGE_STAGE = put_back(
    facts_as_before,
    _has_not_come_too_far,
    then=lambda _by, action: set_times(event_of(action)),
)
