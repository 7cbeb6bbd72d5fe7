"""Anyone may have typed the address of a guest without the desk: its owner can stop all mail."""

import pytest
import time_machine
from django.test import Client

from leagues.access.mail_acts import MailAct, mail_act_of
from leagues.access.mail_stop import stop_path
from leagues.actions.leagues.nights.changes import cancel_night
from leagues.actions.messages import post_news
from leagues.models import Mail, Mute, Player, Topic
from tests.cast import Cast
from tests.leagues.leagues.evenings import Evening, october_time
from tests.leagues.mail.conftest import subjects_to
from tests.leagues.mail.test_date_changes import NOON
from tests.leagues.mail.test_readers import give_guardian, some_news

pytestmark = pytest.mark.django_db


def make_stranger(name: str) -> Player:
    Player.objects.filter(name=name).update(is_guest=True, self_registered_at=october_time(12))
    return Player.objects.get(name=name)


def cancel(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False):
        cancel_night(by=cast.who("ann"), night=monday.night, reason="snow")


def test_mail_about_a_change_can_be_stopped_by_a_stranger_alone(
    cast: Cast, monday: Evening
) -> None:
    hal = make_stranger("Hal")
    cancel(cast, monday)

    assert not Mail.objects.get(to="guss@example.org").stop_address
    stop = Mail.objects.get(to="hal@example.org").stop_address
    Client().post(stop.removeprefix("https://club.example"))
    assert set(hal.mutes.values_list("topic", flat=True)) == set(Topic)


@pytest.mark.parametrize("is_stranger", [True, False])
def test_a_stopped_change_is_sent_once_the_guest_is_a_member(
    cast: Cast, monday: Evening, *, is_stranger: bool
) -> None:
    hal = make_stranger("Hal")
    Client().post(stop_path([hal.pk]))
    Player.objects.filter(pk=hal.pk).update(is_guest=is_stranger)
    cancel(cast, monday)

    assert len(subjects_to("hal")) == (0 if is_stranger else 1)


def test_the_mail_of_a_merged_stranger_answers_for_no_one(monday: Evening) -> None:
    hal = make_stranger("Hal")
    signed = MailAct("night", monday.night.pk, hal.pk, "in").path.split("/")[3]
    assert mail_act_of(signed) is not None

    Player.objects.filter(pk=hal.pk).update(merged_into=monday.player("Guss"))
    assert mail_act_of(signed) is None
    Player.objects.filter(pk=hal.pk).update(is_guest=False)
    found = mail_act_of(signed)
    assert found is not None
    assert found[1].name == "Guss"


def test_one_click_stops_a_mail_for_both_children_that_it_is_about(monday: Evening) -> None:
    for name in ("Guss", "Hal"):
        give_guardian(monday.player(name), "parent@example.org")
    post_news(some_news(), Player.objects.filter(name__in=["Guss", "Hal"]))

    stop = Mail.objects.get().stop_address.removeprefix("https://club.example")
    assert "Sent by e-mail for Guss, Hal: Messages from the club." in Client().get(stop).text
    Client().post(stop)
    assert sorted((each.player.name, each.topic) for each in Mute.objects.all()) == [
        ("Guss", "club"),
        ("Hal", "club"),
    ]


def test_one_click_stops_all_for_a_stranger_and_one_topic_for_a_member(monday: Evening) -> None:
    make_stranger("Hal")
    Player.objects.filter(name__in=["Guss", "Hal"]).update(email="both@example.org")
    post_news(some_news(), Player.objects.filter(name__in=["Guss", "Hal"]))

    Client().post(Mail.objects.get().stop_address.removeprefix("https://club.example"))
    assert [each.topic for each in Mute.objects.filter(player__name="Guss")] == ["club"]
    assert {each.topic for each in Mute.objects.filter(player__name="Hal")} == set(Topic)


@pytest.mark.parametrize("text", ["See https://evil.example/mail/stop/1:x/", ""])
def test_only_a_footer_has_the_address_that_stops(text: str) -> None:
    assert Mail(text=text).stop_address == ""
