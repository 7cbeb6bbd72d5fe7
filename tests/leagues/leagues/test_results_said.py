"""Results announced on the pages of a league and a player, one sentence each."""

import html
import re

import pytest
from django.test import Client

from leagues.models import Event, Player
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def mondays(cast: Cast) -> Mondays:
    made = Mondays.open(cast, "Ann A", "Ben B", nights=2)
    made.play(1, ("Ann A", "Ben B", 6, 2))
    return made


def results_at(path: str) -> str:
    page = Client().get(path, follow=True).content.decode()
    found = re.search(r'data-results="([^"]*)"', page)
    assert found, path
    return html.unescape(found[1])


def of_night(mondays: Mondays) -> Event:
    return Event.objects.get(night__league=mondays.league)


def test_a_leagues_page_lists_results_of_tonight(mondays: Mondays) -> None:
    page = mondays.league.get_absolute_url()
    assert results_at(page) == "[]", "the night is over"
    event = of_night(mondays)
    event.state = Event.State.RUNNING
    event.revision += 1
    event.save()
    assert "final: Ann A 6–2 Ben B" in results_at(page)
    event.visibility = Event.Visibility.UNLISTED
    event.revision += 1
    event.save()
    assert results_at(page) == "[]", "nobody finds it who has no address of it"


def test_a_players_page_lists_their_results(mondays: Mondays) -> None:
    ann = Player.objects.get(name="Ann A")
    assert "final: Ann A 6–2 Ben B" in results_at(ann.get_absolute_url())
