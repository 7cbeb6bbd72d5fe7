"""Personal links on paper: a slip for every ticked player, each with its own link."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from leagues.models import Action, PersonalLink, Player, Surface
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def somewhere(settings: Settings) -> None:
    settings.BASE_URL = "https://club.example"


def text_of(page: Any) -> str:
    return str(page.content.decode())


def test_a_slip_for_each_opens_their_own_page(cast: Cast, ann: Client) -> None:
    here = reverse("print_links")
    Player.objects.filter(pk=cast.cat_plays.pk).update(is_minor=True)
    page = text_of(ann.get(here))
    ticked = re.findall(r'value="(\d+)" checked', page)
    assert ticked == [str(cast.ben_plays.pk)]  # Cat has a link

    both = {"player": [cast.ben_plays.pk, cast.cat_plays.pk]}
    answer = ann.post(here, both)

    slips = text_of(answer)
    tokens = re.findall(r"https://club\.example/me/(\S+?)/<", slips)
    players = [PersonalLink.objects.for_token(each).player for each in tokens]  # type: ignore[union-attr]
    assert players == [cast.ben_plays, cast.cat_plays]
    assert Client().get(f"/me/{cast.cats_token}/").status_code == 404
    assert slips.count('class="qr"') == 2
    assert "no-store" in answer["Cache-Control"]
    assert "Cat van der Berg" not in slips.split('class="labels')[1]
    cast.cat_plays.refresh_from_db()
    assert cast.cat_plays.shown_on(Surface.EXPORT) in slips
    lines = Action.objects.filter(verb="give_link").order_by("pk")
    assert not any(token in str(line.details) for line in lines for token in tokens)


def test_no_link_without_a_selection_or_a_reachable_site(
    cast: Cast, ann: Client, settings: Settings
) -> None:
    here = reverse("print_links")
    links = PersonalLink.objects.count()
    assert ann.post(here, {"player": []}).status_code == 422
    settings.BASE_URL = ""

    answer = ann.post(here, {"player": [cast.ben_plays.pk]}, headers={"host": "localhost:8000"})
    assert answer.status_code == 422

    assert PersonalLink.objects.count() == links
