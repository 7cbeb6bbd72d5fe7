"""The page guides a host through a league's first night, step by step."""

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from leagues.models import Match
from tests.cast import Cast, Page
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import at, boards, come, played, stand, win
from tests.scenes import scene

pytestmark = pytest.mark.django_db
FIVE = ("Eve", "Flo", "Gus", "Hal", "Ivy")


@scene
def mondays(cast: Cast) -> Mondays:
    mondays = Mondays.open(cast, *FIVE)
    boards(mondays, 2)
    return mondays


def steps(page: Page) -> list[str]:
    """Labels of the guide's steps: ``(done)``, ``[current]`` or plain."""
    found = re.search(r'<ol class="first-steps".*?</ol>', page.content.decode(), re.S)
    items = re.findall(r'<li class="(\w*)".*?>(.*?)</li>', found[0] if found else "", re.S)
    said = {"done": "({})", "now": "[{}]", "": "{}"}
    labels = [(kind, strip_tags(text).strip(" \n0123456789")) for kind, text in items]
    return [said[kind].format(label) for kind, label in labels]


@pytest.mark.long
def test_a_first_night_is_led_through(mondays: Mondays, ann: Client) -> None:
    page = ann.get(at(mondays))
    last = ["Start", "Enter results", "End the night"]
    assert steps(page) == ["[Mark who’s here, then draw]", *last]
    assert "Tap everyone who has come" in page.content.decode()
    assert "What if someone isn’t on the list?" in page.content.decode()
    come(mondays, 1, *FIVE)
    page = ann.post(at(mondays, "draw/"), follow=True)
    assert steps(page)[:2] == ["(Mark who’s here, then draw)", "[Start]"]
    page = ann.post(at(mondays, "start/"), follow=True)
    assert steps(page)[2] == "[Enter results]"
    assert "When do I end the night?" in page.content.decode()
    for match in Match.objects.unfinished():
        win(match)
    assert steps(ann.get(at(mondays)))[3] == "[End the night]"
    page = ann.post(at(mondays, "end/"), follow=True)
    assert stand(page) == "over"
    assert steps(page) == []


def test_whoever_has_run_a_night_is_left_alone(mondays: Mondays, ann: Client) -> None:
    played(mondays, 1, *FIVE)
    page = ann.get(at(mondays, number=2))
    assert stand(page) == "faces"
    assert steps(page) == []
    assert "What if someone isn’t on the list?" not in page.content.decode()
