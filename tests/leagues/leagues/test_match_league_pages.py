"""Pages of a league of dated matches: what is due, and results entered at any time."""

import gc
import re
from collections import Counter
from collections.abc import Callable
from datetime import datetime

import pytest
import time_machine
from django.test import Client

from leagues.access.phone_passes import Pass, open_pass
from leagues.actions.leagues.settings import change_league
from leagues.actions.log.undo import undo
from leagues.models import Action, Event, League, Match, Night, Surface
from leagues.reads import tables_of
from leagues.reads.leagues.matches.weeks import Dated, latest_match, match_season
from leagues.stages.match_league import MatchLeague
from tests.cast import Cast, Page
from tests.leagues.leagues.evenings import TORONTO
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.phones.at_boards import Phone
from tests.scenes import scene


def toronto_time(day: int, hour: int = 12, month: int = 10) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=TORONTO)


@scene(made=toronto_time(1), now=toronto_time(6))
def league(cast: Cast) -> League:
    """Ben, Cat, Eve and Fay, from 5 October; the page is opened on Tuesday the 6th."""
    return open_matches(cast, {"": (cast.ben_plays.name, cast.cat_plays.name, "Eve", "Fay")})


def match_of(league: League, one: str, other: str) -> Match:
    assert league.event is not None
    found = league.event.matches.filter(sides__players__name=one)
    return found.get(pk__in=league.event.matches.filter(sides__players__name=other))


def cats_page(cast: Cast, path: str = "") -> Page:
    return Client().get(f"/me/{cast.cats_token}/{path}")


def left_behind(look: Callable[[], object]) -> Counter[str]:
    """The objects that only a full collection of garbage finds after a look, by type."""
    look()  # it fills caches
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        look()
        gc.collect()
        return Counter(type(each).__name__ for each in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@pytest.mark.long
def test_a_look_at_a_league_leaves_the_sides_of_one_week_and_no_query_for_each(
    league: League,
) -> None:
    """All weeks of a season of 156 matches left 15,000 objects in cycles, at each look."""
    left = left_behind(lambda: Client().get(league.get_absolute_url()))
    assert left["Match"] == 6
    assert left["MatchSide"] == 4
    assert left["EntryQuerySet"] <= 1


def test_a_player_sees_what_they_owe_the_late_first(cast: Cast, league: League) -> None:
    with time_machine.travel(toronto_time(13)):
        [own] = cats_page(cast).context["leagues"]
    named = [(each.dated.called, each.dated.dated.due_on.day) for each in own.to_play]
    assert named == [(Dated.OVERDUE, 11), (Dated.DUE, 18), (Dated.TO_COME, 1)]
    assert not own.played


def test_a_league_is_no_day_of_its_players(cast: Cast, league: League) -> None:
    page = cats_page(cast)
    assert page.context["days"] == []
    assert len(page.context["leagues"]) == 1


def test_a_result_is_entered_from_the_own_link_without_the_desk(cast: Cast, league: League) -> None:
    match = match_of(league, "Eve", cast.cat_plays.name)
    phone = Phone(_pass_of(cats_page(cast, f"matches/{match.pk}/")))
    won = "2-0 1-0" if phone.pass_.seat == 0 else "0-2 0-1"
    for number in (1, 2, 3, 4):
        assert phone.send_report(number, won)["took"] == "new"
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    assert match.board is None
    assert league.event is not None
    [table] = tables_of(league.event.stages.get())
    first = table.lines[0]
    assert first.entry.people == [cast.cat_plays]
    assert first.row.points == 8


@pytest.mark.long
def test_the_other_side_confirms_days_later(cast: Cast, league: League) -> None:
    match = match_of(league, cast.ben_plays.name, cast.cat_plays.name)
    mine = Phone(_pass_of(cats_page(cast, f"matches/{match.pk}/")))
    for number in (1, 2, 3, 4):
        mine.send_report(number, "1-1")
    with time_machine.travel(toronto_time(8)):
        ben = cast.browser_of("ben")
        his = Phone(_pass_of(ben.get(f"/me/matches/{match.pk}/")))
        assert his.confirms().status_code == 200
    with time_machine.travel(toronto_time(10)):  # three days are over
        assert mine.asks().status_code == 410


def _pass_of(page: Page) -> Pass:
    held = open_pass(page.context["play_url"].split("/")[2])
    assert held is not None
    return held


def test_a_player_cannot_open_the_match_of_others(cast: Cast, league: League) -> None:
    match = match_of(league, "Eve", "Fay")
    assert cats_page(cast, f"matches/{match.pk}/").status_code == 404
    assert cats_page(cast, "matches/999999/").status_code == 404
    assert cast.browser_of("ben").get(f"/me/matches/{match.pk}/").status_code == 404
    assert cast.browser_of("dan").get(f"/me/matches/{match.pk}/").status_code == 404


def test_a_match_in_no_league_has_no_such_page(cast: Cast, league: League) -> None:
    match = match_of(league, cast.ben_plays.name, cast.cat_plays.name)
    match.dated.delete()
    assert cats_page(cast, f"matches/{match.pk}/").status_code == 404


def test_everybody_sees_the_tables_and_this_week(cast: Cast, league: League) -> None:
    page = Client().get(f"/leagues/{league.slug}/")
    season = page.context["season"]
    assert len(season.tables) == 1
    assert season.now.number == 1
    assert page.content.count(b"Due by Sun 11 Oct") == 2
    assert b"Overdue" not in page.content


def test_above_the_table_is_what_is_open_and_what_is_next(league: League) -> None:
    text = Client().get(f"/leagues/{league.slug}/").text
    [line] = re.findall(r'<p class="up-next">.*?</p>', text, re.DOTALL)
    words = " ".join(re.sub("<[^>]*>", " ", line).split())
    assert words == "Week 1 · 2 open Next: Week 2 · Mon 12 Oct 2026"
    assert text.index(line) < text.index("<caption")
    assert text.index("Due by") < text.index("<caption"), "the first matches, before any result"


@pytest.mark.parametrize(
    ("day", "month", "week"),
    [(1, 10, 1), (11, 10, 1), (12, 10, 2), (20, 10, 3), (26, 10, 4), (2, 11, 5)],
)
def test_the_open_week_is_the_one_that_is_on(
    league: League, day: int, month: int, week: int
) -> None:
    now = match_season(league, toronto_time(day, month=month).date()).now
    assert now is not None
    assert now.number == week


def test_the_page_holds_the_matches_of_the_week_that_is_opened(league: League) -> None:
    first, _second, third, *_ = league.nights.in_order()
    assert rows_at(league) == match_rows(first)
    assert rows_at(league, f"?week={third.pk}") == match_rows(third)
    assert rows_at(league, "?week=nonsense") == match_rows(first)


def rows_at(league: League, question: str = "") -> set[int]:
    page = Client().get(f"/leagues/{league.slug}/{question}")
    return set(map(int, re.findall(r'<li id="match-(\d+)"', page.content.decode())))


def match_rows(week: Night) -> set[int]:
    return set(week.dated_matches.values_list("match", flat=True))


def test_every_other_week_is_a_link_to_its_matches(league: League) -> None:
    _first, *others = league.nights.in_order()
    page = Client().get(f"/leagues/{league.slug}/").content.decode()
    for week in others:
        assert f'href="?week={week.pk}#week-{week.pk}"' in page


def test_an_overdue_match_is_marked_whatever_others_played(cast: Cast, league: League) -> None:
    with time_machine.travel(toronto_time(12)):
        page = Client().get(f"/leagues/{league.slug}/")
    assert len(page.context["season"].overdue) == 2
    assert page.content.count(b"Overdue since") == 2  # their week is not opened


def test_its_pages_for_nights_are_not_there(cast: Cast, league: League) -> None:
    stranger = Client()
    week = league.nights.in_order()[0]
    answer = stranger.get(f"/leagues/{league.slug}/nights/{week.pk}/")
    assert answer["Location"] == f"/leagues/{league.slug}/?week={week.pk}#week-{week.pk}"
    assert stranger.get(f"/leagues/{league.slug}/what-if/").status_code == 404
    path = f"/leagues/{league.slug}/players/{cast.cat_plays.pk}/"
    assert stranger.get(path).status_code == 404


def test_players_are_not_asked_whether_they_come_to_a_week(cast: Cast, league: League) -> None:
    assert cats_page(cast).context["nights"] == []


@pytest.mark.long
def test_its_card_shows_how_far_it_is_and_who_leads(cast: Cast, league: League) -> None:
    match = match_of(league, "Eve", cast.cat_plays.name)
    phone = Phone(_pass_of(cats_page(cast, f"matches/{match.pk}/")))
    for number in (1, 2, 3, 4):
        phone.send_report(number, "2-0" if phone.pass_.seat == 0 else "0-2")
    for path in ("/", "/leagues/"):
        page = Client().get(path)
        cards = page.context["league_cards" if path == "/" else "cards"]
        [card] = cards
        assert (card.week, card.weeks, card.played, card.matches) == (1, 11, 1, 6)
        assert [leader.who for leader in card.leaders] == [cast.cat_plays.shown_on(Surface.WEB)]
        assert b"1 of 6 matches played" in page.content
        assert f"{card.next_day:%m-%d}" == "10-12"
        assert "Next: Mon 12 Oct" in page.text
    beside = " ".join(re.sub("<[^>]*>", "", Client().get(f"/leagues/{league.slug}/").text).split())
    name = re.escape(cast.cat_plays.shown_on(Surface.WEB))
    assert re.search(rf"In the lead · 8 ahead {name} Latest result .*{name}", beside)
    Match.objects.filter(state="finished").update(ending="annulled")
    assert latest_match(league) is None


@pytest.mark.parametrize("day", [6, 13], ids=["this week", "the week before"])
def test_its_desk_folds_finished_weeks_below_those_to_play(
    cast: Cast, league: League, day: int
) -> None:
    weeks = league.nights.in_order()
    Match.objects.filter(dated__week=weeks[0]).update(state="finished", ending="played")
    with time_machine.travel(toronto_time(day)):
        page = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/matches/")

    assert [week.night for week in page.context["past"]] == [weeks[0]]
    assert weeks[1] in [week.night for week in page.context["weeks"]]
    assert weeks[0] not in [week.night for week in page.context["weeks"]]
    assert page.text.count("data-week=") == len(page.context["weeks"])
    folded = page.text.split("Finished weeks")[1]
    assert re.search(r"<summary>\s*<span>\s*Week 1, Monday 5 October", folded)
    assert "<details open" not in page.text


def test_its_desk_shows_this_week_and_what_is_overdue(cast: Cast, league: League) -> None:
    lets = MatchLeague(catch_up_every=2, days_late=7)
    League.objects.update(matches=lets.to_dict())
    with time_machine.travel(toronto_time(12)):
        page = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/")
    assert page.context["season"].now.number == 2
    assert len(page.context["season"].overdue) == 2
    assert b"Everyone plays everyone in their division once" in page.content


def test_the_front_page_names_it_once_among_the_leagues(cast: Cast, league: League) -> None:
    page = Client().get("/")
    assert page.context["headline"] is None
    assert page.context["on_now"] == []
    assert page.content.count(b"Monday league") == 1


def test_its_settings_ask_nothing_of_nights(cast: Cast, league: League) -> None:
    ann = cast.browser_of("ann")
    form = ann.get(f"/desk/leagues/{league.slug}/settings/").context["form"]
    assert {"most", "fewest", "attendance", "is_open"}.isdisjoint(form.fields)
    typed = {"name": "Mondays at home", "visibility": "public", "boards": "2"}
    answer = ann.post(f"/desk/leagues/{league.slug}/settings/", typed)
    assert answer.status_code == 302
    league.refresh_from_db()
    assert league.name == "Mondays at home"
    assert league.most is None
    assert ann.get(f"/desk/leagues/{league.slug}/settings/night/").status_code == 404
    assert ann.get(f"/desk/leagues/{league.slug}/settings/counts/").status_code == 404


def test_a_league_made_private_hides_its_matches_too_until_that_is_undone(
    cast: Cast, league: League
) -> None:
    assert league.event is not None
    path = f"/events/{league.event.slug}/standings/"
    change_league(by=cast.who("ann"), league=league, facts={"visibility": "private"})
    assert Client().get(f"/leagues/{league.slug}/").status_code == 404
    assert Client().get(path).status_code == 404
    undo(by=cast.who("ann"), action=Action.objects.filter(verb="change_league").get())
    assert Client().get(path).status_code == 200


def test_once_it_is_played_to_its_end_it_is_a_line_among_those_that_are_over(
    cast: Cast, league: League
) -> None:
    Event.objects.filter(league=league).update(state=Event.State.FINISHED)
    page = Client().get("/leagues/")
    assert list(page.context["cards"]) == []
    assert [line.league for line in page.context["over"]] == [league]
    assert "Not closed yet" in page.text
    assert Client().get("/").context["league_cards"] == []
