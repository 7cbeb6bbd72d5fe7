"""Opponents of a dated match reach each other: a telephone number, or a message of the site."""

import pytest
from django.test import Client
from django.urls import reverse

from leagues.access.mail_html import html_of
from leagues.actions.send_mail import send_due
from leagues.models import Action, Guardian, Mail, Match, PersonalLink, Player
from tests.cast import Cast, link_of
from tests.leagues.leagues.unplayed import at_noon, noon
from tests.mail_server import MailServer

pytestmark = pytest.mark.django_db
NUMBER = "(519) 555-0123"


def person(name: str) -> Player:
    return Player.objects.get(name=name)


def own_address(name: str, page: str, *more: object) -> str:
    PersonalLink.objects.filter(player__name=name).delete()
    return reverse(page, args=[link_of(person(name)), *more])


def page_of(name: str, match: Match) -> str:
    with at_noon(10, 1):
        return Client().get(own_address(name, "own_match", match.pk)).text


def allow(name: str, **facts: object) -> None:
    Player.objects.filter(name=name).update(telephone=NUMBER, shows_telephone=True, **facts)


def test_no_opponent_sees_a_number_before_its_owner_ticks_it(thursday: Match) -> None:
    Player.objects.update(telephone=NUMBER)
    assert NUMBER not in page_of("Ben", thursday)

    contact = own_address("Cat", "own_contact")
    Client().post(contact, {"telephone": NUMBER, "shows_telephone": "on"})

    page = page_of("Ben", thursday)
    assert NUMBER in page
    assert 'href="tel:5195550123"' in page
    assert NUMBER not in page_of("Cat", thursday), "Ben did not tick it"


def test_only_the_opponents_of_the_match_see_it(thursday: Match) -> None:
    allow("Eve")
    assert NUMBER not in page_of("Ben", thursday)
    allow("Cat")
    assert NUMBER not in Client().get(thursday.get_absolute_url()).text


def test_a_number_is_no_longer_shown_when_the_match_is_played(thursday: Match) -> None:
    allow("Cat")
    Match.objects.filter(pk=thursday.pk).update(
        state=Match.State.FINISHED, ending=Match.Ending.FORFEIT
    )
    assert NUMBER not in page_of("Ben", thursday)


def test_a_minors_number_is_never_shown_and_minors_have_no_choice(thursday: Match) -> None:
    allow("Cat", is_minor=True)
    assert NUMBER not in page_of("Ben", thursday)
    contact = own_address("Cat", "own_contact")
    assert "My opponents may see" not in Client().get(contact).text
    contact = own_address("Ben", "own_contact")
    assert "My opponents may see" in Client().get(contact).text


def test_who_came_by_their_link_is_not_asked_to_sign_in_to_change_a_number(thursday: Match) -> None:
    contact = own_address("Ben", "own_contact")
    page = Client().get(contact).text
    assert f'<a href="{contact.removesuffix("contact/")}"' in page
    assert reverse("account_login") not in page


# --- A message to the other side ----------------------------------------------------------------

TEXT = "Hi Cat,\n\nConfirm this:\nhttps://evil.example\n\n--\nSee you"


def write(name: str, match: Match, text: str = TEXT, **more: str) -> str:
    with at_noon(10, 1):
        address = own_address(name, "own_match_act", match.pk, "write")
        return Client().post(address, {"text": text, **more}, follow=True).content.decode()


def test_a_message_goes_to_the_other_side_alone_and_as_a_quotation(thursday: Match) -> None:
    assert "Your message is sent." in write("Ben", thursday)

    [mail] = Mail.objects.all()
    assert (mail.to, mail.reply_to) == ("cat@example.org", "")
    assert mail.subject == "Ben writes about your match"
    assert "\n> Hi Cat,\n> \n> Confirm this:\n> https://evil.example\n> \n> --\n" in mail.text
    html = html_of(mail.subject, mail.text)
    assert 'href="https://evil.example"' not in html
    line = Action.objects.latest("pk")
    assert line.verb == "write_to_opponents"
    assert "evil" not in str(line.details)


def test_replies_go_to_the_writer_only_if_they_tick_it(
    thursday: Match, post_office: MailServer
) -> None:
    write("Ben", thursday, shows_address="on")
    with at_noon(10, 2):
        send_due()
    [got] = post_office.got
    assert got["Reply-To"] == "ben@example.org"

    Player.objects.filter(name="Ben").update(is_minor=True)
    write("Ben", thursday, "Again", shows_address="on")
    assert Mail.objects.latest("pk").reply_to == "", "never that of a minor"


def test_a_minors_message_goes_to_the_guardian(cast: Cast, thursday: Match) -> None:
    cat = person("Cat")
    Player.objects.filter(pk=cat.pk).update(is_minor=True)
    Guardian.objects.create(user=cast.sam, player=cat)
    write("Ben", thursday)
    assert Mail.objects.get().to == "sam@example.org"


@pytest.mark.long
def test_pressing_twice_sends_one_mail_and_five_a_day_are_enough(thursday: Match) -> None:
    write("Ben", thursday)
    assert "already sent this message today" in write("Ben", thursday)
    assert Mail.objects.count() == 1
    for number in range(4):
        write("Ben", thursday, f"And {number}")
    assert "5 messages a day" in write("Ben", thursday, "One more")
    assert Mail.objects.count() == 5
    assert "Your message is sent." in write("Cat", thursday), "each side has its own limit"


def test_unconfirmed_guests_write_nothing(thursday: Match) -> None:
    Player.objects.filter(name="Ben").update(is_guest=True, self_registered_at=noon(9, 1))
    assert "Write to the other side" not in page_of("Ben", thursday)
    assert "has to confirm you first" in write("Ben", thursday)
    assert not Mail.objects.exists()


def test_without_an_address_nothing_is_sent_or_logged(thursday: Match) -> None:
    Player.objects.filter(name="Cat").update(email="")
    assert "can’t be reached by e-mail" in write("Ben", thursday)
    assert "at most 500 characters" in write("Ben", thursday, "x" * 501)
    assert not Action.objects.filter(verb="write_to_opponents").exists()
