"""The page after a match, on any phone with a pass."""

import re
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.test import Client

from leagues.access.phone_passes import Chose, Pass, WayIn
from leagues.actions.people.links import give_link, revoke_link
from leagues.actions.play.calls import call_match
from leagues.models import Board, Event, Match, PersonalLink, Player, SidePlayer
from tests.cast import Cast, Page
from tests.leagues.phones.my_day.words import in_words, player_named
from tests.leagues.play.desk_hall import NOON, DeskHall
from tests.scenes import scene


def pass_of(hall: DeskHall, way: WayIn, at: int | Chose, credential: int = 0) -> str:
    match = Match.objects.get(number=1)
    board = Board.objects.get(number=1)
    credential = credential or board.pk
    return Pass(way, credential, match.pk, at, board.label_number).signed


def next_page(signed: str, **query: str) -> Page:
    return Client().get(f"/play/{signed}/next/", query)


def text_after(page: Page) -> str:
    assert page.status_code == 200
    return in_words(page.content.decode())


@scene
def played(hall: DeskHall) -> DeskHall:
    """Ann has beaten Ben at board 1; next they meet Cat and Dee."""
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 11")
    hall.publish((2, 3), (1, 4))
    return hall


def test_after_a_match_the_phone_of_a_side_shows_what_comes_next(played: DeskHall) -> None:
    page = next_page(pass_of(played, WayIn.LABEL, 1))

    assert "Next for you Board 1 against Cat" in text_after(page)
    assert "no-store" in page["Cache-Control"]


def test_a_phone_that_scored_for_everybody_asks_who_holds_it(played: DeskHall) -> None:
    signed = pass_of(played, WayIn.LABEL, Chose.EVERYBODY)

    assert "Who are you?" in text_after(next_page(signed))
    text = text_after(next_page(signed, who=str(player_named("Ann").pk)))
    assert "Next for you Board 2 against Dee" in text
    assert "Not you?" in text


def test_a_player_of_another_match_gets_no_next_match_here(played: DeskHall) -> None:
    page = next_page(pass_of(played, WayIn.LABEL, 1), who=str(player_named("Dee").pk))

    assert "against Cat" in text_after(page), "the phone is Ben's"
    page = next_page(pass_of(played, WayIn.LABEL, Chose.EVERYBODY), who="9999999")
    assert "Who are you?" in text_after(page)


def test_it_follows_while_the_next_match_is_called_and_played(played: DeskHall) -> None:
    signed = pass_of(played, WayIn.LABEL, 1)
    with time_machine.travel(NOON, tick=False):
        html = next_page(signed).content.decode()
        [again] = re.findall(r'hx-get="([^"]+)"', html)
        assert Client().get(unescape(again)).status_code == 204
        call_match(by=played.by, match=Match.objects.get(number=3))
        answer = Client().get(unescape(again))

    text = in_words(answer.content.decode())
    assert "Your board is ready Board 1 against Cat" in text
    assert "Scan the label on the board to enter the score." in text
    assert "<html" not in answer.content.decode()


@pytest.mark.long
def test_a_link_and_an_account_lead_on_to_the_next_score(cast: Cast, played: DeskHall) -> None:
    token = give_link(by=played.by, player=player_named("Ben"))
    Player.objects.filter(name="Ann").update(user=cast.dan)
    call_match(by=played.by, match=Match.objects.get(number=3))
    call_match(by=played.by, match=Match.objects.get(number=4))
    link = PersonalLink.objects.get(player=player_named("Ben"))

    ways = {
        "his link": Client().get(f"/me/{token}/"),
        "after his match": next_page(pass_of(played, WayIn.LINK, 1, link.pk)),
        "her account": cast.browser_of("dan").get("/me/"),
    }

    for way, page in ways.items():
        [address] = re.findall(r'href="(/play/[^"]+)"', page.content.decode())
        opened = Client().get(address)
        assert opened.status_code == 200, way
        assert f"Board {2 if way == 'her account' else 1}" in in_words(opened.content.decode())


def test_a_revoked_link_and_a_wrong_pass_open_nothing(played: DeskHall) -> None:
    give_link(by=played.by, player=player_named("Ben"))
    link = PersonalLink.objects.get(player=player_named("Ben"))
    signed = pass_of(played, WayIn.LINK, 1, link.pk)
    assert next_page(signed).status_code == 200
    revoke_link(by=played.by, player=player_named("Ben"))

    assert next_page(signed).status_code == 410
    assert next_page(signed[:-1] + "_").status_code == 404


def test_a_label_still_shows_the_next_match_when_the_board_is_in_use_again(
    played: DeskHall,
) -> None:
    signed = pass_of(played, WayIn.LABEL, 1)
    with time_machine.travel(NOON + timedelta(days=9000)):
        assert next_page(signed).status_code == 200
    Event.objects.update(visibility=Event.Visibility.PRIVATE)
    with time_machine.travel(NOON + timedelta(days=9000)):
        assert next_page(signed).status_code == 410


def test_a_pair_is_asked_which_of_the_two(played: DeskHall) -> None:
    ben = Match.objects.get(number=1).sides.get(seat=1)
    SidePlayer.objects.create(side=ben, match=ben.match, player=player_named("Cat"), number=2)

    assert "Who are you? This page" in text_after(next_page(pass_of(played, WayIn.LABEL, 1)))
