"""htmx requests of pages in states that no walk along links reaches."""

from django.test import Client
from django.urls import reverse

from leagues.actions.leagues.nights import tonight
from leagues.actions.rehearsal.copy import rehearse_event
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import drawn_event, set_boards, tonight_address
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.rehearsal.rehearsals import a_plan
from tests.leagues.site.fragments import whole_pages


def find_whole_pages(ann: Client, path: str) -> list[str]:
    page = ann.get(path)
    assert page.status_code == 200
    assert b"hx-" in page.content
    return whole_pages(ann, path, page)


def test_a_page_that_is_put_into_a_page_is_found(cast: Cast, ann: Client) -> None:
    hall = open_hall(cast)
    page = ann.get(reverse("event_log", args=[hall.event.slug]))
    page.content = b'<ul><li hx-get="/desk/"></li><li hx-get="/desk/" hx-select="p">'

    assert whole_pages(ann, "/desk/log/", page) == [
        "/desk/log/: hx-get='/desk/' answers a whole page"
    ]


def test_a_night_that_is_played(cast: Cast, ann: Client) -> None:
    mondays = Mondays.open(cast, "Ben", "Cat", "Dan", "Eva")
    set_boards(mondays, 2)
    drawn_event(mondays, 1, "Ben", "Cat", "Dan", "Eva")
    tonight.start_night(by=cast.who("ann"), night=mondays.night(1))

    assert not find_whole_pages(ann, tonight_address(mondays))


def test_a_rehearsal_that_was_removed_is_asked_for_no_more(cast: Cast, ann: Client) -> None:
    event = a_plan(cast)
    answer = ann.get(reverse("rehearsal", args=[event.slug]), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Refresh"] == "true"


def test_a_rehearsal_that_is_played(cast: Cast, ann: Client) -> None:
    event = a_plan(cast)
    rehearse_event(by=cast.who("ann"), event=event)

    assert not find_whole_pages(ann, reverse("rehearsal", args=[event.slug]))


def test_a_card_of_a_board_with_two_matches(cast: Cast, ann: Client) -> None:
    hall = open_hall(cast)
    hall.publish((1, 2), (3, 4))
    hall.publish((1, 3), (2, 4))
    hall.type_card(hall.at(1), "20 20 20 20")

    assert not find_whole_pages(ann, reverse("desk_card", args=[hall.event.slug]) + "?board=1")
