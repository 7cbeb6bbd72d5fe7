"""Setting up a new site on the first visit."""

import io
import re

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from leagues.access.throttle import SETUP_CODES
from leagues.actions.club.set_up import is_setup_code, set_up_club, setup_code
from leagues.actions.refusal import Refused
from leagues.models import Action, Club, Membership, User
from tests.cast import Cast

pytestmark = pytest.mark.django_db

CLUB = {
    "club": "Zwolse Crokinoleclub",
    "zone": "Europe/Amsterdam",
    "email": "Olga@Example.org",
    "password": "a dozen discs in the ditch",
}


def visitor_with_the_code() -> Client:
    browser = Client()
    answer = browser.post("/setup/", {"code": setup_code()})
    assert answer["Location"] == "/setup/club/"
    return browser


@pytest.mark.parametrize("path", ["/", "/events/open/", "/desk/people/", "/accounts/login/"])
def test_every_page_leads_to_set_up_while_there_is_no_club(path: str) -> None:
    assert Client().get(path)["Location"] == "/setup/"


def test_health_can_be_asked_before_set_up() -> None:
    assert Client().get("/healthz").status_code == 200


def test_the_first_visitor_becomes_the_owner_signed_in_on_the_front_page() -> None:
    browser = visitor_with_the_code()

    page = browser.post("/setup/club/", CLUB, follow=True)

    assert page.redirect_chain == [("/", 302)]
    html = page.content.decode()
    assert "Zwolse Crokinoleclub is ready." in html
    assert "Next:" not in html, "the page itself says where to begin: plan an event"
    assert "Plan an event" in html
    assert "data-live" not in html, "news are for strangers, who plan nothing"
    club, owner = Club.objects.get(), User.objects.get()
    assert (club.name, club.zone, club.is_home) == (
        "Zwolse Crokinoleclub",
        "Europe/Amsterdam",
        True,
    )
    assert page.context["user"] == owner
    assert owner.email == "olga@example.org"
    assert Membership.objects.get(user=owner).role == Membership.Role.OWNER
    address = EmailAddress.objects.get(user=owner)
    assert address.verified, "nobody has to prove the address of a machine of their own"
    assert address.primary
    line = Action.objects.get()
    assert (line.verb, line.user) == ("set_up_club", owner)


def test_the_second_step_needs_the_code_of_the_first() -> None:
    answer = Client().post("/setup/club/", CLUB)

    assert answer["Location"] == "/setup/"
    assert not Club.objects.exists()


def test_the_slower_of_two_with_the_code_gets_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other visitor creates the club after this page has checked that there is none."""

    def too_slow(**_facts: object) -> None:
        set_up_club(name="Westport", zone="UTC", email="ann@example.org", password=CLUB["password"])
        raise Refused("There is a club.")

    monkeypatch.setattr("leagues.views.club.set_up.set_up_club", too_slow)
    page = visitor_with_the_code().post("/setup/club/", CLUB, follow=True)

    assert "Someone else has just set up this site." in page.content.decode()
    assert [club.name for club in Club.objects.all()] == ["Westport"]


def test_a_wrong_code_is_kept_with_an_error() -> None:
    page = Client().post("/setup/", {"code": "AAAA-BBBB-CCCC"})

    assert page.status_code == 422
    assert "AAAA-BBBB-CCCC" in page.content.decode()
    assert "That isn’t the code" in page.content.decode()


def test_guessing_the_code_is_stopped_even_for_a_guess_that_is_right() -> None:
    browser = Client()
    for _ in range(SETUP_CODES.times):
        assert browser.post("/setup/", {"code": "AAAA-BBBB-CCCC"}).status_code == 422

    assert browser.post("/setup/", {"code": setup_code()}).status_code == 429


def test_the_code_is_in_groups_of_four() -> None:
    assert re.fullmatch("[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}", setup_code())


def test_the_code_is_read_as_people_type_it() -> None:
    code = setup_code()

    assert is_setup_code(code)
    assert is_setup_code(f"  {code.lower().replace('-', ' ')} ")
    assert is_setup_code(code.replace("O", "0").replace("I", "1").replace("B", "8"))
    assert not is_setup_code("")
    assert not is_setup_code(code[:-1])
    assert not is_setup_code("Ω" * 12)


def test_the_code_follows_from_the_secret_key(settings: Settings) -> None:
    first = setup_code()
    settings.SECRET_KEY = "another machine"
    assert setup_code() != first


def test_the_terminal_prints_the_code() -> None:
    out = io.StringIO()
    call_command("setup_code", stdout=out)
    assert out.getvalue().strip() == setup_code()


def test_the_terminal_has_no_code_for_a_site_that_is_set_up(cast: Cast) -> None:
    out, trouble = io.StringIO(), io.StringIO()
    call_command("setup_code", stdout=out, stderr=trouble)
    assert out.getvalue() == ""
    assert "no code any more" in trouble.getvalue()


def test_of_two_visitors_one_wins_and_the_other_gets_a_message() -> None:
    fast, slow = visitor_with_the_code(), visitor_with_the_code()

    fast.post("/setup/club/", CLUB)
    page = slow.post("/setup/club/", CLUB | {"email": "late@example.org"}, follow=True)

    assert "Someone else has just set up this site" in page.content.decode()
    assert not User.objects.filter(email="late@example.org").exists()
    assert Club.objects.count() == 1


def test_the_database_decides_a_race_that_no_page_sees() -> None:
    set_up_club(name="One", zone="UTC", email="one@example.org", password="x")

    with pytest.raises(Refused, match="just set up this site"):
        set_up_club(name="Two", zone="UTC", email="two@example.org", password="x")

    assert [club.name for club in Club.objects.all()] == ["One"]
    assert [user.email for user in User.objects.all()] == ["one@example.org"]


def test_the_code_is_dead_as_soon_as_a_club_lives_here(cast: Cast) -> None:
    assert Client().post("/setup/", {"code": setup_code()}).status_code == 404
    assert Client().get("/setup/club/").status_code == 404


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("club", ""),
        ("club", "   \t "),
        ("club", "x" * 10_000),
        ("club", "a\x00b"),
        ("zone", "Mars/Olympus"),
        ("zone", "\x00"),
        ("email", "olga@"),
        ("email", "x" * 10_000 + "@example.org"),
        ("email", "\x00@example.org"),
        ("password", "password"),
        ("password", "short"),
        ("password", "x" * 10_000),
        ("password", ""),
    ],
)
def test_an_invalid_answer_has_an_error_at_its_field(field: str, typed: str) -> None:
    browser = visitor_with_the_code()

    page = browser.post("/setup/club/", CLUB | {field: typed})

    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert "Zwolse" in page.content.decode() or field == "club"
    assert not Club.objects.exists()


def test_a_club_may_be_named_by_what_makes_no_address() -> None:
    visitor_with_the_code().post("/setup/club/", CLUB | {"club": "🎯🎯"})

    assert Club.objects.get().slug == "club"
