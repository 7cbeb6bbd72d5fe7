"""Reminders by mail: of a match, of a free spot; and unsubscribing."""

import re
from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from leagues.actions.leagues.unplayed.dates import fix_date
from leagues.actions.reminders import EVERY, queue_reminders
from leagues.actions.send_mail import as_message, send_due
from leagues.models import Mail, Match, MessageChannel, Mute, Offer, Player, Topic
from tests.cast import Cast
from tests.leagues.leagues.evenings import Evening
from tests.leagues.leagues.team_leagues import meeting_of, open_teams, send_line_up
from tests.leagues.leagues.unplayed import ZONE, at_noon
from tests.mail_server import MailServer

pytestmark = pytest.mark.django_db
AGREED = date(2026, 10, 8)
EVENING = datetime(2026, 10, 7, 17, 5, tzinfo=ZONE)
NEXT_LOOK = EVERY + timedelta(seconds=1)


def mute_mail(player: Player, topic: Topic) -> None:
    Mute.objects.create(player=player, topic=topic, channel=MessageChannel.MAIL)


def sent_subjects() -> dict[str, str]:
    """The subject of the last mail to each name."""
    return {mail.to.partition("@")[0]: mail.subject for mail in Mail.objects.order_by("pk")}


@pytest.mark.parametrize(
    ("day", "hour", "who"),
    [
        ((10, 7), 16, ()),
        ((10, 7), 17, ("ben", "cat")),
        ((10, 7), 23, ("ben", "cat")),
        ((10, 8), 0, ()),
        ((10, 8), 17, ()),
        ((10, 12), 17, ("ben", "cat")),
        ((10, 11), 17, ()),
    ],
)
def test_both_are_reminded_the_evening_before_and_three_days_early(
    thursday: Match, day: tuple[int, int], hour: int, who: tuple[str, ...]
) -> None:
    with at_noon(*day, hour=hour):
        queue_reminders(now=timezone.now())

    assert tuple(sorted(sent_subjects())) == who


def test_a_reminder_has_the_time_the_venue_and_a_stop_link(thursday: Match) -> None:
    with time_machine.travel(EVENING, tick=False):
        queue_reminders(now=timezone.now())

    mail = Mail.objects.get(to="ben@example.org")
    assert mail.subject == "Tomorrow you play Cat. Are you in?"
    assert "Monday league · Thursday 8 October 2026 · 20:00 · Mill" in mail.text
    page = f"/events/{thursday.event.slug}/matches/{thursday.number}/"
    assert f"https://club.example{page}" in mail.text
    [stop] = re.findall(r"https://club\.example/mail/stop/\S+", mail.text)
    headers = as_message(mail).extra_headers
    assert headers["List-Unsubscribe"] == f"<{stop}>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_each_player_of_a_meeting_is_reminded_of_their_opponent(
    cast: Cast, sends_mail: None
) -> None:
    """Reminders are about boards, not the meeting; players outside the line-ups get none."""
    with at_noon(10, 1):
        league = open_teams(cast)
        match = meeting_of(league, "Mill 1", "Lake")
        fix_date(by=cast.who("ann"), match=match, on=AGREED)
        send_line_up(cast, league, match, "Mill 1", "Ada, Bob")
        send_line_up(cast, league, match, "Lake", "Gil, Hal")
    for player in Player.objects.filter(club=cast.club):
        mail = f"{player.name.split()[0].lower()}@example.org"
        Player.objects.filter(pk=player.pk).update(email=mail)
    with time_machine.travel(EVENING, tick=False):
        queue_reminders(now=timezone.now())
    assert sent_subjects() == {
        "ada": "Tomorrow you play Gil. Are you in?",
        "gil": "Tomorrow you play Ada. Are you in?",
        "bob": "Tomorrow you play Hal. Are you in?",
        "hal": "Tomorrow you play Bob. Are you in?",
    }
    text = Mail.objects.get(to="ada@example.org").text
    assert "Team league · Thursday 8 October 2026" in text


def test_no_one_is_reminded_twice(thursday: Match) -> None:
    with time_machine.travel(EVENING, tick=False) as clock:
        assert queue_reminders(now=timezone.now()) == 2
        assert queue_reminders(now=timezone.now()) == 0, "another server looked just now"
        clock.shift(NEXT_LOOK)
        assert queue_reminders(now=timezone.now()) == 0
    assert Mail.objects.count() == 2


def test_a_finished_match_gets_no_reminder(thursday: Match) -> None:
    Match.objects.filter(pk=thursday.pk).update(state="finished", ending="played")

    with time_machine.travel(EVENING, tick=False):
        assert queue_reminders(now=timezone.now()) == 0


def test_players_who_want_no_mail_or_have_no_address_get_no_reminder(thursday: Match) -> None:
    mute_mail(Player.objects.get(name="Ben"), Topic.NEXT_MATCH)
    Player.objects.filter(name="Cat").update(email="")

    with time_machine.travel(EVENING, tick=False):
        queue_reminders(now=timezone.now())
    assert sent_subjects() == {}


def test_without_an_address_of_the_site_no_one_is_reminded(
    thursday: Match, settings: Settings
) -> None:
    settings.BASE_URL = ""
    with time_machine.travel(EVENING, tick=False):
        assert queue_reminders(now=timezone.now()) == 0


def test_a_reminder_that_is_late_is_not_sent(thursday: Match, post_office: MailServer) -> None:
    with time_machine.travel(EVENING, tick=False):
        queue_reminders(now=timezone.now())
    with time_machine.travel(EVENING + timedelta(days=2)):
        assert send_due() == 0
    assert post_office.got == []
    assert set(Mail.objects.values_list("state", "error")) == {
        ("failed", "It was too late to send this mail.")
    }


def test_one_click_stops_it_and_reading_does_not(thursday: Match) -> None:
    with time_machine.travel(EVENING, tick=False):
        queue_reminders(now=timezone.now())
    mail = Mail.objects.get(to="ben@example.org")
    [path] = re.findall(r"https://club\.example(/mail/stop/\S+)", mail.text)
    strict = Client(enforce_csrf_checks=True)

    assert "Stop these e-mails" in strict.get(path).content.decode()
    assert not Mute.objects.exists()
    assert strict.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert [(m.player.name, m.topic, m.channel) for m in Mute.objects.all()] == [
        ("Ben", "next-match", "mail")
    ]
    assert "No longer sent by e-mail for Ben: My next match" in strict.get(path).content.decode()
    key = path.split("/")[3].split(":")[0]
    assert strict.post(f"/mail/stop/{key}:nonsense/").status_code == 404


def test_a_player_is_mailed_when_offered_a_spot(cast: Cast, sends_mail: None) -> None:
    evening = Evening.open(cast, most=1)
    for name in ("Eve", "Flo"):
        evening.say(name)
    Player.objects.filter(name="Flo").update(email="flo@example.org")
    evening.say("Eve", "out")

    offer = Offer.objects.get()
    mail = Mail.objects.get()
    assert (mail.to, mail.ends_at) == ("flo@example.org", offer.until)
    assert mail.subject.startswith("A spot is free on")
    assert "Held for you until" in mail.text
