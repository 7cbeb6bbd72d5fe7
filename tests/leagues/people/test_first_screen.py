"""The top of a player's page: rating, form, next match and their own results."""

import re

import pytest
from django.test import Client

from leagues.models import Event, Match
from leagues.reads.people.next_match import next_match
from tests.cast import Cast
from tests.leagues.people.played import page_of, play_match, player_named
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


def results_of(name: str) -> list[str]:
    rows = re.findall(r'<span class="told">(.*?)</span>', page_of(name))
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


@pytest.mark.long
def test_results_are_worded_from_the_players_side(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 02")
    play_match(hall, 3, 1, "20 20 20 20")
    play_match(hall, 2, 1, "11 11 11 11")

    assert results_of("Ann A") == ["tied with Ben B 4–4", "lost to Cy C 0–8", "beat Ben B 6–2"]
    assert results_of("Ben B") == ["tied with Ann A 4–4", "lost to Ann A 2–6"]


def test_a_result_shows_its_date(hall: DeskHall) -> None:
    match = play_match(hall, 1, 2, "20 20 20 02")
    day = f"{match.played_at:%Y-%m-%d}"
    assert f'<time datetime="{day}' in page_of("Ann A")


@pytest.mark.long
def test_a_walkover_has_no_score(hall: DeskHall) -> None:
    [match] = hall.publish((1, 2)).matches.all()
    Match.objects.filter(pk=match.pk).update(
        state="finished", ending="walkover", winner=1, finished_at=hall.event.starts_at
    )
    hall.event.touch()
    assert results_of("Ben B") == ["beat Ann A, walkover"]
    assert results_of("Ann A") == ["lost to Ben B, walkover"]


def test_the_same_is_in_what_changes(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 02")
    part = Client().get(f"{player_named('Ann A').get_absolute_url()}?fragment=live")
    words = " ".join(part.content.decode().split())
    assert "beat Ben B" in words
    assert "form-line" in words


def test_the_next_match_is_the_first_that_waits(hall: DeskHall) -> None:
    round_ = hall.publish((1, 2), (3, 4))
    other = hall.publish((1, 3), (2, 4))
    Event.objects.filter(pk=hall.event.pk).update(state="running")
    assert next_match(player_named("Ann A")) == round_.matches.get(number=1)
    assert "Ben B" in page_of("Ann A")

    Match.objects.filter(pairing_round=round_).update(state="playing")
    assert next_match(player_named("Ann A")) in list(other.matches.all())

    Match.objects.update(state="finished", ending="played")
    assert next_match(player_named("Ann A")) is None


def test_no_next_match_comes_from_a_private_event(hall: DeskHall) -> None:
    hall.publish((1, 2))
    Event.objects.update(state="running", visibility="private")
    assert next_match(player_named("Ann A")) is None


def test_numbers_and_form_stand_before_all_lists(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 02", "1-0 1-0 2-1 0-0")
    page = page_of("Ann A")
    order = [page.index(each) for each in ("won, tied, lost", "form-line", 'id="results"')]
    assert order == sorted(order)
