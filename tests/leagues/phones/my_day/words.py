"""The text of a player's own page."""

import re
from html.parser import HTMLParser

from django.test import Client

from leagues.actions.people.links import give_link
from leagues.models import Player
from leagues.reads.phones.my_day import my_day
from leagues.reads.phones.next_match import What
from tests.leagues.play.desk_hall import NOON, DeskHall

NAMES = ("Ann", "Ben", "Cat", "Dee", "Eve", "Fay", "Gus", "Hal")


def player_named(name: str) -> Player:
    return Player.objects.get(name=name)


def page_of(name: str, hall: DeskHall) -> str:
    """The text of a player's own page, without its markup."""
    token = give_link(by=hall.by, player=player_named(name))
    answer = Client().get(f"/me/{token}/")
    assert answer.status_code == 200
    return in_words(answer.content.decode())


class Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def in_words(html: str) -> str:
    words = Words()
    words.feed(html)
    return re.sub(r"\s+", " ", " ".join(words.texts))


def what_next(name: str, hall: DeskHall) -> What:
    return my_day(hall.event, player_named(name), NOON).next.what
