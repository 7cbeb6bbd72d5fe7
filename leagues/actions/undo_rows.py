"""Undo by restoring rows: describe the effect, then apply it."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import refuse_finished_event, write_line
from leagues.actions.refusal import Refused
from leagues.actions.row_snapshot import (
    Change,
    Columns,
    are_as_left,
    are_needed,
    invert_changes,
    lack_what_they_refer_to,
    put_rows_back,
)
from leagues.actions.verb import VERBS, Undo, Verb
from leagues.models import Action, Club, Event, League, Stage
from leagues.reads.log.facts import fill_sentence, names_of_facts

GONE = later("This has changed since, so it can’t be undone.")
CHANGED = later("This has been changed again since.")
NEEDED = later("Something else now depends on it.")


Check: TypeAlias = Callable[[Action], object]
"""Raises ``Refused`` if such an act can't be undone at present."""


def put_back(
    preview: Promise | Callable[[Action], str],
    *unless: Check,
    since: Promise = CHANGED,
    fit: Callable[[Sequence[Change]], list[Change]] = list,
    then: Callable[[Who, Action], object] | None = None,
    moves_tables: bool = False,
) -> Undo:
    """An ``Undo`` that restores the rows that the act saved, if no one has changed them since.

    ``since`` is the refusal if they have changed. ``fit`` adapts rows that no longer fit, and
    ``then`` runs after the line is written, for the consequences. When an undo is itself undone,
    the checks get the original act.
    """

    def sentence(action: Action) -> str:
        act = first_undone(action)
        for check in unless:
            check(act)
        rows = action.details["rows"]
        if not are_as_left(rows) or lack_what_they_refer_to(rows):
            raise Refused(fill_sentence(since, act.details))
        if are_needed(rows):
            raise Refused(NEEDED)
        return preview(act) if callable(preview) else fill_sentence(preview, act.details)

    def do(by: Who, action: Action) -> None:
        rows = fit(action.details["rows"])
        try:
            with transaction.atomic():
                put_rows_back(rows)
        except IntegrityError as taken:
            raise Refused(since) from taken
        log_undo(by, action, rows=invert_changes(rows))
        if then:
            then(by, first_undone(action))

    return Undo(sentence, do, moves_tables=moves_tables, keeps="rows")


def first_undone(action: Action) -> Action:
    """The original action of a chain of undos, with the rows of the last one."""
    first = action
    while first.verb == "undo" and first.undoes:
        first = first.undoes
    first.details["rows"] = action.details["rows"]
    return first


def rows_back(action: Action, of: str = "") -> dict[int, Columns]:
    """The columns that undo restores, by key of the row; empty for rows that it deletes.

    ``of`` is the model's name, needed for acts that saved rows of several models.
    """
    return {
        pk: was or {}
        for model, keys, was, _now in action.details["rows"]
        if of in ("", model)
        for pk in keys
    }


def log_undo(by: Who, action: Action, **facts: Any) -> None:
    """Write the log line of an undo whose act has no verb for it."""
    if "match" in action.details:
        facts["match"] = action.details["match"]
    write_line(by, done_to(action), UNDO, **undo_facts(action), **facts)


def done_to(action: Action) -> Event | League | Club:
    """The event, league or club to whose log the action belongs."""
    if action.event:
        return action.event
    league = League.objects.filter(pk=action.details.get("league")).first()
    return league or action.club


def facts_as_before(action: Action) -> str:
    """The sentence that lists the details which undo restores."""
    return _("Restores: %(what)s.") % {"what": names_of_facts(action.details["before"])}


def undo_facts(action: Action) -> dict[str, Any]:
    """Log data of an undo: the verb that it undoes, and that line's facts."""
    facts = {key: value for key, value in action.details.items() if key not in WHOLE}
    return {"undone": action.verb, "line": facts}


WHOLE = frozenset(
    {
        "stood",
        "paper",
        "before",
        "was",
        "now",
        "order",
        "given",
        "removed",
        "released",
        "joined",
        "rows",
    }
)
"""Facts that a line keeps only for its undo; the undo's line doesn't repeat them."""


def stage_of(action: Action) -> Stage:
    """The stage of a log line, as it is now; not locked.

    The page that previews an undo has no transaction, and ``undo`` has locked the event.
    """
    data = action.details
    event = event_of(action)
    refuse_finished_event(event)
    stages = Stage.objects.filter(event=event)
    stage = (
        stages.filter(pk=data["stage_id"]).first()
        if "stage_id" in data
        else stages.filter(name=data.get("stage")).first()
    )
    if stage is None:
        raise Refused(_("This stage no longer exists."))
    stage.event = event
    return stage


def event_of(action: Action) -> Event:
    """The event as it is now."""
    assert action.event_id is not None
    return Event.objects.select_related("club").get(pk=action.event_id)


def not_over(action: Action) -> None:
    refuse_finished_event(event_of(action))


def nothing_since(action: Action, verbs: Collection[str], **about: Any) -> None:
    """Refuse undo if a later act with one of these verbs builds on this one and isn't undone."""
    beside = Action.objects.filter(event=None, club=action.club_id)
    of_event = Action.objects.filter(event=action.event_id)
    since = (of_event if action.event_id else beside).filter(
        pk__gt=action.pk,
        verb__in=verbs,
        undone_by=None,
        **{f"details__{name}": value for name, value in about.items()},
    )
    since = since.exclude(undoes__isnull=False)  # else SQLite reads all other lines
    if last := since.order_by("-pk").first():
        raise Refused("", built_upon=last)


def is_unchanged(kept: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether all values that a line saved are still the current ones, compared as JSON."""
    plain = json.loads(json.dumps(dict(now), cls=DjangoJSONEncoder))
    return all(plain.get(name) == value for name, value in kept.items())


def _original_undo(action: Action) -> Undo:
    """The ``Undo`` of the original act, which restores it when its undo is undone."""
    how = VERBS[first_undone(action).verb].undo
    assert isinstance(how, Undo)
    return how


def _preview_redo(action: Action) -> str:
    _original_undo(action).preview(action)
    return _("What this undid will count again.")


def _redo(by: Who, action: Action) -> None:
    _original_undo(action).do(by, action)


UNDO = Verb(
    "undo",
    later("Undid: %(line)s"),
    Undo(
        _preview_redo,
        _redo,
        moves_tables=True,
        keeps="rows",
        not_kept=later(
            "This line undid something. To restore it, do it again the way it was done before."
        ),
    ),
)
