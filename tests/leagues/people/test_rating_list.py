"""The list of ratings, an index of letters for it, and ratings beside names."""

import re

import pytest
from django.test import Client

from leagues.live.news import News
from leagues.live.revisions import EventRevision, Revisions
from leagues.models import Club, Entry, Event, Player
from leagues.models.people import NameStyle
from leagues.reads.people.rating_list import (
    RatedPlayer,
    RatedStep,
    podium_of_ratings,
    rating_list,
    scale_of,
)
from leagues.reads.people.rating_story import rating_story
from leagues.reads.people.stored_sums import sums_of
from leagues.views.public import club
from scoring.ratings import Rating
from tests.cast import Cast
from tests.leagues.people.played import play_match, player_named
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db

LIST = "/players/ratings/"


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


def listed_names(path: str = LIST) -> list[str]:
    page = Client().get(path).content.decode()
    main = page[page.index("<main") : page.index("</main")]
    return re.findall(r'href="/players/\d+-[\w-]+/">([^<]+)</a>', main)


def test_the_strongest_is_first(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20")
    play_match(hall, 3, 2, "11 11 11 20")
    assert listed_names() == ["Ann A", "Cy C", "Ben B"]


def test_everybody_has_the_rating_of_their_own_page(hall: DeskHall) -> None:
    for days in range(-3, 1):
        play_match(hall, 1, 2, "20 20 20 02", days=days)
    for each in rating_list(sums_of(hall.event.club)):
        person = Player.objects.get(pk=each.player)
        story = rating_story(person, sums_of(person.club))
        assert each.rating == story.days[-1].rating


@pytest.mark.long
def test_a_place_needs_enough_play(hall: DeskHall) -> None:
    for days in range(-40, 0):
        play_match(hall, 1, 2, "20 20 20 02", days=days)
    play_match(hall, 3, 4, "20 20 20 20")
    placed = {
        Player.objects.get(pk=each.player).name: each.place
        for each in rating_list(sums_of(hall.event.club))
    }
    assert placed == {"Ann A": 1, "Ben B": 2, "Cy C": None, "Di D": None}
    assert not any(each.shared for each in rating_list(sums_of(hall.event.club)))
    tables = Client().get(LIST).context["tables"]
    assert [[each.place for each, _ in rows] for rows in tables] == [[1, 2], [None, None]]
    above, _, below = Client().get(LIST).text.partition("No places yet</h2>")
    assert "Ben B" in above
    assert "Cy C" not in above
    assert "Cy C" in below
    ratings = [each.rating for each in rating_list(sums_of(hall.event.club))]
    assert scale_of(ratings) == scale_of(ratings[:2]) != scale_of(ratings[2:])


def test_equal_ratings_share_a_place(hall: DeskHall) -> None:
    for days in range(-40, 0):
        play_match(hall, 1, 2, "20 20 02 02", days=days)
    first, second = rating_list(sums_of(hall.event.club))
    assert first.rating.shown == second.rating.shown
    assert [(each.place, each.shared) for each in (first, second)] == [(1, True), (1, True)]


def test_guests_and_players_of_private_events_are_not_listed(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20")
    Player.objects.filter(name="Ben B").update(is_guest=True)
    hall.event.touch()
    assert listed_names() == ["Ann A"]
    Event.objects.update(visibility="private")
    hall.event.touch()
    assert listed_names() == []


def test_an_empty_list_shows_a_message(cast: Cast) -> None:
    assert b"board-picture" in Client().get(LIST).content


# --- Letters -------------------------------------------------------------------------------------


def test_a_letter_lists_whose_surname_begins_with_it(hall: DeskHall) -> None:
    Player.objects.filter(name="Ann A").update(name="Ann Adams", family_name="Adams")
    page = Client().get("/players/").content.decode()
    assert re.findall(r'href="\?letter=(\w)"', page) == ["A", "B", "C", "D"]
    assert listed_names("/players/?letter=A") == ["Ann Adams"]
    assert len(listed_names("/players/?letter=")) == 4


def test_an_alias_is_under_its_own_letter(hall: DeskHall) -> None:
    Player.objects.filter(name="Ben B").update(alias="Zed", name_on_web=NameStyle.ALIAS)
    assert listed_names("/players/?letter=Z") == ["Zed"]
    assert listed_names("/players/?letter=B") == []
    assert listed_names("/players/")[-1] == "Zed"


# --- Ratings beside names ------------------------------------------------------------------------


def test_ratings_stand_beside_names_where_the_club_wants_them(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20")
    shown = str(rating_list(sums_of(hall.event.club))[0].rating.shown)
    assert shown not in Client().get("/players/").content.decode()
    Club.objects.filter(pk=hall.event.club_id).update(shows_ratings=True)
    assert shown in Client().get("/players/").content.decode()


def ratings_beside(slug: str) -> list[str]:
    page = Client().get(f"/events/{slug}/players/").content.decode()
    return re.findall(r'rating <span class="number">([^<]+)</span>', page)


def test_ratings_stand_beside_an_events_players_where_the_club_wants_them(
    cast: Cast, hall: DeskHall
) -> None:
    play_match(hall, 1, 2, "20 20 20 20", days=-3)
    first, second = rating_list(sums_of(hall.event.club))
    slug = hall.event.slug
    assert ratings_beside(slug) == []
    Club.objects.filter(pk=hall.event.club_id).update(shows_ratings=True)
    assert ratings_beside(slug) == [str(first.rating.shown), str(second.rating.shown)]
    Event.objects.filter(pk=hall.event.pk).update(state="finished")
    assert ratings_beside(slug) == []


def test_of_two_partners_each_has_their_own_rating(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20", days=-3)
    first = rating_list(sums_of(hall.event.club))[0]
    Club.objects.filter(pk=hall.event.club_id).update(shows_ratings=True)
    flo = Player.objects.create(club=hall.event.club, name="Flo F")
    Entry.objects.get(pk=hall.entry(1)).line_up.create(event=hall.event, player=flo, number=2)
    assert f"{first.rating.shown} · –" in ratings_beside(hall.event.slug)


def test_a_result_elsewhere_renews_an_events_list_of_players() -> None:
    """Ratings follow from all events; what else an event shows follows from its own."""
    cup, first, second = (EventRevision(n, is_open=True) for n in (3, 4, 5))
    before = News(standing=Revisions({"cup": cup, "open": first}))
    after = News(standing=Revisions({"cup": cup, "open": second}))
    players, matches = "/events/cup/players/", "/events/cup/matches/"
    assert before.stamp(players) != after.stamp(players)
    assert before.stamp(matches) == after.stamp(matches)


def test_the_desk_sets_whether_ratings_are_shown(cast: Cast) -> None:
    sent = {"colour": "#6a3d1a", "shows_ratings": "on"}
    assert cast.browser_of("ann").post("/desk/club/", sent).status_code == 302
    assert Club.objects.get(is_home=True).shows_ratings


# --- What is seen first ---------------------------------------------------------------------------


def rate(hall: DeskHall, *shown: int) -> list[tuple[RatedPlayer, Player]]:
    """The hall's players with these ratings, placed by them."""
    people = Player.objects.filter(club=hall.event.club).order_by("pk")[: len(shown)]
    return [
        (RatedPlayer(each.pk, Rating(rating, 1.0), shown.index(rating) + 1), each)
        for each, rating in zip(people, shown, strict=True)
    ]


def test_three_with_a_place_make_a_podium(hall: DeskHall) -> None:
    rated = rate(hall, 1200, 1100, 1100)
    assert [each.place for each in podium_of_ratings(rated)] == [1, 2, 2]
    assert podium_of_ratings(rated[:2]) == []
    assert podium_of_ratings(rate(hall, 1200, 1100, 1000, 1000)) == []


def test_who_is_on_the_podium_is_not_listed_below_again(
    hall: DeskHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_match(hall, 1, 2, "20 20 20 20")
    first = RatedStep(1, False, player_named("Ann A"), 1200)
    monkeypatch.setattr(club, "podium_of_ratings", lambda _rated: [first])

    assert listed_names() == ["Ben B"]


def test_each_rating_has_its_band_as_a_bar(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20")
    page = Client().get(LIST).content.decode()
    assert page.count('<svg class="band"') == 2
