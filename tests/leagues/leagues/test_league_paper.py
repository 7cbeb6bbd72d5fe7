"""Printed pages of a league: a week's matches, who comes, the table and certificates."""

import re
from html import unescape

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from leagues.actions.leagues.nights.answers import answer_night
from leagues.actions.leagues.nights.changes import cancel_night
from leagues.actions.leagues.season.closing import close_league, confirm_awards
from leagues.models import Answer, League, Player, Pool
from leagues.reads.leagues.end.awards import award_choices
from leagues.reads.leagues.night_format import usual_evening
from tests.cast import Cast, Page
from tests.leagues.leagues.match_leagues import matches_in_order, open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import drawn_event, set_boards, win_match

pytestmark = pytest.mark.django_db


def read_page(browser: Client, name: str, league: League, *at: object) -> str:
    page: Page = browser.get(reverse(name, args=[league.slug, *at]))
    assert page.status_code == 200
    words: str = page.content.decode()
    return words.split('id="main"')[1].split("</main>")[0]


def plain_text(html: str) -> str:
    return unescape(" ".join(re.sub("<[^>]+>", " ", html).split()))


def table_rows(html: str) -> list[str]:
    found = re.findall("<tr.*?</tr>", html, re.DOTALL)
    return [plain_text(row) for row in found if "<td" in row]


def test_a_week_sheet_has_its_matches_and_those_still_open(cast: Cast, ann: Client) -> None:
    with time_machine.travel("2026-10-14T12:00-04:00", tick=False):
        league = open_matches(cast, place="The Mill")
        first, _second, *_later = matches_in_order(league)
        win_match(first)
        Player.objects.filter(name="Cat").update(name="Cat Stone", is_minor=True)
        week = league.nights.in_order()[1]

        sheet = read_page(ann, "desk-league-sheet", league, week.pk)
        home = plain_text(read_page(ann, "desk-league-paper", league))

    assert "Week sheet: week of 12 October" in home
    this_week, earlier = sheet.split('id="still-open"')
    assert len(table_rows(this_week)) == 2
    assert len(table_rows(earlier)) == 1
    assert "As of Wed 14 October, 12:00" in plain_text(sheet)
    assert "Cat S." in sheet
    assert "Cat Stone" not in sheet
    assert all("The Mill" in row for row in table_rows(sheet))


def test_a_night_sheet_lists_who_comes_surname_first(cast: Cast, ann: Client) -> None:
    mondays = Mondays.open(cast, "Zoë Abel", "Bo Young", "Al Mann", "Di Katz")
    night = mondays.night(1)
    with time_machine.travel("2026-10-05T12:00-04:00", tick=False):
        for name, reply in (
            ("Zoë Abel", Answer.Reply.IN),
            ("Bo Young", Answer.Reply.IN),
            ("Al Mann", Answer.Reply.MAYBE),
            ("Di Katz", Answer.Reply.OUT),
        ):
            answer_night(by=cast.who("ann"), night=night, player=mondays.player(name), answer=reply)
        text = plain_text(read_page(ann, "desk-league-sheet", mondays.league, night.pk))

    assert "2 people coming Abel, Zoë Young, Bo" in text
    assert "Maybe Mann, Al" in text
    assert "Katz" not in text


def test_a_night_sheet_has_the_groups_once_they_are_drawn(cast: Cast, ann: Client) -> None:
    eight = tuple("ABCDEFGH")
    mondays = Mondays.open(cast, *eight)
    set_boards(mondays, 4)
    League.objects.update(kind="groups", evening=usual_evening("groups").to_dict())
    mondays.league.refresh_from_db()
    pk = mondays.night(1).pk
    assert "<h5>" not in read_page(ann, "desk-league-sheet", mondays.league, pk)

    event = drawn_event(mondays, 1, *eight)

    sheet = read_page(ann, "desk-league-sheet", mondays.league, pk)
    listed = [re.findall("<li>(.*?)</li>", each) for each in sheet.split("<h5>")[1:]]
    pools = Pool.objects.filter(stage__event=event).order_by("number")
    assert listed == [
        [place.entry.players.get().name for place in pool.places.order_by("seed")] for pool in pools
    ]
    assert [len(group) for group in listed] == [4, 4]


def test_a_cancelled_night_has_no_sheet(cast: Cast, ann: Client) -> None:
    catch_up = open_matches(cast).nights.in_order()[2]  # no match is drawn for it
    for night in (Mondays.open(cast, "Zoë").night(1), catch_up):
        cancel_night(by=cast.who("ann"), night=night, reason="snow")
        address = reverse("desk-league-sheet", args=[night.league.slug, night.pk])
        assert ann.get(address).status_code == 404


def test_a_shared_place_is_printed_and_shown_at_the_desk_as_shared(cast: Cast, ann: Client) -> None:
    mondays = Mondays.open(cast, "Zoë", "Bo", "Al", "Di")
    mondays.play(1, ("Zoë", "Bo", 6, 2), ("Al", "Di", 6, 2))

    table = table_rows(read_page(ann, "desk-league-table-sheet", mondays.league))
    assert [row.split()[0] for row in table] == ["1", "1", "3=", "3="]
    desk = plain_text(read_page(ann, "desk-league", mondays.league))
    assert "3= Bo 2 3= Di 2" in desk
    people = plain_text(read_page(ann, "desk-league-people", mondays.league))
    assert "3= Bo 1 2" in people


def test_the_table_and_certificates_of_a_season_on_paper(cast: Cast, ann: Client) -> None:
    mondays = Mondays.open(cast, "Zoë Abel", "Bo Young", "Al Mann", "Di Moss")
    league = mondays.league
    without_awards = plain_text(read_page(ann, "desk-league-certificates", league))
    assert "No award is confirmed" in without_awards
    mondays.play(1, ("Zoë Abel", "Bo Young", 6, 2), ("Al Mann", "Bo Young", 5, 3))
    mondays.play(2, ("Zoë Abel", "Bo Young", 5, 3), ("Zoë Abel", "Al Mann", 8, 0))
    mondays.play(3, ("Bo Young", "Di Moss", 8, 0))
    Player.objects.filter(name="Zoë Abel").update(is_minor=True)

    table = table_rows(read_page(ann, "desk-league-table-sheet", league))
    assert [row.split()[:2] for row in table] == [
        ["1", "Zoë"],
        ["2", "Bo"],
        ["3", "Al"],
        ["4", "Di"],
    ]
    assert "Zoë A." in table[0]

    by = cast.who("ann")
    confirm_awards(by=by, league=league, awards=[each.facts for each in award_choices(league)])
    close_league(by=by, league=league)
    certificates = read_page(ann, "desk-league-certificates", league)
    what = re.findall(r'class="what">(.*?)</p>', certificates)
    who = re.findall(r'class="who">(.*?)</p>', certificates)
    assert list(zip(what, who, strict=True))[:3] == [
        ("Champion", "Zoë A."),
        ("Second place", "Bo Young"),
        ("Third place", "Al Mann"),
    ]
    assert what.count("Champion") == 1
    assert "Di Moss" not in who[:4], "the fourth has none for the place"
    assert "Zoë Abel" not in certificates
