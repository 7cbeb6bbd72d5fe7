"""Two players compared by their matches against each other."""

import re

import pytest
from django.test import Client

from leagues.models import Player
from tests.cast import Cast
from tests.leagues.people.played import play, player
from tests.leagues.play.desk_hall import DeskHall
from tests.leagues.site.test_public import read

pytestmark = pytest.mark.django_db


def test_two_head_to_head(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 11 02")
    play(hall, 2, 1, "20 20 20 20")
    play(hall, 1, 3, "20 20 20 20")
    ann, ben = player("Ann A"), player("Ben B")

    page = read(f"/players/{ann.pk}/against/{ben.pk}/")

    assert "1–0–1" in page
    assert "5–11" in page
    assert "Cy C" not in page
    assert "They haven’t played each other yet" in read(
        f"/players/{ben.pk}/against/{player('Di D').pk}/"
    )


def test_head_to_head_lists_ten_matches_at_a_time(hall: DeskHall) -> None:
    for at in range(12):
        play(hall, 1, 2, "20 20", days=at)
    path = f"/players/{player('Ann A').pk}/against/{player('Ben B').pk}/"
    line = re.compile('<li id="match-')

    first, second = read(path), read(f"{path}?page=2")

    assert "12–0–0" in first
    assert (len(line.findall(first)), len(line.findall(second))) == (10, 2)
    assert "?page=2" in first


def test_head_to_head_with_somebody_unknown_is_nothing(cast: Cast, hall: DeskHall) -> None:
    ann = player("Ann A")

    read(f"/players/{ann.pk}/against/{cast.cat_plays.pk}/", 404)
    Player.objects.filter(pk=cast.cat_plays.pk).update(merged_into=player("Ben B"))
    answer = Client().get(f"/players/{ann.pk}/against/{cast.cat_plays.pk}/")
    assert answer["Location"] == f"/players/{ann.pk}/against/{player('Ben B').pk}/"


def links_of(page: str) -> list[str]:
    return re.findall(r'href="(/players/\d+/against/[^"]*)"', page)


def test_any_two_are_compared_by_searching_one_and_then_the_other(hall: DeskHall) -> None:
    ann, di = player("Ann A"), player("Di D")
    assert 'href="/players/compare/"' in read("/players/")

    [first] = links_of(read("/players/compare/?q=ann"))
    assert first == f"/players/{ann.pk}/against/"
    [second] = links_of(read(f"{first}?q=di"))
    assert second == f"/players/{ann.pk}/against/{di.pk}/"

    met = read(second)
    assert "They haven’t played each other yet" in met
    assert first in links_of(met)


def test_nobody_is_compared_with_themselves_nor_with_somebody_unseen(
    cast: Cast, hall: DeskHall
) -> None:
    ann = player("Ann A")
    path = f"/players/{ann.pk}/against/"

    assert "No results for “ann”" in read(f"{path}?q=ann")
    assert "Nothing is called" not in read(path)
    assert links_of(read("/players/compare/?q=cat")) == []
    read(f"/players/{cast.cat_plays.pk}/against/", 404)
    Player.objects.filter(pk=cast.cat_plays.pk).update(merged_into=ann)
    answer = Client().get(f"/players/{cast.cat_plays.pk}/against/?q=ben")
    assert answer["Location"] == path


def test_whoever_is_a_minor_is_chosen_by_what_the_web_calls_them(hall: DeskHall) -> None:
    Player.objects.filter(name="Ben B").update(is_minor=True, name="Ben Quincy")

    page = read("/players/compare/?q=ben")

    assert len(links_of(page)) == 1
    assert "Quincy" not in page
    assert links_of(read("/players/compare/?q=quincy")) == []
