"""Undoing acts on a league restores everything or is refused."""

from collections.abc import Callable
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.events.times import set_times
from leagues.actions.leagues.dues import Paid, note_dues
from leagues.actions.leagues.joining.divisions import move_to_division, set_divisions
from leagues.actions.leagues.joining.members import (
    adjust_points,
    begin_enrolment,
    continue_enrolment,
    end_enrolment,
    enrol_members,
    remove_enrolments,
    withdraw_adjustment,
)
from leagues.actions.leagues.nights.calendar import change_calendar
from leagues.actions.leagues.nights.changes import (
    add_night,
    bring_back_night,
    cancel_night,
    change_night,
    facts_of,
    skip_night,
)
from leagues.actions.leagues.nights.counted_event import attach_event
from leagues.actions.leagues.nights.hosts import set_hosts, take_night
from leagues.actions.leagues.season.closing import confirm_awards
from leagues.actions.leagues.season.next_season import seat_members
from leagues.actions.leagues.settings import change_league
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.refusal import Refused
from leagues.models import Answer, Arrival, Board, Enrolment, Event, League, Night
from leagues.reads.leagues.end.awards import award_choices
from leagues.stages.calendar import CalendarRule
from tests.cast import Cast
from tests.leagues.leagues.box_leagues import go_on, open_boxes, play_period
from tests.leagues.leagues.coming_seasons import answer_for, begin_as_planned, open_then
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.log.every_row import goes_back_and_forth
from tests.leagues.log.undo_halls import last_action

RULE = CalendarRule(date(2026, 10, 5), date(2026, 11, 2))
WEDNESDAY = {"on": date(2026, 10, 7), "at": time(20)}


def actor_of(mondays: Mondays) -> Who:
    return mondays.cast.who("ann")


def enrolment_of_zoe(mondays: Mondays) -> Enrolment:
    found = mondays.league.enrolments.select_related("league", "player", "first")
    enrolment: Enrolment = found.get(player__name="Zoë")
    return enrolment


def player_gus(mondays: Mondays) -> Any:
    return mondays.player("Gus")


# --- Settings --------------------------------------------------------------------------


def opened_league(cast: Cast) -> Mondays:
    mondays = Mondays.open(cast, "Zoë", "Bo")
    player_gus(mondays)
    for number in (1, 2, 3):
        Board.objects.get_or_create(club=cast.club, number=number)
    rule = RULE.to_dict() | {"skipped": ["2026-10-07"]}
    League.objects.update(calendar=rule)
    mondays.league.refresh_from_db()
    return mondays


def with_an_event(cast: Cast) -> Mondays:
    mondays = opened_league(cast)
    set_times(mondays.play(1, ("Zoë", "Bo", 8, 0), state=Event.State.PLANNED))
    return mondays


def played_league(cast: Cast) -> Mondays:
    mondays = opened_league(cast)
    mondays.play(1, ("Zoë", "Bo", 8, 0))
    return mondays


def cancelled_night(cast: Cast) -> Mondays:
    mondays = opened_league(cast)
    cancel_night(by=actor_of(mondays), night=mondays.night(2), reason="snow")
    return mondays


def with_an_arrival(cast: Cast) -> Mondays:
    mondays = opened_league(cast)
    Arrival.objects.create(night=mondays.night(3), player=mondays.player("Bo"))
    return mondays


def without_zoe(cast: Cast) -> Mondays:
    mondays = opened_league(cast)
    end_membership(mondays)
    return mondays


def adjusted_league(cast: Cast) -> Mondays:
    mondays = opened_league(cast)
    adjust(mondays)
    return mondays


def in_divisions(cast: Cast) -> Mondays:
    mondays = opened_league(cast)
    name_divisions(mondays, "A", "B")
    return mondays


def box_league(cast: Cast) -> Mondays:
    league = open_boxes(cast)
    play_period(league)
    return Mondays(cast, league)


def asked_again(cast: Cast) -> Mondays:
    """A league of boxes with a planned next season that everyone has agreed to play."""
    then = open_then(cast, box_league(cast).league)
    answer_for(cast, then, "ABCDEFGHIJ")
    return Mondays(cast, then)


# --- Acts ------------------------------------------------------------------------------


def change(mondays: Mondays) -> None:
    facts = {"name": "Monday league", "boards": [1, 3], "most": 12}
    change_league(by=actor_of(mondays), league=mondays.league, facts=facts)


def add(mondays: Mondays) -> None:
    facts = {**WEDNESDAY, "name": "Pairs for fun"}
    add_night(by=actor_of(mondays), league=mondays.league, facts=facts)


def move(mondays: Mondays) -> None:
    night = mondays.night(1)
    change_night(by=actor_of(mondays), night=night, facts=facts_of(night) | WEDNESDAY)


def move_to_tuesdays(mondays: Mondays) -> None:
    rule = CalendarRule(date(2026, 10, 5), date(2026, 11, 17), weekday=1)
    since = date(2026, 9, 1)
    change_calendar(by=actor_of(mondays), league=mondays.league, rule=rule, since=since)


def no_nights(mondays: Mondays) -> None:
    rule = CalendarRule(date(2026, 10, 5), date(2026, 10, 5))
    since = date(2026, 9, 1)
    change_calendar(by=actor_of(mondays), league=mondays.league, rule=rule, since=since)


def enrol(mondays: Mondays) -> None:
    enrol_members(by=actor_of(mondays), league=mondays.league, players=[player_gus(mondays)])


def end_membership(mondays: Mondays) -> None:
    end_enrolment(by=actor_of(mondays), enrolment=enrolment_of_zoe(mondays), last=mondays.night(2))


def begins_later(mondays: Mondays) -> None:
    begin_enrolment(
        by=actor_of(mondays), enrolment=enrolment_of_zoe(mondays), first=mondays.night(2)
    )


def goes_on(mondays: Mondays) -> None:
    continue_enrolment(by=actor_of(mondays), enrolment=enrolment_of_zoe(mondays))


def remove(mondays: Mondays) -> None:
    removed = [enrolment_of_zoe(mondays).pk]
    remove_enrolments(by=actor_of(mondays), league=mondays.league, enrolments=removed)


def adjust(mondays: Mondays) -> None:
    adjust_points(
        by=actor_of(mondays),
        league=mondays.league,
        player=mondays.player("Bo"),
        points=3,
        reason="brought the boards",
    )


def withdraw(mondays: Mondays) -> None:
    made = mondays.league.adjustments.get()
    withdraw_adjustment(by=actor_of(mondays), adjustment=made)


def name_divisions(mondays: Mondays, *names: str) -> None:
    set_divisions(by=actor_of(mondays), league=mondays.league, names=names)


def zoe_moves(mondays: Mondays) -> None:
    move_to_division(
        by=actor_of(mondays),
        league=mondays.league,
        enrolments=[enrolment_of_zoe(mondays).pk],
        division="B",
        first=mondays.night(2),
    )


def zoe_pays(mondays: Mondays) -> None:
    paid = {enrolment_of_zoe(mondays).player_id: Paid("part", 550)}
    note_dues(by=actor_of(mondays), league=mondays.league, paid=paid)


def detach(mondays: Mondays) -> None:
    attach_event(by=actor_of(mondays), event=Event.objects.get(), night=None)


def attach(mondays: Mondays) -> None:
    event = Event.objects.get()
    attach_event(by=actor_of(mondays), event=event, night=mondays.night(3))


Setting = Callable[[Cast], Mondays]
Doing = Callable[[Mondays], object]


def seat(mondays: Mondays) -> None:
    where = {player_gus(mondays).pk: "A", mondays.player("Zoë").pk: "B"}
    seat_members(by=actor_of(mondays), league=mondays.league, divisions=where)


def looked_at(cast: Cast) -> Mondays:
    """A league with its awards already computed and stored by a first look."""
    mondays = played_league(cast)
    award_choices(mondays.league)
    return mondays


def honour(mondays: Mondays) -> None:
    awards = [each.facts for each in award_choices(mondays.league)]
    confirm_awards(by=actor_of(mondays), league=mondays.league, awards=awards[:1])


def hosted_by_zoe(cast: Cast) -> Mondays:
    """A league whose second night Zoë hosts, next year."""
    mondays = opened_league(cast)
    mondays.enrol("Gus")
    later = timezone.localdate() + timedelta(days=365)
    Night.objects.filter(pk=mondays.night(2).pk).update(host=mondays.player("Zoë"), on=later)
    return mondays


def take_zoes_night(mondays: Mondays) -> None:
    night = Night.objects.get(host__isnull=False)
    taker = player_gus(mondays)
    assert night.host is not None
    take_night(by=actor_of(mondays), night=night, host=night.host, taker=taker)


CASES: list[tuple[str, Setting, Doing]] = [
    ("change_league", opened_league, change),
    ("add_night", opened_league, add),
    ("change_night", opened_league, move),
    ("change_night", with_an_event, move),
    ("cancel_night", opened_league, lambda m: cancel_night(by=actor_of(m), night=m.night(2), reason="snow")),
    ("bring_back_night", cancelled_night, lambda m: bring_back_night(by=actor_of(m), night=m.night(2))),
    ("set_hosts", opened_league, lambda m: set_hosts(by=actor_of(m), league=m.league, hosts={m.night(2).pk: player_gus(m).pk})),
    ("take_night", hosted_by_zoe, take_zoes_night),
    ("skip_night", with_an_arrival, lambda m: skip_night(by=actor_of(m), night=m.night(3))),
    ("change_calendar", opened_league, move_to_tuesdays),
    ("change_calendar", with_an_arrival, no_nights),
    ("attach_event", played_league, attach),
    ("attach_event", played_league, detach),
    ("enrol_members", opened_league, enrol),
    ("end_enrolment", opened_league, end_membership),
    ("begin_enrolment", opened_league, begins_later),
    ("continue_enrolment", without_zoe, goes_on),
    ("remove_enrolments", opened_league, remove),
    ("adjust_points", opened_league, adjust),
    ("set_divisions", in_divisions, lambda m: name_divisions(m, "First", "Second")),
    ("move_to_division", in_divisions, zoe_moves),
    ("open_period", box_league, lambda m: go_on(m.cast, m.league)),
    ("withdraw_adjustment", adjusted_league, withdraw),
    ("note_dues", opened_league, zoe_pays),
    ("confirm_awards", looked_at, honour),
    ("seat_members", opened_league, seat),
    ("begin_season", asked_again, lambda m: begin_as_planned(m.cast, m.league)),
]  # fmt: skip
DRAWING = {"open_period", "begin_season"}
"""Acts that draw a whole season, which takes longer."""


@pytest.mark.parametrize(
    ("verb", "setting", "act"),
    [
        pytest.param(
            *each, id=f"{n}-{each[0]}", marks=[pytest.mark.long] if each[0] in DRAWING else []
        )
        for n, each in enumerate(CASES)
    ],
)
def test_every_row_of_a_league_is_as_before_and_as_after(
    cast: Cast, verb: str, setting: Setting, act: Doing
) -> None:
    mondays = setting(cast)
    revision = mondays.league.revision
    goes_back_and_forth(actor_of(mondays), verb, lambda: act(mondays))

    mondays.league.refresh_from_db()
    assert mondays.league.revision >= revision + 4, "its pages are shown anew each time"
    line = last_action("undo")
    assert line.event or line.details["league"] == mondays.league.pk


# --- Acts that are not undone ------------------------------------------------------------


def the_added(mondays: Mondays) -> Night:
    night: Night = mondays.league.nights.get(name="Pairs for fun")
    return night


def answer(mondays: Mondays) -> None:
    bo = mondays.player("Bo")
    Answer.objects.create(night=the_added(mondays), player=bo, reply="in")


def add_arrival(mondays: Mondays) -> None:
    bo = mondays.player("Bo")
    Arrival.objects.create(night=the_added(mondays), player=bo)


def play(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0))


def answer_the_last(mondays: Mondays) -> None:
    [*_others, last_night] = mondays.league.nights.in_order()
    bo = mondays.player("Bo")
    Answer.objects.create(night=last_night, player=bo, reply="in")


def move_the_second(mondays: Mondays) -> None:
    night = mondays.night(2)
    change_night(by=actor_of(mondays), night=night, facts=facts_of(night) | WEDNESDAY)


def is_on(mondays: Mondays) -> None:
    mondays.play(2, ("Zoë", "Bo", 8, 0), state=Event.State.RUNNING)


def enrol_zoe_again(mondays: Mondays) -> None:
    mondays.enrol("Zoë", first=3)


def bring_back(mondays: Mondays) -> None:
    bring_back_night(by=actor_of(mondays), night=mondays.night(2))


TOO_LATE: list[tuple[str, Setting, Doing, Doing, str]] = [
    ("change_league", opened_league, change, lambda m: League.objects.update(most=14), "changed again since"),
    ("add_night", opened_league, add, answer, "Players have answered"),
    ("add_night", opened_league, add, add_arrival, "Something else now depends on it"),
    ("change_night", opened_league, move, play, "already been played that day"),
    ("change_night", opened_league, move, lambda m: Night.objects.update(at=time(17)), "changed again since"),
    ("bring_back_night", cancelled_night, bring_back, is_on, "This night is running"),
    ("skip_night", opened_league, lambda m: skip_night(by=actor_of(m), night=m.night(3)), move_to_tuesdays, "changed again since"),
    ("change_calendar", opened_league, move_to_tuesdays, answer_the_last, "Something else now depends on it"),
    ("change_calendar", opened_league, move_to_tuesdays, move_the_second, "or one of the nights it changed"),
    ("attach_event", played_league, attach, detach, "changed again since"),
    ("attach_event", played_league, detach, lambda m: m.night(1).delete(), "changed again since"),
    ("attach_event", played_league, detach, lambda m: Event.objects.update(binned_at=timezone.now()), "in the bin"),
    ("end_enrolment", opened_league, end_membership, enrol_zoe_again, "Zoë is already a member"),
    ("end_enrolment", opened_league, end_membership, begins_later, "undo what came after it: Changed the start of the membership of Zoë"),
    ("continue_enrolment", without_zoe, goes_on, begins_later, "undo what came after it"),
    ("remove_enrolments", opened_league, remove, lambda m: m.enrol("Zoë"), "Zoë is already a member"),
    ("withdraw_adjustment", adjusted_league, withdraw, lambda m: m.league.adjustments.all().delete(), "so it can’t be undone"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("verb", "setting", "act", "then", "why"),
    TOO_LATE,
    ids=[f"{n}-{each[0]}" for n, each in enumerate(TOO_LATE)],
)
def test_what_was_built_upon_is_not_pulled_away(
    cast: Cast, verb: str, setting: Setting, act: Doing, then: Doing, why: str
) -> None:
    mondays = setting(cast)
    act(mondays)
    action = last_action(verb)
    assert preview_undo(action)
    then(mondays)

    with pytest.raises(Refused, match=why):
        undo(by=actor_of(mondays), action=action)
