"""Seats after a correction: the stage is filled again, or an entry that moved up goes back."""

import pytest

from leagues.actions.advance.moving_up import move_up_for
from leagues.actions.advance.refill import refill_stage
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.play.endings import give_walkover
from leagues.actions.refusal import Refused
from leagues.actions.results.corrections import Then
from leagues.models import Entry, Match
from leagues.reads.advance.bracket_play import entries_at
from leagues.reads.events.sheets import match_format_of
from leagues.reads.results.corrections import retype_card
from leagues.reads.results.what_if import what_follows
from leagues.stages.entry_sources import Bands, Top
from leagues.stages.pairing_ways import RoundRobin
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.advance.play_off_halls import (
    WON,
    correct_match,
    for_seed,
    last_action,
    match_between,
    play_morning,
    seated_entries,
    upset_seed_two,
)
from tests.leagues.days.hall import Hall


@pytest.mark.long
def test_the_seats_of_a_stage_not_begun_follow_the_correction(hall: Hall) -> None:
    _, final = play_morning(hall)
    publish_rounds(by=hall.by, stage=final)
    one, two, three, _ = hall.entries

    upset_seed_two(hall, Then.PAIR_AGAIN)

    assert seated_entries(final) == [one, three]
    match = Match.objects.with_sides().get(pairing_round__stage=final)
    assert set(entries_at(match)) == {one, three}

    assert "Player 2 will be back in place of Player 3." in preview_undo(
        last_action("refill_stage")
    )
    undo(by=hall.by, action=last_action("refill_stage"))
    assert seated_entries(final) == [one, two]
    match = Match.objects.with_sides().get(pairing_round__stage=final)
    assert set(entries_at(match)) == {one, two}


@pytest.mark.long
def test_pools_that_were_drawn_are_drawn_again(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, pools = play_morning(hall, Bands(2), RoundRobin())
    draw_rounds(by=hall.by, stage=pools)
    publish_rounds(by=hall.by, stage=pools)
    match = match_between(hall, 3, 4)

    correct_match(hall, match, for_seed(hall, match, 4, *[WON] * 4), Then.PAIR_AGAIN)

    three, four = hall.entries[2:4]
    assert four in seated_entries(pools)[:3]
    assert three in seated_entries(pools)[3:]
    published = pools.pairing_rounds.filter(state="published")
    assert published.count() == 3
    assert "drawn again" in preview_undo(last_action("refill_stage"))
    undo(by=hall.by, action=last_action("refill_stage"))
    assert three in seated_entries(pools)[:3]
    assert pools.pairing_rounds.filter(state="published").count() == 3


@pytest.mark.long
def test_drafts_stay_drafts(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, pools = play_morning(hall, Bands(2), RoundRobin())
    draw_rounds(by=hall.by, stage=pools)
    match = match_between(hall, 3, 4)

    correct_match(hall, match, for_seed(hall, match, 4, *[WON] * 4), Then.PAIR_AGAIN)

    states = set(pools.pairing_rounds.values_list("state", flat=True))
    assert states == {"draft"}


@pytest.mark.long
def test_an_entry_already_playing_keeps_its_seat(hall: Hall) -> None:
    _, final = play_morning(hall)
    publish_rounds(by=hall.by, stage=final)
    one, two, _, _ = hall.entries
    hall.win(Match.objects.get(slot="F"), 0)
    match = match_between(hall, 2, 3)
    claims = [{"points": points} for points in for_seed(hall, match, 3, *[WON] * 4)]
    at = retype_card(match_format_of(match.pairing_round.stage), [], claims, match.first)
    foretold = what_follows(match, at.card)

    assert foretold.too_late_for == ("Final",)
    assert foretold.play_off is None
    upset_seed_two(hall, Then.PAIR_AGAIN)
    assert seated_entries(final) == [one, two]
    with pytest.raises(Refused, match="Final has started"):
        refill_stage(by=hall.by, stage=final)


def test_seats_that_are_right_are_not_reassigned(hall: Hall) -> None:
    _, final = play_morning(hall)
    with pytest.raises(Refused, match="isn’t open"):
        refill_stage(by=hall.by, stage=final)
    open_stage(by=hall.by, stage=final)
    with pytest.raises(Refused, match="already"):
        refill_stage(by=hall.by, stage=final)


@pytest.mark.long
def test_seats_are_not_given_back_once_play_has_begun(hall: Hall) -> None:
    _, final = play_morning(hall)
    publish_rounds(by=hall.by, stage=final)
    upset_seed_two(hall, Then.PAIR_AGAIN)
    hall.win(Match.objects.get(slot="F"), 0)

    with pytest.raises(Refused, match="Final has started"):
        undo(by=hall.by, action=last_action("refill_stage"))


@pytest.mark.long
def test_an_entry_that_moved_up_goes_back_if_nothing_has_begun(hall: Hall) -> None:
    _, final = play_morning(hall)
    publish_rounds(by=hall.by, stage=final)
    one, two, three, four = hall.entries
    Entry.objects.filter(pk=four).update(state=Entry.State.WITHDRAWN)
    move_up_for(by=hall.by, stage=final, absent=Entry.objects.get(pk=one))
    assert seated_entries(final) == [two, three]

    assert "Player 1 will be back in Final" in preview_undo(last_action("move_up"))
    undo(by=hall.by, action=last_action("move_up"))

    assert seated_entries(final) == [one, two]
    assert Entry.objects.get(pk=one).state == Entry.State.ACTIVE
    assert Entry.objects.get(pk=four).state == Entry.State.WITHDRAWN
    match = Match.objects.with_sides().get(pairing_round__stage=final)
    assert set(entries_at(match)) == {one, two}


@pytest.mark.long
def test_a_walkover_comes_back_with_the_absent_entry(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, final = play_morning(hall, Top(4))
    one, _two, _three, four, _five, _ = hall.entries
    publish_rounds(by=hall.by, stage=final)
    hall.win(Match.objects.get(slot="SF2"), 0)
    given = Match.objects.get(slot="SF1")
    give_walkover(by=hall.by, match=given, winner=Seat.A, points=BySeat(8, 0))
    move_up_for(by=hall.by, stage=final, absent=Entry.objects.get(pk=four))

    assert f"Match {given.number} will be a walkover again" in preview_undo(last_action("move_up"))
    undo(by=hall.by, action=last_action("move_up"))

    again = Match.objects.with_sides().get(slot="SF1")
    assert (again.state, again.ending, again.winner) == ("finished", "walkover", 0)
    assert entries_at(again) == (one, four)
    assert [side.points for side in again.sides.all()] == [8, 0]
    assert one in entries_at(Match.objects.with_sides().get(slot="F"))


def test_an_entry_already_playing_is_not_sent_back(hall: Hall) -> None:
    _, final = play_morning(hall)
    publish_rounds(by=hall.by, stage=final)
    one = hall.entries[0]
    move_up_for(by=hall.by, stage=final, absent=Entry.objects.get(pk=one))
    hall.win(Match.objects.get(slot="F"), 0)

    with pytest.raises(Refused, match="Player 3 has already played there"):
        undo(by=hall.by, action=last_action("move_up"))
