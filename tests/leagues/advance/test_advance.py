"""From stage to stage: ties, cuts, and the entries that advance."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from leagues.actions.advance.finish import finish_event
from leagues.actions.advance.moving_up import move_up_for
from leagues.actions.advance.play_off import play_off
from leagues.actions.advance.ties import (
    settle_by_decision,
    settle_by_lot,
    settle_by_shoot_out,
    withdraw_settlement,
)
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.events.events import start_event
from leagues.actions.log.undo import undo
from leagues.actions.play.endings import give_walkover
from leagues.actions.refusal import Refused
from leagues.models import Action, Entry, Event, Match, Settlement, SideEntry, SidePlayer, Stage
from leagues.reads.advance.bracket_play import entries_at
from leagues.reads.advance.finals import finals_of, level_on_twenties
from leagues.reads.advance.stage_order import flatten, standing_of
from leagues.reads.draw.desk_step import step_at_hand
from leagues.reads.play.event_players import player_rows
from leagues.reads.tables.tables import tables_of
from leagues.stages.entry_sources import Bands, Everyone, KeepPools, Source, Top, TopOfPools
from leagues.stages.pairing_ways import AllShoot, Knockout, RoundRobin
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.advance.advance_halls import all_tied, by_seed
from tests.leagues.advance.play_off_halls import play_morning
from tests.leagues.advance.ties import ties_before
from tests.leagues.days.hall import Hall

pytestmark = pytest.mark.django_db


def test_a_tie_at_the_line_is_named_until_it_is_settled(hall: Hall) -> None:
    first, later = all_tied(hall)
    [tie] = ties_before(later)
    assert (tie.first, tie.last, tie.above) == (1, 4, 2)
    settle_by_decision(by=hall.by, stage=first, order=hall.entries[::-1], reason="Shirts ironed")
    assert ties_before(later) == ()
    assert flatten(standing_of(first).overall) == tuple(hall.entries[::-1])
    assert Settlement.objects.get().result == hall.entries[::-1], "each once"


def test_before_anybody_has_played_there_is_no_tie_to_settle(hall: Hall) -> None:
    first = hall.stage("Pool", RoundRobin())
    later = hall.stage("Play-off", Knockout(), Top(2))
    open_stage(by=hall.by, stage=first)
    assert ties_before(later) == ()


def test_no_one_advances_while_a_tie_at_the_cut_is_open(hall: Hall) -> None:
    first, later = all_tied(hall)
    with pytest.raises(Refused, match="tied at the cut of Pool"):
        open_stage(by=hall.by, stage=later)
    start_event(by=hall.by, event=hall.event)
    assert step_now(hall) == ("event_advance", "Break the tie")
    settle_by_lot(by=hall.by, stage=first, entries=hall.entries)
    assert step_now(hall) == ("event_draw", "Go to the draw of Play-off")
    open_stage(by=hall.by, stage=later)
    assert later.pools.get().places.count() == 2


def step_now(hall: Hall) -> tuple[str, str]:
    step = step_at_hand(Event.objects.get(pk=hall.event.pk))
    assert step
    return step.address, step.label


def test_a_shoot_out_settles_and_sudden_death_goes_on(hall: Hall) -> None:
    first, _later = all_tied(hall)
    one, two, three, four = hall.entries
    twenties = {one: (7, 0), two: (7, 1), three: (9, 0), four: (2, 0)}
    settle_by_shoot_out(by=hall.by, stage=first, twenties=twenties)
    assert flatten(standing_of(first).overall) == (three, two, one, four)


def test_a_shoot_out_may_leave_some_tied(hall: Hall) -> None:
    first, later = all_tied(hall)
    one, two, three, four = hall.entries
    twenties = {one: (7,), two: (5,), three: (5,), four: (2,)}
    settle_by_shoot_out(by=hall.by, stage=first, twenties=twenties)
    [tie] = ties_before(later)
    assert tie.entries == (two, three)
    settle_by_decision(by=hall.by, stage=first, order=[three, two], reason="Agreed")
    assert ties_before(later) == ()


def test_what_was_settled_can_be_taken_back(hall: Hall) -> None:
    first, later = all_tied(hall)
    settled = settle_by_lot(by=hall.by, stage=first, entries=hall.entries)
    withdraw_settlement(by=hall.by, settlement=settled)
    withdraw_settlement(by=hall.by, settlement=settled)
    assert len(ties_before(later)) == 1
    line = Action.objects.get(verb="withdraw_settlement")
    assert sorted(line.details["names"]) == [f"Player {n}" for n in range(1, 5)]


def test_the_same_lot_falls_the_same_way(hall: Hall) -> None:
    first, _ = all_tied(hall)
    one = settle_by_lot(by=hall.by, stage=first, entries=hall.entries)
    withdraw_settlement(by=hall.by, settlement=one)
    two = settle_by_lot(by=hall.by, stage=first, entries=hall.entries[::-1])
    assert one.result == two.result
    assert hall.event.rng_seed in one.reason


def test_entries_that_are_not_tied_are_not_settled(hall: Hall) -> None:
    first, _ = by_seed(hall, Top(2))
    with pytest.raises(Refused, match="no longer tied"):
        settle_by_decision(by=hall.by, stage=first, order=hall.entries[:2], reason="Because")
    assert not Settlement.objects.exists()


def test_a_decision_needs_its_reason(hall: Hall) -> None:
    first, _ = all_tied(hall)
    with pytest.raises(Refused, match="Enter a reason"):
        settle_by_decision(by=hall.by, stage=first, order=hall.entries, reason=" ")


def test_all_who_are_tied_have_shot(hall: Hall) -> None:
    first, _ = all_tied(hall)
    tries = dict.fromkeys(hall.entries, (7,)) | {hall.entries[0]: ()}
    with pytest.raises(Refused, match="everyone who is tied"):
        settle_by_shoot_out(by=hall.by, stage=first, twenties=tries)


def test_only_those_still_tied_take_a_sudden_death_shot(hall: Hall) -> None:
    first, later = all_tied(hall)
    one, two, three, four = hall.entries
    tries = {one: (9,), two: (7, 0), three: (7, 1), four: (2,)}
    settle_by_shoot_out(by=hall.by, stage=first, twenties=tries)
    assert flatten(standing_of(first).overall) == (one, three, two, four)
    assert ties_before(later) == ()


def test_an_entry_that_has_left_is_no_part_of_the_tie(hall: Hall) -> None:
    first, later = all_tied(hall)
    one, two, three, four = hall.entries
    Entry.objects.filter(pk=one).update(state=Entry.State.WITHDRAWN)
    [tie] = ties_before(later)
    assert tie.entries == (two, three, four)
    settle_by_decision(by=hall.by, stage=first, order=[four, three, two], reason="Lot")
    assert ties_before(later) == ()
    assert flatten(standing_of(first).overall) == (four, three, two, one)


def test_the_next_in_order_advances_where_an_entry_has_left(hall: Hall) -> None:
    _, later = by_seed(hall, Top(2))
    one, two, three, _ = hall.entries
    Entry.objects.filter(pk=two).update(state=Entry.State.WITHDRAWN)
    open_stage(by=hall.by, stage=later)
    assert list(later.pools.get().places.values_list("entry", flat=True)) == [one, three]


def test_a_no_show_in_a_play_off_and_everybody_moves_up(hall: Hall) -> None:
    _, later = by_seed(hall, Top(3))
    _one, two, three, four = hall.entries
    publish_rounds(by=hall.by, stage=later)
    coming = move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=two))
    assert coming.pk == four
    match = Match.objects.with_sides().get(pairing_round__stage=later)
    assert entries_at(match) == (three, four)
    withdrawn = Entry.objects.filter(state=Entry.State.WITHDRAWN)
    assert [entry.pk for entry in withdrawn] == [two]


def test_where_everybody_meets_everybody_the_next_plays_what_the_absent_would(hall: Hall) -> None:
    _, later = play_morning(hall, Top(3), way=RoundRobin())
    _one, two, _three, four = hall.entries
    open_stage(by=hall.by, stage=later)
    draw_rounds(by=hall.by, stage=later)
    drawn = who_sits(later)

    move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=two))
    assert who_sits(later) == [
        (number, "Player 4" if name == "Player 2" else name) for number, name in drawn
    ]
    assert not SideEntry.objects.filter(pairing_round__stage=later, entry=two).exists()

    undo(by=hall.by, action=Action.objects.get(verb="move_up"))
    assert who_sits(later) == drawn
    assert not SideEntry.objects.filter(pairing_round__stage=later, entry=four).exists()


def who_sits(stage: Stage) -> list[tuple[int, str]]:
    there = SidePlayer.objects.filter(match__pairing_round__stage=stage)
    seats = there.order_by("match__number", "side__seat")
    return list(seats.values_list("match__number", "player__name"))


@pytest.mark.long
def test_in_a_bracket_that_was_begun_the_next_takes_the_very_seat(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, later = by_seed(hall, Top(4))
    _one, two, three, four, five, _ = hall.entries
    publish_rounds(by=hall.by, stage=later)
    begun = Match.objects.get(slot="SF1")
    hall.win(begun, 0)
    move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=two))
    assert entries_at(Match.objects.with_sides().get(slot="SF2")) == (five, three)
    with pytest.raises(Refused, match="already played in this stage"):
        move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=four))


def test_the_next_moves_up_although_a_walkover_was_given(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, later = by_seed(hall, Top(4))
    one, two, three, four, five, _ = hall.entries
    publish_rounds(by=hall.by, stage=later)
    given = Match.objects.get(slot="SF1")
    give_walkover(by=hall.by, match=given, winner=Seat.A, points=BySeat(8, 0))

    move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=four))

    again = Match.objects.with_sides().get(slot="SF1")
    assert (again.state, again.ending) == ("planned", "")
    assert entries_at(again) == (one, five)
    assert entries_at(Match.objects.with_sides().get(slot="SF2")) == (two, three)


@pytest.mark.long
def test_no_one_moves_up_once_the_winner_by_walkover_has_played_on(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, later = by_seed(hall, Top(4))
    four = hall.entries[3]
    publish_rounds(by=hall.by, stage=later)
    given = Match.objects.get(slot="SF1")
    give_walkover(by=hall.by, match=given, winner=Seat.A, points=BySeat(8, 0))
    hall.win(Match.objects.get(slot="SF2"), 0)
    hall.win(Match.objects.get(slot="F"), 0)

    with pytest.raises(Refused, match="played another match since"):
        move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=four))

    given.refresh_from_db()
    assert given.ending == "walkover"
    assert Entry.objects.get(pk=four).state == "active"


def test_no_one_moves_up_where_no_one_is_left(hall: Hall) -> None:
    _, later = by_seed(hall, Bands(1))
    open_stage(by=hall.by, stage=later)
    with pytest.raises(Refused, match="There’s no one left to move up"):
        move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=hall.entries[0]))


def test_lots_of_one_pool_decide_nothing_in_another(hall: Hall) -> None:
    first = hall.stage("Pools", RoundRobin(), Everyone(pools=2))
    hall.stage("Final", Knockout(), TopOfPools(1))
    open_stage(by=hall.by, stage=first)
    draw_rounds(by=hall.by, stage=first)
    publish_rounds(by=hall.by, stage=first)
    hall.play(first, lambda match: (1, 1))
    in_a, in_b = (set(rung) for pool in standing_of(first).pools for rung in pool)

    settled = settle_by_lot(by=hall.by, stage=first, entries=in_a)

    assert set(settled.result) == in_a
    assert [set(rung) for rung in standing_of(first).pools[1]] == [in_b], "still tied"


@pytest.mark.parametrize("takes", [TopOfPools(2), KeepPools(2)])
def test_a_no_show_is_followed_by_the_next_of_the_pool(hall: Hall, takes: Source) -> None:
    _, later = by_seed(hall, takes)
    one, _two, three, _ = hall.entries
    open_stage(by=hall.by, stage=later)
    coming = move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=one))
    assert coming.pk == three


@pytest.mark.long
def test_points_are_carried_over_or_start_again(hall: Hall) -> None:
    _first, later = by_seed(hall, Bands(1))
    Stage.objects.filter(pk=later.pk).update(format="round_robin", options={})
    later = Stage.objects.get(pk=later.pk)
    open_stage(by=hall.by, stage=later)
    draw_rounds(by=hall.by, stage=later)
    publish_rounds(by=hall.by, stage=later)
    hall.play(later, lambda match: (1, 1))
    assert len(standing_of(later).overall) == 1
    Stage.objects.filter(pk=later.pk).update(carries_over=True)
    again = standing_of(Stage.objects.get(pk=later.pk))
    assert flatten(again.overall) == tuple(hall.entries)


def test_the_whole_way_to_the_podium(hall: Hall) -> None:
    _, later = by_seed(hall, Top(2))
    publish_rounds(by=hall.by, stage=later)
    one, two, three, four = hall.entries
    assert [p.is_open for p in finals_of(hall.event).places] == [True, True, False, False]
    hall.win(Match.objects.get(slot="F"), 1)
    end = finals_of(hall.event)
    assert end.is_final
    assert [p.entry.pk for p in end.places] == [two, one, three, four]
    assert [p.place for p in end.podium] == [1, 2, 3]


def test_the_players_of_a_finished_event_are_in_its_final_order(hall: Hall) -> None:
    _, later = by_seed(hall, Top(2))
    publish_rounds(by=hall.by, stage=later)
    hall.win(Match.objects.get(slot="F"), 1)
    finish_event(by=hall.by, event=hall.event)
    hall.event.refresh_from_db()
    entries = list(hall.event.entries.named())

    places = {row.entry.pk: row.place for row in player_rows(hall.event, entries)}
    one, two, three, four = hall.entries

    assert places == {two: 1, one: 2, three: 3, four: 4}
    path = reverse("entry", args=[hall.event.slug, four])
    assert "No next match drawn yet" not in Client().get(path).text
    organiser = Client()
    assert hall.by.user
    organiser.force_login(hall.by.user)
    desk = organiser.get(reverse("event_people", args=[hall.event.slug]))
    lines = desk.text.split("<tbody>")[1].split("</tbody>")[0].split("<tr")[1:]
    shown = [re.findall(r'class="n number">(\d)<', line)[0] for line in lines]
    assert shown == ["2", "1", "3", "4"]


def test_a_shoot_out_is_a_stage_of_its_own(hall: Hall) -> None:
    stage = hall.stage("20s", AllShoot())
    open_stage(by=hall.by, stage=stage)
    one, two, three, four = hall.entries
    made = {one: (3,), two: (11,), three: (8,), four: (8,)}
    settle_by_shoot_out(by=hall.by, stage=stage, twenties=made)
    end = finals_of(hall.event)
    assert end.is_final
    assert [(p.span, p.entry.pk) for p in end.places] == [
        ("1", two), ("2–3", three), ("2–3", four), ("4", one)
    ]  # fmt: skip


def test_a_tie_on_twenties_may_be_shot_out(hall: Hall) -> None:
    first, _ = by_seed(hall, Top(2))
    level = level_on_twenties(first)
    assert len(level) > 1
    shots = {entry: (turn,) for turn, entry in enumerate(level)}
    settle_by_shoot_out(by=hall.by, stage=first, twenties=shots)


def cut_beneath(stage: Stage) -> list[tuple[int, str]]:
    return [(line.row.place, line.cut) for line in tables_of(stage)[0].lines if line.cut]


def test_a_tie_at_the_cut_is_named_below_all_who_are_in_it(hall: Hall) -> None:
    """Four are tied for two seats: until all is played, a game may still part them."""
    first, _later = all_tied(hall)
    tied = "They are tied for places 1 to 4. 2 of them advance."
    assert cut_beneath(first) == [(1, f"{tied} To be decided by the shoot-out.")]
    one, two, three, four = hall.entries
    settle_by_shoot_out(
        by=hall.by, stage=first, twenties={one: (7,), two: (5,), three: (5,), four: (2,)}
    )
    tied = "They are tied for places 2 to 3. 1 of them advances."
    assert cut_beneath(first) == [(2, f"{tied} To be decided by the shoot-out.")]
    assert [each.entry.pk for each in tables_of(first)[0].lines if each.cut] == [three]
    play_off(by=hall.by, stage=first, entries=(two, three))
    assert cut_beneath(first) == [(2, f"{tied} To be decided by the play-off.")]
    Match.objects.filter(pairing_round__number=3).update(state="called", ending="")
    assert cut_beneath(first) == [(2, tied)]


def test_a_tie_at_the_cut_is_not_decided_any_more_in_a_finished_event(hall: Hall) -> None:
    first, _later = all_tied(hall)
    Event.objects.filter(pk=first.event_id).update(state=Event.State.FINISHED)
    first.event.refresh_from_db()
    tied = "They are tied for places 1 to 4. 2 of them advance."
    assert cut_beneath(first) == [(1, tied)]


def test_a_tie_between_two_power_pools_tells_how_many_go_up(hall: Hall) -> None:
    first, _later = all_tied(hall, Bands(2))
    tied = "They are tied for places 1 to 4. 2 of them go to pool A."
    assert cut_beneath(first) == [(1, f"{tied} To be decided by the shoot-out.")]


@pytest.mark.parametrize(
    ("takes", "label"), [(Top(2), "The first 2 play on"), (Bands(2), "Above this line: pool A")]
)
def test_the_line_across_the_table_counts_those_who_can_go_on(
    hall: Hall, takes: Source, label: str
) -> None:
    first, later = by_seed(hall, takes)
    assert cut_beneath(first) == [(2, label)]
    gone = hall.entries[0]
    Entry.objects.filter(pk=gone).update(state=Entry.State.WITHDRAWN)
    assert cut_beneath(first) == [(3, label)]
    open_stage(by=hall.by, stage=later)
    assert cut_beneath(first) == [(3, label)], "as the seats were given"
