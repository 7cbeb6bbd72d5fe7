"""Two players compared by their matches against each other."""

import re

import pytest
from django.test import Client

from leagues.models import Player
from tests.cast import Cast
from tests.leagues.people.played import play_match, player_named
from tests.leagues.play.desk_hall import DeskHall
from tests.leagues.site.test_public import read_page

pytestmark = pytest.mark.django_db


def test_two_head_to_head(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 11 02")
    play_match(hall, 2, 1, "20 20 20 20")
    play_match(hall, 1, 3, "20 20 20 20")
    ann, ben = player_named("Ann A"), player_named("Ben B")

    page = read_page(f"/players/{ann.pk}/against/{ben.pk}/")

    assert read_figures(page)["won against each other"] == ("1", "1")
    assert "tied with each other" not in page
    assert read_figures(page)["points against each other"] == ("5", "<b>11</b>")
    assert "Cy C" not in page
    assert "They haven’t played each other yet" in read_page(
        f"/players/{ben.pk}/against/{player_named('Di D').pk}/"
    )


def test_head_to_head_counts_ties(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "11 11 11 11")
    play_match(hall, 2, 1, "20 20 20 20")

    page = read_page(f"/players/{player_named('Ann A').pk}/against/{player_named('Ben B').pk}/")

    assert read_figures(page)["won against each other"] == ("0", "<b>1</b>")
    assert read_figures(page)["tied with each other"] == ("1", "1")


def test_a_figure_that_neither_has_is_an_empty_bar(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "11 11 11 11")
    page = read_page(f"/players/{player_named('Ann A').pk}/against/{player_named('Ben B').pk}/")

    assert read_figures(page)["won against each other"] == ("0", "0")


def test_head_to_head_lists_ten_matches_at_a_time(hall: DeskHall) -> None:
    for at in range(12):
        play_match(hall, 1, 2, "20 20", days=at)
    path = f"/players/{player_named('Ann A').pk}/against/{player_named('Ben B').pk}/"
    line = re.compile('<li id="match-')

    first, second = read_page(path), read_page(f"{path}?page=2")

    assert read_figures(first)["won against each other"] == ("<b>12</b>", "0")
    assert (len(line.findall(first)), len(line.findall(second))) == (10, 2)
    assert "?page=2" in first


def test_head_to_head_with_an_unknown_player_is_empty(cast: Cast, hall: DeskHall) -> None:
    ann = player_named("Ann A")

    read_page(f"/players/{ann.pk}/against/{cast.cat_plays.pk}/", 404)
    Player.objects.filter(pk=cast.cat_plays.pk).update(merged_into=player_named("Ben B"))
    answer = Client().get(f"/players/{ann.pk}/against/{cast.cat_plays.pk}/")
    assert answer["Location"] == f"/players/{ann.pk}/against/{player_named('Ben B').pk}/"


def read_figures(page: str) -> dict[str, tuple[str, str]]:
    """Both players' figures by their label, the larger one in bold and the longer bar."""
    cell = r"<td>\s*(.*?)\s*<progress value=\"(.*?)\"\s*max=\"(.*?)\"[^>]*></progress>\s*</td>"
    row = rf"<tr>\s*{cell}\s*<th scope=\"row\">(.*?)</th>\s*{cell}"
    figures = dict[str, tuple[str, str]]()
    for one, left, whole, label, two, right, same in re.findall(row, page):
        assert whole == same
        assert float(whole) == (max(float(left), float(right)) or 1)
        shown = [float(re.sub("<.*?>", "", each)) for each in (one, two)]
        assert shown == pytest.approx([float(left), float(right)], abs=0.01)
        figures[label] = one, two
    return figures


def test_two_stand_face_to_face_with_all_they_played(hall: DeskHall) -> None:
    play_match(hall, 1, 3, "20 20 20 20")
    play_match(hall, 2, 3, "02 20 20 20")
    play_match(hall, 2, 4, "02 02 02 02")

    figures = read_figures(
        read_page(f"/players/{player_named('Ann A').pk}/against/{player_named('Ben B').pk}/")
    )

    assert "won against each other" not in figures
    assert figures["matches played"] == ("1", "<b>2</b>")
    assert figures["percent won"] == ("<b>100</b>", "50")


def test_opponents_met_most_often_are_offered(hall: DeskHall) -> None:
    for other in (3, 2, 3):
        play_match(hall, 1, other, "20 20 20 20")
    ann, ben, cy = (player_named(name).pk for name in ("Ann A", "Ben B", "Cy C"))

    offered = read_page("/players/compare/")
    assert links_of(offered)[-1].endswith("/against/")
    assert re.search(r"Ann A</a></span>\s*<span[^>]*>3–0–0 <span class=\"form\"", offered)
    assert links_of(read_page(f"/players/{ann}/against/")) == [
        f"/players/{ann}/against/{cy}/",
        f"/players/{ann}/against/{ben}/",
    ]


def test_who_played_lately_follows_the_opponents_met(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20")
    play_match(hall, 2, 4, "20 20 20 20")
    ann, ben, di = (player_named(name).pk for name in ("Ann A", "Ben B", "Di D"))

    page = read_page(f"/players/{ann}/against/")

    assert page.index("Met most often") < page.index("Played lately")
    assert links_of(page) == [f"/players/{ann}/against/{ben}/", f"/players/{ann}/against/{di}/"]


def links_of(page: str) -> list[str]:
    return re.findall(r'href="(/players/\d+/against/[^"]*)"', page)


def test_any_two_are_compared_by_searching_one_and_then_the_other(hall: DeskHall) -> None:
    ann, di = player_named("Ann A"), player_named("Di D")
    assert 'href="/players/compare/"' in read_page("/players/")

    both = read_page("/players/compare/")
    assert both.index("The first player") < both.index("The second player")
    [first] = links_of(read_page("/players/compare/?q=ann"))
    assert first == f"/players/{ann.pk}/against/"
    [second] = links_of(read_page(f"{first}?q=di"))
    assert second == f"/players/{ann.pk}/against/{di.pk}/"

    met = read_page(second)
    assert "They haven’t played each other yet" in met
    assert first in links_of(met)


def test_no_comparison_with_oneself_or_an_unseen_player(cast: Cast, hall: DeskHall) -> None:
    ann = player_named("Ann A")
    path = f"/players/{ann.pk}/against/"

    assert "No results for “ann”" in read_page(f"{path}?q=ann")
    assert "Nothing is called" not in read_page(path)
    assert links_of(read_page("/players/compare/?q=cat")) == []
    read_page(f"/players/{cast.cat_plays.pk}/against/", 404)
    Player.objects.filter(pk=cast.cat_plays.pk).update(merged_into=ann)
    answer = Client().get(f"/players/{cast.cat_plays.pk}/against/?q=ben")
    assert answer["Location"] == path


def test_a_minor_is_chosen_by_the_name_shown_on_the_web(hall: DeskHall) -> None:
    Player.objects.filter(name="Ben B").update(is_minor=True, name="Ben Quincy")

    page = read_page("/players/compare/?q=ben")

    assert len(links_of(page)) == 1
    assert "Quincy" not in page
    assert links_of(read_page("/players/compare/?q=quincy")) == []
