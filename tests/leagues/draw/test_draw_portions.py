"""A long draw in portions: swaps across them, a name, and the reasons of a match."""

import re

import pytest
from django.urls import reverse

from leagues.actions.draw.draw import draw_rounds
from leagues.models import Match, Stage
from tests.cast import Cast, Page
from tests.leagues.site.big_event import BigEvent
from tests.scenes import scene

pytestmark = [pytest.mark.django_db, pytest.mark.long]

ENTRIES = 204  # 102 matches


@scene
def stage(cast: Cast) -> Stage:
    """A Swiss whose first game is a draft."""
    browser = cast.browser_of("ann")
    big = BigEvent.plan(cast.who("ann"), cast.club, browser, ENTRIES, rounds=2)
    draw_rounds(by=big.by, stage=big.swiss)
    return big.swiss


def address_of(stage: Stage, name: str = "stage_draw") -> str:
    return reverse(name, args=[stage.event.slug, stage.number])


def show(cast: Cast, stage: Stage, **asked: str) -> Page:
    return cast.browser_of("ann").get(address_of(stage), asked)


def lines_in(page: Page) -> list[int]:
    return [int(number) for number in re.findall(r'<li id="line-(\d+)"', page.content.decode())]


def entries_of(number: int) -> list[int]:
    return list(Match.objects.filter(number=number).values_list("sides__entries", flat=True))


def swap_fields(page: Page) -> dict[str, str]:
    html = page.content.decode()
    return dict(
        re.findall(r'<input type="hidden" name="(seen|round|part|one)" value="([^"]*)"', html)
    )


def test_a_long_draw_shows_fifty_matches(cast: Cast, stage: Stage) -> None:
    everything = lines_in(show(cast, stage, part="all"))
    assert len(everything) == 102
    assert lines_in(show(cast, stage)) == everything[:50]
    assert lines_in(show(cast, stage, part="3")) == everything[100:]
    assert "102 matches" in show(cast, stage).content.decode()


@pytest.mark.parametrize("is_live", [True, False])
def test_two_entries_of_different_portions_are_swapped(
    cast: Cast, stage: Stage, is_live: bool
) -> None:
    headers = {"HX-Request": "true"} if is_live else {}
    browser = cast.browser_of("ann")
    first, last = lines_in(show(cast, stage))[0], lines_in(show(cast, stage, part="3"))[-1]
    (one, _), (other, _) = entries_of(first), entries_of(last)

    page = show(cast, stage)
    sent = swap_fields(page) | {"other": str(one)}
    picked = browser.post(address_of(stage, "draw_swap"), sent, headers=headers).content.decode()
    assert "They stay chosen while you look at other rows." in picked
    [after] = re.findall(r'data-more="1-2"\s+href="([^"]+)"', picked)
    assert after == f"{address_of(stage)}?round=1&amp;one={one}&amp;part=2"

    page = show(cast, stage, round="1", one=str(one), part="3")
    assert swap_fields(page)["one"] == str(one)
    sent = swap_fields(page) | {"other": str(other)}
    answer = browser.post(address_of(stage, "draw_swap"), sent, headers=headers)
    assert "The players are swapped." in answer.content.decode()
    assert one in entries_of(last)
    assert other in entries_of(first)
    if not is_live:
        assert lines_in(answer) == lines_in(show(cast, stage, part="3"))


def test_a_name_leads_to_its_match_and_keeps_who_was_picked(cast: Cast, stage: Stage) -> None:
    last = lines_in(show(cast, stage, part="3"))[-1]
    name = Match.objects.get(number=last).sides.get(seat=0).entries.get().players.get().name
    answer = show(cast, stage, round="1", one="5", find=name)
    assert answer.status_code == 302
    expected = f"{address_of(stage)}?round=1&one=5&part=3#line-{last}"
    assert answer["Location"] == expected


def test_the_reasons_of_a_match_are_shown_in_its_portion(cast: Cast, stage: Stage) -> None:
    last = lines_in(show(cast, stage, part="3"))[-1]
    page = show(cast, stage, round="1", why=str(last))
    assert last in lines_in(page)
    assert page.content.decode().count("<dl>") == 1


@pytest.mark.parametrize("text", ["9" * 5000, "x", "-1"])
def test_an_entry_that_cannot_be_picked_is_no_error(cast: Cast, stage: Stage, text: str) -> None:
    assert show(cast, stage, one=text, round=text).status_code == 200
