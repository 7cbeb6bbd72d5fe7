"""How often what a calendar names was moved, and when last: told by the log.

An undo is a line of the log too, so the count never goes back, as calendars require.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from django.db.models import QuerySet

from leagues.models import Action, League

SHOWN = {
    "league": {"name", "place", "zone"},
    "night": {"on", "at", "name", "place", "is_cancelled", "reason", "league_id"},
    "event": {"name", "starts_at", "place", "zone"},
    "datedmatch": {"week_id", "due_on", "on", "at", "place"},
    "match": {"ending"},
    "putoff": {"until"},
}
"""The columns of which a calendar shows something."""
OF_EVENTS = (
    "change_event",
    "start_event",
    "move_with_night",
    "put_off_match",
    "answer_date",
    "fix_date",
    "move_matches",
    "forfeit_match",
    "void_match",
    "settle_match",
    "leave_league",
    "undo",
)
"""Acts that move events or matches; their logs are long, and mostly of rounds."""
WITH_NIGHT = "move_with_night"
PUT_OFF = "putoff"


@dataclass(frozen=True)
class MovesInLog:
    times: int
    last: datetime


MovedRows: TypeAlias = Mapping[tuple[str, int], MovesInLog]


def moves_of_leagues(leagues: Collection[League]) -> MovedRows:
    """Of the leagues themselves and their nights."""
    keys = [league.pk for league in leagues]
    beside = Action.objects.filter(event=None, said__league__in=keys)
    return _count(beside.filter(said__has_key="rows"))


def moves_of_events(events: Collection[int | None]) -> MovedRows:
    """Of these events, and of the dated matches in them."""
    return _count(Action.objects.filter(event__in=events, verb__in=OF_EVENTS))


def _count(lines: QuerySet[Action]) -> MovedRows:
    found: dict[tuple[str, int], MovesInLog] = {}
    told = lines.order_by("pk").values_list("verb", "event", "at", "said")
    for verb, event, at, said in told:
        for row in set(moved_rows(verb, event, said)):
            before = found.get(row)
            found[row] = MovesInLog(1 + before.times if before else 1, at)
    return found


def moved_rows(verb: str, event: int | None, said: dict[str, Any]) -> Iterable[tuple[str, int]]:
    """The rows that one line moved, of those that a calendar shows."""
    if verb == WITH_NIGHT and event is not None:
        yield "event", event
    rows = said.get("rows", ())
    if isinstance(rows, int):
        return  # close_league wrote how many places there were, until December 2026
    for model, keys, was, now in rows:
        changed = was or now or {}
        if not SHOWN.get(model, set()) & changed.keys():
            continue
        if model == PUT_OFF:
            yield ("datedmatch", changed["dated_id"])  # the match waits, or no longer does
            continue
        for key in keys:
            yield model, key


def moved(
    found: MovedRows, rows: Iterable[tuple[str, int]], since: datetime
) -> tuple[int, datetime]:
    """How often any of these rows was moved, and when last; ``since`` they stand."""
    here = [found[row] for row in rows if row in found]
    return sum(each.times for each in here), max([since, *(each.last for each in here)])
