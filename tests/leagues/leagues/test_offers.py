"""More players than room: the waiting list, offers of a spot, and spares."""

import re
import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import connection

from leagues.access.roles import Who
from leagues.actions.leagues.joining.members import enrol_members
from leagues.actions.leagues.nights.answers import answer_night, call_spare, withdraw_call
from leagues.actions.refusal import Refused
from leagues.models import Action, Answer, Enrolment, League, Night, Offer
from leagues.views.phones.player import nights_of
from tests.cast import Cast
from tests.leagues.leagues.evenings import Evening, october_time
from tests.scenes import scene

State = Offer.State


@scene
def full(cast: Cast) -> Evening:
    """Room for three: Eve, Flo and Gus answered first, then Hal, Ida and Jim."""
    evening = Evening.open(cast, most=3)
    for name in ("Eve", "Flo", "Gus", "Hal", "Ida", "Jim"):
        evening.say(name)
    return evening


def test_the_first_are_in_and_the_others_wait_in_their_order(full: Evening) -> None:
    assert full.inside() == ["Eve", "Flo", "Gus"]
    assert full.waiting() == ["Hal", "Ida", "Jim"]
    assert full.known().room == 0
    assert full.known().waits_as(full.player("Ida")) == 2


def test_from_in_to_late_is_no_new_turn(full: Evening) -> None:
    full.say("Eve", "late", from_round=2)
    full.say("Hal", "late", from_round=2)

    assert full.inside() == ["Eve", "Flo", "Gus"]
    assert full.waiting() == ["Hal", "Ida", "Jim"]


def test_a_player_who_goes_and_comes_back_waits_last(full: Evening) -> None:
    full.say("Hal", "maybe")
    full.say("Hal", "in")

    assert full.waiting() == ["Ida", "Jim", "Hal"]


def test_regulars_come_before_guests_who_answered_in(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve", "Flo", "Gus", most=3, attendance="expected")
    evening.say("Zoe", "in")

    assert evening.inside() == ["Eve", "Flo", "Gus"]
    assert evening.waiting() == ["Zoe"]


def test_more_room_lets_in_who_waits(full: Evening) -> None:
    League.objects.update(most=5)
    assert full.inside() == ["Eve", "Flo", "Gus", "Hal", "Ida"]

    League.objects.update(most=2)
    assert full.inside() == ["Eve", "Flo"]


def test_a_place_freed_is_offered_to_the_first_who_waits(full: Evening) -> None:
    full.say("Flo", "out", october_time(14))

    assert full.inside(october_time(15)) == ["Eve", "Gus"]
    assert full.offered(october_time(15)) == ["Hal"]
    assert full.known(october_time(15)).room == 0  # it is held for Hal
    assert Offer.objects.get().until - october_time(14) == pytest.approx(
        timedelta(hours=4), abs=timedelta(seconds=5)
    )

    full.say("Hal", "in", october_time(16))
    assert full.inside(october_time(17)) == ["Eve", "Gus", "Hal"]
    assert full.waiting(october_time(17)) == ["Ida", "Jim"]
    assert Offer.objects.get().state == State.TAKEN


def test_on_the_day_itself_there_is_half_an_hour_and_never_past_the_beginning(
    full: Evening,
) -> None:
    full.say("Flo", "out", october_time(14, day=5))
    full.say("Gus", "out", october_time(19, 20, day=5))

    first, second, third = Offer.objects.order_by("pk")
    minute = timedelta(minutes=1)
    assert abs(first.until - october_time(14, 30, day=5)) < minute
    # Hal's half hour was over by then: Ida and Jim are asked, until it begins.
    assert [second.until, third.until] == [october_time(19, 30, day=5)] * 2
    assert [each.player.name for each in (second, third)] == ["Ida", "Jim"]


def test_once_the_night_has_begun_nothing_is_offered(full: Evening) -> None:
    full.say("Flo", "out", october_time(19, 40, day=5))

    assert not Offer.objects.exists()


def test_a_declined_spot_is_passed_on(full: Evening) -> None:
    full.say("Flo", "out", october_time(14))
    full.say("Hal", "out", october_time(15))

    assert full.offered(october_time(15, 1)) == ["Ida"]
    assert Offer.objects.get(player__name="Hal").state == State.DECLINED


def test_an_offer_that_ran_out_goes_to_the_next_at_the_next_look(full: Evening) -> None:
    full.say("Flo", "out", october_time(14))
    full.look(october_time(17, 59))
    assert full.offered(october_time(17, 59)) == ["Hal"]

    full.look(october_time(18, 1))
    assert full.offered(october_time(18, 2)) == ["Ida"]
    assert full.waiting(october_time(18, 2)) == ["Hal", "Ida", "Jim"]
    assert Offer.objects.get(player__name="Hal").state == State.EXPIRED

    full.say("Hal", "in", october_time(18, 10))  # too late: it is Ida's to take
    assert full.inside(october_time(18, 11)) == ["Eve", "Gus"]


def test_ones_own_page_is_the_look_that_passes_a_place_on(full: Evening) -> None:
    full.say("Flo", "out", october_time(14))
    full.look(october_time(17, 59))

    with time_machine.travel(october_time(18, 1)):
        [own] = nights_of(full.player("Ida"), october_time(18, 1))

    assert own.held_until is not None


def test_a_look_at_which_nothing_is_due_writes_nothing(full: Evening) -> None:
    full.say("Flo", "out", october_time(14))
    before = League.objects.get().revision
    full.look(october_time(15))

    assert League.objects.get().revision == before


def everybody_lets_it_go_by(full: Evening) -> None:
    full.say("Flo", "out", october_time(14))
    for moment in (october_time(18, 1), october_time(22, 2), october_time(2, 3, day=2)):
        full.look(moment)


def test_after_everybody_let_it_go_by_the_place_is_whose_who_comes_first(full: Evening) -> None:
    everybody_lets_it_go_by(full)
    assert [each.state for each in Offer.objects.order_by("pk")] == [State.EXPIRED] * 3
    assert full.known(october_time(9, day=2)).room == 1

    full.say("Jim", "in", october_time(9, day=2))
    assert full.inside(october_time(10, day=2)) == ["Eve", "Gus", "Jim"]


def test_who_comes_back_while_the_place_is_offered_waits(full: Evening) -> None:
    """With 17 in for 16 spots, number 5 goes and comes back while number 17 is asked."""
    full.say("Flo", "out", october_time(14))
    full.say("Flo", "in", october_time(14, 1))
    assert full.inside(october_time(14, 2)) == ["Eve", "Gus"]

    full.say("Hal", "in", october_time(14, 3))
    assert full.inside(october_time(14, 4)) == ["Eve", "Gus", "Hal"]
    assert full.waiting(october_time(14, 4)) == ["Ida", "Jim", "Flo"]


def test_two_places_are_offered_to_two(full: Evening) -> None:
    full.say("Flo", "out", october_time(14))
    full.say("Eve", "out", october_time(14, 1))

    assert full.offered(october_time(14, 2)) == ["Hal", "Ida"]


def test_a_cancelled_night_no_longer_offers_spots(full: Evening) -> None:
    full.say("Flo", "out", october_time(14))
    Night.objects.update(is_cancelled=True)
    full.look(october_time(18, 1))

    assert Offer.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_press_at_once_one_gets_the_place(full: Evening) -> None:
    """Each on a separate connection; players ahead on the list come first."""
    everybody_lets_it_go_by(full)
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    ready = threading.Barrier(2)

    def press(name: str) -> None:
        ready.wait()
        try:
            player = full.player(name)
            answer_night(
                by=Who(player=player), night=full.night, player=player, answer=Answer.Reply.IN
            )
        finally:
            connection.close()

    with time_machine.travel(october_time(9, day=2)):
        pressed = [threading.Thread(target=press, args=[n]) for n in ("Ida", "Jim")]
        for each in pressed:
            each.start()
        for each in pressed:
            each.join()

    assert len(full.inside(october_time(10, day=2))) == 3
    assert len(full.waiting(october_time(10, day=2))) == 2


# --- Spares --------------------------------------------------------------------------------


@scene
def short(cast: Cast) -> Evening:
    """Five are in. Kim, Lea and Max are spares, and Kim was called the week before."""
    evening = Evening.open(cast)
    for name in ("Eve", "Flo", "Gus", "Hal", "Ida"):
        evening.say(name)
    enrol_members(
        by=cast.who("ann"),
        league=evening.mondays.league,
        players=[evening.player(name) for name in ("Kim", "Lea", "Max")],
        kind=Enrolment.Kind.SPARE,
    )
    earlier = Night.objects.create(
        league=evening.mondays.league, on=october_time(0, day=1).date(), at=october_time(19).time()
    )
    Offer.objects.create(
        night=earlier,
        player=evening.player("Kim"),
        until=october_time(1),
        made_at=october_time(0),
        state=State.TAKEN,
    )
    return Evening(evening.mondays, number=2)  # the earlier one is the first now


def call_next(evening: Evening, hour: int) -> None:
    with time_machine.travel(october_time(hour)):
        call_spare(by=evening.mondays.cast.who("ann"), night=evening.night)


def test_spares_are_called_in_turn_longest_uncalled_first(short: Evening) -> None:
    call_next(short, 14)
    assert short.offered(october_time(14, 1)) == ["Lea"]

    short.say("Lea", "out", october_time(15))
    assert short.offered(october_time(15, 1)) == ["Max"]
    short.look(october_time(19, 1))
    assert short.offered(october_time(19, 2)) == ["Kim"]
    short.say("Kim", "in", october_time(20))

    assert short.inside(october_time(20, 1))[-1] == "Kim"
    assert short.offered(october_time(20, 1)) == []
    with pytest.raises(Refused, match="no more spares"):
        call_next(short, 21)


def test_a_spare_who_cancels_is_followed_by_the_next(short: Evening) -> None:
    call_next(short, 14)
    short.say("Lea", "in", october_time(15))
    assert short.offered(october_time(15, 1)) == []

    short.say("Lea", "out", october_time(16))
    assert short.offered(october_time(16, 1)) == ["Max"]


def test_no_spare_is_called_where_no_place_is_free(short: Evening) -> None:
    League.objects.update(most=5)

    with pytest.raises(Refused, match="no free spot"):
        call_next(short, 14)


def test_waiting_players_come_before_every_spare(short: Evening) -> None:
    League.objects.update(most=6)
    call_next(short, 14)
    short.say("Zoe", "in", october_time(15))  # the place is held for Lea
    short.say("Lea", "out", october_time(16))

    assert short.offered(october_time(16, 1)) == ["Zoe"]


def call_off(evening: Evening, name: str, hour: int) -> None:
    with time_machine.travel(october_time(hour)):
        withdraw_call(
            by=evening.mondays.cast.who("ann"), night=evening.night, player=evening.player(name)
        )


def test_a_call_is_withdrawn_and_no_other_spare_is_called(short: Evening) -> None:
    call_next(short, 14)
    call_off(short, "Lea", 15)
    assert short.offered(october_time(15, 1)) == []
    short.look(october_time(15, 2))
    assert short.offered(october_time(15, 3)) == []
    assert [each.state for each in short.night.offers.all()] == [State.WITHDRAWN]


def test_of_two_who_are_called_one_is_called_off(short: Evening) -> None:
    call_next(short, 14)
    call_next(short, 14)
    call_off(short, "Lea", 15)

    assert short.offered(october_time(15, 1)) == ["Max"]
    short.say("Max", "out", october_time(16))
    assert short.offered(october_time(16, 1)) == ["Lea"]


def test_a_spare_whose_call_was_withdrawn_keeps_their_turn(short: Evening) -> None:
    call_next(short, 14)
    call_off(short, "Lea", 15)
    call_next(short, 16)
    assert short.offered(october_time(16, 1)) == ["Lea"]

    lines = Action.objects.count()
    short.look(october_time(16, 2))
    assert Action.objects.count() == lines, "nothing ran out"


def test_only_who_is_asked_and_has_not_answered_is_called_off(short: Evening) -> None:
    call_next(short, 14)
    for name, error in (("Max", "isn’t being asked"), ("Eve", "isn’t being asked")):
        with pytest.raises(Refused, match=error):
            call_off(short, name, 15)
    short.say("Lea", "in", october_time(16))
    with pytest.raises(Refused, match="Lea isn’t being asked at the moment"):
        call_off(short, "Lea", 17)


def test_an_offer_to_a_waiting_player_is_not_withdrawn(full: Evening) -> None:
    full.say("Flo", "out", october_time(14))
    assert full.offered(october_time(14, 1)) == ["Hal"]
    with pytest.raises(Refused, match="Hal isn’t being asked at the moment"):
        call_off(full, "Hal", 15)


@pytest.mark.long
def test_the_desk_reads_what_became_of_every_call(short: Evening) -> None:
    ann = short.mondays.cast.browser_of("ann")
    league = short.night.league
    desk = f"/desk/leagues/{league.slug}/nights/{short.night.pk}/coming/"
    call_next(short, 14)
    short.say("Lea", "out", october_time(15))
    with time_machine.travel(october_time(15, 5)):
        page = plain_text(ann.get(desk).text)
        assert "Lea was asked (Thu 1 Oct, 14:00) and declined." in page
        assert "Max was asked (Thu 1 Oct, 15:00) and has until 19:00 to answer." in page
        assert page.count("Cancel the call") == 1

        form = {"player": short.player("Max").pk}
        page = plain_text(ann.post(f"{desk}spare/off/", form, follow=True).text)
        assert "The call to Max is cancelled." in page
        assert "and the call was cancelled at 15:05." in page
        assert ann.post(f"{desk}spare/off/", form).status_code == 422
        assert ann.post(f"{desk}spare/off/", {"player": "x"}).status_code == 422


def plain_text(page: str) -> str:
    return " ".join(re.sub("<[^>]*>", "", page).split())
