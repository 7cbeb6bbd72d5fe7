"""The text about a finished night for the club's chat."""

import re
from html import unescape

import pytest
from django.test import Client

from leagues.models import MatchSide, Player
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import played_event, set_boards
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def mondays(cast: Cast) -> Mondays:
    mondays = Mondays.open(cast, "Eve", "Flo", "Gus", "Hal", nights=3)
    set_boards(mondays, 2)
    mondays.play(1, ("Eve", "Flo", 8, 2), ("Gus", "Hal", 7, 3))
    return mondays


def recap_of(mondays: Mondays, number: int) -> str:
    night = mondays.night(number)
    page = Client().get(f"/leagues/{mondays.league.slug}/nights/{night.pk}/")
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", page.content.decode(), re.S)
    return unescape(found[1]).strip() if found else ""


def test_it_has_places_points_leaders_and_a_link(mondays: Mondays) -> None:
    parts = recap_of(mondays, 1).split("\n\n")

    assert parts[0].startswith(f"{mondays.league.name} – Night 1, ")
    assert parts[1].splitlines()[0].startswith("1. Eve – 8")
    assert parts[-2].splitlines()[:2] == ["The season after night 1", "1. Eve – 8"]
    assert parts[-1].endswith(f"/nights/{mondays.night(1).pk}/")


def test_a_night_to_come_has_none(mondays: Mondays) -> None:
    assert recap_of(mondays, 2) == ""


def test_a_minor_is_named_short(mondays: Mondays) -> None:
    Player.objects.filter(name="Eve").update(name="Eve Moss", family_name="Moss", is_minor=True)
    text = recap_of(mondays, 1)
    assert "Eve M." in text
    assert "Moss" not in text


def test_most_20s_are_listed_with_all_who_share_fifth_place(cast: Cast) -> None:
    shot = {"Eve": 1, "Flo": 9, "Gus": 3, "Hal": 2, "Ida": 3, "Jo": 5, "Kim": 4}
    mondays = Mondays.open(cast, *shot, "Lee", nights=2)
    set_boards(mondays, 4)
    played_event(mondays, 1, *shot, "Lee")
    MatchSide.objects.update(twenties=0)
    for name, many in shot.items():
        first = MatchSide.objects.filter(players__name=name).first()
        MatchSide.objects.filter(pk=first.pk).update(twenties=many)  # type: ignore[union-attr]

    [most] = [part for part in recap_of(mondays, 1).split("\n\n") if "20s" in part]
    assert most.splitlines() == ["Most 20s", "9  Flo", "5  Jo", "4  Kim", "3  Gus", "3  Ida"]


def test_all_who_tie_the_fifth_in_20s_are_listed(cast: Cast) -> None:
    names = ("Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
    mondays = Mondays.open(cast, *names, nights=2)
    set_boards(mondays, 3)
    played_event(mondays, 1, *names)  # one 20 in each match

    text = recap_of(mondays, 1)
    assert all(f"  {name}" in text for name in names)
