"""The desk's first page: current events, tonight, and the needs of each league."""

from datetime import timedelta

import time_machine
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from leagues.actions.leagues.nights.tonight import start_night
from leagues.actions.play.endings import give_walkover
from leagues.models import Event, League, Surface
from leagues.reads.results.league_needs import needs_of_league, summarize_needs
from scoring.sides import BySeat, Seat
from tests.cast import Cast, Page
from tests.leagues.entries.people_in import text_of
from tests.leagues.leagues.match_leagues import matches_in_order, open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.test_match_league_pages import toronto_time
from tests.leagues.leagues.test_own_time import open_own_time
from tests.leagues.leagues.test_totals import RULE
from tests.leagues.leagues.tonights import drawn_event
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.play.desk_page import record_report
from tests.scenes import scene


@scene
def mondays(cast: Cast) -> Mondays:
    return Mondays.open(cast, "Ann", "Ben", "Cat", "Eve")


@scene(made=toronto_time(1), now=toronto_time(20), tick=False)
def league(cast: Cast) -> League:
    """A league with two overdue matches."""
    return open_matches(cast, matches=RULE)


def open_desk(cast: Cast, name: str) -> Page:
    return cast.browser_of(name).get("/desk/")


def test_a_league_shows_what_is_to_do(cast: Cast, league: League) -> None:
    page = open_desk(cast, "ann")
    [line] = page.context["leagues"]
    assert (line.league, line.address) == (league, reverse("desk-league", args=[league.slug]))
    assert line.needs.many == needs_of_league(league, timezone.now()).many == 4
    [first, *_others] = needs_of_league(league, timezone.now()).overdue
    names = " – ".join(side.shown_on(Surface.DESK) for side in first.sides)
    assert (
        f'Decide an overdue match · 3 more to do <small class="soft">{names} · {league.name}'
        in text_of(page)
    )
    assert page.context["today"] == []


def test_a_league_has_its_own_list_with_its_matches_and_needs(cast: Cast, league: League) -> None:
    ann = cast.browser_of("ann")
    row = text_of(ann.get("/desk/leagues/")).split(league.name)[1].split("</li>")[0]

    assert "0 of 6 played" in row
    assert "Overdue · 4" in row
    assert 'width="0"' in row
    assert f'href="{reverse("desk-league", args=[league.slug])}#needs-title"' in row
    assert "night" not in row
    assert league.name not in text_of(ann.get("/desk/events/"))


def test_an_event_in_play_is_listed_with_its_game(cast: Cast) -> None:
    hall = open_hall(cast)
    hall.publish((1, 2), (3, 4))
    record_report(hall.at(1), 1, 0, [2, 0], "disputed")

    page = text_of(cast.browser_of("ann").get("/desk/events/"))
    assert "Game 1 · 0 of 2 played" in page
    assert 'viewBox="0 0 2 1"' in page
    assert f'class="stretched" href="{reverse("event_desk", args=[hall.event.slug])}"' in page


def test_what_a_running_event_waits_for_is_first(cast: Cast) -> None:
    hall = open_hall(cast)
    page = open_desk(cast, "ann")

    assert [each.where for each in page.context["to_do"]] == ["Westport Open"]
    assert f'href="{reverse("event_desk", args=[hall.event.slug])}"' in text_of(page)


def test_what_is_to_do_comes_before_what_is_on(cast: Cast) -> None:
    hall = open_hall(cast)
    Event.objects.filter(pk=hall.event.pk).update(state=Event.State.RUNNING)
    text = text_of(open_desk(cast, "ann"))
    assert text.index("To do now") < text.index("On now and today")


def test_a_day_without_anything_to_do_shows_that(mondays: Mondays) -> None:
    with time_machine.travel(mondays.night(1).hosted_from):
        page = open_desk(mondays.cast, "ann")
    assert page.context["to_do"] == []
    assert "Nothing to do right now." in text_of(page)


def test_the_desk_lists_leagues_with_their_matches_those_to_do_first(
    cast: Cast, league: League
) -> None:
    other = open_own_time(cast)
    for path in ("/desk/", "/desk/leagues/"):
        page = cast.browser_of("ann").get(path)
        lines = page.context["leagues"]
        assert [line.league for line in lines] == [league, other], path
        assert "0 of 6 played" in text_of(page), path


def test_what_is_in_play_is_listed_before_the_nights_of_today(cast: Cast) -> None:
    hall = open_hall(cast)
    Event.objects.filter(pk=hall.event.pk).update(state=Event.State.RUNNING)
    mondays = Mondays.open(cast)
    with time_machine.travel(mondays.night(1).hosted_from):
        listed = text_of(open_desk(cast, "ann")).split("On now and today")[1]
    assert listed.index("Westport Open") < listed.index(mondays.league.name)


def test_a_night_is_tonight_until_it_is_on(mondays: Mondays) -> None:
    ann, night = mondays.cast.who("ann"), mondays.night(1)
    with time_machine.travel(night.starts_at, tick=False):
        drawn_event(mondays, 1, "Ann", "Ben", "Cat", "Eve")
        before = text_of(open_desk(mondays.cast, "ann"))
        start_night(by=ann, night=night)
        after = text_of(open_desk(mondays.cast, "ann"))
        lines = text_of(mondays.cast.browser_of("ann").get("/desk/leagues/"))
    assert ("Tonight" in before, "badge now" in before) == (True, False)
    assert ("Tonight" in after, "badge now" in after) == (False, True)
    assert ("badge now" in lines, "next on" in lines) == (True, False)


def test_only_nights_that_can_be_run_are_tonight(cast: Cast) -> None:
    dated, own_time = open_matches(cast), open_own_time(cast)
    for league in (dated, own_time):
        league.nights.update(on=timezone.localdate())
    night = own_time.nights.latest("pk")
    with time_machine.travel(night.starts_at):
        page = open_desk(cast, "ann")
    assert {each.league for each in page.context["tonight"]} == {own_time}


def test_a_night_begun_before_its_hour_is_on(mondays: Mondays) -> None:
    ann, night = mondays.cast.who("ann"), mondays.night(1)
    with time_machine.travel(night.starts_at - timedelta(hours=1), tick=False):
        event = drawn_event(mondays, 1, "Ann", "Ben", "Cat", "Eve")
        start_night(by=ann, night=night)
        Event.objects.filter(pk=event.pk).update(kind=Event.Kind.LEAGUE)  # as some evenings are
        event.refresh_from_db()
        assert event.shown_state == Event.State.RUNNING


def test_a_dispute_has_the_filled_button(cast: Cast) -> None:
    hall = open_hall(cast)
    hall.publish((1, 2))
    record_report(hall.at(1), 1, 0, [2, 0], "disputed")
    to_do = text_of(open_desk(cast, "ann")).split("To do now")[1].split("</ul>")[0]
    assert "badge" not in to_do
    assert to_do.count('class="button"') == to_do.count('class="needed"') == 1


def test_a_leagues_needs_are_counted_again_after_a_write(
    cast: Cast, league: League, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    before = summarize_needs(league, timezone.now())
    with django_assert_num_queries(0):
        assert summarize_needs(league, timezone.now()) == before
    [first, *_others] = matches_in_order(league)
    by = cast.who("ann")
    give_walkover(by=by, match=first, winner=Seat.B, points=BySeat(0, 8))
    league = League.objects.select_related("club", "event").get()
    assert summarize_needs(league, timezone.now()).many == before.many - 1


def test_what_time_brings_is_counted_ten_minutes_later(cast: Cast, league: League) -> None:
    now = timezone.now()
    later = now + timedelta(weeks=4)
    assert summarize_needs(league, later).many > summarize_needs(league, now).many


def test_a_scorer_gets_the_desk_of_a_leagues_matches(cast: Cast, league: League) -> None:
    page = open_desk(cast, "sam")
    assert league.event
    [line] = page.context["leagues"]
    assert (line.league, line.address) == (league, reverse("event_desk", args=[league.event.slug]))
    assert line.needs.many == 0
    assert "need you" not in text_of(page)


def test_a_scorer_sees_no_league_that_only_has_nights(
    mondays: Mondays,
) -> None:
    with time_machine.travel(mondays.night(1).starts_at):
        assert open_desk(mondays.cast, "sam").context["leagues"] == []
        assert len(open_desk(mondays.cast, "ann").context["leagues"]) == 1


def test_a_league_that_is_over_is_not_listed(cast: Cast, league: League) -> None:
    League.objects.update(closed_at=toronto_time(20))
    assert open_desk(cast, "ann").context["leagues"] == []


def test_a_night_that_is_on_is_listed_once(mondays: Mondays) -> None:
    """An organiser gets the page of the night; a scorer gets the desk of its event."""
    ann, night = mondays.cast.who("ann"), mondays.night(1)
    with time_machine.travel(night.starts_at + timedelta(minutes=5), tick=False):
        event = drawn_event(mondays, 1, "Ann", "Ben", "Cat", "Eve")
        start_night(by=ann, night=night)
        runs, scores = open_desk(mondays.cast, "ann"), open_desk(mondays.cast, "sam")
    assert Event.objects.get(pk=event.pk).state == Event.State.RUNNING
    tonight = reverse("desk-tonight", args=[mondays.league.slug, night.pk])
    matches = reverse("event_desk", args=[event.slug])
    assert tonight in text_of(runs)
    assert matches not in text_of(runs)
    assert tonight not in text_of(scores)
    assert matches in text_of(scores)
