"""From one stage to the next: ties at the cut, no-shows, and the page that shows them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leagues.actions.drawing.draw import draw_rounds, publish_rounds
from leagues.actions.drawing.opening import CannotDraw, open_stage
from leagues.actions.going_on.advance import (
    CannotSettle,
    settle_by_decision,
    settle_by_lot,
    settle_by_shoot_out,
    withdraw_settlement,
)
from leagues.actions.going_on.moving_up import CannotMoveUp, move_up_for
from leagues.actions.playing.endings import give_walkover
from leagues.bridge.following.advance import passages, ties_before
from leagues.bridge.following.whole import whole_of
from leagues.bridge.knockout.bracket_play import sitting
from leagues.bridge.standing.finals import finals, level_on_twenties
from leagues.bridge.standing.order import flat, standing_of
from leagues.models import Action, Entry, Event, Match, Settlement, Stage
from leagues.stages.takes import Bands, KeepPools, Takes, Top, TopOfPools
from leagues.stages.ways import AllShoot, Knockout, RoundRobin
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.days.hall import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(cast: Cast) -> Hall:
    return Hall.open(cast.club, cast.who("ann"), entries=4)


@pytest.fixture
def ann(cast: Cast) -> Client:
    return cast.browser_of("ann")


def all_level(hall: Hall, takes: Takes | None = None) -> tuple[Stage, Stage]:
    """A round robin in which every match was tied, and a play-off after it."""
    first = hall.stage("Pool", RoundRobin())
    later = hall.stage("Play-off", Knockout(), takes or Top(2))
    draw_rounds(by=hall.by, stage=first)
    publish_rounds(by=hall.by, stage=first)
    hall.play(first, lambda match: (1, 1))
    return first, later


def by_seed(hall: Hall, takes: Takes) -> tuple[Stage, Stage]:
    """The same, and the better seed won every round."""
    first = hall.stage("Pool", RoundRobin())
    later = hall.stage("Play-off", Knockout(), takes)
    draw_rounds(by=hall.by, stage=first)
    publish_rounds(by=hall.by, stage=first)
    hall.play(first, hall.better_seed)
    return first, later


def test_a_tie_at_the_line_is_named_until_it_is_settled(hall: Hall) -> None:
    first, later = all_level(hall)
    [tie] = ties_before(later)
    assert (tie.first, tie.last, tie.above) == (1, 4, 2)
    settle_by_decision(
        by=hall.by, stage=first, order=hall.entries[::-1], reason="Shirts ironed"
    )
    assert ties_before(later) == ()
    assert flat(standing_of(first).overall) == tuple(hall.entries[::-1])


def test_before_anybody_has_played_there_is_no_tie_to_settle(hall: Hall) -> None:
    first = hall.stage("Pool", RoundRobin())
    later = hall.stage("Play-off", Knockout(), Top(2))
    open_stage(by=hall.by, stage=first)
    assert ties_before(later) == ()


def test_nobody_goes_on_while_a_tie_at_the_line_is_open(hall: Hall) -> None:
    first, later = all_level(hall)
    with pytest.raises(CannotDraw):
        open_stage(by=hall.by, stage=later)
    settle_by_lot(by=hall.by, stage=first, entries=hall.entries)
    open_stage(by=hall.by, stage=later)
    assert later.pools.get().places.count() == 2


def test_a_shoot_out_settles_and_sudden_death_goes_on(hall: Hall) -> None:
    first, _later = all_level(hall)
    one, two, three, four = hall.entries
    twenties = {one: (7, 0), two: (7, 1), three: (9, 0), four: (2, 0)}
    settle_by_shoot_out(by=hall.by, stage=first, twenties=twenties)
    assert flat(standing_of(first).overall) == (three, two, one, four)


def test_a_shoot_out_may_leave_some_level(hall: Hall) -> None:
    first, later = all_level(hall)
    one, two, three, four = hall.entries
    twenties = {one: (7,), two: (5,), three: (5,), four: (2,)}
    settle_by_shoot_out(by=hall.by, stage=first, twenties=twenties)
    [tie] = ties_before(later)
    assert tie.entries == (two, three)
    settle_by_decision(by=hall.by, stage=first, order=[three, two], reason="Agreed")
    assert ties_before(later) == ()


def test_what_was_settled_can_be_taken_back(hall: Hall) -> None:
    first, later = all_level(hall)
    settled = settle_by_lot(by=hall.by, stage=first, entries=hall.entries)
    withdraw_settlement(by=hall.by, settlement=settled)
    withdraw_settlement(by=hall.by, settlement=settled)
    assert len(ties_before(later)) == 1
    assert Action.objects.filter(verb="withdraw_settlement").count() == 1


def test_the_same_lot_falls_the_same_way(hall: Hall) -> None:
    first, _ = all_level(hall)
    one = settle_by_lot(by=hall.by, stage=first, entries=hall.entries)
    withdraw_settlement(by=hall.by, settlement=one)
    two = settle_by_lot(by=hall.by, stage=first, entries=hall.entries[::-1])
    assert one.result == two.result
    assert hall.event.rng_seed in one.reason


def test_who_is_not_level_is_not_settled(hall: Hall) -> None:
    first, _ = by_seed(hall, Top(2))
    with pytest.raises(CannotSettle):
        settle_by_decision(
            by=hall.by, stage=first, order=hall.entries[:2], reason="Because"
        )
    assert not Settlement.objects.exists()


def test_a_decision_needs_its_reason(hall: Hall) -> None:
    first, _ = all_level(hall)
    with pytest.raises(CannotSettle):
        settle_by_decision(by=hall.by, stage=first, order=hall.entries, reason=" ")


def test_everybody_in_a_shoot_out_has_as_many_tries(hall: Hall) -> None:
    first, _ = all_level(hall)
    tries = dict.fromkeys(hall.entries, (7,)) | {hall.entries[0]: (7, 1)}
    with pytest.raises(CannotSettle):
        settle_by_shoot_out(by=hall.by, stage=first, twenties=tries)


def test_whoever_has_left_is_no_part_of_the_tie(hall: Hall) -> None:
    first, later = all_level(hall)
    one, two, three, four = hall.entries
    Entry.objects.filter(pk=one).update(state=Entry.State.WITHDRAWN)
    [tie] = ties_before(later)
    assert tie.entries == (two, three, four)
    settle_by_decision(by=hall.by, stage=first, order=[four, three, two], reason="Lot")
    assert ties_before(later) == ()
    assert flat(standing_of(first).overall) == (four, three, two, one)


def test_the_next_in_order_goes_on_where_somebody_has_left(hall: Hall) -> None:
    _, later = by_seed(hall, Top(2))
    one, two, three, _ = hall.entries
    Entry.objects.filter(pk=two).update(state=Entry.State.WITHDRAWN)
    open_stage(by=hall.by, stage=later)
    assert list(later.pools.get().places.values_list("entry", flat=True)) == [
        one,
        three,
    ]


def test_a_no_show_in_a_play_off_and_everybody_moves_up(hall: Hall) -> None:
    _, later = by_seed(hall, Top(3))
    _one, two, three, four = hall.entries
    publish_rounds(by=hall.by, stage=later)
    coming = move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=two))
    assert coming.pk == four
    match = Match.objects.with_sides().get(pairing_round__stage=later)
    assert sitting(match) == (three, four)
    assert Entry.objects.get(pk=two).state == Entry.State.WITHDRAWN


def test_in_a_bracket_that_was_begun_the_next_takes_the_very_seat(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, later = by_seed(hall, Top(4))
    _one, two, three, four, five, _ = hall.entries
    publish_rounds(by=hall.by, stage=later)
    begun = Match.objects.get(slot="SF1")
    hall.win(begun, 0)
    move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=two))
    assert sitting(Match.objects.with_sides().get(slot="SF2")) == (five, three)
    with pytest.raises(CannotMoveUp):
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
    assert sitting(again) == (one, five)
    assert sitting(Match.objects.with_sides().get(slot="SF2")) == (two, three)


def test_nobody_moves_up_once_the_walkover_was_played_on(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, later = by_seed(hall, Top(4))
    four = hall.entries[3]
    publish_rounds(by=hall.by, stage=later)
    given = Match.objects.get(slot="SF1")
    give_walkover(by=hall.by, match=given, winner=Seat.A, points=BySeat(8, 0))
    hall.win(Match.objects.get(slot="SF2"), 0)
    hall.win(Match.objects.get(slot="F"), 0)

    with pytest.raises(CannotMoveUp, match="played on since"):
        move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=four))

    given.refresh_from_db()
    assert given.ending == "walkover"
    assert Entry.objects.get(pk=four).state == "active"


def test_nobody_moves_up_where_nobody_is_left(hall: Hall) -> None:
    _, later = by_seed(hall, Bands(1))
    open_stage(by=hall.by, stage=later)
    with pytest.raises(CannotMoveUp):
        move_up_for(
            by=hall.by, stage=later, absent=Entry.objects.get(pk=hall.entries[0])
        )


@pytest.mark.parametrize("takes", [TopOfPools(2), KeepPools(2)])
def test_a_no_show_is_followed_by_the_next_of_the_pool(
    hall: Hall, takes: Takes
) -> None:
    _, later = by_seed(hall, takes)
    one, _two, three, _ = hall.entries
    open_stage(by=hall.by, stage=later)
    coming = move_up_for(by=hall.by, stage=later, absent=Entry.objects.get(pk=one))
    assert coming.pk == three


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
    assert flat(again.overall) == tuple(hall.entries)


def test_the_whole_way_to_the_podium(hall: Hall) -> None:
    _, later = by_seed(hall, Top(2))
    publish_rounds(by=hall.by, stage=later)
    one, two, three, four = hall.entries
    assert [p.is_open for p in finals(hall.event).places] == [True, True, False, False]
    hall.win(Match.objects.get(slot="F"), 1)
    end = finals(hall.event)
    assert end.is_final
    assert [p.entry.pk for p in end.places] == [two, one, three, four]
    assert [p.place for p in end.podium] == [1, 2, 3]


def test_a_shoot_out_is_a_stage_of_its_own(hall: Hall) -> None:
    stage = hall.stage("20s", AllShoot())
    open_stage(by=hall.by, stage=stage)
    one, two, three, four = hall.entries
    made = {one: (3,), two: (11,), three: (8,), four: (8,)}
    settle_by_shoot_out(by=hall.by, stage=stage, twenties=made)
    end = finals(hall.event)
    assert end.is_final
    assert [(p.span, p.entry.pk) for p in end.places] == [
        ("1", two), ("2–3", three), ("2–3", four), ("4", one)
    ]  # fmt: skip


def test_level_on_twenties_may_be_shot_out(hall: Hall) -> None:
    first, _ = by_seed(hall, Top(2))
    level = level_on_twenties(first)
    assert len(level) > 1
    shots = {entry: (turn,) for turn, entry in enumerate(level)}
    settle_by_shoot_out(by=hall.by, stage=first, twenties=shots)


# --- The page -----------------------------------------------------------------------------


def address(hall: Hall, name: str = "event_advance", *args: object) -> str:
    return reverse(name, args=[hall.event.slug, *args])


def test_the_page_before_anything_has_begun(hall: Hall, ann: Client) -> None:
    assert ann.get(address(hall)).status_code == 200
    by_seed(hall, Top(2))
    assert "Open Play-off" in ann.get(address(hall)).content.decode()


def test_opening_the_next_stage_from_the_page(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Top(2))
    answer = ann.post(address(hall, "next_stage_open", 2), follow=True)
    assert "Play-off is open." in answer.content.decode()
    assert later.pools.exists()


def test_a_decision_is_typed_and_kept_when_it_is_refused(
    hall: Hall, ann: Client
) -> None:
    all_level(hall)
    tags = "-".join(map(str, hall.entries))
    typed = {f"decide-{tags}-turn-{e}": "1" for e in hall.entries}
    typed |= {"tie": tags, "way": "decision", f"decide-{tags}-reason": "Shirts"}
    answer = ann.post(address(hall, "tie_settle", 1), typed)
    assert answer.status_code == 422
    assert 'value="Shirts"' in answer.content.decode()
    for turn, entry in enumerate(hall.entries, start=1):
        typed[f"decide-{tags}-turn-{entry}"] = str(turn)
    assert ann.post(address(hall, "tie_settle", 1), typed).status_code == 302
    [passage] = passages(whole_of(hall.event))
    assert passage.ties == ()


@pytest.mark.parametrize("shot", ["", "lots", "-1", "7 x", "100000", "²", "1 " * 30])
def test_a_shoot_out_is_typed_in_numbers(hall: Hall, ann: Client, shot: str) -> None:
    all_level(hall)
    tags = "-".join(map(str, hall.entries))
    typed = {f"shoot-{tags}-shot-{e}": "7" for e in hall.entries}
    typed[f"shoot-{tags}-shot-{hall.entries[0]}"] = shot
    typed |= {"tie": tags, "way": "shoot-out"}
    assert ann.post(address(hall, "tie_settle", 1), typed).status_code == 422
    assert not Settlement.objects.exists()


@pytest.mark.parametrize("tie", ["", "x", "800001-800002", "9" * 30, "0"])
def test_settling_who_is_not_there(hall: Hall, ann: Client, tie: str) -> None:
    all_level(hall)
    answer = ann.post(address(hall, "tie_settle", 1), {"tie": tie, "way": "lot"})
    assert answer.status_code == 422


def test_the_lot_and_taking_it_back_from_the_page(hall: Hall, ann: Client) -> None:
    all_level(hall)
    tags = "-".join(map(str, hall.entries))
    ann.post(address(hall, "tie_settle", 1), {"tie": tags, "way": "lot"})
    settled = Settlement.objects.get()
    page = ann.get(address(hall)).content.decode()
    assert "By lot" in page
    ann.post(address(hall, "settlement_withdraw", settled.pk))
    assert "Level at the line" in ann.get(address(hall)).content.decode()


def test_a_no_show_from_the_page(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Top(2))
    open_stage(by=hall.by, stage=later)
    answer = ann.post(
        address(hall, "move_up", 2), {"entry": hall.entries[0]}, follow=True
    )
    assert "Player 3 moves up." in answer.content.decode()
    again = ann.post(address(hall, "move_up", 2), {"entry": hall.entries[0]})
    assert again.status_code == 422


def test_nobody_is_missed_once_the_event_is_over(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Top(2))
    open_stage(by=hall.by, stage=later)
    assert "Does not come" in ann.get(address(hall)).content.decode()
    Event.objects.update(state=Event.State.FINISHED)
    assert "Does not come" not in ann.get(address(hall)).content.decode()


def test_the_20s_of_a_shoot_out_are_typed_on_one_page(hall: Hall, ann: Client) -> None:
    stage = hall.stage("20s", AllShoot())
    page = address(hall, "shoot_out", 1)
    assert "Nobody shoots yet" in ann.get(page).content.decode()
    open_stage(by=hall.by, stage=stage)
    typed = {f"all-shot-{entry}": "7" for entry in hall.entries}
    assert (
        ann.post(page, typed | {f"all-shot-{hall.entries[0]}": "?"}).status_code == 422
    )
    assert (
        ann.post(page, typed | {f"all-shot-{hall.entries[0]}": "8"}).status_code == 302
    )
    assert finals(hall.event).places[0].entry.pk == hall.entries[0]


def test_the_podium_is_on_the_page_when_all_is_over(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Top(2))
    publish_rounds(by=hall.by, stage=later)
    hall.win(Match.objects.get(slot="F"), 0)
    assert 'class="podium"' in ann.get(address(hall)).content.decode()
    ann.post(address(hall, "event_finish"))
    hall.event.refresh_from_db()
    assert hall.event.state == "finished"


def sizes_typed(ann: Client, hall: Hall, *sizes: int) -> dict[str, Any]:
    form = ann.get(address(hall)).context["passages"][0]["sizes"]
    typed = {f"pools-2-size-{at}": size for at, size in enumerate(sizes)}
    return typed | {"pools-2-seen": form["seen"].value()}


def test_power_pools_are_as_large_as_the_desk_says(hall: Hall, ann: Client) -> None:
    for name in ("Eve", "Fay"):
        hall.arrive(name)
    _, later = by_seed(hall, Bands(2))
    typed = sizes_typed(ann, hall, 4, 2)

    assert ann.post(address(hall, "pool_sizes", 2), typed).status_code == 302
    [passage] = passages(whole_of(hall.event))
    assert [len(pool.going) for pool in passage.pools] == [4, 2]
    open_stage(by=hall.by, stage=later)
    assert [pool.entries.count() for pool in later.pools.all()] == [4, 2]


def test_power_pools_hold_everybody_or_are_refused(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Bands(2))
    answer = ann.post(address(hall, "pool_sizes", 2), sizes_typed(ann, hall, 2, 3))

    assert answer.status_code == 422
    assert "These pools hold 5, and 4 go on." in answer.content.decode()
    later.refresh_from_db()
    assert later.source["by_hand"] == []


def test_two_desks_do_not_size_the_pools_over_each_other(
    hall: Hall, ann: Client
) -> None:
    for name in ("Eve", "Fay"):
        hall.arrive(name)
    by_seed(hall, Bands(2))
    first, second = sizes_typed(ann, hall, 4, 2), sizes_typed(ann, hall, 2, 4)

    assert ann.post(address(hall, "pool_sizes", 2), first).status_code == 302
    assert ann.post(address(hall, "pool_sizes", 2), second).status_code == 422
    [passage] = passages(whole_of(hall.event))
    assert [len(pool.going) for pool in passage.pools] == [4, 2]


def test_pools_that_are_open_or_cut_keep_their_sizes(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Bands(2))
    typed = sizes_typed(ann, hall, 2, 2)
    open_stage(by=hall.by, stage=later)

    assert ann.post(address(hall, "pool_sizes", 2), typed).status_code == 404
    assert ann.post(address(hall, "pool_sizes", 9), typed).status_code == 404


def test_the_page_asks_as_often_however_many_come(cast: Cast, ann: Client) -> None:
    counts = []
    for entries in (4, 8):
        hall = Hall.open(cast.club, cast.who("ann"), entries=entries)
        all_level(hall)
        ann.get(address(hall))
        with CaptureQueriesContext(connection) as asked:
            ann.get(address(hall))
        counts.append(len(asked))
    assert counts[0] == counts[1]
