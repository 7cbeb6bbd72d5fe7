"""The rota of a league: hosts are set, reminded the day before, and swap nights."""

from datetime import datetime

import pytest
import time_machine
from django.test import Client

from leagues.access.mail_acts import MailAct
from leagues.actions.leagues.nights.hosts import set_hosts
from leagues.actions.log.undo import undo
from leagues.actions.reminders import queue_reminders
from leagues.models import Action, Mail, Night, Player
from leagues.reads.leagues.nights.hosts import hosts_in_turn, nights_to_host, possible_hosts
from tests.cast import Cast, link_of
from tests.leagues.leagues.evenings import Evening, october_time
from tests.leagues.mail.conftest import subjects_to

pytestmark = pytest.mark.django_db
TODAY = october_time(12)


def set_host(cast: Cast, evening: Evening, **names: str) -> None:
    """``first="Guss"`` makes Guss the host of the first night."""
    numbers = {"first": 1, "second": 2, "third": 3}
    hosts: dict[int, int | None] = {
        evening.mondays.night(numbers[which]).pk: evening.player(name).pk
        for which, name in names.items()
    }
    set_hosts(by=cast.who("ann"), league=evening.mondays.league, hosts=hosts)


def press(act: MailAct, when: datetime = TODAY) -> str:
    with time_machine.travel(when):
        return Client().post(act.path, follow=True).text


def host_of(number: int, evening: Evening) -> str:
    host = evening.mondays.night(number).host
    return host.name if host else ""


def test_nights_without_a_host_go_round(monday: Evening) -> None:
    nights = [Night(pk=1), Night(pk=2, host_id=9), Night(pk=3), Night(pk=4)]
    assert hosts_in_turn(nights, [5, 6]) == {1: 5, 3: 6, 4: 5}
    assert hosts_in_turn(nights, []) == {}


def test_the_page_sets_all_hosts_at_once(cast: Cast, monday: Evening) -> None:
    league, ann = monday.mondays.league, cast.browser_of("ann")
    address = f"/desk/leagues/{league.slug}/calendar/hosts/"
    guss, hal = monday.player("Guss"), monday.player("Hal")
    one, two, three = (monday.mondays.night(number).pk for number in (1, 2, 3))
    with time_machine.travel(TODAY):
        seen = ann.get(address).context["form"].fields["seen"].initial
        sent = {f"host-{one}": guss.pk, f"host-{two}": hal.pk, "seen": seen}
        assert ann.post(address, sent).status_code == 302
        assert ann.post(address, {"seen": seen}).status_code == 422, "others have changed it"
        assert ann.post(f"{address}fill/", {"player": [guss.pk]}).status_code == 302
    assert [host_of(number, monday) for number in (1, 2, 3)] == ["Guss", "Hal", "Guss"]
    assert Night.objects.get(pk=three).is_edited is False


def test_past_and_cancelled_nights_and_minors_are_not_listed(monday: Evening) -> None:
    league = monday.mondays.league
    Night.objects.filter(pk=monday.mondays.night(2).pk).update(is_cancelled=True)
    Player.objects.filter(name="Eve").update(is_minor=True)
    assert [night.on.day for night in nights_to_host(league, october_time(12, day=6))] == [19]
    assert {each.name for each in possible_hosts(league)} == {"Guss", "Hal"}


def test_the_host_gets_a_mail_the_evening_before(cast: Cast, monday: Evening) -> None:
    set_host(cast, monday, first="Guss")
    with time_machine.travel(october_time(20, day=4)):
        queue_reminders(now=october_time(20, day=4))
    assert "Tomorrow, Monday 5 October, 19:30: you run the night" in subjects_to("guss")
    assert not [each for each in subjects_to("hal") if "you run" in each]


def test_another_host_takes_the_night_of_a_host_who_cannot(cast: Cast, monday: Evening) -> None:
    set_host(cast, monday, first="Guss", second="Hal")
    night = monday.night
    guss, hal = monday.player("Guss"), monday.player("Hal")
    out = MailAct("host-out", night.pk, guss.pk)

    with time_machine.travel(TODAY):
        assert "I can’t run it" in Client().get(out.path).text
    assert host_of(1, monday) == "Guss"
    assert "The other hosts are asked." in press(out)
    press(out)
    asks = "Monday 5 October, 19:30: Guss can’t run the night. Can you?"
    assert subjects_to("hal") == [asks], "asked once"
    assert subjects_to("eve") == [], "Eve runs no night"
    taking = MailAct("host-in", night.pk, hal.pk, str(guss.pk))
    assert taking.path in Mail.objects.get(subject=asks).text

    assert "You run this night." in press(taking)
    assert host_of(1, monday) == "Hal"
    assert subjects_to("guss") == ["Monday 5 October, 19:30: Hal runs the night for you"]


def test_the_hosts_own_page_of_the_night_leads_there(cast: Cast, monday: Evening) -> None:
    set_host(cast, monday, first="Guss")
    night = monday.night
    for name, is_there in (("Guss", True), ("Hal", False)):
        page = f"/me/{link_of(monday.player(name))}/nights/{night.pk}/"
        out = MailAct("host-out", night.pk, monday.player(name).pk)
        with time_machine.travel(TODAY):
            assert (out.path in Client().get(page).text) is is_there


def test_a_night_is_taken_once(cast: Cast, monday: Evening) -> None:
    set_host(cast, monday, first="Guss", second="Hal", third="Eve")
    guss, night = monday.player("Guss"), monday.night
    for name in ("Hal", "Eve"):
        taking = MailAct("host-in", night.pk, monday.player(name).pk, str(guss.pk))
        words = press(taking)
    assert "Someone else runs this night now." in words
    assert host_of(1, monday) == "Hal"


def test_a_host_asks_again_after_a_swap_was_undone(cast: Cast, monday: Evening) -> None:
    set_host(cast, monday, first="Guss", second="Hal")
    guss, night = monday.player("Guss"), monday.night
    taking = MailAct("host-in", night.pk, monday.player("Hal").pk, str(guss.pk))
    for _each in range(2):
        press(MailAct("host-out", night.pk, guss.pk))
        press(taking)
        undo(by=cast.who("ann"), action=Action.objects.filter(verb="take_night").latest("pk"))
    assert len(subjects_to("hal")) == len(subjects_to("guss")) == 2


def test_one_who_left_the_league_takes_no_night(cast: Cast, monday: Evening) -> None:
    set_host(cast, monday, first="Guss")
    flo = Player.objects.create(club=cast.club, name="Flo")
    taking = MailAct("host-in", monday.night.pk, flo.pk, str(monday.player("Guss").pk))
    assert "no longer among the people of this league" in press(taking)
    assert host_of(1, monday) == "Guss"


def test_a_host_hears_if_no_other_host_can_be_reached(cast: Cast, monday: Evening) -> None:
    set_host(cast, monday, first="Guss", second="Hal")
    Player.objects.filter(name="Hal").update(email="")
    out = MailAct("host-out", monday.night.pk, monday.player("Guss").pk)
    assert "The other hosts can’t be reached by e-mail." in press(out)


def test_two_hosts_at_one_address_have_named_buttons(cast: Cast, monday: Evening) -> None:
    set_host(cast, monday, first="Guss", second="Hal", third="Eve")
    Player.objects.filter(name="Eve").update(email="hal@example.org")
    press(MailAct("host-out", monday.night.pk, monday.player("Guss").pk))
    text = Mail.objects.get(to="hal@example.org").text
    assert "Hal: I’ll run it:" in text
    assert "Eve: I’ll run it:" in text


def test_a_night_that_has_begun_is_not_swapped(cast: Cast, monday: Evening) -> None:
    set_host(cast, monday, first="Guss", second="Hal")
    hal, guss = monday.player("Hal"), monday.player("Guss")
    taking = MailAct("host-in", monday.night.pk, hal.pk, str(guss.pk))
    assert "has begun or is cancelled" in press(taking, october_time(20, day=5))
    assert host_of(1, monday) == "Guss"


def test_a_league_without_other_hosts_has_no_one_to_ask(cast: Cast, monday: Evening) -> None:
    set_host(cast, monday, first="Guss")
    out = MailAct("host-out", monday.night.pk, monday.player("Guss").pk)
    assert "This league has no other hosts." in press(out)
