"""What comes next for a player: board, opponent, time; or why that is unknown."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from leagues.actions.advance.finish import finish_event
from leagues.actions.draw.draw import publish_rounds
from leagues.actions.people.links import give_link
from leagues.actions.play.calls import call_match, call_next, call_round
from leagues.actions.play.endings import give_walkover
from leagues.models import Entry, Event, PairingRound
from leagues.pairing.knockout import Placing
from leagues.reads.phones.my_day import my_day
from leagues.reads.phones.next_match import What
from leagues.stages.pairing_ways import Knockout
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.draw.draws import a_stage, an_event
from tests.leagues.phones.at_boards import open_phones
from tests.leagues.phones.my_day.words import NAMES, in_words, page_of, player_named, what_next
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall


def test_a_called_player_sees_the_board_and_the_opponent(hall: DeskHall) -> None:
    called = hall.publish((1, 2), (3, 4))
    call_round(by=hall.by, pairing_round=called)

    text = page_of("Ben", hall)

    assert "Your board is ready Board 1 against Ann" in text
    assert "You shoot first" not in text
    assert "You shoot first in round 1." in page_of("Ann", hall)


def test_who_disagrees_with_the_other_side_reads_on_what_and_how_it_is_so_far(cast: Cast) -> None:
    board = open_phones(cast, trust="confirm")
    ann, ben = board.phone(0), board.phone(1)
    for number, hers, his in ((1, "2-0", "2-0"), (2, "2-0", "1-1")):
        ann.send_report(number, hers)
        ben.send_report(number, his)

    for name, what in (("Ann", "2–0 or 1–1"), ("Ben", "0–2 or 1–1")):
        text = page_of(name, board.desk)
        assert f"You disagree on round 2: {what}?" in text
        assert "You’re playing" not in text
        assert "Sign in" not in text


def test_a_player_who_has_begun_sees_that(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    call_match(by=hall.by, match=hall.at(1))
    hall.type_card(hall.at(1), "20 11")

    assert "You’re playing 1–3 Board 1 against Ann" in page_of("Ben", hall)


def test_the_next_match_is_shown_with_its_board_and_time(hall: DeskHall) -> None:
    drawn = hall.publish((1, 2), (3, 4))
    half_past_two = NOON + timedelta(hours=2, minutes=35)
    PairingRound.objects.filter(pk=drawn.pk).update(starts_at=half_past_two)

    with time_machine.travel(NOON, tick=False):
        text = page_of("Dee", hall)

    # Noon in Greenwich is seven in the morning on Westport's clock.
    assert "Next for you, at about 09:35 Board 2 against Cat" in text


def test_the_second_wave_is_shown_its_own_time(cast: Cast) -> None:
    hall = open_hall(cast, entries=4, boards=1, names=NAMES)
    drawn = hall.publish((1, 2), (3, 4), boards=(1, 1), waves=2)
    PairingRound.objects.filter(pk=drawn.pk).update(starts_at=NOON)

    first = my_day(hall.event, player_named("Ann"), NOON).next.at
    second = my_day(hall.event, player_named("Cat"), NOON).next.at

    assert first == NOON
    assert second == NOON + timedelta(minutes=12 + 2)


def test_a_time_that_is_over_is_not_promised(hall: DeskHall) -> None:
    drawn = hall.publish((1, 2), (3, 4))
    PairingRound.objects.filter(pk=drawn.pk).update(starts_at=NOON)

    late = my_day(hall.event, player_named("Ann"), NOON + timedelta(minutes=9)).next

    assert (late.what, late.at) == (What.COMING, None)


def test_a_match_of_another_day_is_shown_with_its_date(hall: DeskHall) -> None:
    drawn = hall.publish((1, 2), (3, 4))
    next_week = NOON + timedelta(days=5)
    PairingRound.objects.filter(pk=drawn.pk).update(starts_at=next_week)

    with time_machine.travel(NOON, tick=False):
        assert "at about Thu 26 Nov, 07:00" in page_of("Ann", hall)


@pytest.mark.long
def test_in_a_queue_the_matches_before_are_counted(cast: Cast) -> None:
    hall = open_hall(cast, entries=8, boards=2, is_queue=True, names=NAMES)
    none = (None,) * 4
    hall.publish((1, 2), (3, 4), (5, 6), (7, 8), boards=none)
    call_next(by=hall.by, event=hall.event)

    assert "Your board is ready Board 1 against Ben" in page_of("Ann", hall)
    assert "You’re called next." in page_of("Eve", hall)
    text = page_of("Hal", hall)
    assert "Your board isn’t known yet against Gus" in text
    assert "1 match is called before yours." in text
    # Two boards turn over every fourteen minutes: one frees itself every seven.
    assert my_day(hall.event, player_named("Hal"), NOON).next.at == NOON + timedelta(minutes=14)


def test_a_queue_counts_earlier_rounds_too_and_never_drafts(cast: Cast) -> None:
    hall = open_hall(cast, entries=8, boards=2, is_queue=True, names=NAMES)
    hall.publish((1, 2), (3, 4), boards=(None, None))
    second = hall.publish((1, 3), (5, 6), boards=(None, None))
    last = hall.publish((1, 4), (7, 8), boards=(None, None))

    assert my_day(hall.event, player_named("Hal"), NOON).next.before == 5
    PairingRound.objects.filter(pk=second.pk).update(state="draft")
    assert my_day(hall.event, player_named("Hal"), NOON).next.before == 3
    PairingRound.objects.filter(pk=last.pk).update(state="draft")
    assert what_next("Hal", hall) == What.UNDRAWN


def test_a_player_with_a_bye_sees_it_and_what_follows(cast: Cast) -> None:
    hall = open_hall(cast, entries=3, boards=1, names=NAMES)
    hall.publish((1, 2), byes=[3])

    assert "You have a bye in game 1" in page_of("Cat", hall)
    hall.publish((2, 3), byes=[1])
    text = page_of("Cat", hall)
    assert "You have a bye in game 1" in text
    assert "Board 1 against Ben" in text


def test_a_bye_that_is_over_is_not_news(cast: Cast) -> None:
    hall = open_hall(cast, entries=3, boards=1, names=NAMES)
    hall.publish((1, 2), byes=[3])
    hall.type_card(hall.at(1), "20 20 20 20")

    assert "You have a bye" not in page_of("Cat", hall)


def test_a_round_that_is_still_played_is_waited_for(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 20")

    text = page_of("Ann", hall)

    assert "Your next match isn’t drawn yet" in text
    assert "1 match of this game isn’t finished yet." in text


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (Entry.State.PAUSED, "You’re paused"),
        (Entry.State.WITHDRAWN, "You’ve withdrawn"),
        (Entry.State.WAITING, "You’re on the waiting list"),
    ],
)
def test_a_player_who_is_out_sees_why(hall: DeskHall, state: Entry.State, sentence: str) -> None:
    Entry.objects.filter(pk=hall.entry(1)).update(state=state)

    assert sentence in page_of("Ann", hall)


def test_who_is_paused_still_finishes_at_the_board(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    call_match(by=hall.by, match=hall.at(1))
    Entry.objects.filter(pk=hall.entry(1)).update(state=Entry.State.PAUSED)

    assert what_next("Ann", hall) == What.AT_BOARD


def test_a_draft_is_not_shown(hall: DeskHall) -> None:
    drawn = hall.publish((1, 2), (3, 4))
    PairingRound.objects.filter(pk=drawn.pk).update(state=PairingRound.State.DRAFT)

    assert what_next("Ann", hall) == What.UNDRAWN
    assert "Board 1" not in page_of("Ann", hall)


def test_after_the_event_the_place_is_shown(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 20")
    hall.type_card(hall.at(2), "20 20 20 11")
    finish_event(by=hall.by, event=hall.event)

    text = page_of("Cat", hall)

    assert "The event is finished Place 2" in text
    later = NOON + timedelta(days=9000)
    with time_machine.travel(later):
        assert "The event is finished" not in page_of("Cat", hall)


def test_a_link_shows_nothing_of_a_private_event(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    Event.objects.update(visibility=Event.Visibility.PRIVATE)

    assert "Westport Open" not in page_of("Ann", hall)


def test_a_player_out_of_a_bracket_sees_the_place_while_others_play_on(cast: Cast) -> None:
    by = cast.who("ann")
    event = an_event(cast, 4, boards=2, state=Event.State.RUNNING)
    stage = a_stage(cast, event, Knockout(Placing.SHARED))
    publish_rounds(by=by, stage=stage)
    for semi in list(event.matches.all()):
        give_walkover(by=by, match=semi, winner=Seat.A, points=BySeat(8, 0))
    event.refresh_from_db()

    ada, gus = (my_day(event, player_named(name), NOON) for name in ("Ada", "Gus"))

    assert (ada.next.what, ada.placed) == (What.COMING, None)
    assert gus.next.what == What.UNDRAWN
    assert gus.placed is not None
    assert gus.placed.span == "3–4"
    token = give_link(by=by, player=player_named("Gus"))
    text = in_words(Client().get(f"/me/{token}/").content.decode())
    assert "You’ve played your last match Place 3–4" in text
