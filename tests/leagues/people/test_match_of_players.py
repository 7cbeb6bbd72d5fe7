"""The players on the page of a match: ratings, who shot last, who substituted."""

import re

import pytest

from leagues.models import SidePlayer
from tests.leagues.people.played import play_match, player_named
from tests.leagues.play.desk_hall import DeskHall
from tests.leagues.site.test_public import count_queries, read_page

pytestmark = pytest.mark.django_db


def test_a_match_shows_the_ratings_of_its_sides_before_it(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20")
    later = play_match(hall, 1, 2, "11 11 11 11", days=7)

    page = " ".join(read_page(f"/events/westport-open/matches/{later.number}/").split())

    assert "Before the match" in page
    shares = [int(n) for n in re.findall(r"expected (\d+) % of the points", page)]
    assert sum(shares) == 100
    assert shares[0] > 50  # Ann had won
    assert "Head to head" in page


def test_of_newcomers_nothing_is_expected(hall: DeskHall) -> None:
    first = play_match(hall, 1, 2, "20 20 20 20")

    page = read_page(f"/events/westport-open/matches/{first.number}/")

    assert "Before the match" not in page


def test_the_years_are_not_added_up_for_what_changes_of_a_match(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20")
    later = play_match(hall, 1, 2, "11 11 11 11", days=7)
    path = f"/events/westport-open/matches/{later.number}/"

    part = read_page(f"{path}?fragment=live")

    assert "Before the match" not in part
    assert count_queries(f"{path}?fragment=live") < count_queries(path)


def test_a_match_shows_the_score_and_the_hammer_after_each_round(hall: DeskHall) -> None:
    match = play_match(hall, 1, 2, "20 11 02", "3-1 2-2 0-4")

    page = read_page(f"/events/westport-open/matches/{match.number}/")

    rows = re.findall(r'<tr id="round-1-\d">(.*?)</tr>', page, re.DOTALL)
    cells = [re.sub(r"<[^>]+>", " ", row).split() for row in rows]
    assert cells == [
        ["1", "2", "0", "2–0", "3–1", "B"],
        ["2", "1", "1", "3–1", "2–2", "A"],
        ["3", "0", "2", "3–3", "0–4", "B"],
    ]


def test_a_substitute_is_named_beside_the_entry(hall: DeskHall) -> None:
    match = play_match(hall, 1, 2, "20 20", "3-1 2-2")
    SidePlayer.objects.filter(match=match, side__seat=0).update(player=player_named("Di D"))

    page = " ".join(read_page(f"/events/westport-open/matches/{match.number}/").split())

    assert "Substitute: <a" in page
    assert "Di D" in page
