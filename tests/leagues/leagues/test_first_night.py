"""The page guides a host through a league's first night, step by step."""

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from leagues.models import Match
from tests.cast import Cast, Page
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import (
    mark_here,
    page_state,
    played_event,
    set_boards,
    tonight_address,
    win_match,
)
from tests.scenes import scene

pytestmark = pytest.mark.django_db
FIVE = ("Eve", "Flo", "Gus", "Hal", "Ivy")


@scene
def mondays(cast: Cast) -> Mondays:
    mondays = Mondays.open(cast, *FIVE)
    set_boards(mondays, 2)
    return mondays


def first_steps(page: Page) -> list[str]:
    """Labels of the guide's steps: ``(done)``, ``[current]`` or plain."""
    found = re.search(r'<ol class="steps.*?</ol>', page.content.decode(), re.S)
    items = re.findall(r"<li(.*?)>(.*?)</li>", found[0] if found else "", re.S)
    formats = {"Done": "({})", "step": "[{}]", "": "{}"}
    kinds = [re.search("Done|step|$", attributes + text) for attributes, text in items]
    labels = [
        (kind[0] if kind else "", strip_tags(text).strip(" \n0123456789"))
        for kind, (_attributes, text) in zip(kinds, items, strict=True)
    ]
    return [formats[kind].format(label) for kind, label in labels]


@pytest.mark.long
def test_a_first_night_is_led_through(mondays: Mondays, ann: Client) -> None:
    page = ann.get(tonight_address(mondays))
    last = ["Start", "Enter results", "End the night"]
    assert first_steps(page) == ["[Mark who’s here, then draw]", *last]
    assert "Tap everyone who has come" in page.content.decode()
    assert "What if someone isn’t on the list?" in page.content.decode()
    mark_here(mondays, 1, *FIVE)
    page = ann.post(tonight_address(mondays, "draw/"), follow=True)
    assert first_steps(page)[:2] == ["(Mark who’s here, then draw)", "[Start]"]
    page = ann.post(tonight_address(mondays, "start/"), follow=True)
    assert first_steps(page)[2] == "[Enter results]"
    assert "When do I end the night?" in page.content.decode()
    for match in Match.objects.unfinished():
        win_match(match)
    assert first_steps(ann.get(tonight_address(mondays)))[3] == "[End the night]"
    page = ann.post(tonight_address(mondays, "end/"), follow=True)
    assert page_state(page) == "over"
    assert first_steps(page) == []


def test_after_a_first_night_no_steps_are_shown(mondays: Mondays, ann: Client) -> None:
    played_event(mondays, 1, *FIVE)
    page = ann.get(tonight_address(mondays, number=2))
    assert page_state(page) == "faces"
    assert first_steps(page) == []
    assert "What if someone isn’t on the list?" not in page.content.decode()
