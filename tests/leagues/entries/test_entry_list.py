"""The list of an event's players has letters once it is long."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from leagues.actions.entries.entries import enrol_players
from leagues.models import Event, Player
from tests.cast import Cast
from tests.leagues.draw.draws import an_event
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def event(cast: Cast) -> Event:
    """44 entries: four with a surname in B, and Zoe Adams, who is shown as "Bolt"."""
    event, by = an_event(cast, 0), cast.who("ann")
    names = [f"Player C{n:02}" for n in range(39)] + [f"Kim B{n}" for n in range(4)]
    for name in names:
        family = name.split()[-1]
        player = Player.objects.create(club=cast.club, name=name, family_name=family)
        enrol_players(by=by, event=event, players=[player])
    zoe = Player.objects.create(
        club=cast.club, name="Zoe Adams", family_name="Adams", alias="Bolt", name_on_web="alias"
    )
    enrol_players(by=by, event=event, players=[zoe])
    return event


def listed_names(event: Event, letter: str = "") -> list[str]:
    page = page_of(event, letter)
    found = re.findall(r'/entries/\d+/">(.+?)</a>', page)
    return [re.sub("<.*?>", "", each) for each in found]


def page_of(event: Event, letter: str = "") -> str:
    at = reverse("event_players", args=[event.slug])
    return Client().get(at, {"letter": letter} if letter else {}).text


def offered_letters(event: Event, letter: str = "") -> list[str]:
    return re.findall(r'<a href="\?letter=(\w)"', page_of(event, letter))


def test_a_letter_shows_those_who_begin_with_it(event: Event) -> None:
    assert offered_letters(event) == ["B", "C"]
    assert listed_names(event, "B") == ["Kim B0", "Kim B1", "Kim B2", "Kim B3", "Bolt"]
    assert len(listed_names(event)) == 44
    assert "44 entries" in page_of(event, "B")


def test_no_letter_tells_the_name_behind_an_alias(event: Event) -> None:
    assert "A" not in offered_letters(event)
    assert listed_names(event, "A") == listed_names(event)  # a letter of no name lists everyone


def test_a_child_is_listed_by_the_initial_that_is_shown(event: Event) -> None:
    """Kim B3 becomes Lea de Bono, who is shown as Lea B.: before the others in B."""
    Player.objects.filter(name="Kim B3").update(
        name="Lea de Bono", family_name="de Bono", is_minor=True
    )
    assert offered_letters(event) == ["B", "C"]
    assert listed_names(event, "B") == ["Lea B.", "Kim B0", "Kim B1", "Kim B2", "Bolt"]


def test_a_short_list_has_no_letters(event: Event) -> None:
    event.entries.filter(pk__in=event.entries.values("pk")[:4]).update(state="waiting")
    assert offered_letters(event) == []
    assert len(listed_names(event, "B")) == 40
