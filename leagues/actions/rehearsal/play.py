"""Play the next step of a rehearsal: one act that an organiser or a helper would do."""

import logging

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.actions.advance.finish import finish_event
from leagues.actions.advance.ties import settle_by_shoot_out
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.draw_updates import mend_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.entries.entries import check_in
from leagues.actions.entries.presence import change_presence
from leagues.actions.events.events import start_event
from leagues.actions.events.times import set_times
from leagues.actions.phones.answers import as_sentence
from leagues.actions.play.calls import call_next, call_round
from leagues.actions.refusal import Refused
from leagues.actions.rehearsal.day import RehearsedDay
from leagues.actions.rehearsal.forced_tie import force_tie
from leagues.actions.rehearsal.matches import correct_card, play_match, play_round
from leagues.actions.rehearsal.true_rounds import entries_of, minutes_lost
from leagues.models import Entry, Event, Match, PairingRound, Rehearsal, Stage
from leagues.reads.advance.advancement import Tie, find_unsettled, passages_of
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.snapshot import snapshot_of
from leagues.reads.draw.draw_input import way_of
from leagues.reads.entries.effects import Act, acts_for, facts_of, state_of
from leagues.reads.state_marks import mark_of
from scoring.errors import ScoreError

State = Rehearsal.State
log = logging.getLogger(__name__)
TRIES = 3  # open 20s of each entry in a shoot-out


def play_step(pk: int, until: float | None = None) -> bool:
    """Play the next step in one transaction; False if none is due.

    ``until`` is the current minute of the rehearsal's clock, or None without a clock.
    """
    with transaction.atomic():
        playing = Rehearsal.objects.playing().select_for_update(of=("self",))
        rehearsal = playing.select_related("event__club", "by").filter(pk=pk).first()
        if rehearsal is None:
            return False
        day = RehearsedDay(rehearsal)
        if until is not None and _next_at(day) > until:
            return False
        try:
            with transaction.atomic():
                _do_step(day)
                day.keep()
        except (Refused, ScoreError) as trouble:
            _give_up(pk, as_sentence(trouble))
        except DatabaseError:  # unavailable or locked for a moment: the step is tried again
            raise
        except Exception:  # another try would also stop all other rehearsals
            log.exception("Rehearsal %s cannot go on", pk)
            _give_up(pk, _("This rehearsal was changed by hand. Start a new one."))
    return True


def _give_up(pk: int, problem: str) -> None:
    Rehearsal.objects.filter(pk=pk).update(state=State.STUCK, problem=problem)


def play_all(pk: int) -> None:
    """Play a whole rehearsal without a clock."""
    while play_step(pk):
        pass


def stop_rehearsal(rehearsal: Rehearsal) -> None:
    Rehearsal.objects.playing().filter(pk=rehearsal.pk).update(state=State.STOPPED)


def go_on(rehearsal: Rehearsal, speed: int) -> None:
    """Change the speed of a rehearsal from now on, or resume a stopped one."""
    here = Rehearsal.objects.filter(pk=rehearsal.pk, state__in=[State.PLAYING, State.STOPPED])
    here.update(
        state=State.PLAYING, speed=speed, clock_from=F("clock"), clock_set_at=timezone.now()
    )


def _next_at(day: RehearsedDay) -> float:
    """The minute of the next step: the next report, or now if the desk has to act."""
    return day.next_match[0] if day.progress["at"] else day.now


def _do_step(day: RehearsedDay) -> None:
    if day.event.state == Event.State.PLANNED:
        _begin_event(day)
    elif day.progress["at"]:
        _play_next(day)
    elif day.progress["to_correct"]:
        _correct_next(day)
    elif not bring_about(day):
        _go_on(day)


def _begin_event(day: RehearsedDay) -> None:
    """Pause late entries until they arrive, check in all others, and start the event."""
    pause_late(day)
    here = day.event.entries.filter(state=Entry.State.ACTIVE)
    check_in(by=day.by, event=day.event, entries=list(here.values_list("pk", flat=True)))
    start_event(by=day.by, event=day.event)


def _play_next(day: RehearsedDay) -> None:
    """Play the next report due; when a match ends, call the next one to its board."""
    at = day.progress["at"]
    now, key = day.next_match
    begin, end, reported = at[key]
    day.go_on_to(now)
    match = Match.objects.select_related("pairing_round__stage__event", "event").get(pk=key)
    if now < end:
        play_round(day, match, (begin, end), reported)
        at[key][2] += 1
        return
    entries = [entry for side in entries_of(match) for entry in side]
    if match.state != Match.State.FINISHED:
        play_match(day, match, (begin, end), reported)
    day.unseat(match, entries, end)
    if match.pairing_round.stage.is_queue:
        call_next(by=day.by, event=day.event)
    _seat_called(day)
    if not at:
        set_times(day.event)


def _seat_called(day: RehearsedDay) -> None:
    called = day.event.matches.filter(state=Match.State.CALLED)
    called = called.exclude(pk__in=[int(key) for key in day.progress["at"]])
    found = called.select_related("board", "pairing_round__stage").order_by("number")
    for match in found:
        entries = [entry for side in entries_of(match) for entry in side]
        day.seat(match, entries, minutes_lost(day, match))
        begin = day.progress["at"][str(match.pk)][0]
        Match.objects.filter(pk=match.pk).update(called_at=day.at(begin))


def _correct_next(day: RehearsedDay) -> None:
    pk = day.progress["to_correct"].pop(0)
    correct_card(day, Match.objects.select_related("event").get(pk=pk))


def _go_on(day: RehearsedDay) -> None:
    """Do the next task of the desk: settle a tie, draw, call, or finish the event."""
    for stage in day.event.stages.all():
        stage.event = day.event
        if stage.pk not in day.progress["complete"] and _go_on_in(day, stage):
            return
    if tie := next(iter(find_unsettled(snapshot_of(day.event)).ties), None):
        _settle_tie(day, day.event.stages.last(), tie)
        return
    finish_event(by=day.by, event=day.event)
    day.rehearsal.state = State.OVER


def _go_on_in(day: RehearsedDay, stage: Stage) -> bool:
    rounds = PairingRound.objects.filter(stage=stage).published()
    if not rounds.exists():
        if not (stage.opened_at or _settled_before(day, stage)):
            return True
        _draw_stage(day, stage)
        return True
    waiting = rounds.filter(matches__in=day.event.matches.unfinished())
    if first := waiting.distinct().order_by("number").first():
        _call_stage(day, stage, first)
        return True
    if has_bracket(stage) or way_of(stage).drawn_ahead:
        day.progress["complete"].append(stage.pk)
        return False
    try:
        _draw_stage(day, stage)
    except Refused:  # all its rounds are finished
        day.progress["complete"].append(stage.pk)
        return False
    return True


def _settled_before(day: RehearsedDay, stage: Stage) -> bool:
    """Whether the cut before this stage has no ties; settles one if it has."""
    found = passages_of(snapshot_of(day.event))
    into = next((each for each in found if each.later.pk == stage.pk), None)
    if into is None or not into.ties:
        return True
    if _asks_who_watches(day):
        return False
    _settle_tie(day, into.earlier, into.ties[0])
    return False


def _asks_who_watches(day: RehearsedDay) -> bool:
    """Stop at the first tie at a cut, if an organiser is watching, so that they can settle it."""
    if not day.rehearsal.speed or day.progress["asked"] is not None:
        return False
    day.progress["asked"] = day.now
    day.rehearsal.state = State.STOPPED
    return True


def _settle_tie(day: RehearsedDay, stage: Stage | None, tie: Tie) -> None:
    """Settle a tie by a shoot-out that no two entries end with equal 20s."""
    assert stage
    level = [entry.pk for entry in tie.entries]
    dice = day.dice(f"tie {stage.number} {len(day.rehearsal.happened)}")
    order = dice.sample(range(len(level)), len(level))
    settle_by_shoot_out(
        by=day.by, stage=stage, twenties={e: [TRIES + n] for e, n in zip(level, order, strict=True)}
    )
    made = stage.pk == day.progress["steered_in"]
    day.note("tie", stage=stage.name, entries=len(level), on_purpose=made)


def _draw_stage(day: RehearsedDay, stage: Stage) -> None:
    if stage.format == Stage.Format.SHOOT_OUT:
        open_stage(by=day.by, stage=stage)
        entries = list(stage.pools.values_list("entries", flat=True))
        order = day.dice(f"shots {stage.number}").sample(range(len(entries)), len(entries))
        settle_by_shoot_out(
            by=day.by, stage=stage, twenties={e: [n] for e, n in zip(entries, order, strict=True)}
        )
        day.progress["complete"].append(stage.pk)
        return
    if not has_bracket(stage):
        draw_rounds(by=day.by, stage=stage)
    publish_rounds(by=day.by, stage=stage)


def _call_stage(day: RehearsedDay, stage: Stage, pairing_round: PairingRound) -> None:
    day.enter_stage(stage)
    if not stage.is_queue:
        day.progress["ready"] = max(
            day.progress["ready"],
            day.progress["over"] + day.event.change_over_minutes if day.progress["games"] else 0,
        )
    day.go_on_to(day.progress["ready"])
    called = (
        call_next(by=day.by, event=day.event)
        if stage.is_queue
        else call_round(by=day.by, pairing_round=pairing_round)
    )
    if not called:
        raise Refused(
            _("No match of %(stage)s can be called, although some are still open.")
            % {"stage": stage}
        )
    day.progress["games"] += 1
    force_tie(day, stage)
    _seat_called(day)
    set_times(day.event)  # the call took the times from the real clock


def pause_late(day: RehearsedDay) -> None:
    for entry in day.mishaps.late:
        _change_entry(day, entry, Act.PAUSE)


def bring_about(day: RehearsedDay) -> bool:
    """Let the first entry arrive or leave before the next game; False if none does."""
    next_game = day.progress["games"] + 1
    for entry, game in day.mishaps.late.items():
        if game <= next_game and _change_entry(day, entry, Act.RETURN):
            check_in(by=day.by, event=day.event, entries=[entry])
            day.note("late", fitted=_fit_in(day))
            return True
    for entry, game in day.mishaps.leaves.items():
        if game <= next_game and _change_entry(day, entry, Act.WITHDRAW):
            day.note("withdrawal")
            return True
    return False


def _change_entry(day: RehearsedDay, pk: int, act: Act) -> bool:
    entry = Entry.objects.named().select_related("event").filter(pk=pk).first()
    if entry is None:
        return False
    facts = facts_of(entry)
    if act not in acts_for(facts):
        return False
    change_presence(by=day.by, event=day.event, entry=entry, act=act, seen=mark_of(state_of(facts)))
    return True


def _fit_in(day: RehearsedDay) -> bool:
    """Update the drawn rounds for a late entry; False if the pairing way doesn't allow it."""
    stage = day.event.stages.filter(pk=day.progress["stage"]).first()
    if stage is None:
        return False
    try:
        mend_rounds(by=day.by, stage=stage)
    except Refused:
        return False
    return True
