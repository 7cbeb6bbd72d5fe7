"""A parent reads and answers for a child with the parent's own account, until the child is grown."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from leagues.access.roles import token_of_ward
from leagues.models import Action, Answer, Guardian, Mail, Player
from leagues.reads.data.own_data import own_data
from tests.cast import Cast, link_of
from tests.leagues.leagues.evenings import Evening, october_time
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def mia(cast: Cast) -> Player:
    """A minor, in a league that plays on Mondays; Dan is her father."""
    child = Evening.open(cast, "Mia Mole").player("Mia Mole")
    Player.objects.filter(pk=child.pk).update(is_minor=True)
    Guardian.objects.create(user=cast.dan, player=child)
    return Player.objects.get(pk=child.pk)


def page_of(child: Player) -> str:
    return reverse("player_link", args=[token_of_ward(child)])


def test_the_own_page_leads_to_the_child_also_without_a_player(cast: Cast, mia: Player) -> None:
    page = cast.browser_of("dan").get(reverse("me")).content.decode()

    assert page_of(mia) in page
    assert "Mia M." in page


def test_a_parent_answers_for_the_child(cast: Cast, mia: Player) -> None:
    browser = cast.browser_of("dan")
    with time_machine.travel(october_time(12)):
        page = browser.get(page_of(mia)).content.decode()
        night = reverse("own_night", args=[token_of_ward(mia), 1]).replace("/1/", "/")
        assert night in page
        [address] = {
            part.split('"')[0] for part in page.split('action="') if part.startswith(night)
        }
        browser.post(address, {"answer": "in"})

    answer = Answer.objects.get()
    assert (answer.player, answer.reply, answer.user) == (mia, "in", cast.dan)


@pytest.mark.parametrize("name", ["ben", "sam", "olga"])
def test_no_one_else_may_read_it(cast: Cast, mia: Player, name: str) -> None:
    assert cast.browser_of(name).get(page_of(mia)).status_code == 404


def test_a_stranger_is_asked_to_sign_in(mia: Player) -> None:
    answer = Client().get(page_of(mia))

    assert answer.status_code == 302
    assert "login" in answer["Location"]


def test_a_grown_child_takes_over(cast: Cast, mia: Player) -> None:
    Player.objects.filter(pk=mia.pk).update(is_minor=False)

    assert cast.browser_of("dan").get(page_of(mia)).status_code == 404
    assert page_of(mia) not in cast.browser_of("dan").get(reverse("me")).content.decode()


def test_the_link_of_a_child_offers_to_add_it_to_an_account(cast: Cast, mia: Player) -> None:
    link = reverse("player_link", args=[link_of(mia)])

    assert "Is this your child?" in cast.browser_of("ben").get(link).content.decode()
    assert "Is this your child?" not in cast.browser_of("dan").get(link).content.decode()
    cast.browser_of("ben").post(reverse("player_guard", args=[link.split("/")[2]]))
    assert cast.browser_of("ben").get(page_of(mia)).status_code == 200


def test_only_a_minor_has_guardians(cast: Cast) -> None:
    link = cast.cats_token

    answer = cast.browser_of("dan").post(reverse("player_guard", args=[link]), follow=True)
    assert "Only a player under 18 has guardians" in answer.content.decode()
    assert not Guardian.objects.exists()


def test_the_father_hears_of_another_guardian_added_by_link(
    cast: Cast, mia: Player, settings: Settings
) -> None:
    settings.SENDS_EMAIL, settings.BASE_URL = True, "https://club.example"
    cast.browser_of("ben").post(reverse("player_guard", args=[link_of(mia)]))

    mail = Mail.objects.get()
    assert (mail.to, mail.subject) == (
        "dan@example.org",
        "ben@example.org is now a guardian of Mia M.",
    )


def test_a_revoked_link_names_the_guardians_who_remain(cast: Cast, mia: Player) -> None:
    address = reverse("link_revoke", args=[mia.pk])
    page = cast.browser_of("ann").post(address, follow=True).content.decode()

    assert "Still guardians, who keep their own way in: dan@example.org." in page
    Guardian.objects.all().delete()
    assert "Still guardians" not in cast.browser_of("ann").post(address, follow=True).text


def test_the_log_has_the_guardian_and_the_child(cast: Cast, mia: Player) -> None:
    cast.browser_of("dan").post(reverse("own_messages", args=[token_of_ward(mia)]), {})

    line = Action.objects.latest("pk")
    assert (line.verb, line.user, line.player) == ("choose_messages", cast.dan, mia)


def test_the_file_of_a_guardian_has_the_row_of_the_child(cast: Cast, mia: Player) -> None:
    Guardian.objects.create(user=cast.ben, player=mia)
    [row] = own_data(cast.ben_plays)["rows"]["people/guardians"]
    assert row["player"] == mia.pk
    assert len(own_data(mia)["rows"]["people/guardians"]) == 2


@pytest.mark.parametrize("is_guardian", [True, False])
def test_only_a_links_icon_opens_the_page_without_signing_in(
    cast: Cast, mia: Player, *, is_guardian: bool
) -> None:
    token = token_of_ward(mia) if is_guardian else link_of(mia)
    page = cast.browser_of("dan").get(reverse("own_home_screen", args=[token])).text
    assert ("opens this page while you’re signed in" in page) is is_guardian
    assert ("without a password" in page) is not is_guardian


def test_a_child_whose_guardian_reads_the_mail_has_an_address(cast: Cast, mia: Player) -> None:
    address = reverse("own_messages", args=[token_of_ward(mia)])
    assert "Add your address" not in cast.browser_of("dan").get(address).text
    Guardian.objects.filter(player=mia).delete()
    own = reverse("own_messages", args=[link_of(mia)])
    assert "Add your address" in Client().get(own).text
