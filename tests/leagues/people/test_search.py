"""Finding players and events on the public pages."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Event, League, Player
from leagues.models.people import Alias, NameStyle
from tests.cast import Cast
from tests.leagues.people.played import play_match, player_named
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.site.test_public import count_queries, read_page
from tests.rows_read import rows_read

pytestmark = pytest.mark.django_db


def read_found(text: str) -> str:
    """The page of what is found, with nothing marked."""
    return read_page(f"/search/?q={text}").replace("<strong>", "").replace("</strong>", "")


def test_what_was_asked_for_is_marked_in_what_is_found(hall: DeskHall) -> None:
    Player.objects.filter(name="Ann A").update(name="Émile <Ann> Nagy-Ännström")

    page = read_page("/search/?q=ann+emi")

    assert (
        "<strong>Émi</strong>le &lt;<strong>Ann</strong>&gt; Nagy-<strong>Änn</strong>ström" in page
    )


@pytest.mark.parametrize("text", ["fionnuala", "FION dho", "ní dhomhnaill", "ni-dhom", "Nuala"])
def test_a_player_is_found_without_accents_order_or_the_usual_name(
    hall: DeskHall, text: str
) -> None:
    Player.objects.filter(name="Ann A").update(name="Fionnuala Ní Dhomhnaill")
    Alias.objects.create(player=player_named("Fionnuala Ní Dhomhnaill"), name="Nuala")

    assert "Fionnuala Ní Dhomhnaill" in read_found(text)


@pytest.mark.parametrize("text", ["brien", "o'brien", "O’Brien", "obri", "o brien"])
@pytest.mark.parametrize("written", ["O'Brien", "O’Brien", "O\u02bcbrien"])
def test_an_apostrophe_hides_no_player(hall: DeskHall, written: str, text: str) -> None:
    Player.objects.filter(name="Ann A").update(name=f"Pat {written}")

    assert player_named(f"Pat {written}").get_absolute_url() in read_page(f"/search/?q={text}")


@pytest.mark.parametrize("text", ["Tremblay", "Bernard", "Annabel Tr"])
def test_no_player_is_found_by_a_name_they_keep_private(hall: DeskHall, text: str) -> None:
    Player.objects.filter(name="Ann A").update(
        name="Annabel Tremblay", family_name="Tremblay", is_minor=True
    )
    Player.objects.filter(name="Ben B").update(
        name="Bernard Ito", alias="Hook", name_on_web=NameStyle.ALIAS
    )
    Alias.objects.create(player=player_named("Bernard Ito"), name="Bernie Ito")

    page = read_found(text)

    assert "Hook" not in page
    assert "Annabel T." not in page


def test_who_goes_by_an_alias_is_found_by_it(hall: DeskHall) -> None:
    Player.objects.filter(name="Ben B").update(alias="Hook", name_on_web=NameStyle.ALIAS)

    assert player_named("Ben B").get_absolute_url() in read_page("/search/?q=hoo")


def test_events_are_found_by_name_and_place_and_private_ones_never(
    cast: Cast, hall: DeskHall
) -> None:
    open_hall(cast, name="Harvest Cup", entries=0, place="The Mill")
    open_hall(cast, name="Secret Harvest", entries=0, visibility="private")

    for text in ("harv", "the mill"):
        page = read_found(text)
        assert "Harvest Cup" in page
        assert "Secret" not in page
    assert "No results for “zebra”" in read_page("/search/?q=zebra")
    assert "Nothing is called" not in read_page("/search/")


def test_without_a_text_there_are_the_last_players_and_events(hall: DeskHall) -> None:
    Player.objects.filter(name="Ann A").update(
        name="Annabel Tremblay", family_name="Tremblay", is_minor=True
    )
    play_match(hall, 1, 2, "20 20 20 20")

    page = read_page("/search/")

    assert player_named("Ben B").get_absolute_url() in page
    assert "Annabel T." in page
    assert "Tremblay" not in page
    assert player_named("Cy C").get_absolute_url() not in page  # has not played
    assert hall.event.get_absolute_url() in page


@pytest.mark.parametrize("path", ["/search/", "/search/?q=ben"])
def test_a_row_shows_how_the_player_fared_lately(hall: DeskHall, path: str) -> None:
    play_match(hall, 1, 2, "20 20 20 20")

    row = read_page(path).split(player_named("Ben B").get_absolute_url())[1].split("</li>")[0]

    assert 'aria-label="Last: lost"' in row


@pytest.mark.parametrize("path", ["/search/", "/players/compare/"])
def test_a_new_club_has_no_players_to_find(cast: Cast, path: str) -> None:
    page = read_page(path)

    assert "No players yet" in page
    assert "Played lately" not in page


def test_a_league_is_found_unless_it_is_private(cast: Cast) -> None:
    for name, visibility in (("Winter nights", "public"), ("Winter plans", "private")):
        League.objects.create(club=cast.club, name=name, slug=name[7:], visibility=visibility)

    page = read_found("wint")

    assert "Winter nights" in page
    assert "Winter plans" not in page


def test_a_search_asks_as_often_for_many_as_for_few(cast: Cast) -> None:
    open_hall(cast, entries=4)
    with CaptureQueriesContext(connection) as few:
        read_page("/search/?q=play")
    open_hall(cast, name="Large", entries=16)

    assert count_queries("/search/?q=play") == len(few) <= 7


@pytest.mark.long
def test_a_search_that_finds_enough_reads_no_more_of_a_large_club(cast: Cast) -> None:
    def rows_with_more(name: str) -> int:
        names = [f"Ada {name}{n}" for n in range(110)]
        open_hall(cast, name=name, entries=len(names), names=names)
        return rows_read(partial(Client().get, "/search/?q=ada"))

    of_one_hall = rows_with_more("N")
    assert of_one_hall > 100
    assert rows_with_more("O") == of_one_hall + 1  # the event: its name may be meant


@pytest.mark.long
@pytest.mark.parametrize("found", ["quirk", "nobody"])
def test_a_search_for_a_rare_name_loads_no_others(cast: Cast, found: str) -> None:
    names = [f"Ada N{n}" for n in range(110)]
    open_hall(cast, entries=111, names=[*names, "Zoë Quirk"])
    all_names = Player.objects.count()

    assert rows_read(partial(Client().get, f"/search/?q={found}")) < all_names + 12


def test_a_player_found_has_the_event_they_played_in_last(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20")

    page = read_page("/search/?q=ann")

    assert hall.event.name in page
    assert "The latest is on the right." in page


def test_planned_events_do_not_hide_who_played_lately(cast: Cast, hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20")
    begin = hall.event.starts_at
    for number in range(1, 13):
        Event.objects.create(
            club=cast.club,
            name=f"Open {number}",
            slug=f"open-{number}",
            starts_at=begin + timedelta(weeks=number),
        )

    assert player_named("Ben B").get_absolute_url() in read_page("/search/")
