"""Pages about a place that a correction leaves undecided."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import strip_tags

from leagues.actions.advance.play_off import play_off
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.log.undo import undo
from leagues.actions.play.endings import annul_match
from leagues.actions.results.corrections import Then
from leagues.models import Match
from leagues.reads.advance.finals import finals_of
from leagues.reads.play.card import card_mark
from leagues.stages.pairing_ways import RoundRobin
from tests.leagues.advance.play_off_halls import (
    TIED,
    WON,
    correct_match,
    for_seed,
    last_action,
    match_between,
    play_morning,
    the_play_off,
    upset_seed_two,
)
from tests.leagues.days.hall import Hall


@pytest.mark.long
def test_the_page_offers_what_can_be_done(hall: Hall, ann: Client) -> None:
    _, final = play_morning(hall)
    open_stage(by=hall.by, stage=final)
    match = match_between(hall, 2, 3)
    lines = [f"{a}-{b}" for a, b in for_seed(hall, match, 3, *[WON] * 4)]
    form = {f"round_{n}": line for n, line in enumerate(lines, 1)}
    form |= {"key": str(uuid4()), "seen": card_mark(match), "reason": "upside down"}
    address = f"/desk/events/{hall.event.slug}/matches/{match.number}/correct/"

    shown = ann.post(address, form | {"step": "look"}).content.decode()
    assert "Player 3 would be in Final, but its places are already filled." in shown
    assert "Reassign the places of Final" in shown
    assert "with a play-off between Player 3 and Player 2" in shown

    saved = ann.post(address, form | {"step": "save", "then": "play_off"})
    assert saved.status_code == 302
    assert the_play_off().number
    log = strip_tags(ann.get(f"/desk/events/{hall.event.slug}/log/").text)
    assert "Set up a play-off, match 7: Player 3, Player 2." in log


def test_a_tie_at_the_line_is_played_off_from_the_page(hall: Hall, ann: Client) -> None:
    play_morning(hall)
    _, two, three, _ = hall.entries
    correct_match(hall, match_between(hall, 2, 3), [TIED] * 4, Then.KEEP)
    address = f"/desk/events/{hall.event.slug}/advance/"
    assert "Set up a play-off" in ann.get(address).content.decode()

    form = {"tie": f"{two}-{three}", "way": "play-off"}
    done = ann.post(f"{address}1/settle/", form, follow=True)
    assert "The play-off is set up" in done.content.decode()
    assert the_play_off().number
    again = ann.post(f"{address}1/settle/", form)
    assert again.status_code == 422
    assert "Finish match" in again.content.decode()


@pytest.mark.long
def test_the_page_shows_whose_seat_it_should_be(hall: Hall, ann: Client) -> None:
    _, final = play_morning(hall)
    publish_rounds(by=hall.by, stage=final)
    upset_seed_two(hall, Then.KEEP)
    address = f"/desk/events/{hall.event.slug}/advance/"

    shown = ann.get(address).content.decode()
    assert "Player 3 should be in Final, not Player 2." in shown
    done = ann.post(f"{address}2/seats/", follow=True).content.decode()
    assert "The places of Final are reassigned." in done
    assert "is for Player 3" not in done
    assert ann.post(f"{address}2/seats/").status_code == 422


def test_the_page_shows_no_seats_to_change_once_play_has_begun(hall: Hall, ann: Client) -> None:
    _, final = play_morning(hall)
    publish_rounds(by=hall.by, stage=final)
    upset_seed_two(hall, Then.KEEP)
    hall.win(Match.objects.get(slot="F"), 0)

    shown = ann.get(f"/desk/events/{hall.event.slug}/advance/").content.decode()
    assert "is for Player 3" not in shown


@pytest.mark.long
def test_the_page_shows_the_state_of_the_play_off(hall: Hall, ann: Client) -> None:
    morning, _ = play_morning(hall)
    address = f"/desk/events/{hall.event.slug}/advance/"
    play_off(by=hall.by, stage=morning, entries=hall.entries[1:3])

    assert "Play-off, Player 2 – Player 3: to be played." in words(ann, address)
    hall.win(the_play_off(), 1)
    assert "Play-off, Player 2 – Player 3: Player 3 has won." in words(ann, address)
    undo(by=hall.by, action=last_action("enter_card"))
    annul_match(by=hall.by, match=the_play_off())
    assert "no winner, so it decides nothing." in words(ann, address)


@pytest.mark.long
def test_the_first_place_of_a_league_is_played_off(hall: Hall, ann: Client) -> None:
    league = hall.stage("League", RoundRobin())
    draw_rounds(by=hall.by, stage=league)
    publish_rounds(by=hall.by, stage=league)
    hall.play(league, hall.better_seed)
    one, two, _, _ = hall.entries
    correct_match(hall, match_between(hall, 1, 2), [TIED] * 4, Then.KEEP)
    address = f"/desk/events/{hall.event.slug}/advance/"
    ann.post(f"{address}1/settle/", {"tie": f"{one}-{two}", "way": "play-off"})
    assert "Play-off, Player 1 – Player 2: to be played." in words(ann, address)

    hall.win(the_play_off(), 1)

    assert "Play-off, Player 1 – Player 2: Player 2 has won." in words(ann, address)
    places = [(each.place, each.entry.pk) for each in finals_of(hall.event).places]
    assert places[:2] == [(1, two), (2, one)]


def words(browser: Client, address: str) -> str:
    """The page without its tags, with single spaces."""
    text = re.sub(r"<[^>]+>", " ", browser.get(address).content.decode())
    return " ".join(text.split())
