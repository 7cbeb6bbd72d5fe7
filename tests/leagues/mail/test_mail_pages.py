"""Sending personal links, the contacts of players, and the page of sent mail."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from leagues.actions.entries.registration import enter_player, registration_of, set_registration
from leagues.actions.send_mail import send_due
from leagues.models import Action, Event, Mail, Player
from leagues.reads.state_marks import mark_of
from tests.cast import Cast
from tests.mail_server import MailServer, plain_text_of

pytestmark = pytest.mark.django_db
CONTACTS = {"email": "cat@example.org", "telephone": "+1 519 555 0101"}


def text_of(browser: Client, path: str) -> str:
    page = browser.get(path)
    assert page.status_code == 200
    return str(page.content.decode())


def contacts_of(player: Player) -> tuple[str, str]:
    player.refresh_from_db()
    return player.email, player.telephone


def test_a_personal_link_goes_by_mail_and_is_seen_by_no_one_else(
    cast: Cast, ann: Client, post_office: MailServer
) -> None:
    here = f"/desk/people/{cast.cat_plays.pk}/"
    assert "Mail a new link" not in text_of(ann, here)
    ann.post(here, {"name": "Cat van der Berg", **CONTACTS})
    assert "Mail a new link" in text_of(ann, here)

    answer = ann.post(f"{here}link/mail/", follow=True)
    assert "on its way to cat@example.org" in answer.content.decode()
    send_due()
    [got] = post_office.got
    [link] = re.findall(r"https://club\.example(/me/\S+/)", plain_text_of(got))
    assert Client().get(link).status_code == 200
    assert Client().get(f"/me/{cast.cats_token}/").status_code == 404
    assert link not in text_of(ann, here) + text_of(ann, "/desk/mail/")
    assert not Mail.objects.filter(text__contains="/me/").exists()


def test_without_an_address_the_account_has_one(cast: Cast, ann: Client, sends_mail: None) -> None:
    ann.post(f"/desk/people/{cast.ben_plays.pk}/link/mail/")
    ann.post(f"/desk/people/{cast.cat_plays.pk}/link/mail/")

    assert [each.to for each in Mail.objects.all()] == ["ben@example.org"]
    assert Client().get(f"/me/{cast.cats_token}/").status_code == 200, (
        "where nothing can be sent no link is replaced"
    )


def test_without_a_mail_server_the_pages_say_so(cast: Cast, ann: Client) -> None:
    Player.objects.update(email="cat@example.org")
    here = f"/desk/people/{cast.cat_plays.pk}/"

    assert "can’t send mail" in text_of(ann, here)
    assert "An owner can change it" in (page := text_of(ann, "/desk/mail/"))
    assert "EMAIL_URL" not in page
    assert "No mail sent yet" in page
    assert 'href="/desk/write/">' not in page
    assert 'href="/desk/server/#reach">Change it on the Server page</a>' in text_of(
        cast.browser_of("olga"), "/desk/mail/"
    )
    links = text_of(ann, "/desk/people/links/")
    ben = f'<form method="post" action="/desk/people/{cast.ben_plays.pk}/link/" class="inline">'
    assert ben in links
    assert f"/desk/people/{cast.cat_plays.pk}/link/" not in links, "Cat has a link"
    ann.post(f"{here}link/mail/")
    assert not Mail.objects.exists()
    assert Client().get(f"/me/{cast.cats_token}/").status_code == 200


def test_people_say_how_they_are_reached(cast: Cast) -> None:
    here = f"/me/{cast.cats_token}/"
    Client().post(f"{here}contact/", CONTACTS)
    assert contacts_of(cast.cat_plays) == ("cat@example.org", "+1 519 555 0101")
    ben = cast.browser_of("ben")
    assert ben.post("/me/contact/", {"email": "", "telephone": "0519"}).status_code == 302
    assert contacts_of(cast.ben_plays) == ("", "0519")
    assert "cat@example.org" in text_of(Client(), here)


@pytest.mark.parametrize(
    ("typed_contact", "why"),
    [
        ({"email": "cat at home"}, "valid email address"),
        ({"telephone": "ask Ben"}, "Enter a telephone number with digits"),
        ({"telephone": "1"}, "Enter a telephone number with digits"),
    ],
)
def test_what_is_no_address_is_kept_in_the_form(
    cast: Cast, ann: Client, typed_contact: dict[str, str], why: str
) -> None:
    for browser, path in (
        (ann, f"/desk/people/{cast.cat_plays.pk}/"),
        (Client(), f"/me/{cast.cats_token}/contact/"),
    ):
        answer = browser.post(path, {"name": "Cat van der Berg", **typed_contact})
        assert answer.status_code == 422
        page = answer.content.decode()
        assert why in page
        assert next(iter(typed_contact.values())) in page
    assert contacts_of(cast.cat_plays) == ("", "")


def test_of_a_minor_a_guardian_is_asked(cast: Cast, ann: Client) -> None:
    Player.objects.update(is_minor=True)

    for browser, path in (
        (ann, f"/desk/people/{cast.cat_plays.pk}/"),
        (Client(), f"/me/{cast.cats_token}/contact/"),
    ):
        assert "for under 18: a guardian’s" in text_of(browser, path)


def test_contacts_are_read_by_no_one_else(cast: Cast, ann: Client) -> None:
    ann.post(f"/desk/people/{cast.cat_plays.pk}/", {"name": "Cat Berg", **CONTACTS})

    player = cast.cat_plays.get_absolute_url()
    for browser, path in (
        (Client(), player),
        (Client(), "/players/"),
        (Client(), "/api/v1/players/"),
        (cast.browser_of("sam"), player),
        (ann, "/desk/people/files/people.csv"),
    ):
        page = browser.get(path, follow=True)
        content = b"".join(page) if page.streaming else page.content
        assert b"cat@example.org" not in content
        assert b"555 0101" not in content
    log = Action.objects.get(verb="change_contact")
    assert "cat@" not in str(log.details), "nor kept in the log"
    own = Client().get(f"/me/{cast.cats_token}/data/")
    assert "cat@example.org" in own.content.decode()


def test_links_go_to_the_ticked_people(cast: Cast, ann: Client, post_office: MailServer) -> None:
    eve = Player.objects.create(club=cast.club, name="Eve", email="eve@example.org")
    Player.objects.filter(pk=cast.cat_plays.pk).update(email="cat@example.org")
    Player.objects.create(club=cast.club, name="Zoë without")

    page = text_of(ann, "/desk/people/links/")
    ticked = re.findall(r'value="(\d+)"\s+checked', page)
    assert set(map(int, ticked)) == {cast.ben_plays.pk, eve.pk}, "Cat has a link"
    assert "1 person without an address" in page
    assert ann.post("/desk/people/links/", {"player": []}).status_code == 422
    [key] = re.findall(r'name="form_key" value="([^"]+)"', page)
    form = {"player": ticked, "form_key": key}
    answer = ann.post("/desk/people/links/", form, follow=True)
    assert "2 links are on their way" in answer.content.decode()
    again = ann.post("/desk/people/links/", form, follow=True)
    assert "You sent this twice. It was done once." in again.content.decode()
    send_due()
    assert {each["To"] for each in post_office.got} == {"ben@example.org", "eve@example.org"}
    assert Client().get(f"/me/{cast.cats_token}/").status_code == 200


def test_an_entry_and_a_move_up_are_announced_by_mail(cast: Cast, sends_mail: None) -> None:
    event = Event.objects.create(
        club=cast.club,
        name="Mill Cup",
        slug="mill-cup",
        starts_at=timezone.now() + timedelta(days=3),
        takes_entries=True,
        entry_limit=1,
    )
    Player.objects.filter(pk=cast.cat_plays.pk).update(email="cat@example.org")
    for player in (cast.ben_plays, cast.cat_plays):
        player.refresh_from_db()
        enter_player(by=cast.who("ben"), event=event, player=player)
    event.refresh_from_db()
    set_registration(
        by=cast.who("ann"),
        event=event,
        seen=mark_of(registration_of(event)),
        takes_entries=True,
        entry_limit=2,
        entries_close_at=None,
    )

    assert [(mail.to, mail.subject) for mail in Mail.objects.order_by("pk")] == [
        ("ben@example.org", "You’re on the list for Mill Cup"),
        ("cat@example.org", "You’re number 1 on the waiting list for Mill Cup"),
        ("cat@example.org", "A spot is free: you’re in at Mill Cup"),
    ]
    assert "https://club.example/events/mill-cup/" in Mail.objects.all()[0].text


def test_an_invitation_goes_by_mail(cast: Cast, post_office: MailServer) -> None:
    olga = cast.browser_of("olga")
    olga.post("/desk/helpers/", {"role": "scorer", "email": "gus@example.org"})
    send_due()

    [got] = post_office.got
    assert (got["To"], got["List-Unsubscribe"]) == ("gus@example.org", None)
    [link] = re.findall(r"https://club\.example(/invited/\S+/)", plain_text_of(got))
    assert Client().get(link).status_code == 200
    assert Mail.objects.get().text == ""


def test_mail_is_found_by_person_address_and_state(
    cast: Cast, ann: Client, sends_mail: None
) -> None:
    for player, state in ((cast.cat_plays, "sent"), (cast.ben_plays, "failed"), (None, "queued")):
        Mail.objects.create(
            kind="link",
            player=player,
            to=f"{state}@example.org",
            subject=f"The {state} one",
            state=state,
        )

    for asked, found in {
        "": {"sent", "failed", "queued"},
        "q=van+der": {"sent"},
        "q=FAILED@": {"failed"},
        "q=queued+one": {"queued"},
        "state=failed": {"failed"},
        "state=failed&q=van": set(),
        "state=lost": {"sent", "failed", "queued"},
    }.items():
        page = text_of(ann, f"/desk/mail/?{asked}")
        assert set(re.findall(r"(\w+)@example\.org<", re.sub(r"\s+", "", page))) == found


def test_what_failed_is_sent_again_from_the_page(ann: Client) -> None:
    mail = Mail.objects.create(
        kind="link", to="cat@example.org", text="Cat, here it is.", state="failed"
    )

    page = ann.post(f"/desk/mail/{mail.pk}/again/", follow=True)

    assert "It will be sent again within a few seconds." in page.content.decode()
    mail.refresh_from_db()
    assert mail.state == "queued"
