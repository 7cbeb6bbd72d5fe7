"""Corrections of results that stood already, and moved somebody in a league's table."""

from dataclasses import dataclass
from typing import Any

from leagues.models import Action, Entry, League, Match, Surface

CORRECTS = ("correct_match", "enter_totals")
SEEN = "see_correction"


@dataclass(frozen=True)
class MovedPlace:
    """Somebody whose place a correction changed."""

    name: str
    before: int
    after: int


@dataclass(frozen=True)
class CorrectionSeen:
    """A correction that whoever runs the league has not looked at yet."""

    action: Action
    moved: tuple[MovedPlace, ...]
    match: Match | None
    """With its names, its week, and of a meeting which of its boards it is."""


def corrections(league: League) -> list[CorrectionSeen]:
    """The last one first."""
    seen = Action.objects.filter(
        club=league.club_id, event=None, verb=SEEN, said__league=league.pk, undone_by=None
    ).values_list("said__correction", flat=True)
    done = Action.objects.filter(
        event=league.event_id, verb__in=CORRECTS, undone_by=None, said__has_key="moved"
    )
    found = done.exclude(pk__in=list(seen)).order_by("-pk")
    shown = list(found.select_related("user__player", "player", "club", "event"))
    names = _names(each.said["moved"] for each in shown)
    matches = _matches(league, {each.said["match"] for each in shown})
    return [
        CorrectionSeen(
            each,
            tuple(
                MovedPlace(names[entry], before, after)
                for entry, before, after in each.said["moved"]
            ),
            matches.get(each.said["match"]),
        )
        for each in shown
    ]


def _matches(league: League, numbers: set[int]) -> dict[int, Match]:
    found = Match.objects.filter(event=league.event_id, number__in=numbers)
    named = found.with_sides().select_related("dated__week", "team_board")
    return {match.number: match for match in named}


def _names(moved: Any) -> dict[int, str]:
    keys = {entry for of_one in moved for entry, *_places in of_one}
    entries = Entry.objects.named().filter(pk__in=keys)
    return {entry.pk: entry.shown_on(Surface.DESK) for entry in entries}
