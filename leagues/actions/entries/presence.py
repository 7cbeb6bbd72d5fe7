"""Late, paused, withdrawn, and back again: at any time, and nobody's results are lost."""

from __future__ import annotations

from enum import Enum

from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions import act as acts
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.entries.entries import refuse_finished
from leagues.actions.entries.waiting_list import move_up, name_of
from leagues.actions.refusal import Stale, refuse_stale
from leagues.models import Entry, Event, Match, MatchSide, Stage
from leagues.reads import format_of
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.entries.effects import Act, EffectFacts, acts_for, facts_of, state_of
from leagues.reads.marks import mark_of
from leagues.reads.play.walkover import AWARDED, award, walkover_in
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
    with acts.act(by, event, f"{act.value}_entry", entry=entry.pk) as line:
        event = line.on
        refuse_finished(event)
        entries = Entry.objects.named().select_related("event")
        entry = entries.get(pk=entry.pk, event=event)
        facts = facts_of(entry)
        refuse_stale(seen, mark_of(state_of(facts)))
        if act not in acts_for(facts) or act not in STATE_AFTER:
            raise Stale
        matches = [match.pk for match in facts.closable]
        line.keep(
            Entry.objects.filter(pk=entry.pk),
            event.entries.filter(state=Entry.State.WAITING),
            Match.objects.filter(pk__in=matches),
            MatchSide.objects.filter(match__in=matches),
        )
        line.say(name=name_of(entry), before=entry.state)
        entry.state = STATE_AFTER[act]
        entry.save(update_fields=["state"])
        if act is Act.WITHDRAW:
            ended = _end_matches(facts, entry, unplayed)
            line.say(unplayed=unplayed.value, matches=ended, **move_up(event))
    return entry


def _end_matches(facts: EffectFacts, entry: Entry, unplayed: Unplayed) -> list[int]:
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
    MatchSide.objects.bulk_update(sides, AWARDED)
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
    award(sides, points, format_of(match), stays)
    match.winner = stays
    match.ending = Match.Ending.WALKOVER
    return sides
