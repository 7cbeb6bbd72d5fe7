"""Swapping entries on the Draw page."""

import re

import pytest
from django.test import Client

from leagues.models import Match, Stage
from leagues.stages.pairing_ways import Knockout, SomeGames
from tests.cast import Cast
from tests.leagues.draw.draw_pages import Page, address_of, press_button, seen_mark, text_of_page
from tests.leagues.draw.draws import a_stage, an_event, drawn_rounds, entry_of, names_at_boards

pytestmark = pytest.mark.django_db


def post_swap(browser: Client, stage: Stage, **fields: object) -> Page:
    page = browser.get(address_of(stage))
    return browser.post(address_of(stage, "swap/"), {"seen": seen_mark(page), "round": 1, **fields})


@pytest.mark.long
def test_by_buttons_alone_one_is_picked_and_the_other_swapped(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, SomeGames(1))
    press_button(ann, stage, "make")
    (one, _), (other, _) = (m.entries for m in drawn_rounds(stage)[0].matches[:2])
    picked = post_swap(ann, stage, one="", other=one)
    assert picked.context["picked"] == one
    assert 'aria-pressed="true"' in text_of_page(picked)
    before = drawn_rounds(stage)[0]
    swapped = post_swap(ann, stage, one=one, other=other)
    assert "The players are swapped." in text_of_page(swapped)
    after = drawn_rounds(stage)[0]
    assert after.matches[0].entries[0] == other
    assert after.matches[1].entries[0] == one
    post_swap(ann, stage, one=one, other=other)
    assert [m.entries for m in drawn_rounds(stage)[0].matches] == [
        m.entries for m in before.matches
    ]


def test_choosing_the_same_again_puts_it_down(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 4), SomeGames(1))
    press_button(ann, stage, "make")
    one = drawn_rounds(stage)[0].matches[0].entries[0]
    assert post_swap(ann, stage, one=one, other=one).context["picked"] is None


def test_only_the_draw_answers_where_the_page_takes_a_fragment(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 4), SomeGames(1))
    press_button(ann, stage, "make")
    answer = ann.post(address_of(stage, "swap/"), {"other": "x"}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "<html" not in text_of_page(answer)
    assert text_of_page(answer).lstrip().startswith('<div id="drawn"')


def test_a_swap_sends_what_has_moved_and_nothing_else(cast: Cast, ann: Client) -> None:
    """The rest of a large draw stays in the page unchanged."""
    stage = a_stage(cast, an_event(cast, 12), SomeGames(1))
    press_button(ann, stage, "make")
    before = drawn_rounds(stage)[0].matches
    (one, beside), (other, opposite) = (match.entries for match in before[:2])
    answer = ann.post(
        address_of(stage, "swap/"),
        {"seen": seen_mark(ann.get(address_of(stage))), "round": 1, "one": one, "other": other},
        headers={"HX-Request": "true"},
    )
    assert answer["HX-Reswap"] == "none"
    assert set(re.findall(r'id="entry-(\d+)"', text_of_page(answer))) == {
        *map(str, (one, other, beside, opposite))
    }
    pieces = {"swap-news", "draw-head", "summary", "swap-fields"}
    lines = {f"line-{match.number}" for match in before[:2]}
    assert {*re.findall(r'id="([\w-]+)"\s+[^>]*hx-swap-oob', text_of_page(answer))} == (
        pieces | lines
    )
    again = ann.post(
        address_of(stage, "swap/"),
        {"seen": seen_mark(answer), "round": 1, "one": one, "other": other},
        headers={"HX-Request": "true"},
    )
    assert "The players are swapped." in text_of_page(again)
    assert drawn_rounds(stage)[0].matches == before


def test_seeds_of_a_bracket_change_places(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, Knockout())
    press_button(ann, stage, "open")
    ada, eve = entry_of(event, "Ada").pk, entry_of(event, "Eve").pk
    answer = post_swap(ann, stage, round="", one=ada, other=eve)
    assert "The players are swapped." in text_of_page(answer)
    press_button(ann, stage, "publish")
    assert {"Eve", "Gus"} in names_at_boards(stage)[0]


@pytest.mark.long
def test_the_second_laptop_gets_a_message_and_changes_nothing(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 6), SomeGames(1))
    press_button(ann, stage, "make")
    old = seen_mark(ann.get(address_of(stage)))
    (one, _), (other, _) = (m.entries for m in drawn_rounds(stage)[0].matches[:2])
    post_swap(cast.browser_of("olga"), stage, one=one, other=other)
    now = names_at_boards(stage)
    for verb in ("make", "publish", "swap"):
        answer = ann.post(
            address_of(stage, f"{verb}/"), {"seen": old, "round": 1, "one": one, "other": other}
        )
        assert answer.status_code == 422
        assert "This draw has changed since you opened the page" in text_of_page(answer)
    assert names_at_boards(stage) == now
    assert not Match.objects.published().exists()
