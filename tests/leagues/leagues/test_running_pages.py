"""The page of a running night on its host's phone."""

import re

import pytest
import time_machine
from django.test import Client
from django.utils.html import strip_tags

from leagues.actions.play import calls
from leagues.models import Action, Event, Match, Night
from tests.cast import Cast, Page
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import (
    drawn_event,
    half_played,
    page_state,
    played_event,
    player_key,
    set_boards,
    tonight_address,
    win_match,
)
from tests.leagues.play.desk_hall import open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db
FIVE = ("Eve", "Flo", "Gus", "Hal", "Ivy")


@scene
def mondays(cast: Cast) -> Mondays:
    mondays = Mondays.open(cast, *FIVE)
    set_boards(mondays, 2)
    return mondays


def start_night(mondays: Mondays, ann: Client, *names: str) -> Event:
    event = drawn_event(mondays, 1, *names)
    ann.post(tonight_address(mondays, "start/"))
    event.refresh_from_db()
    return event


@pytest.mark.long
def test_the_running_night_shows_boards_and_who_is_idle(mondays: Mondays, ann: Client) -> None:
    event = start_night(mondays, ann, *FIVE)
    page: Page = ann.get(tonight_address(mondays))

    [running] = page.context_data["running"]
    at_boards = {each.match.pk for each in running.matches}
    assert len(at_boards) == 2
    assert len(running.idle) == 1
    Match.objects.filter(event=event, state="called").update(state="planned", called_at=None)
    [waiting] = ann.get(tonight_address(mondays)).context["running"]
    assert {each.match.pk for each in waiting.matches} == at_boards, "they are next"
    assert waiting.idle == running.idle
    assert f"/desk/events/{event.slug}/play/" in page.content.decode()
    live = ann.get(tonight_address(mondays), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in live
    assert "Waiting:" in live
    with time_machine.travel(mondays.night(1).starts_at):
        home: Page = ann.get("/desk/leagues/mondays/")
    assert "On now" in home.text
    assert f"/desk/leagues/mondays/nights/{mondays.night(1).pk}/coming/" not in home.text


@pytest.mark.long
def test_late_comers_and_leavers_from_the_page(mondays: Mondays, ann: Client) -> None:
    event = start_night(mondays, ann, *FIVE[:4])
    ann.post(tonight_address(mondays, "late/"), {"player": player_key(mondays, "Ivy")})
    mondays.player("Kim Reed")
    assert ann.post(tonight_address(mondays, "late/"), {"name": "Kim"}).status_code == 422
    ann.post(tonight_address(mondays, "late/"), {"name": "Kim", "choice": "new"})
    assert event.entries.filter(state="active").count() == 6
    page: Page = ann.post(tonight_address(mondays, "late/"), {"player": player_key(mondays, "Eve")})
    assert page.status_code == 422
    assert "Eve is already playing tonight." in page.content.decode()

    eve = event.entries.get(players__name="Eve")
    ann.post(tonight_address(mondays, "leave/"), {"entry": eve.pk})
    eve.refresh_from_db()
    assert eve.state == "withdrawn"
    assert ann.post(tonight_address(mondays, "leave/"), {"entry": "x"}).status_code == 404
    assert ann.post(tonight_address(mondays, "late/"), {"player": "999999"}).status_code == 404


@pytest.mark.long
def test_a_missing_board_is_reported_on_the_page(mondays: Mondays, ann: Client) -> None:
    event = start_night(mondays, ann, *FIVE)
    assert "Board 2" in ann.get(tonight_address(mondays)).content.decode()
    assert ann.post(tonight_address(mondays, "board/"), {"board": "2"}).status_code == 302
    assert [board.number for board in event.boards.all()] == [1]
    assert ann.post(tonight_address(mondays, "board/"), {"board": "2"}).status_code == 404
    assert "A board is missing" not in ann.get(tonight_address(mondays)).content.decode()


def main_buttons(page: Page) -> list[str]:
    """The labels of buttons without a ``class``, which are the main ones."""
    found = re.findall(
        r'<button type="submit"( id="[^"]*")?>(.*?)</button>', page.content.decode(), re.S
    )
    return [" ".join(strip_tags(label).split()) for _id, label in found]


def test_no_match_can_be_called_while_all_play(mondays: Mondays, ann: Client) -> None:
    start_night(mondays, ann, *FIVE)
    page: Page = ann.post(tonight_address(mondays, "call/"), follow=True)
    assert "No match can be called right now." in page.content.decode()
    assert "Call the next matches" not in main_buttons(page)


def test_the_next_matches_are_called(mondays: Mondays, ann: Client) -> None:
    event = start_night(mondays, ann, *FIVE)
    for match in event.matches.filter(state="called"):
        win_match(match)
    for headers in ({}, {"HX-Request": "true"}):
        page: Page = ann.get(tonight_address(mondays), headers=headers)
        assert "Call the next matches" in main_buttons(page)
    page = ann.post(tonight_address(mondays, "call/"), follow=True)
    assert "2 matches called to their boards." in page.content.decode()


def test_a_night_names_the_event_that_plays_on_its_boards(mondays: Mondays, ann: Client) -> None:
    other = open_hall(mondays.cast, name="Next door")
    calls.call_round(by=other.by, pairing_round=other.publish((1, 2), (3, 4)))
    start_night(mondays, ann, *FIVE)

    page: Page = ann.get(tonight_address(mondays))
    assert "Board 2 is taken by Next door." in page.text
    assert "Call the next matches" not in main_buttons(page)
    calls.put_back(by=other.by, match=other.at(2))
    page = ann.get(tonight_address(mondays))
    assert "Board 2 is taken" not in page.text
    assert "Call the next matches" in main_buttons(page)


def test_once_all_is_played_the_next_game_is_called_while_one_is_to_be_drawn(
    mondays: Mondays, ann: Client
) -> None:
    event = start_night(mondays, ann, *FIVE)
    for match in event.matches.unfinished():
        win_match(match)
    assert "Call the next matches" not in main_buttons(ann.get(tonight_address(mondays)))


@pytest.mark.long
def test_what_is_open_is_named_and_then_struck_out(mondays: Mondays, ann: Client) -> None:
    event = start_night(mondays, ann, *FIVE)
    for match in event.matches.filter(state="called"):
        win_match(match)
    page: Page = ann.post(tonight_address(mondays, "end/"))
    assert page.status_code == 422
    text = page.content.decode()
    assert "End the night anyway" in text
    [running] = page.context_data["running"]
    assert len(running.open) == 6
    page = ann.post(tonight_address(mondays, "end/"), {"seen": "999-x"})
    assert page.status_code == 422

    page = ann.post(tonight_address(mondays, "end/"), {"seen": running.seen}, follow=True)
    assert page_state(page) == "over"
    assert event.matches.filter(ending="annulled").count() == 6
    assert sorted(mondays.totals().values(), reverse=True)[0] > 0


@pytest.mark.long
def test_a_half_played_match_is_asked_about_and_counts(mondays: Mondays, ann: Client) -> None:
    event = start_night(mondays, ann, *FIVE)
    ann.post(tonight_address(mondays, "end/"))
    asked = "Count half-played matches as they are"
    assert asked not in ann.post(tonight_address(mondays, "end/")).content.decode()
    match = half_played(event, 2)

    page: Page = ann.post(tonight_address(mondays, "end/"))
    assert asked in page.content.decode()
    assert page.content.decode().count("at least half played") == 1
    seen = page.context_data["running"][0].seen
    ann.post(tonight_address(mondays, "end/"), {"seen": seen, "halves": "on"})

    match.refresh_from_db()
    assert match.ending == "played"


def test_the_second_who_ends_the_night_gets_the_same_page(mondays: Mondays, ann: Client) -> None:
    """Case 39, by the host of one night, who can't run it after it has ended."""
    Night.objects.update(host=mondays.cast.ben_plays)
    played_event(mondays, 1, *FIVE)
    lines = Action.objects.count()
    with time_machine.travel(mondays.night(1).starts_at):
        ben = mondays.cast.browser_of("ben")
        page: Page = ben.post(tonight_address(mondays, "end/"), follow=True)
        assert ben.post(tonight_address(mondays, "start/")).status_code == 403

    assert page.status_code == 200
    assert page_state(page) == "over"
    assert Action.objects.count() == lines


def test_a_host_is_led_to_the_cards_of_their_night(mondays: Mondays, ann: Client) -> None:
    Night.objects.update(host=mondays.cast.ben_plays)
    event = start_night(mondays, ann, *FIVE)
    with time_machine.travel(mondays.night(1).starts_at):
        text = mondays.cast.browser_of("ben").get(tonight_address(mondays)).content.decode()

    assert "Call the next match" in text
    assert f"/desk/events/{event.slug}/play/" in text


def test_each_board_of_a_night_leads_to_its_match_and_each_idle_player_is_counted(
    mondays: Mondays, ann: Client
) -> None:
    event = start_night(mondays, ann, *FIVE)
    text = ann.get(tonight_address(mondays)).content.decode()

    for match in event.matches.filter(state="called"):
        assert f'href="/desk/events/{event.slug}/matches/{match.number}/"' in text
    assert "Waiting: 1" in text
    assert text.count('<li class="badge">') == 1
