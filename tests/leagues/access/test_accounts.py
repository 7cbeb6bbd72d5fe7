"""Accounts: signing up, signing in, and what an account without a role may not do."""

import re
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from leagues.actions.club.members import invite_helper
from leagues.models import Club, Membership, Player, User
from tests.cast import PASSWORD, Cast, Page

SIGN_UP = "/accounts/signup/"
SIGN_IN = "/accounts/login/"
NEW = {"email": "new@example.org", "password1": PASSWORD}


@pytest.fixture
def letters(settings: Settings) -> None:
    """A site that sends mail, as with ``EMAIL_URL`` set."""
    settings.SENDS_EMAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def open_invitation(cast: Cast) -> Client:
    """A stranger's browser in which an invitation has been opened."""
    browser = Client()
    token = invite_helper(by=cast.who("olga"), club=cast.club, role=Membership.Role.SCORER)
    browser.get(f"/invited/{token}/")
    return browser


def sign_in(email: str, password: str = PASSWORD, browser: Client | None = None) -> Page:
    return (browser or Client()).post(SIGN_IN, {"login": email, "password": password})


def is_signed_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session


def code_in_the_letter() -> str:
    found = re.search(r"^\s*([A-Z0-9]{4}-[A-Z0-9]{4})\s*$", str(mail.outbox[-1].body), re.M)
    assert found, mail.outbox[-1].body
    return found.group(1)


# --- For how long -----------------------------------------------------------------------


def test_a_session_that_has_run_out_is_nobodys(cast: Cast) -> None:
    browser = cast.browser_of("ann")
    assert browser.get("/desk/").status_code == 200

    Session.objects.update(expire_date=timezone.now())

    assert browser.get("/desk/").status_code == 302


def test_a_session_never_gets_a_key_that_someone_else_chose(cast: Cast) -> None:
    chosen = "q" * 32
    browser = open_invitation(cast)
    browser.cookies[settings.SESSION_COOKIE_NAME] = chosen

    token = invite_helper(by=cast.who("olga"), club=cast.club, role=Membership.Role.SCORER)
    browser.get(f"/invited/{token}/")

    assert browser.cookies[settings.SESSION_COOKIE_NAME].value != chosen
    assert not Session.objects.filter(session_key=chosen).exists()


# --- By password ------------------------------------------------------------------------


def test_people_sign_in_with_their_address(cast: Cast) -> None:
    browser = Client()

    assert sign_in("BEN@example.org", browser=browser)["Location"] == "/"
    assert is_signed_in(browser)


def test_a_wrong_password_and_an_unknown_address_read_alike(cast: Cast) -> None:
    known = sign_in("ben@example.org", "wrong").content.decode()
    unknown = sign_in("who@example.org", "wrong").content.decode()

    def alike(text: str) -> str:
        return re.sub(r'(ben|who)@|nonce="[^"]*"|value="[^"]{64}"', "", text)

    assert alike(known) == alike(unknown)


def test_guessing_a_password_is_stopped(cast: Cast) -> None:
    for _ in range(5):
        sign_in("ben@example.org", "wrong")
    browser = Client()
    page = sign_in("ben@example.org", browser=browser)

    assert not is_signed_in(browser)
    assert "Too many failed login attempts" in page.content.decode()


def test_trying_many_addresses_ends_in_our_page(cast: Cast, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "3/m/ip"}
    answers = [sign_in(f"{n}@example.org") for n in range(4)]

    assert [answer.status_code for answer in answers] == [422, 422, 422, 429]
    assert "Too many tries" in answers[-1].content.decode()


@pytest.mark.parametrize("next_page", ["https://evil.example/", "//evil.example", "\\evil"])
def test_signing_in_leads_to_no_other_site(cast: Cast, next_page: str) -> None:
    answer = Client().post(
        f"{SIGN_IN}?next={next_page}",
        {"login": "ben@example.org", "password": PASSWORD, "next": next_page},
    )
    assert not urlsplit(answer["Location"]).netloc


@pytest.mark.parametrize("typed", ["", "\x00", "x" * 10_000, "🎯@🎯", "a@b" * 3000])
def test_nonsense_opens_nothing(cast: Cast, typed: str) -> None:
    for path in (SIGN_IN, SIGN_UP, "/accounts/password/reset/", "/accounts/login/code/"):
        answer = Client().post(
            path, {"login": typed, "email": typed, "password": typed, "password1": typed}
        )
        assert answer.status_code in {200, 422}


# --- By code ----------------------------------------------------------------------------


def test_people_sign_in_with_a_code_from_a_letter(cast: Cast) -> None:
    browser = Client()
    browser.post("/accounts/login/code/", {"email": "ben@example.org"})
    browser.post("/accounts/login/code/confirm/", {"code": code_in_the_letter()})

    assert is_signed_in(browser)


def test_a_wrong_code_opens_nothing_and_ends_soon(cast: Cast) -> None:
    browser = Client()
    browser.post("/accounts/login/code/", {"email": "ben@example.org"})
    code = code_in_the_letter()
    for _ in range(3):
        browser.post("/accounts/login/code/confirm/", {"code": "AAAA-AAAA"})
    browser.post("/accounts/login/code/confirm/", {"code": code})

    assert not is_signed_in(browser)


def test_asking_for_a_code_does_not_say_who_has_an_account(cast: Cast) -> None:
    answers = [
        Client().post("/accounts/login/code/", {"email": email})
        for email in ("ben@example.org", "who@example.org")
    ]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert [letter.to for letter in mail.outbox] == [["ben@example.org"]]


# --- Making an account --------------------------------------------------------------------


def test_without_letters_a_stranger_makes_no_account(cast: Cast) -> None:
    browser = Client()
    browser.post(SIGN_UP, NEW)

    assert not User.objects.filter(email="new@example.org").exists()
    assert "password1" not in browser.get(SIGN_UP).content.decode()


def test_only_invited_people_are_offered_to_sign_up(cast: Cast) -> None:
    assert f'href="{SIGN_UP}' not in Client().get(SIGN_IN).content.decode()
    assert f'href="{SIGN_UP}' in open_invitation(cast).get(SIGN_IN).content.decode()
    code = Client().get("/accounts/login/code/").content.decode()
    assert "ask the person who runs the site" in code
    assert "terminal" not in code


@pytest.mark.usefixtures("letters")
def test_where_letters_go_out_everybody_is_shown_the_way(cast: Cast) -> None:
    assert f'href="{SIGN_UP}' in Client().get(SIGN_IN).content.decode()
    assert "We’ll send a code" in Client().get("/accounts/login/code/").content.decode()


def test_without_letters_an_invitation_introduces(cast: Cast) -> None:
    browser = open_invitation(cast)
    browser.post(SIGN_UP, NEW)

    assert is_signed_in(browser), "and nobody is locked out for want of a letter"
    assert "Confirmation email" not in browser.get("/").text, "nobody sent one"


def test_without_letters_a_personal_link_introduces(cast: Cast) -> None:
    browser = Client()
    browser.get(f"/me/{cast.cats_token}/")
    browser.post(SIGN_UP, NEW)

    assert is_signed_in(browser)


def test_with_letters_anybody_makes_an_account_and_proves_the_address(
    cast: Cast, letters: None
) -> None:
    browser = Client()
    browser.post(SIGN_UP, NEW)
    assert not is_signed_in(browser)

    found = re.search(
        r"https?://testserver(/accounts/confirm-email/\S+/)", str(mail.outbox[-1].body)
    )
    assert found
    browser.post(found.group(1))
    sign_in("new@example.org", browser=browser)

    assert is_signed_in(browser)


def test_with_letters_signing_up_does_not_say_who_has_an_account(cast: Cast, letters: None) -> None:
    answers = [
        Client().post(SIGN_UP, NEW | {"email": email})
        for email in ("ben@example.org", "new@example.org")
    ]
    assert [a.status_code for a in answers] == [302, 302]
    assert answers[0]["Location"] == answers[1]["Location"]


def test_an_account_waiting_at_another_persons_address_is_shut_out(
    cast: Cast, letters: None
) -> None:
    """Mallory signs up with Fleur's address; Fleur's sign-in by code voids that password."""
    Client().post(SIGN_UP, {"email": "fleur@example.org", "password1": "mallory waits here"})
    fleur = Client()
    fleur.post("/accounts/login/code/", {"email": "fleur@example.org"})
    fleur.post("/accounts/login/code/confirm/", {"code": code_in_the_letter()})
    assert is_signed_in(fleur)

    mallory = Client()
    sign_in("fleur@example.org", "mallory waits here", mallory)
    assert not is_signed_in(mallory)


def test_a_code_leaves_the_password_of_a_proved_address_alone(cast: Cast) -> None:
    test_people_sign_in_with_a_code_from_a_letter(cast)

    browser = Client()
    sign_in("ben@example.org", browser=browser)
    assert is_signed_in(browser)


def test_an_account_alone_may_nothing(cast: Cast) -> None:
    browser = open_invitation(cast)
    browser.post(SIGN_UP, NEW | {"email": "cat@example.org"})

    assert browser.get("/desk/").status_code == 404
    assert "This account isn’t linked to a player" in browser.get("/me/").content.decode()
    cast.cat_plays.refresh_from_db()
    assert cast.cat_plays.user is None


def test_an_unverified_address_gets_no_passkey(cast: Cast) -> None:
    EmailAddress.objects.filter(user=cast.ben).update(verified=False)
    answer = cast.browser_of("ben").get("/accounts/2fa/webauthn/add/")

    assert answer["Location"] == "/accounts/2fa/"


# --- Whose account it is ------------------------------------------------------------------


def test_an_account_whose_player_was_put_away_is_no_players(cast: Cast) -> None:
    assert cast.who("ben").player == cast.ben_plays

    Player.objects.filter(pk=cast.ben_plays.pk).update(binned_at=timezone.now())

    assert cast.who("ben").player is None


def test_a_role_in_another_club_is_none_here(cast: Cast) -> None:
    away = Club.objects.create(name="Lake", slug="lake", zone="UTC", is_home=False)
    Membership.objects.create(club=away, user=cast.dan, role=Membership.Role.OWNER)

    assert cast.who("dan").roles == frozenset()
    assert cast.who("ann").is_organiser
