"""A night in progress: late arrivals, players who leave, and the next matches."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.draw.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.draw.draw_updates import mend_rounds
from leagues.actions.entries.entries import NewEntry, check_in, enter_list
from leagues.actions.entries.presence import Unplayed, change_presence
from leagues.actions.events.plan import FACTS, change_event
from leagues.actions.events.plan import state_of as state_of_event
from leagues.actions.leagues.nights.tonight import say_here
from leagues.actions.play.calls import call_round, put_back
from leagues.actions.play.endings import annul_match, give_walkover
from leagues.actions.refusal import Refused
from leagues.models import Entry, EntryPlayer, Event, Match, Night, PairingRound, Player, Stage
from leagues.reads import sheet_of
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.draw.attendance import comings_of, to_come
from leagues.reads.draw.draw_input import way_of
from leagues.reads.draw.draw_page import TOGETHER
from leagues.reads.draw.history import own_rounds, rounds_of
from leagues.reads.entries.effects import Act, OpenMatch, facts_of, state_of
from leagues.reads.leagues.attendance.attendance_list import events_of
from leagues.reads.play.walkover import walkover_in
from leagues.reads.state_marks import mark_of
from scoring.sides import Seat


@transaction.atomic
def come_late(*, by: Who, night: Night, event: Event, player: Player) -> None:
    """Enter a player who arrives during a night; they play from the next round on."""
    if EntryPlayer.objects.filter(event__in=events_of(night), player=player).exists():
        raise Refused(_("%(name)s is already playing tonight.") % {"name": player.name})
    say_here(by=by, night=night, here=[player.pk])
    [entry] = enter_list(by=by, event=event, entries=[NewEntry((player,))], how="tonight")
    check_in(by=by, event=event, entries=[entry.pk])
    _fit_rounds(by, event)


@dataclass(frozen=True)
class LeftMatches:
    """The open matches of a player who left: those against one opponent are walkovers."""

    walkovers: tuple[OpenMatch, ...] = ()
    annulled: tuple[OpenMatch, ...] = ()
    at_a_board: tuple[OpenMatch, ...] = ()
    """Called or in play; the host decides these."""


@transaction.atomic
def leave_early(*, by: Who, event: Event, entry: Entry) -> LeftMatches:
    """Withdraw a player during a night and update the later rounds; returns their open matches.

    Matches in play are left to the host. A waiting match that can't be drawn again becomes a
    walkover, or is annulled if more than two entries play in it.
    """
    entry = Entry.objects.named().select_related("event").get(pk=entry.pk)
    seen = mark_of(state_of(facts_of(entry)))
    change_presence(
        by=by, event=event, entry=entry, act=Act.WITHDRAW, seen=seen, unplayed=Unplayed.LEFT
    )
    _fit_rounds(by, event)
    return _end_waiting(by, entry)


def _end_waiting(by: Who, entry: Entry) -> LeftMatches:
    open_matches = facts_of(entry).open
    found = Match.objects.filter(pk__in=[each.pk for each in open_matches])
    rows = found.select_related("pairing_round__stage__event").in_bulk()
    waiting = [m for m in open_matches if rows[m.pk].state == Match.State.PLANNED]
    for each in waiting:
        match = rows[each.pk]
        if not each.can_close:
            annul_match(by=by, match=match)
            continue
        winner = Seat(match.sides.exclude(entries=entry).get().seat)
        points = walkover_in(match.pairing_round.stage, winner)
        give_walkover(by=by, match=match, winner=winner, points=points)
    return LeftMatches(
        tuple(each for each in waiting if each.can_close),
        tuple(each for each in waiting if not each.can_close),
        tuple(each for each in open_matches if each not in waiting),
    )


@transaction.atomic
def leave_board_out(*, by: Who, event: Event, number: int) -> None:
    """Take a board out of the event. Called matches wait again; later rounds use other boards.

    Refused while a match on this board is in play.
    """
    state = state_of_event(event)
    if state["boards"] == [number]:
        raise Refused(_("This is the last board, and the night needs at least one."))
    for match in event.matches.filter(
        board__number=number, state=Match.State.CALLED
    ).select_related("pairing_round__stage__event"):
        put_back(by=by, match=match)
    change_event(
        by=by,
        event=event,
        seen=mark_of(state),
        sheet=sheet_of(event),
        boards=[each for each in state["boards"] if each != number],
        facts={name: state[name] for name in FACTS},
    )


def _fit_rounds(by: Who, event: Event) -> None:
    """Update the rounds without a match begun to the entries that are here now.

    Rounds of matches with more than two entries are drawn again, others only updated. A round
    that depends on the table isn't drawn yet.
    """
    stage = stage_of(event)
    if stage is None or has_bracket(stage) or not way_of(stage).drawn_ahead:
        return
    own = own_rounds(stage, rounds_of(event))
    if not to_come(own) or not comings_of(stage, own):
        return
    if stage.format not in TOGETHER:
        mend_rounds(by=by, stage=stage)
        return
    take_back_rounds(by=by, stage=stage)
    draw_rounds(by=by, stage=stage)
    publish_rounds(by=by, stage=stage)


def stage_of(event: Event) -> Stage | None:
    """The last opened stage of an event, or None."""
    stage = event.stages.exclude(opened_at=None).order_by("-number").first()
    if stage is not None:
        stage.event = event
    return stage


def call_on(*, by: Who, night: Night) -> list[Match]:
    """Call the next matches to free boards; returns the called matches.

    If the next round depends on the table, it is drawn once all earlier matches are finished.
    Late players are entered once the game before theirs has begun.
    """
    called = list[Match]()
    for event in events_of(night):
        if event.state == Event.State.RUNNING:
            called += _call_in(by, night, event)
    return called


@transaction.atomic
def _call_in(by: Who, night: Night, event: Event) -> list[Match]:
    stage = stage_of(event)
    if stage is None:
        return []
    _let_late_in(by, night, event)
    waiting = event.matches.published().unfinished()
    if not waiting.exists() and _is_drawn_by_the_table(stage):
        draw_rounds(by=by, stage=stage)
        publish_rounds(by=by, stage=stage)
    planned = waiting.filter(state=Match.State.PLANNED).select_related("pairing_round")
    following = planned.order_by("pairing_round__stage__number", "pairing_round__number").first()
    if following is None:
        return []
    return call_round(by=by, pairing_round=following.pairing_round)


def _let_late_in(by: Who, night: Night, event: Event) -> None:
    """Enter the late players of this event whose first game is next or has begun."""
    events = events_of(night)
    begun = PairingRound.objects.of(event).published().begun()
    last = begun.aggregate(last=Max("number"))["last"] or 0
    entered = EntryPlayer.objects.filter(event__in=events).values("player")
    due = night.arrivals.filter(
        from_round__lte=last + 1, player__in=Player.objects.present()
    ).exclude(player__in=entered)
    for each in due.select_related("player").order_by("pk"):
        if event == _event_at(each.place, events):
            come_late(by=by, night=night, event=event, player=each.player)


def _event_at(place: str, events: Sequence[Event]) -> Event:
    """The event at a second venue, or the night's first event if there is none at that venue."""
    there = (each for each in events if place and each.place == place)
    return next(there, events[0])


def _is_drawn_by_the_table(stage: Stage) -> bool:
    way = way_of(stage)
    if way.drawn_ahead or has_bracket(stage):
        return False
    published = stage.pairing_rounds.published().filter(is_play_off=False).count()
    return way.rounds is None or published < way.rounds
