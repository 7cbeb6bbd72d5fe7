"""Planning an event: what it is, when and where; and the bin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.drawing.boards import WasAt, give_boards
from leagues.actions.log import record
from leagues.actions.meanwhile import same_as
from leagues.actions.planning.events import create_event
from leagues.actions.playing.times import set_times
from leagues.bridge import Sheet, sheet_of
from leagues.bridge.rules.plans import plan_of
from leagues.bridge.rules.suits import fitted
from leagues.models import Board, Club, Event, Match, Stage
from leagues.stages.plan import StagePlan, row_of

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


class TooLate(Exception):
    """These parts may no longer change."""

    def __init__(self, parts: Iterable[str]) -> None:
        super().__init__(", ".join(sorted(parts)))
        self.parts = frozenset(parts)


class BoardInUse(Exception):
    """A board that was to go, and somebody is at it; the sentence says who."""


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
    """Plan an event with all its stages."""
    event = create_event(
        by=by, club=club, sheet=sheet, boards=boards_numbered(club, boards), **facts
    )
    Stage.objects.bulk_create(
        Stage(event=event, number=number, **row_of(fitted(plan, event.sides)))
        for number, plan in enumerate(stages, start=1)
    )
    return event


def boards_numbered(club: Club, numbers: Iterable[int]) -> list[Board]:
    """The club's boards with these numbers; one that nobody has used yet is added."""
    wanted = sorted(set(numbers))
    Board.objects.bulk_create(
        (Board(club=club, number=number) for number in wanted), ignore_conflicts=True
    )
    return list(club.boards.filter(number__in=wanted))


def state_of(event: Event) -> dict[str, Any]:
    """All that ``change_event`` may change, as it stands."""
    boards = event.boards.order_by("number").values_list("number", flat=True)
    facts = {name: getattr(event, name) for name in FACTS}
    return facts | {"rules": sheet_of(event).to_dict(), "boards": list(boards)}


def fixed_facts(event: Event) -> frozenset[str]:
    """What may no longer change: sides once somebody has entered, rules once a match is called."""
    begun = event.matches.exclude(state=Match.State.PLANNED)
    if begun.exclude(ending=Match.Ending.BYE).exists():
        return frozenset({"sides", "rules"})
    return frozenset({"sides"} if event.entries.exists() else ())


@transaction.atomic
def change_event(
    *,
    by: Who,
    event: Event,
    seen: str,
    sheet: Sheet,
    boards: Iterable[int],
    facts: Mapping[str, Any],
) -> int:
    """Change what an event is. The log says what it was before.

    Where its boards change, matches to come that had one of the old get another: how many
    is returned.
    """
    event = Event.objects.select_for_update().get(pk=event.pk)
    before = state_of(event)
    same_as(seen, before)
    numbers = sorted(set(boards))
    after = {**facts, "rules": sheet.to_dict(), "boards": numbers}
    changed = {name: old for name, old in before.items() if old != after[name]}
    if late := fixed_facts(event) & changed.keys():
        raise TooLate(late)
    if not changed:
        return 0
    Event.objects.filter(pk=event.pk).update(**facts, rules=after["rules"])
    if "sides" in changed:
        _seat_heats_anew(event, facts["sides"])
    moved: list[WasAt] = []
    if "boards" in changed:
        _nobody_is_at(event, numbers)
        event.boards.set(boards_numbered(event.club, numbers))
        moved = give_boards(event)
    event.refresh_from_db()
    set_times(event)
    event.touch()
    record(
        by=by,
        verb="change_event",
        club=event.club,
        event=event,
        before=changed,
        after={name: after[name] for name in changed},
        moved=moved,
    )
    return len(moved)


def _nobody_is_at(event: Event, staying: Iterable[int]) -> None:
    """Refuse to take a board away to which somebody has been sent."""
    going = event.boards.exclude(number__in=list(staying))
    there = event.matches.at_a_board().filter(board__in=going)
    if match := there.select_related("board").first():
        assert match.board
        raise BoardInUse(
            _("Match %(n)s is at board %(board)s: move it first, or put it back.")
            % {"n": match.number, "board": match.board.number}
        )


def _seat_heats_anew(event: Event, sides: str) -> None:
    for stage in event.stages.all():
        row = row_of(fitted(plan_of(stage), sides))
        Stage.objects.filter(pk=stage.pk).update(options=row["options"])


@transaction.atomic
def bin_event(*, by: Who, event: Event) -> None:
    """Put an event in the bin. Nobody sees it there; nothing of it is lost."""
    here = Event.objects.filter(pk=event.pk, binned_at=None)
    if here.update(binned_at=timezone.now()):
        _tell(by, event, "bin_event")


@transaction.atomic
def restore_event(*, by: Who, event: Event) -> None:
    binned = Event.objects.filter(pk=event.pk).exclude(binned_at=None)
    if binned.update(binned_at=None):
        _tell(by, event, "restore_event")


def _tell(by: Who, event: Event, verb: str) -> None:
    event.touch()
    record(by=by, verb=verb, club=event.club, event=event, name=event.name)
