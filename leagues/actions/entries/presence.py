"""Pause, withdraw and reinstate entries at any time; their results are kept."""

from enum import Enum

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions import act as acts
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.entries.entries import moved_up_are_not_drawn, refuse_finished
from leagues.actions.entries.waiting_list import move_up, name_of
from leagues.actions.play.calls import off_taken_boards
from leagues.actions.play.undo_cards import must_be_last
from leagues.actions.refusal import Stale, refuse_stale
from leagues.actions.undo_rows import not_over, put_back
from leagues.actions.verb import VERBS, Verb
from leagues.models import Action, Entry, Event, Match, MatchSide, Stage
from leagues.reads import format_of
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.entries.effects import Act, EffectFacts, acts_for, facts_of, state_of
from leagues.reads.play.walkover import AWARDED, award_points, walkover_in
from leagues.reads.state_marks import mark_of
from scoring.sides import Seat

STATE_AFTER = {
    Act.PAUSE: Entry.State.PAUSED,
    Act.RETURN: Entry.State.ACTIVE,
    Act.WITHDRAW: Entry.State.WITHDRAWN,
    Act.REINSTATE: Entry.State.ACTIVE,
    Act.ADMIT: Entry.State.ACTIVE,
}


class Unplayed(Enum):
    """How the remaining matches of a withdrawn entry end."""

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
    """Pause, withdraw or reinstate an entry. ``seen`` is the mark of the effects the desk saw."""
    with acts.act(by, event, VERBS[f"{act.value}_entry"], entry=entry.pk) as line:
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


def _preview_undo_presence(action: Action) -> str:
    data = action.details
    sentences = [
        _("Restores the state of %(name)s: %(state)s.")
        % {"name": data["name"], "state": Entry.State(data["before"]).label}
    ]
    if matches := data.get("matches"):
        text = ngettext(
            "Match %(matches)s will be played after all.",
            "Matches %(matches)s will be played after all.",
            len(matches),
        )
        sentences.append(text % {"matches": ", ".join(map(str, matches))})
    if names := data.get("moved_up_names"):
        text = _("%(names)s will be back on the waiting list.")
        sentences.append(text % {"names": ", ".join(names)})
    return " ".join(sentences)


def _ended_matches(action: Action) -> list[Match]:
    """The matches that ended because of the withdrawal."""
    numbers = action.details.get("matches") or []
    matches = Match.objects.filter(event=action.event_id, number__in=numbers)
    return list(matches.select_related("event", "pairing_round__stage__event"))


def _nothing_came_after(action: Action) -> None:
    for match in _ended_matches(action):
        must_be_last(action, match)


def _brackets_follow(_by: Who, action: Action) -> None:
    for stage in {match.pairing_round.stage for match in _ended_matches(action)}:
        sync_brackets(stage)


PRESENCE = put_back(
    _preview_undo_presence,
    not_over,
    _nothing_came_after,
    moved_up_are_not_drawn,
    since=later("Their state has changed since, so this can’t be undone."),
    fit=off_taken_boards,
    then=_brackets_follow,
    moves_tables=True,
)


PAUSE_ENTRY = Verb("pause_entry", later("Paused %(name)s."), PRESENCE)


RETURN_ENTRY = Verb("return_entry", later("Resumed %(name)s."), PRESENCE)


WITHDRAW_ENTRY = Verb("withdraw_entry", later("Withdrew %(name)s."), PRESENCE)


REINSTATE_ENTRY = Verb("reinstate_entry", later("Reinstated %(name)s."), PRESENCE)


ADMIT_ENTRY = Verb("admit_entry", later("Admitted %(name)s from the waiting list."), PRESENCE)


def _end_matches(facts: EffectFacts, entry: Entry, unplayed: Unplayed) -> list[int]:
    """End the open matches of this entry against one other, and update the brackets."""
    if unplayed is Unplayed.LEFT or not facts.closable:
        return []
    matches = list(
        Match.objects.filter(pk__in=[match.pk for match in facts.closable])
        .select_related("pairing_round__stage__event")
        .prefetch_related("sides__entries")
    )
    brackets = {stage for stage in map(_stage_of, matches) if has_bracket(stage)}
    now = timezone.now()
    sides: list[MatchSide] = []
    for match in matches:
        match.state = Match.State.FINISHED
        match.finished_at = now
        # A bracket needs a winner.
        if unplayed is Unplayed.WALKOVER or _stage_of(match) in brackets:
            sides += _walk_over(match, entry)
        else:
            match.ending = Match.Ending.WITHDRAWN
            match.winner = None
    Match.objects.bulk_update(matches, ["state", "ending", "winner", "finished_at"])
    MatchSide.objects.bulk_update(sides, AWARDED)
    for stage in sorted(brackets, key=lambda stage: stage.number):
        sync_brackets(stage)
    return [match.number for match in facts.closable]


def _stage_of(match: Match) -> Stage:
    return match.pairing_round.stage


def _walk_over(match: Match, entry: Entry) -> list[MatchSide]:
    """Give the match to the other side as a walkover, with the points that pays."""
    sides = list(match.sides.all())
    (stays,) = (s.seat for s in sides if entry not in s.entry_list)
    points = walkover_in(_stage_of(match), Seat(stays))
    award_points(sides, points, format_of(match), stays)
    match.winner = stays
    match.ending = Match.Ending.WALKOVER
    return sides
