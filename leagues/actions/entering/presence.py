"""Late, paused, withdrawn, and back again: at any time, and nobody's results are lost."""

from __future__ import annotations

from enum import Enum
from typing import Any

from django.db import transaction
from django.utils import timezone

from leagues.access import Who
from leagues.actions.entering.entries import EventOver, locked
from leagues.actions.entering.waiting import move_up, name_of
from leagues.actions.going_on.brackets import sync_brackets
from leagues.actions.log import record
from leagues.actions.meanwhile import ChangedMeanwhile, same_as
from leagues.bridge.following.effects import Act, Facts, acts_for, facts_of, state_of
from leagues.bridge.knockout.bracket_play import has_bracket
from leagues.bridge.rules.walkover import walkover_in
from leagues.models import Entry, Event, Match, MatchSide, Stage
from scoring.sides import Seat

STATE_AFTER = {
    Act.PAUSE: Entry.State.PAUSED,
    Act.RETURN: Entry.State.ACTIVE,
    Act.WITHDRAW: Entry.State.WITHDRAWN,
    Act.REINSTATE: Entry.State.ACTIVE,
    Act.ADMIT: Entry.State.ACTIVE,
}


class Unplayed(Enum):
    """What becomes of matches that somebody who withdraws can't play any more."""

    WALKOVER = "walkover"
    NOT_COUNTED = "not_counted"
    LEFT = "left"


@transaction.atomic
def change_presence(
    *,
    by: Who,
    event: Event,
    entry: Entry,
    act: Act,
    seen: str,
    unplayed: Unplayed = Unplayed.WALKOVER,
) -> Entry:
    """Pause, withdraw, or bring back. ``seen`` marks the effects the desk was shown."""
    event = locked(event)
    if event.state == Event.State.FINISHED:
        raise EventOver
    entry = Entry.objects.named().select_related("event").get(pk=entry.pk, event=event)
    facts = facts_of(entry)
    same_as(seen, state_of(facts))
    if act not in acts_for(facts) or act not in STATE_AFTER:
        raise ChangedMeanwhile
    before = entry.state
    entry.state = STATE_AFTER[act]
    entry.save(update_fields=["state"])
    said: dict[str, Any] = {"entry": entry.pk, "name": name_of(entry), "before": before}
    if act is Act.WITHDRAW:
        said |= {
            "unplayed": unplayed.value,
            "matches": _end_matches(facts, entry, unplayed),
        }
        said |= move_up(event)
    event.touch()
    record(by=by, verb=f"{act.value}_entry", club=event.club, event=event, **said)
    return entry


def _end_matches(facts: Facts, entry: Entry, unplayed: Unplayed) -> list[int]:
    """End every match that only this entry and one other are in, and tell the brackets."""
    if unplayed is Unplayed.LEFT or not facts.closable:
        return []
    matches = list(
        Match.objects.filter(pk__in=[match.pk for match in facts.closable])
        .select_related("pairing_round__stage__event")
        .prefetch_related("sides__entries")
    )
    brackets = {stage for stage in map(_stage, matches) if has_bracket(stage)}
    now = timezone.now()
    sides: list[MatchSide] = []
    for match in matches:
        match.state = Match.State.FINISHED
        match.finished_at = now
        # In a bracket somebody always goes on.
        if unplayed is Unplayed.WALKOVER or _stage(match) in brackets:
            sides += _walk_over(match, entry)
        else:
            match.ending = Match.Ending.WITHDRAWN
            match.winner = None
    Match.objects.bulk_update(matches, ["state", "ending", "winner", "finished_at"])
    MatchSide.objects.bulk_update(sides, ["points", "twenties"])
    for stage in sorted(brackets, key=lambda stage: stage.number):
        sync_brackets(stage)
    return [match.number for match in facts.closable]


def _stage(match: Match) -> Stage:
    return match.pairing_round.stage


def _walk_over(match: Match, entry: Entry) -> list[MatchSide]:
    """The other side wins, by what a walkover pays."""
    sides = list(match.sides.all())
    (stays,) = (s.seat for s in sides if entry not in s.entries.all())
    points = walkover_in(_stage(match), Seat(stays))
    for side in sides:
        side.points, side.twenties = points[side.seat], None
    match.winner = stays
    match.ending = Match.Ending.WALKOVER
    return sides
