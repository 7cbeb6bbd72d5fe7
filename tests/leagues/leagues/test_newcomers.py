"""Guests who registered online and are not confirmed: what they can't do or see on a night."""

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from leagues.actions.leagues.joining.members import enrol_members
from leagues.models import Answer, Offer, Player
from tests.cast import Cast, link_of
from tests.leagues.leagues.evenings import Evening, october_time
from tests.scenes import scene

NEWCOMERS = ("Nan", "Ned", "Nia")


@scene
def evening(cast: Cast) -> Evening:
    """Room for three. Eve and Kid (under 18) are members; three newcomers answered first."""
    evening = Evening.open(cast, "Eve", "Kid Hall", most=3)
    Player.objects.filter(name="Kid Hall").update(is_minor=True, family_name="Hall")
    for name in NEWCOMERS:
        Player.objects.create(
            club=cast.club, name=name, is_guest=True, self_registered_at=timezone.now()
        )
        evening.say(name)
    for name in ("Eve", "Kid Hall"):
        evening.say(name, when=october_time(13))
    return evening


def own_page(evening: Evening, name: str) -> str:
    player = evening.player(name)
    player.links.all().delete()
    with time_machine.travel(october_time(14)):
        path = f"/me/{link_of(player)}/nights/{evening.night.pk}/"
        return " ".join(Client().get(path).text.split())


def test_made_up_people_fill_no_night(evening: Evening) -> None:
    assert evening.inside(october_time(14)) == ["Eve", "Kid Hall"]
    assert evening.waiting(october_time(14)) == list(NEWCOMERS)
    assert evening.known(october_time(14)).room == 1
    evening.say("Zoe", when=october_time(14))  # a player the desk knows
    assert evening.inside(october_time(15)) == ["Eve", "Kid Hall", "Zoe"]


def test_no_place_is_offered_to_them(evening: Evening) -> None:
    evening.say("Eve", "out", october_time(14))
    evening.look(october_time(15))
    assert not Offer.objects.exists()


def test_the_desk_lets_one_in_by_marking_them_as_coming(cast: Cast, evening: Evening) -> None:
    evening.say("Ned", by=cast.who("ann"), when=october_time(14))
    assert evening.inside(october_time(15)) == ["Eve", "Kid Hall", "Ned"]
    assert evening.waiting(october_time(15)) == ["Nan", "Nia"]


@pytest.mark.parametrize("how", ["member", "confirmed"])
def test_who_is_known_has_a_place_like_anybody(cast: Cast, evening: Evening, how: str) -> None:
    if how == "member":
        enrol_members(
            by=cast.who("ann"),
            league=evening.mondays.league,
            players=[evening.player("Ned")],
            first=None,
        )
    else:
        Player.objects.filter(name="Ned").update(is_guest=False)
    assert "Ned" in evening.inside(october_time(14))


def test_where_places_have_no_limit_they_are_in(evening: Evening) -> None:
    type(evening.mondays.league).objects.update(most=None)
    assert set(NEWCOMERS) <= set(evening.inside(october_time(14)))


def test_saying_it_again_writes_nothing(evening: Evening) -> None:
    before = Answer.objects.count()
    evening.say("Ned", when=october_time(14))
    assert Answer.objects.count() == before


def test_who_goes_asks_no_longer(evening: Evening) -> None:
    evening.say("Ned", "out", october_time(14))
    assert evening.waiting(october_time(15)) == ["Nan", "Nia"]


def test_their_own_page_shows_that_they_asked(evening: Evening) -> None:
    text = own_page(evening, "Ned")
    assert "You’ve asked for a spot" in text
    assert "Members go first." in text


def test_they_do_not_read_where_a_child_will_be(evening: Evening) -> None:
    text = own_page(evening, "Ned")
    assert "1 under 18" in text
    assert "Kid" not in text
    assert "Kid H." in own_page(evening, "Eve")
    Player.objects.filter(name="Ned").update(is_guest=False)
    assert "Kid H." in own_page(evening, "Ned")


def test_nor_with_an_account_on_the_public_page(cast: Cast, evening: Evening) -> None:
    Player.objects.filter(name="Ned").update(user=cast.dan)
    with time_machine.travel(october_time(14)):
        path = f"/leagues/{evening.mondays.league.slug}/nights/{evening.night.pk}/"
        text = cast.browser_of("dan").get(path).text
    assert "Kid" not in text
    assert "1 under 18" in text


def test_the_desk_lists_them_apart(cast: Cast, evening: Evening) -> None:
    with time_machine.travel(october_time(14)):
        night = f"/desk/leagues/{evening.mondays.league.slug}/nights/{evening.night.pk}"
        page = cast.browser_of("ann").get(f"{night}/coming/")
    groups = {str(title): who for title, who in page.context["groups"]}
    asked = [each.player.name for each in groups["Newcomers asking for a spot"]]
    assert asked == list(NEWCOMERS)
    assert groups["Waiting for a spot"] == []
