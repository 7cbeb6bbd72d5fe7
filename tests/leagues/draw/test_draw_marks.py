"""Marks on the Draw page: odd pairings, entries kept apart, late-comers and leavers."""

import pytest
from django.test import Client

from leagues.actions.draw.changes import keep_apart, swap_entries
from leagues.models import Entry, KeepApart, Stage
from leagues.stages.ways import Partners, RoundRobin, SomeGames, Swiss
from tests.cast import Cast
from tests.leagues.draw.draw_pages import Page, act, address, text
from tests.leagues.draw.draws import (
    a_stage,
    an_event,
    drawn,
    enter,
    entry_of,
    finish,
    who_meets_whom,
)

pytestmark = pytest.mark.django_db


def remarks(browser: Client, stage: Stage) -> list[str]:
    lines = browser.get(address(stage)).context["drawn"].pools
    return sorted(r for pool in lines for line in pool.lines for r in line.remarks)


# --- Marks of odd pairings ---------------------------------------------------------------


@pytest.mark.long
def test_a_rematch_by_hand_is_marked(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4, boards=4)
    stage = a_stage(cast, event, Swiss(3))
    act(ann, stage, "make")
    act(ann, stage, "publish")
    finish(stage)
    act(ann, stage, "make")
    assert remarks(ann, stage) == []
    first, second = drawn(stage)
    one, met = first.matches[0].entries
    now = next(m.entries for m in second.matches if one in m.entries)
    other = next(entry for entry in now if entry != one)
    swap_entries(by=cast.who("ann"), stage=stage, number=2, one=met, other=other)
    assert "Has met before" in remarks(ann, stage)


def test_two_who_are_kept_apart_and_meet_are_marked(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 2)
    stage = a_stage(cast, event, RoundRobin())
    act(ann, stage, "make")
    one, other = event.entries.values_list("pk", flat=True)
    keep_apart(by=cast.who("ann"), event=event, one=one, other=other, never=False)
    assert remarks(ann, stage) == ["Kept apart"]
    keep_apart(by=cast.who("ann"), event=event, one=one, other=other, never=True)
    assert remarks(ann, stage) == ["Must never meet"]


def test_the_second_leg_is_no_rematch(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 4), RoundRobin(legs=2))
    act(ann, stage, "make")
    page = ann.get(f"{address(stage)}?round=6")
    assert page.context["drawn"].here.number == 6
    assert page.context["drawn"].remarks == 0


def apart(browser: Client, stage: Stage, **fields: object) -> Page:
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
    page = text(apart(ann, stage, one=ada, other=eve, never="on"))
    assert "Ada and Eve are kept apart in new draws." in page
    kept = KeepApart.objects.get()
    assert kept.never
    assert "They can be drawn together again." in text(apart(ann, stage, let=kept.pk))
    again = apart(ann, stage, let=kept.pk)
    assert again.status_code == 422
    assert not KeepApart.objects.exists()


def test_whom_to_keep_apart_is_chosen_when_it_is_asked_for(cast: Cast, ann: Client) -> None:
    """A list of all names, twice, is much data for every view of a draw."""
    event = an_event(cast, 3)
    stage = a_stage(cast, event, Swiss(2))
    assert "<option" not in text(ann.get(address(stage)))
    page = text(ann.get(address(stage), {"apart": 1}))
    assert page.count(">Ada</option>") == 2


# --- Late-comers and leavers -------------------------------------------------------------


@pytest.mark.long
def test_whoever_left_or_came_is_named_and_the_draw_is_mended(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, SomeGames(3))
    act(ann, stage, "make")
    act(ann, stage, "publish")
    Entry.objects.filter(pk=entry_of(event, "Ada").pk).update(state="paused")
    enter(cast, event, "Zed")
    page = text(ann.get(address(stage)))
    assert "Ada is in the draw but no longer in the event." in page
    assert "Zed is in the event but not in the draw." in page
    act(ann, stage, "mend")
    names = {name for r in who_meets_whom(stage) for two in r for name in two}
    assert "Zed" in names
    assert "Ada" not in names
    assert "Mend" not in text(ann.get(address(stage)))


def test_redrawn_partners_are_not_offered_a_mend(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 8)
    stage = a_stage(cast, event, Partners())
    act(ann, stage, "make")
    Entry.objects.filter(pk=entry_of(event, "Ada").pk).update(state="withdrawn")
    page = text(ann.get(address(stage)))
    assert "Matches of more than two players can’t be updated" in page
    assert act(ann, stage, "mend").status_code == 422
