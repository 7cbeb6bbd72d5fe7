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
from tests.leagues.leagues.evenings import Evening, at
from tests.scenes import scene

State = Offer.State


@scene
def full(cast: Cast) -> Evening:
    """Room for three: Eve, Flo and Gus answered first, then Hal, Ida and Jim."""
    evening = Evening.open(cast, most=3)
    for name in ("Eve", "Flo", "Gus", "Hal", "Ida", "Jim"):
        evening.say(name)
    return evening


def test_the_first_so_many_are_in_and_the_others_wait_in_their_order(full: Evening) -> None:
    assert full.inside() == ["Eve", "Flo", "Gus"]
    assert full.waiting() == ["Hal", "Ida", "Jim"]
    assert full.known().room == 0
    assert full.known().waits_as(full.player("Ida")) == 2


def test_from_in_to_late_is_no_new_turn(full: Evening) -> None:
    full.say("Eve", "late", from_round=2)
    full.say("Hal", "late", from_round=2)

    assert full.inside() == ["Eve", "Flo", "Gus"]
    assert full.waiting() == ["Hal", "Ida", "Jim"]


def test_whoever_goes_and_comes_back_stands_at_the_end(full: Evening) -> None:
    full.say("Hal", "maybe")
    full.say("Hal", "in")

    assert full.waiting() == ["Ida", "Jim", "Hal"]


def test_regulars_come_before_guests_who_said_so(cast: Cast) -> None:
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
    full.say("Flo", "out", at(14))

    assert full.inside(at(15)) == ["Eve", "Gus"]
    assert full.offered(at(15)) == ["Hal"]
    assert full.known(at(15)).room == 0  # it is held for Hal
    assert Offer.objects.get().until - at(14) == pytest.approx(
        timedelta(hours=4), abs=timedelta(seconds=5)
    )

    full.say("Hal", "in", at(16))
    assert full.inside(at(17)) == ["Eve", "Gus", "Hal"]
    assert full.waiting(at(17)) == ["Ida", "Jim"]
    assert Offer.objects.get().state == State.TAKEN


def test_on_the_day_itself_there_is_half_an_hour_and_never_past_the_beginning(
    full: Evening,
) -> None:
    full.say("Flo", "out", at(14, day=5))
    full.say("Gus", "out", at(19, 20, day=5))

    first, second, third = Offer.objects.order_by("pk")
    minute = timedelta(minutes=1)
    assert abs(first.until - at(14, 30, day=5)) < minute
    # Hal's half hour was over by then: Ida and Jim are asked, until it begins.
    assert [second.until, third.until] == [at(19, 30, day=5)] * 2
    assert [each.player.name for each in (second, third)] == ["Ida", "Jim"]


def test_once_the_night_has_begun_nothing_is_offered(full: Evening) -> None:
    full.say("Flo", "out", at(19, 40, day=5))

    assert not Offer.objects.exists()


def test_whoever_says_no_thanks_passes_it_on(full: Evening) -> None:
    full.say("Flo", "out", at(14))
    full.say("Hal", "out", at(15))

    assert full.offered(at(15, 1)) == ["Ida"]
    assert Offer.objects.get(player__name="Hal").state == State.DECLINED


def test_an_offer_that_ran_out_goes_to_the_next_at_the_next_look(full: Evening) -> None:
    full.say("Flo", "out", at(14))
    full.look(at(17, 59))
    assert full.offered(at(17, 59)) == ["Hal"]

    full.look(at(18, 1))
    assert full.offered(at(18, 2)) == ["Ida"]
    assert full.waiting(at(18, 2)) == ["Hal", "Ida", "Jim"]
    assert Offer.objects.get(player__name="Hal").state == State.EXPIRED

    full.say("Hal", "in", at(18, 10))  # too late: it is Ida's to take
    assert full.inside(at(18, 11)) == ["Eve", "Gus"]


def test_ones_own_page_is_the_look_that_passes_a_place_on(full: Evening) -> None:
    full.say("Flo", "out", at(14))
    full.look(at(17, 59))

    with time_machine.travel(at(18, 1)):
        [own] = nights_of(full.player("Ida"), at(18, 1))

    assert own.held_until is not None


def test_a_look_at_which_nothing_is_due_writes_nothing(full: Evening) -> None:
    full.say("Flo", "out", at(14))
    before = League.objects.get().revision
    full.look(at(15))

    assert League.objects.get().revision == before


def everybody_lets_it_go_by(full: Evening) -> None:
    full.say("Flo", "out", at(14))
    for moment in (at(18, 1), at(22, 2), at(2, 3, day=2)):
        full.look(moment)


def test_after_everybody_let_it_go_by_the_place_is_whose_who_comes_first(full: Evening) -> None:
    everybody_lets_it_go_by(full)
    assert [each.state for each in Offer.objects.order_by("pk")] == [State.EXPIRED] * 3
    assert full.known(at(9, day=2)).room == 1

    full.say("Jim", "in", at(9, day=2))
    assert full.inside(at(10, day=2)) == ["Eve", "Gus", "Jim"]


def test_who_comes_back_while_the_place_is_offered_waits(full: Evening) -> None:
    """With 17 in for 16 spots, number 5 goes and comes back while number 17 is asked."""
    full.say("Flo", "out", at(14))
    full.say("Flo", "in", at(14, 1))
    assert full.inside(at(14, 2)) == ["Eve", "Gus"]

    full.say("Hal", "in", at(14, 3))
    assert full.inside(at(14, 4)) == ["Eve", "Gus", "Hal"]
    assert full.waiting(at(14, 4)) == ["Ida", "Jim", "Flo"]


def test_two_places_are_offered_to_two(full: Evening) -> None:
    full.say("Flo", "out", at(14))
    full.say("Eve", "out", at(14, 1))

    assert full.offered(at(14, 2)) == ["Hal", "Ida"]


def test_a_cancelled_night_offers_nothing_any_more(full: Evening) -> None:
    full.say("Flo", "out", at(14))
    Night.objects.update(is_cancelled=True)
    full.look(at(18, 1))

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
                by=Who(player=player), night=full.night, player=player, says=Answer.Says.IN
            )
        finally:
            connection.close()

    with time_machine.travel(at(9, day=2)):
        pressed = [threading.Thread(target=press, args=[n]) for n in ("Ida", "Jim")]
        for each in pressed:
            each.start()
        for each in pressed:
            each.join()

    assert len(full.inside(at(10, day=2))) == 3
    assert len(full.waiting(at(10, day=2))) == 2


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
        league=evening.mondays.league, on=at(0, day=1).date(), at=at(19).time()
    )
    Offer.objects.create(
        night=earlier, player=evening.player("Kim"), until=at(1), made_at=at(0), state=State.TAKEN
    )
    return Evening(evening.mondays, number=2)  # the earlier one is the first now


def call(evening: Evening, hour: int) -> None:
    with time_machine.travel(at(hour)):
        call_spare(by=evening.mondays.cast.who("ann"), night=evening.night)


def test_spares_are_called_in_turn_longest_uncalled_first(short: Evening) -> None:
    call(short, 14)
    assert short.offered(at(14, 1)) == ["Lea"]

    short.say("Lea", "out", at(15))
    assert short.offered(at(15, 1)) == ["Max"]
    short.look(at(19, 1))
    assert short.offered(at(19, 2)) == ["Kim"]
    short.say("Kim", "in", at(20))

    assert short.inside(at(20, 1))[-1] == "Kim"
    assert short.offered(at(20, 1)) == []
    with pytest.raises(Refused, match="no more spares"):
        call(short, 21)


def test_a_spare_who_came_and_says_out_is_followed_by_the_next(short: Evening) -> None:
    call(short, 14)
    short.say("Lea", "in", at(15))
    assert short.offered(at(15, 1)) == []

    short.say("Lea", "out", at(16))
    assert short.offered(at(16, 1)) == ["Max"]


def test_no_spare_is_called_where_no_place_is_free(short: Evening) -> None:
    League.objects.update(most=5)

    with pytest.raises(Refused, match="no free spot"):
        call(short, 14)


def test_whoever_waits_comes_before_every_spare(short: Evening) -> None:
    League.objects.update(most=6)
    call(short, 14)
    short.say("Zoe", "in", at(15))  # the place is held for Lea
    short.say("Lea", "out", at(16))

    assert short.offered(at(16, 1)) == ["Zoe"]


def call_off(evening: Evening, name: str, hour: int) -> None:
    with time_machine.travel(at(hour)):
        withdraw_call(
            by=evening.mondays.cast.who("ann"), night=evening.night, player=evening.player(name)
        )


def test_a_spare_who_was_asked_is_called_off_and_nobody_is_called_instead(short: Evening) -> None:
    call(short, 14)
    call_off(short, "Lea", 15)
    assert short.offered(at(15, 1)) == []
    short.look(at(15, 2))
    assert short.offered(at(15, 3)) == []
    assert [each.state for each in short.night.offers.all()] == [State.WITHDRAWN]


def test_of_two_who_are_called_one_is_called_off(short: Evening) -> None:
    call(short, 14)
    call(short, 14)
    call_off(short, "Lea", 15)

    assert short.offered(at(15, 1)) == ["Max"]
    short.say("Max", "out", at(16))
    assert short.offered(at(16, 1)) == ["Lea"]


def test_whoever_was_called_off_may_be_called_again_and_keeps_their_turn(short: Evening) -> None:
    call(short, 14)
    call_off(short, "Lea", 15)
    call(short, 16)
    assert short.offered(at(16, 1)) == ["Lea"]

    lines = Action.objects.count()
    short.look(at(16, 2))
    assert Action.objects.count() == lines, "nothing ran out"


def test_only_who_is_asked_and_has_not_answered_is_called_off(short: Evening) -> None:
    call(short, 14)
    for name, told in (("Max", "isn’t being asked"), ("Eve", "isn’t being asked")):
        with pytest.raises(Refused, match=told):
            call_off(short, name, 15)
    short.say("Lea", "in", at(16))
    with pytest.raises(Refused, match="Lea isn’t being asked at the moment"):
        call_off(short, "Lea", 17)


def test_the_place_of_whoever_waits_is_not_called_off(full: Evening) -> None:
    full.say("Flo", "out", at(14))
    assert full.offered(at(14, 1)) == ["Hal"]
    with pytest.raises(Refused, match="Hal isn’t being asked at the moment"):
        call_off(full, "Hal", 15)


@pytest.mark.long
def test_the_desk_reads_what_became_of_every_call(short: Evening) -> None:
    ann = short.mondays.cast.browser_of("ann")
    league = short.night.league
    desk = f"/desk/leagues/{league.slug}/nights/{short.night.pk}/coming/"
    call(short, 14)
    short.say("Lea", "out", at(15))
    with time_machine.travel(at(15, 5)):
        page = plain(ann.get(desk).text)
        assert "Lea was asked (Thu 1 Oct, 14:00) and declined." in page
        assert "Max was asked (Thu 1 Oct, 15:00) and has until 19:00 to answer." in page
        assert page.count("Cancel the call") == 1

        form = {"player": short.player("Max").pk}
        page = plain(ann.post(f"{desk}spare/off/", form, follow=True).text)
        assert "The call to Max is cancelled." in page
        assert "and the call was cancelled at 15:05." in page
        assert ann.post(f"{desk}spare/off/", form).status_code == 422
        assert ann.post(f"{desk}spare/off/", {"player": "x"}).status_code == 422


def plain(page: str) -> str:
    return " ".join(re.sub("<[^>]*>", "", page).split())
