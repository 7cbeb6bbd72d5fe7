"""An evening of a league without fixed dates: who is here, matches owed, possible games."""

from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from leagues.models import Action, Arrival, Board, League, Match, Night
from tests.cast import Cast, Page
from tests.leagues.leagues.evenings import TORONTO
from tests.leagues.leagues.test_own_time import arranged, entry, opened
from tests.scenes import scene

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 10, 5, 19, tzinfo=TORONTO)


@scene(now=EVENING)
def league(cast: Cast) -> League:
    """A, B, C and D in one division with two boards, on the first Monday evening."""
    league = opened(cast)
    for number in (1, 2):
        Board.objects.get_or_create(club=cast.club, number=number)
    return league


def night(league: League) -> Night:
    first: Night = league.nights.in_order()[0]
    return first


def at(league: League, act: str = "") -> str:
    return f"/desk/leagues/{league.slug}/nights/{night(league).pk}/tonight/{act}"


def come(league: League, *names: str) -> None:
    for name in names:
        player = entry(league, name).people[0]
        Arrival.objects.create(night=night(league), player=player)


def games(page: Page) -> set[tuple[object, ...]]:
    """Pairs that could play now, each with its board."""
    found = page.context["evening"].games
    return {
        (*sorted(e.people[0].name[0] for e in (game.entry, game.other)), game.board)
        for game in found
    }


def said(page: Page) -> dict[str, str]:
    faces = page.context["evening"].faces
    return {each.face.player.name[0]: each.said for each in faces}


def both(league: League, two: str, board: int | str = "") -> dict[str, Any]:
    one, other = (entry(league, name).pk for name in two)
    return {"entry": one, "other": other, "board": board}


def test_who_is_here_owes_what_and_could_play_whom(cast: Cast, league: League, ann: Client) -> None:
    arranged(cast, league, "AB")
    assert games(ann.get(at(league))) == set()
    come(league, "A", "B", "C", "D")
    page = ann.get(at(league))
    assert said(page) == {
        "A": "1 to arrange · to play: B",
        "B": "1 to arrange · to play: A",
        "C": "2 to arrange",
        "D": "2 to arrange",
    }
    assert games(page) == {("A", "B", 1), ("C", "D", 2)}


def test_a_tap_says_who_could_play(league: League, ann: Client) -> None:
    come(league, "A")
    ben = entry(league, "B").people[0]
    tap = {"here": ben.pk, "tapped": ben.pk}
    page = ann.post(at(league, "here/"), tap, headers={"HX-Request": "true"})
    assert "Play at board 1" in page.text
    assert "<html" not in page.text


@pytest.mark.long
def test_two_are_sent_to_a_board_and_back(league: League, ann: Client) -> None:
    come(league, "A", "B", "C")
    page = ann.post(at(league, "game/"), both(league, "AB", 2), follow=True)
    assert "A and B are called to board 2." in page.text
    match = Match.objects.get()
    assert (match.state, match.board.number) == ("called", 2)  # type: ignore[union-attr]
    assert said(page)["A"] == "playing now"
    assert games(page) == set()  # C is alone

    page = ann.post(at(league, f"game/{match.number}/back/"), follow=True)
    match.refresh_from_db()
    assert (match.state, match.board) == ("planned", None)
    assert ("A", "B", 1) in games(page)
    ann.post(at(league, "game/"), both(league, "BA", 1))
    assert Match.objects.count() == 1  # it was arranged already
    verbs = Action.objects.order_by("pk").values_list("verb", flat=True)
    assert [*verbs][-4:] == ["arrange_match", "call_match", "put_back", "call_match"]


@pytest.mark.long
def test_who_met_often_enough_is_refused_with_the_rule(
    cast: Cast, league: League, ann: Client
) -> None:
    come(league, "A", "B", "C")
    for _twice in range(2):
        ann.post(at(league, "game/"), both(league, "AB"))
        Match.objects.update(state="finished", ending="played", winner=0)
    page = ann.post(at(league, "game/"), both(league, "AB"))
    assert "The same two players can meet at most 2 times." in page.text
    assert said(page)["A"] == "no match due"


def test_without_a_free_board_a_match_is_arranged(league: League, ann: Client) -> None:
    Board.objects.filter(club=league.club).delete()
    come(league, "A", "B")
    assert games(ann.get(at(league))) == {("A", "B", None)}
    page = ann.post(at(league, "game/"), both(league, "AB"), follow=True)
    assert "The match between A and B is arranged." in page.text
    assert Match.objects.get().state == "planned"


def test_nothing_is_drawn_of_such_a_league(league: League, ann: Client) -> None:
    come(league, "A", "B")
    for act in ("draw/", "walk-up/", "end/", "call/", "late/"):
        assert ann.post(at(league, act)).status_code == 404


def test_the_host_runs_it_by_their_link(cast: Cast, league: League) -> None:
    Night.objects.filter(pk=night(league).pk).update(host=cast.cat_plays)
    phone, link = Client(), f"/me/{cast.cats_token}/nights/{night(league).pk}/host/"
    assert link in phone.get(f"/me/{cast.cats_token}/").text
    assert phone.get(at(league)).status_code == 302  # to sign in
    phone.post(link)
    come(league, "A", "B")
    phone.post(at(league, "game/"), both(league, "AB", 1))
    assert Action.objects.get(verb="call_match").player == cast.cat_plays


def test_the_host_enters_what_was_played_at_the_desk(cast: Cast, league: League) -> None:
    Night.objects.filter(pk=night(league).pk).update(host=cast.cat_plays)
    phone = Client()
    phone.post(f"/me/{cast.cats_token}/nights/{night(league).pk}/host/")
    come(league, "A", "B")
    phone.post(at(league, "game/"), both(league, "AB", 1))
    match = Match.objects.get()
    desk = f"/desk/events/{match.event.slug}/"
    card = f"{desk}matches/{match.number}/"
    assert card in phone.get(at(league)).text
    page = phone.get(card)
    assert page.status_code == 200
    assert at(league) in page.text
    assert phone.get(f"{desk}play/card/?match={match.pk}").status_code == 200
    for closed in ("people/", "draw/", "plan/", f"matches/{match.number}/end/"):
        assert phone.get(desk + closed).status_code in (302, 404, 405), closed
    assert Client().get(card).status_code == 302  # to sign in
    with time_machine.travel(EVENING.replace(day=6)):
        assert phone.get(card).status_code == 302  # that evening is over
    Night.objects.filter(pk=night(league).pk).update(host=cast.ben_plays)
    assert phone.get(card).status_code == 302


def test_the_desk_of_the_league_leads_there(league: League, ann: Client) -> None:
    assert at(league) in ann.get(f"/desk/leagues/{league.slug}/").text


def test_who_is_not_here_is_sent_nowhere(league: League, ann: Client) -> None:
    come(league, "A")
    assert ann.post(at(league, "game/"), both(league, "AB")).status_code == 422
