"""Marks on the Draw page: odd pairings, entries kept apart, late-comers and leavers."""

import pytest
from django.test import Client

from leagues.actions.draw.changes import keep_apart, swap_entries
from leagues.models import Entry, KeepApart, Stage
from leagues.stages.pairing_ways import Partners, RoundRobin, SomeGames, Swiss
from tests.cast import Cast
from tests.leagues.draw.draw_pages import Page, address_of, press_button, text_of_page
from tests.leagues.draw.draws import (
    a_stage,
    an_event,
    drawn_rounds,
    enter_name,
    entry_of,
    finish_matches,
    names_at_boards,
)

pytestmark = pytest.mark.django_db


def remarks_on_page(browser: Client, stage: Stage) -> list[str]:
    lines = browser.get(address_of(stage)).context["drawn"].pools
    return sorted(r for pool in lines for line in pool.lines for r in line.remarks)


# --- Marks of odd pairings ---------------------------------------------------------------


@pytest.mark.long
def test_a_rematch_by_hand_is_marked(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4, boards=4)
    stage = a_stage(cast, event, Swiss(3))
    press_button(ann, stage, "make")
    press_button(ann, stage, "publish")
    finish_matches(stage)
    press_button(ann, stage, "make")
    assert remarks_on_page(ann, stage) == []
    first, second = drawn_rounds(stage)
    one, met = first.matches[0].entries
    now = next(m.entries for m in second.matches if one in m.entries)
    other = next(entry for entry in now if entry != one)
    swap_entries(by=cast.who("ann"), stage=stage, number=2, one=met, other=other)
    assert "Has met before" in remarks_on_page(ann, stage)


def test_two_who_are_kept_apart_and_meet_are_marked(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 2)
    stage = a_stage(cast, event, RoundRobin())
    press_button(ann, stage, "make")
    one, other = event.entries.values_list("pk", flat=True)
    keep_apart(by=cast.who("ann"), event=event, one=one, other=other, never=False)
    assert remarks_on_page(ann, stage) == ["Kept apart"]
    keep_apart(by=cast.who("ann"), event=event, one=one, other=other, never=True)
    assert remarks_on_page(ann, stage) == ["Must never meet"]


def test_the_second_leg_is_no_rematch(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 4), RoundRobin(legs=2))
    press_button(ann, stage, "make")
    page = ann.get(f"{address_of(stage)}?round=6")
    assert page.context["drawn"].here.number == 6
    assert page.context["drawn"].remarks == 0


def post_apart(browser: Client, stage: Stage, **fields: object) -> Page:
    return browser.post(
        f"/desk/events/{stage.event.slug}/draw/apart/",
        {"stage": stage.number, **fields},
        follow=True,
    )


# --- Kept apart --------------------------------------------------------------------------


def test_a_family_is_kept_apart_and_let_meet_again(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, Swiss(2))
    ada, eve = entry_of(event, "Ada").pk, entry_of(event, "Eve").pk
    page = text_of_page(post_apart(ann, stage, one=ada, other=eve, never="on"))
    assert "Ada and Eve are kept apart in new draws." in page
    kept = KeepApart.objects.get()
    assert kept.never
    assert "They can be drawn together again." in text_of_page(post_apart(ann, stage, let=kept.pk))
    again = post_apart(ann, stage, let=kept.pk)
    assert again.status_code == 422
    assert not KeepApart.objects.exists()


def test_names_to_keep_apart_are_listed_only_on_request(cast: Cast, ann: Client) -> None:
    """A list of all names, twice, is much data for every view of a draw."""
    event = an_event(cast, 3)
    stage = a_stage(cast, event, Swiss(2))
    assert "<option" not in text_of_page(ann.get(address_of(stage)))
    page = text_of_page(ann.get(address_of(stage), {"apart": 1}))
    assert page.count(">Ada</option>") == 2


# --- Late-comers and leavers -------------------------------------------------------------


@pytest.mark.long
def test_leavers_and_newcomers_are_named_and_the_draw_is_updated(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, SomeGames(3))
    press_button(ann, stage, "make")
    press_button(ann, stage, "publish")
    Entry.objects.filter(pk=entry_of(event, "Ada").pk).update(state="paused")
    enter_name(cast, event, "Zed")
    page = text_of_page(ann.get(address_of(stage)))
    assert "Ada is in the draw but no longer in the event." in page
    assert "Zed is in the event but not in the draw." in page
    press_button(ann, stage, "mend")
    names = {name for r in names_at_boards(stage) for two in r for name in two}
    assert "Zed" in names
    assert "Ada" not in names
    assert "Mend" not in text_of_page(ann.get(address_of(stage)))


def test_redrawn_partners_are_not_offered_a_mend(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 8)
    stage = a_stage(cast, event, Partners())
    press_button(ann, stage, "make")
    Entry.objects.filter(pk=entry_of(event, "Ada").pk).update(state="withdrawn")
    page = text_of_page(ann.get(address_of(stage)))
    assert "Matches of more than two players can’t be updated" in page
    assert press_button(ann, stage, "mend").status_code == 422
