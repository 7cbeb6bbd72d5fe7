"""An evening of a league without fixed dates: who is here, matches owed, possible games."""

from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from leagues.models import Action, Arrival, Board, League, Match, Night
from tests.cast import Cast, Page
from tests.leagues.leagues.evenings import TORONTO
from tests.leagues.leagues.test_own_time import arrange_between, entry_of, open_own_time
from tests.scenes import scene

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 10, 5, 19, tzinfo=TORONTO)


@scene(now=EVENING)
def league(cast: Cast) -> League:
    """A, B, C and D in one division with two boards, on the first Monday evening."""
    league = open_own_time(cast)
    for number in (1, 2):
        Board.objects.get_or_create(club=cast.club, number=number)
    return league


def first_night(league: League) -> Night:
    first: Night = league.nights.in_order()[0]
    return first


def evening_address(league: League, act: str = "") -> str:
    return f"/desk/leagues/{league.slug}/nights/{first_night(league).pk}/tonight/{act}"


def mark_here(league: League, *names: str) -> None:
    for name in names:
        player = entry_of(league, name).people[0]
        Arrival.objects.create(night=first_night(league), player=player)


def possible_games(page: Page) -> set[tuple[object, ...]]:
    """Pairs that could play now, each with its board."""
    found = page.context["evening"].games
    return {
        (*sorted(e.people[0].name[0] for e in (game.entry, game.other)), game.board)
        for game in found
    }


def texts_by_name(page: Page) -> dict[str, str]:
    faces = page.context["evening"].faces
    return {each.face.player.name[0]: each.note for each in faces}


def game_form(league: League, two: str, board: int | str = "") -> dict[str, Any]:
    one, other = (entry_of(league, name).pk for name in two)
    return {"entry": one, "other": other, "board": board}


def test_the_page_shows_matches_owed_and_possible_games(
    cast: Cast, league: League, ann: Client
) -> None:
    arrange_between(cast, league, "AB")
    assert possible_games(ann.get(evening_address(league))) == set()
    mark_here(league, "A", "B", "C", "D")
    page = ann.get(evening_address(league))
    assert texts_by_name(page) == {
        "A": "1 to arrange · to play: B",
        "B": "1 to arrange · to play: A",
        "C": "2 to arrange",
        "D": "2 to arrange",
    }
    assert possible_games(page) == {("A", "B", 1), ("C", "D", 2)}


def test_a_tap_shows_who_could_play(league: League, ann: Client) -> None:
    mark_here(league, "A")
    ben = entry_of(league, "B").people[0]
    tap = {"here": ben.pk, "tapped": ben.pk}
    page = ann.post(evening_address(league, "here/"), tap, headers={"HX-Request": "true"})
    assert "Play at board 1" in page.text
    assert "<html" not in page.text


@pytest.mark.long
def test_two_are_sent_to_a_board_and_back(league: League, ann: Client) -> None:
    mark_here(league, "A", "B", "C")
    page = ann.post(evening_address(league, "game/"), game_form(league, "AB", 2), follow=True)
    assert "A and B are called to board 2." in page.text
    match = Match.objects.get()
    assert (match.state, match.board.number) == ("called", 2)  # type: ignore[union-attr]
    assert texts_by_name(page)["A"] == "playing now"
    assert possible_games(page) == set()  # C is alone

    page = ann.post(evening_address(league, f"game/{match.number}/back/"), follow=True)
    match.refresh_from_db()
    assert (match.state, match.board) == ("planned", None)
    assert ("A", "B", 1) in possible_games(page)
    ann.post(evening_address(league, "game/"), game_form(league, "BA", 1))
    assert Match.objects.count() == 1  # it was arranged already
    verbs = Action.objects.order_by("pk").values_list("verb", flat=True)
    assert [*verbs][-4:] == ["arrange_match", "call_match", "put_back", "call_match"]


@pytest.mark.long
def test_who_met_often_enough_is_refused_with_the_rule(
    cast: Cast, league: League, ann: Client
) -> None:
    mark_here(league, "A", "B", "C")
    for _twice in range(2):
        ann.post(evening_address(league, "game/"), game_form(league, "AB"))
        Match.objects.update(state="finished", ending="played", winner=0)
    page = ann.post(evening_address(league, "game/"), game_form(league, "AB"))
    assert "The same two players can meet at most 2 times." in page.text
    assert texts_by_name(page)["A"] == "no match due"


def test_without_a_free_board_a_match_is_arranged(league: League, ann: Client) -> None:
    Board.objects.filter(club=league.club).delete()
    mark_here(league, "A", "B")
    assert possible_games(ann.get(evening_address(league))) == {("A", "B", None)}
    page = ann.post(evening_address(league, "game/"), game_form(league, "AB"), follow=True)
    assert "The match between A and B is arranged." in page.text
    assert Match.objects.get().state == "planned"


def test_nothing_is_drawn_of_such_a_league(league: League, ann: Client) -> None:
    mark_here(league, "A", "B")
    for act in ("draw/", "walk-up/", "end/", "call/", "late/"):
        assert ann.post(evening_address(league, act)).status_code == 404


def test_the_host_runs_it_by_their_link(cast: Cast, league: League) -> None:
    Night.objects.filter(pk=first_night(league).pk).update(host=cast.cat_plays)
    phone, link = Client(), f"/me/{cast.cats_token}/nights/{first_night(league).pk}/host/"
    assert link in phone.get(f"/me/{cast.cats_token}/").text
    assert phone.get(evening_address(league)).status_code == 302  # to sign in
    phone.post(link)
    mark_here(league, "A", "B")
    phone.post(evening_address(league, "game/"), game_form(league, "AB", 1))
    assert Action.objects.get(verb="call_match").player == cast.cat_plays


def test_the_host_enters_what_was_played_at_the_desk(cast: Cast, league: League) -> None:
    Night.objects.filter(pk=first_night(league).pk).update(host=cast.cat_plays)
    phone = Client()
    phone.post(f"/me/{cast.cats_token}/nights/{first_night(league).pk}/host/")
    mark_here(league, "A", "B")
    phone.post(evening_address(league, "game/"), game_form(league, "AB", 1))
    match = Match.objects.get()
    desk = f"/desk/events/{match.event.slug}/"
    card = f"{desk}matches/{match.number}/"
    assert card in phone.get(evening_address(league)).text
    page = phone.get(card)
    assert page.status_code == 200
    assert evening_address(league) in page.text
    assert phone.get(f"{desk}play/card/?match={match.pk}").status_code == 200
    for closed in ("people/", "draw/", "plan/", f"matches/{match.number}/end/"):
        assert phone.get(desk + closed).status_code in (302, 404, 405), closed
    assert Client().get(card).status_code == 302  # to sign in
    with time_machine.travel(EVENING.replace(day=6)):
        assert phone.get(card).status_code == 302  # that evening is over
    Night.objects.filter(pk=first_night(league).pk).update(host=cast.ben_plays)
    assert phone.get(card).status_code == 302


def test_the_desk_of_the_league_leads_there(league: League, ann: Client) -> None:
    assert evening_address(league) in ann.get(f"/desk/leagues/{league.slug}/").text


def test_who_is_not_here_is_sent_nowhere(league: League, ann: Client) -> None:
    mark_here(league, "A")
    assert ann.post(evening_address(league, "game/"), game_form(league, "AB")).status_code == 422
