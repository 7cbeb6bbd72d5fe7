"""Plan an event with its stages, and change its settings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.date_changes import TELL, Telling, note_change
from leagues.actions.events.boards import WasAt, give_boards
from leagues.actions.events.events import create_event
from leagues.actions.events.times import matches_follow, set_times
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import event_of, facts_as_before, put_back
from leagues.actions.verb import Verb
from leagues.models import Action, Board, Club, Event, Stage
from leagues.reads import Sheet, sheet_of
from leagues.reads.events.fitting_formats import fit_to_sides, rank_by_wins
from leagues.reads.events.plans import plan_of
from leagues.reads.log.facts import LogFacts, changed_facts
from leagues.reads.messages.date_changes import date_facts
from leagues.reads.state_marks import mark_of
from leagues.stages.stage_plan import StagePlan, row_of

FACTS = (
    "name",
    "starts_at",
    "zone",
    "place",
    "sides",
    "visibility",
    "trust",
    "confirm_minutes",
    "entry_way",
    "game_minutes",
    "change_over_minutes",
)


@transaction.atomic
def plan_event(
    *,
    by: Who,
    club: Club,
    sheet: Sheet,
    boards: Iterable[int],
    stages: Sequence[StagePlan],
    facts: Mapping[str, Any],
) -> Event:
    """Create an event with all its stages."""
    event = create_event(
        by=by, club=club, sheet=sheet, boards=boards_numbered(club, boards), **facts
    )
    plans = [
        rank_by_wins(fit_to_sides(plan, event.sides, sheet.rule), sheet.rule) for plan in stages
    ]
    Stage.objects.bulk_create(
        Stage(event=event, number=number, **row_of(plan))
        for number, plan in enumerate(plans, start=1)
    )
    return event


def boards_numbered(club: Club, numbers: Iterable[int]) -> list[Board]:
    """The club's boards with these numbers; missing ones are created."""
    wanted = sorted(set(numbers))
    Board.objects.bulk_create(
        (Board(club=club, number=number) for number in wanted), ignore_conflicts=True
    )
    return list(club.boards.filter(number__in=wanted))


def state_of(event: Event) -> dict[str, Any]:
    """The current values of everything that ``change_event`` may change."""
    boards = event.boards.order_by("number").values_list("number", flat=True)
    facts = {name: getattr(event, name) for name in FACTS}
    return facts | {"rules": sheet_of(event).to_dict(), "boards": list(boards)}


def fixed_facts(event: Event) -> frozenset[str]:
    """Settings that can no longer change.

    ``sides`` is fixed by the first entry, ``rules`` by the first match that is called or that
    paid points.
    """
    if event.matches.played_or_paid().exists():
        return frozenset({"sides", "rules"})
    return frozenset({"sides"} if event.entries.exists() else ())


def change_event(
    *,
    by: Who,
    event: Event,
    seen: str,
    sheet: Sheet,
    boards: Iterable[int],
    facts: Mapping[str, Any],
    telling: Telling = TELL,
) -> int:
    """Change the settings of an event; returns how many planned matches moved to another board."""
    moved: list[WasAt] = []
    with act(by, event, CHANGE_EVENT) as line:
        event = line.on
        before, known = state_of(event), date_facts(event)
        refuse_stale(seen, mark_of(before))
        numbers = sorted(set(boards))
        after = {**facts, "rules": sheet.to_dict(), "boards": numbers}
        changed = {name: old for name, old in before.items() if old != after[name]}
        if event.rehearsal_of_id is not None and "visibility" in changed:
            raise Refused(_("Only organisers can see a rehearsal."))
        if fixed_facts(event) & changed.keys():
            raise Refused(_("Play has begun, so this can no longer be changed."))
        if not changed:
            line.drop()
            return 0
        line.keep(
            Event.objects.filter(pk=event.pk),
            Event.boards.through.objects.filter(event=event),
            event.stages.all(),
        )
        Event.objects.filter(pk=event.pk).update(**facts, rules=after["rules"])
        if changed.keys() & {"sides", "rules"}:
            _refit_stages(event, facts["sides"], sheet)
        if "boards" in changed:
            going = event.boards.exclude(number__in=numbers)
            refuse_taken(event, going.values_list("pk", flat=True))
            event.boards.set(boards_numbered(event.club, numbers))
            moved = give_boards(event, new={*numbers} - {*before["boards"]})
        event.refresh_from_db()
        set_times(event)
        line.say(before=changed, moved=moved)
        note_change(event, known, telling)
    return len(moved)


def _may_still_change(action: Action) -> None:
    if fixed_facts(event_of(action)) & action.details["before"].keys():
        raise Refused(_("Play has begun, so this can no longer be changed."))


def _refuse_boards_in_use(action: Action) -> None:
    """Refuse to undo a change of boards if a match has been called to one that would be removed."""
    made = [
        columns["board_id"]
        for name, _keys, was, columns in action.details["rows"]
        if name == "event_boards" and was is None and columns
    ]
    refuse_taken(event_of(action), made)


def _describe_change(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return _("Changed the event: %(what)s.")


CHANGE_EVENT = Verb(
    "change_event",
    _describe_change,
    put_back(facts_as_before, _may_still_change, _refuse_boards_in_use, then=matches_follow),
)


def refuse_taken(event: Event, boards: Iterable[int]) -> None:
    """Refuse to remove a board to which a match has been called."""
    there = event.matches.at_a_board().filter(board__in=list(boards))
    if match := there.select_related("board").first():
        assert match.board
        raise Refused(
            _("Match %(n)s is at board %(board)s. Move it to another board or undo its call first.")
            % {"n": match.number, "board": match.board.number},
            field="boards",
        )


def _refit_stages(event: Event, sides: str, sheet: Sheet) -> None:
    for stage in event.stages.all():
        row = row_of(fit_to_sides(plan_of(stage), sides, sheet.rule))
        Stage.objects.filter(pk=stage.pk).update(options=row["options"])
