"""Pages of a league of boxes: set-up, tables, and the next period at the desk."""

import re

import pytest
from django.test import Client

from leagues.models import League, Player, Stage
from leagues.reads.leagues.kinds.boxes import box_period
from leagues.stages.boxes import BoxRules
from tests.cast import Cast, Page
from tests.leagues.leagues.box_leagues import (
    entry_key,
    entry_keys,
    names_in_boxes,
    open_boxes,
    play_period,
)
from tests.leagues.leagues.match_leagues import player_named
from tests.leagues.leagues.test_boxes import tie_players
from tests.leagues.leagues.test_match_set_up import NEW, WHEN, dates_seen, send_screen
from tests.scenes import scene


@scene
def ann(cast: Cast) -> Client:
    return cast.browser_of("ann")


def period_address(league: League) -> str:
    return f"/desk/leagues/{league.slug}/period/"


def begin_period(browser: Client, league: League, **changes: object) -> Page:
    """Begin the next period with the page's answers, changed by ``changes``."""
    answers = {"seen": box_period(league).mark, "begin": "1"} | changes
    return browser.post(period_address(league), answers)


def planned_boxes(page: Page) -> list[str]:
    shown = page.context["form"].shown
    return ["".join(each.name for each in box.entries) for box in shown]


# --- Setting up -------------------------------------------------------------------------


def set_up(browser: Client, text: str, **rules: object) -> Page:
    browser.post(f"{NEW}what/", {"kind": "boxes"})
    send_screen(browser, "when", WHEN | {"dates_of": dates_seen(browser)})
    send_screen(browser, "where")
    send_screen(browser, "divisions", {"text": text})
    page = send_screen(browser, "rules", dict(rules))
    return page if page.status_code == 422 else send_screen(browser, "review", {"open": "1"})


@pytest.mark.long
def test_boxes_are_set_up_with_the_usual_rules(ann: Client) -> None:
    page = set_up(ann, "\n".join(f"Player {n}" for n in "ABCDEFGHIJ"))
    league = League.objects.get()

    assert page["Location"] == f"/desk/leagues/{league.slug}/"
    assert box_period(league).sizes == (5, 5)
    assert league.kind_rules == {"kind": "boxes", "size": 5, "weeks": 4, "moves": None, "games": 3}


@pytest.mark.long
def test_boxes_are_set_up_with_rules_of_their_own(ann: Client) -> None:
    names = "\n".join(f"Player {n}" for n in "ABCDEF")
    set_up(ann, names, size="3", weeks="2", moves="1", games="2", legs="2")
    league = League.objects.get()

    assert box_period(league).sizes == (3, 3)
    assert league.kind_rules["weeks"] == 2
    assert league.matches["legs"] == 2


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [({"size": "2"}, "size"), ({"weeks": "0"}, "weeks"), ({"legs": "x"}, "legs")],
)
def test_impossible_rules_are_refused(ann: Client, rules: dict[str, str], wrong: str) -> None:
    page = set_up(ann, "Player A\nPlayer B\nPlayer C", **rules)

    assert page.status_code == 422
    assert wrong in page.context["form"].errors


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("First:\nPlayer A\nPlayer B\nPlayer C", "There are no divisions here"),
        ("Player A\nPlayer B", "it takes 3 to 200"),
    ],
)
def test_boxes_are_filled_from_one_list(ann: Client, text: str, error: str) -> None:
    ann.post(f"{NEW}what/", {"kind": "boxes"})
    page = send_screen(ann, "divisions", {"text": text})

    assert page.status_code == 422
    assert error in page.content.decode()


def test_the_review_shows_the_rules(ann: Client) -> None:
    ann.post(f"{NEW}what/", {"kind": "boxes"})
    page = ann.get(f"{NEW}review/").content.decode()

    assert "A period lasts 4 weeks · boxes of about 5" in page
    assert "1 goes up and 1 down · players with at least 3 matches may go up" in page


# --- For everybody ----------------------------------------------------------------------


def test_a_table_shows_who_goes_up_and_down(cast: Cast) -> None:
    league = open_boxes(cast, rules=BoxRules(moves=2))
    page = Client().get(f"/leagues/{league.slug}/")
    first, second = page.context["season"].tables

    assert [line.cut for line in first.lines] == ["", "", "The last 2 go down", "", ""]
    assert [line.cut for line in second.lines] == ["", "The first 2 go up", "", "", ""]
    assert page.content.decode().count('aria-label="goes up"') == 2
    assert page.content.decode().count('aria-label="goes down"') == 2


@pytest.mark.long
def test_the_desk_shows_its_rules_and_links_to_the_next_period(cast: Cast, ann: Client) -> None:
    league = open_boxes(cast)
    page = ann.get(f"/desk/leagues/{league.slug}/").content.decode()

    assert "A period lasts 4 weeks" in page
    assert f'href="{period_address(league)}"' in page


# --- The next period --------------------------------------------------------------------


@pytest.mark.long
def test_the_plan_is_shown_and_begun_with_one_press(cast: Cast, ann: Client) -> None:
    league = open_boxes(cast)
    play_period(league)
    page = ann.get(period_address(league))
    assert planned_boxes(page) == ["ABCDF", "EGHIJ"]

    assert begin_period(ann, league).status_code == 302
    assert names_in_boxes(league) == ["ABCDF", "EGHIJ"]


@pytest.mark.long
def test_unplayed_matches_are_named_and_let_go_with_a_tick(cast: Cast, ann: Client) -> None:
    league = open_boxes(cast)
    play_period(league, but="AB")
    page = begin_period(ann, league)
    assert page.status_code == 422
    assert "1 match hasn’t been played" in page.content.decode()
    assert page.context["form"].errors.keys() == {"unplayed"}

    assert begin_period(ann, league, unplayed="void").status_code == 302


@pytest.mark.long
def test_a_changed_plan_is_shown_before_it_is_done(cast: Cast, ann: Client) -> None:
    league = open_boxes(cast)
    play_period(league)
    zoe = player_named(cast, "Z")
    changes = {
        f"where_{entry_key(league, 'B')}": "leaves",
        f"where_{entry_key(league, 'F')}": "stays",
        f"where_{entry_key(league, 'J')}": "1",
        "joining": str(zoe.pk),
    }
    page = ann.post(
        period_address(league), changes | {"seen": box_period(league).mark, "look": "1"}
    )
    assert page.status_code == 200
    assert planned_boxes(page) == ["ACDEGJ", "FHIZ"]
    assert [name for name, _field in page.context["form"].leaving] == ["B"]
    assert Stage.objects.count() == 1

    assert begin_period(ann, league, **changes).status_code == 302
    assert names_in_boxes(league) == ["ACDEGJ", "FHIZ"]


@pytest.mark.long
def test_players_may_be_put_into_a_box_below_all_others(cast: Cast, ann: Client) -> None:
    league = open_boxes(cast)
    play_period(league)
    changes = {f"where_{key}": "3" for key in entry_keys(league, "HIJ")}
    assert begin_period(ann, league, **changes).status_code == 422  # two are left in box 2

    changes[f"where_{entry_key(league, 'D')}"] = "2"
    assert begin_period(ann, league, **changes).status_code == 302
    assert names_in_boxes(league) == ["ABCF", "EGD", "HIJ"]


@pytest.mark.long
def test_who_is_tied_is_asked_and_ticked(cast: Cast, ann: Client) -> None:
    league = open_boxes(cast, rules=BoxRules(moves=2))
    play_period(league)
    tie_players(league, "GHI")
    changes = {f"where_{entry_key(league, 'F')}": "leaves"}
    page = begin_period(ann, league, **changes)
    assert page.status_code == 422
    assert "G, H and I are tied, and 2 of them go up" in page.content.decode()

    one = begin_period(ann, league, **changes, settled=[entry_key(league, "G")])
    assert one.status_code == 422
    assert "Tick 2." in one.content.decode()
    two = begin_period(ann, league, **changes, settled=list(entry_keys(league, "GI")))
    assert two.status_code == 302
    assert names_in_boxes(league)[0] == "ABCGI"


def test_who_goes_up_cannot_be_put_down(cast: Cast, ann: Client) -> None:
    league = open_boxes(cast)
    play_period(league)
    page = begin_period(ann, league, **{f"where_{entry_key(league, 'F')}": "2"})

    assert page.status_code == 422
    assert "F goes up and must play higher." in page.content.decode()


@pytest.mark.parametrize(
    "nonsense",
    [
        {"settled": "x"},
        {"settled": "999999"},
        {"joining": "x"},
        {"joining": "999999"},
        {"where_1": "99"},
        {"seen": ""},
    ],
)
def test_nonsense_is_answered_with_the_page(
    cast: Cast, ann: Client, nonsense: dict[str, str]
) -> None:
    league = open_boxes(cast)
    play_period(league)
    first = f"where_{entry_key(league, 'A')}"
    changes = {first if name == "where_1" else name: v for name, v in nonsense.items()}

    assert begin_period(ann, league, **changes).status_code == 422
    assert Stage.objects.count() == 1


def test_other_leagues_have_no_period(cast: Cast, ann: Client) -> None:
    league = open_boxes(cast)
    League.objects.filter(pk=league.pk).update(kind="matches")

    assert ann.get(period_address(league)).status_code == 404


@pytest.mark.long
def test_a_player_who_left_earlier_is_offered_as_new(cast: Cast, ann: Client) -> None:
    league = open_boxes(cast)
    play_period(league)
    begin_period(ann, league, **{f"where_{entry_key(league, 'A')}": "leaves"})
    play_period(league)
    again = Player.objects.get(name="A")
    assert begin_period(ann, league, joining=str(again.pk)).status_code == 302

    assert names_in_boxes(league)[-1].endswith("A")


def test_the_matches_of_a_box_are_not_under_a_pool(cast: Cast) -> None:
    league = open_boxes(cast)
    assert league.event is not None
    text = Client().get(f"{league.event.get_absolute_url()}matches/").text

    assert re.search(r"<h3>\s*Box 1\s*</h3>", text)
    assert "Pool Box" not in text
