"""The page of an event: the clock and the boards, the poster before it, the podiums after it."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.urls import reverse

from leagues.actions.advance.finish import finish_event
from leagues.actions.draw.draw import publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.events.events import start_event
from leagues.actions.play.clock import pause_clock, start_clock
from leagues.models import Event, Match, MatchSide, PairingRound, Pool
from leagues.reads.play.open_matches import left_open, state_of_open
from leagues.reads.state_marks import mark_of
from leagues.stages.entry_sources import Bands, KeepPools
from leagues.stages.pairing_ways import Knockout, RoundRobin
from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.site.test_public import finish_match, read_page
from tests.leagues.site.test_share import pools_of_two
from tests.scenes import scene

pytestmark = pytest.mark.django_db

NOW = "/events/westport-open/"


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


def words_of(page: str) -> str:
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", page, flags=re.S).split())


def at_noon(hall: DeskHall) -> PairingRound:
    round_ = hall.publish((1, 2), (3, 4))
    Match.objects.filter(pk=hall.at(1).pk).update(state=Match.State.PLAYING)
    return round_


def at_hour(hour: int) -> datetime:
    return datetime(2026, 11, 21, hour, tzinfo=ZoneInfo("America/Toronto"))


def read_clock() -> list[tuple[str, str]]:
    """The clock's end, as a timestamp and as the text for readers without JavaScript."""
    found = re.findall(r'<span class="countdown"([^>]*)>(.*?)</span>', read_page(NOW))
    return [
        (ends[1] if (ends := re.search('data-ends="([^"]*)"', tag)) else "", text)
        for tag, text in found
    ]


def test_the_clock_names_the_moment_at_which_it_runs_out(hall: DeskHall) -> None:
    """The page is kept as it was made: what is left would be wrong a minute later."""
    with time_machine.travel("2026-11-21T12:05:00Z", tick=False):
        start_clock(by=hall.by, pairing_round=at_noon(hall), minutes=12)

        assert read_clock() == [("2026-11-21T12:17:00+00:00", "until 07:17")]
        assert "js/live.js" in read_page(NOW), "it counts down"


def test_a_stopped_clock_shows_what_was_left(hall: DeskHall) -> None:
    round_ = at_noon(hall)
    with time_machine.travel("2026-11-21T12:05:00Z", tick=False) as at:
        start_clock(by=hall.by, pairing_round=round_, minutes=12)
        at.shift(150)
        pause_clock(by=hall.by, pairing_round=round_)

        assert read_clock() == [("", "9:30 left, stopped")]


def test_a_round_that_is_played_has_no_clock(hall: DeskHall) -> None:
    start_clock(by=hall.by, pairing_round=at_noon(hall), minutes=12)
    for board in (1, 2):
        hall.type_card(hall.at(board), "20 20 20 20")

    assert read_clock() == []


def test_a_row_shows_how_far_its_match_is(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    called, played = hall.at(1), hall.at(2)
    Match.objects.filter(pk=called.pk).update(state=Match.State.CALLED)
    finish_match(played, (6, 2))

    page = " ".join(read_page(f"{NOW}matches/").split())

    assert f'<li id="match-{called.pk}" data-state="called"' in page
    assert f'<li id="match-{played.pk}" data-state="finished"' in page


def test_a_match_that_ends_while_the_page_is_read_is_in_one_list(hall: DeskHall) -> None:
    """The lists are read one after the other, and the hall does not wait for that."""
    at_noon(hall)
    playing = hall.at(1)

    def end_after(execute: Callable[..., Any], sql: str, values: Any, *rest: Any) -> Any:
        found = execute(sql, values, *rest)
        is_read = "called" in (values or ()) and "ORDER BY" in sql
        if is_read and not Match.objects.filter(pk=playing.pk).finished().exists():
            hall.type_card(playing, "20 20 20 20")
        return found

    with connection.execute_wrapper(end_after):
        page = read_page(NOW)

    assert 'aria-labelledby="latest"' not in page
    assert page.count(f'id="match-{playing.pk}"') == 1


def test_the_next_pairings_are_under_the_boards_with_names(hall: DeskHall) -> None:
    at_noon(hall)
    hall.publish((1, 3), (2, 4))

    page = read_page(NOW)
    under = words_of(page[page.index('aria-labelledby="coming"') :])

    assert "who-meets-whom" not in page
    assert re.search("Next .* Board 1 A Ann A – B Cy C .* Board 2 A Ben B", under)


def test_the_next_game_is_above_the_leaders(hall: DeskHall) -> None:
    """A leader of each of twenty pools would push it off the screen of a phone."""
    at_noon(hall)
    hall.type_card(hall.at(1), "20 20 20 20")
    hall.publish((1, 3), (2, 4))

    text = words_of(read_page(NOW))
    assert 0 < text.find("Next: Morning, game 2") < text.find("In the lead")


def test_between_two_games_the_number_is_that_of_the_next(hall: DeskHall) -> None:
    at_noon(hall)
    hall.publish((1, 3), (2, 4))
    page = read_page(NOW)
    assert "On now 1 Game 1 of 2 Morning" in words_of(page)
    bar = '<svg viewBox="0 0 2 1"'  # how many of its two matches are finished
    assert page.count(bar) == 1

    hall.type_card(hall.at(1), "20 20 20 20")
    hall.type_card(hall.at(2), "20 20 20 20")
    page = read_page(NOW)
    text = words_of(page)
    assert "On now 2 Next: Game 2 of 2 Morning" in text
    assert bar not in page
    assert "Game 1 is finished" in text
    assert text.count("Next:") == 1


@pytest.mark.long
def test_a_time_that_has_passed_is_never_next(hall: DeskHall) -> None:
    first = at_noon(hall)
    coming = hall.publish((1, 3), (2, 4))
    PairingRound.objects.filter(pk=first.pk).update(starts_at=at_hour(12))
    PairingRound.objects.filter(pk=coming.pk).update(starts_at=at_hour(13))
    match = coming.matches.get(board__number=1)
    player = match.sides.all()[0].players.get()
    pages = {
        NOW: "Next: Morning, game 2 · {}",
        f"{NOW}matches/?round=1.2": "Morning, game 2 {}",
        f"{NOW}matches/{match.number}/": "Morning, game 2 · {}",
        player.get_absolute_url(): "Westport Open · Morning, game 2 · {}",
    }

    def unlike(begins: str) -> list[str]:
        shown = {page: words_of(read_page(page)).lower() for page in pages}
        return [
            shown[page] for page in pages if pages[page].format(begins).lower() not in shown[page]
        ]

    with time_machine.travel(at_hour(13) - timedelta(minutes=1), tick=False):
        assert unlike("Sat 21 Nov, 13:00") == []
    with time_machine.travel(at_hour(13) + timedelta(seconds=1), tick=False):
        assert unlike("after game 1") == []
        Match.objects.filter(pairing_round=first).update(
            state=Match.State.FINISHED, ending="played"
        )
        assert not re.search("13:00|after game", read_page(NOW))


def test_a_match_that_waits_for_a_board_has_no_time_that_has_passed(hall: DeskHall) -> None:
    first = at_noon(hall)
    PairingRound.objects.filter(pk=first.pk).update(starts_at=at_hour(12))
    waits = f"{NOW}matches/{hall.at(2).number}/"

    with time_machine.travel(at_hour(13), tick=False):
        now = words_of(read_page(NOW))
        assert "Still to play Morning, game 1 Board" in now
        assert "1 Game 1 Morning Sat 21 Nov, 12:00" in now  # it is on
        assert "12:00" not in words_of(read_page(waits))


def test_more_than_fit_a_page_are_opened(cast: Cast) -> None:
    hall = open_hall(cast, entries=50, boards=25, name="Large")
    hall.publish(*[(n, n + 1) for n in range(1, 51, 2)])

    assert 'id="who-meets-whom"' in read_page("/events/large/")


# --- Before it ------------------------------------------------------------------------------


def test_an_event_that_is_coming_is_a_poster_with_its_timetable(cast: Cast) -> None:
    hall = open_hall(cast, entries=4, running=False, place="The Mill")

    page = read_page(NOW)
    poster = words_of(page[page.index('class="poster"') :])

    assert "21 November Saturday 07:00 · The Mill" in poster
    assert "4 entries so far." in poster
    assert re.search(r"Timetable 07:00 \w+ Everyone plays everyone", poster)
    assert hall.event.state == Event.State.PLANNED
    assert "No matches drawn yet" not in page


def test_a_league_of_weeks_has_no_timetable_of_a_day(cast: Cast) -> None:
    open_hall(cast, entries=4, running=False)
    Event.objects.update(kind=Event.Kind.LEAGUE)

    assert "Timetable" not in read_page(NOW)
    assert 'class="poster"' in read_page(NOW)


def test_an_event_its_plan_cannot_hold_shows_no_times(cast: Cast) -> None:
    open_hall(cast, entries=1, running=False)

    assert "The last match ends" not in read_page(NOW)


# --- After it -------------------------------------------------------------------------------


def power_pools(cast: Cast) -> Hall:
    """Pools A and B of four, each with a play-off of the first two; the better seed wins."""
    hall = Hall.open(cast.club, cast.who("ann"), entries=8)
    morning = hall.stage("Morning", RoundRobin())
    pools = hall.stage("Pools", RoundRobin(), Bands(2))
    final = hall.stage("Play-off", Knockout(), KeepPools(2))
    hall.run(morning, pools, final)
    hall.finish()
    return hall


@pytest.mark.long
def test_every_pool_that_has_one_shows_its_podium_and_its_final(cast: Cast) -> None:
    hall = power_pools(cast)

    page = read_page(reverse("event", args=[hall.event.slug]))
    after = page[page.index('id="podium"') : page.index("All places")]

    assert after.count('class="podium"') == 2
    assert after.count("The final") == 2
    assert "<details open>" not in after
    assert "Pool B" in words_of(after)
    assert "Pool A" not in words_of(after)  # the first three of the event
    assert after.count('<li value="1"') == 2


def test_one_table_has_one_podium_and_no_final(hall: DeskHall) -> None:
    for match in hall.publish((1, 2), (3, 4)).matches.all():
        finish_match(match, (6, 2))
    MatchSide.objects.filter(match__number=2, seat=0).update(points=5)
    finish_event(by=hall.by, event=hall.event)

    page = read_page(NOW)

    assert page.count('class="podium"') == 1
    assert "The final" not in page
    assert "Result · Westport Open" in words_of(page)
    assert re.search("Podium 1 (Ann A|Cy C) 6 points", words_of(page))


def test_the_place_of_a_player_has_the_letter_of_the_pool(hall: DeskHall) -> None:
    pools_of_two(hall)

    text = words_of(read_page(f"{NOW}players/"))

    assert re.search("Ann A Place 1 Pool A .*Ben B Place 2 Pool A .*Di D Place 2 Pool B", text)
    assert hall.by.user
    desk = Client()
    desk.force_login(hall.by.user)
    text = words_of(desk.get("/desk/events/westport-open/people/").text)
    assert re.search("Ann A A 1 .*Ben B A 2 .*Cy C B 1 .*Di D B 2", text)

    Pool.objects.filter(name="B").update(name="Second division")
    assert "Cy C Place 1 Second division" in words_of(read_page(f"{NOW}players/"))


# --- The matches --------------------------------------------------------------------------


def test_the_matches_open_at_the_final_once_the_semifinals_are_played(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=4)
    cup = hall.stage("Cup", Knockout())
    start_event(by=hall.by, event=hall.event)
    open_stage(by=hall.by, stage=cup)
    publish_rounds(by=hall.by, stage=cup)
    path = reverse("matches", args=[hall.event.slug])
    one, two = hall.next_round(cup)
    hall.card(one, hall.better_seed(one))
    assert "Cup, game 1" in words_of(read_page(path))

    hall.card(two, hall.better_seed(two))
    text = words_of(read_page(path))
    assert "Cup, game 2" in text
    assert "Player 1" in text

    finish_event(by=hall.by, event=hall.event, seen=mark_of(state_of_open(left_open(hall.event))))
    assert "Cup, game 1" in words_of(read_page(path)), "the last that was played"


# --- The bracket --------------------------------------------------------------------------


def test_a_bracket_shows_seeds_and_the_current_column(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    cup = hall.stage("Cup", Knockout())
    start_event(by=hall.by, event=hall.event)
    open_stage(by=hall.by, stage=cup)
    publish_rounds(by=hall.by, stage=cup)
    path = reverse("bracket", args=[hall.event.slug])

    def columns() -> list[str]:
        return re.findall(r'<section( class="now")?\s+id="column-', read_page(path))

    assert columns()[0] == ' class="now"'
    for match in hall.next_round(cup):
        hall.card(match, hall.better_seed(match))

    assert columns()[:3] == ["", ' class="now"', ""]
    text = words_of(read_page(path))
    assert "seed 4 Player 4 won 8 seed 5 Player 5 0" in text
    assert "seed 1 Player 1 Bye" in text
