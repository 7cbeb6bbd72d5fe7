"""The page of a night on its host's phone."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils.html import strip_tags

from leagues.actions.leagues.nights.answers import answer_night
from leagues.actions.leagues.nights.tonight import say_here
from leagues.models import Answer, Event, League, Match, Player
from tests.cast import Cast, Page
from tests.leagues.entries.people_in import text_of
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import (
    arrived_names,
    drawn_event,
    mark_here,
    page_state,
    played_event,
    player_key,
    set_boards,
    tonight_address,
    win_match,
)
from tests.scenes import scene

pytestmark = pytest.mark.django_db
FIVE = ("Eve", "Flo", "Gus", "Hal", "Ivy")


@scene
def mondays(cast: Cast) -> Mondays:
    mondays = Mondays.open(cast, *FIVE)
    set_boards(mondays, 2)
    return mondays


@pytest.mark.long
def test_a_night_in_four_steps(mondays: Mondays, ann: Client) -> None:
    page: Page = ann.get(tonight_address(mondays))
    assert page_state(page) == "faces"
    for name in FIVE:
        ann.post(
            tonight_address(mondays, "here/"),
            {"here": player_key(mondays, name), "tapped": player_key(mondays, name)},
        )
    page = ann.post(tonight_address(mondays, "draw/"), follow=True)
    assert page_state(page) == "drawn"
    assert "Game 1" in page.content.decode()
    page = ann.post(tonight_address(mondays, "start/"), follow=True)
    assert page_state(page) == "on"

    for match in Match.objects.unfinished():
        win_match(match)
    page = ann.post(tonight_address(mondays, "end/"), follow=True)
    assert page_state(page) == "over"
    text = page.content.decode()
    assert text.index('<li value="1"') < text.index("Places after the first night")


def test_a_night_that_starts_on_another_day_keeps_its_date(mondays: Mondays, ann: Client) -> None:
    planned = "This night is planned for Mon 5 Oct. Starting it now doesn’t change its date."
    past_midnight = mondays.night(1).starts_at + timedelta(hours=6)
    drawn_event(mondays, 1, *FIVE)
    assert planned in text_of(ann.get(tonight_address(mondays)))
    with time_machine.travel(past_midnight):
        assert "This night is planned for" not in text_of(ann.get(tonight_address(mondays)))
    ann.post(tonight_address(mondays, "start/"))
    assert "This night is planned for" not in text_of(ann.get(tonight_address(mondays)))


def test_a_tap_answers_with_the_count_alone(mondays: Mondays, ann: Client) -> None:
    mark_here(mondays, 1, "Flo", "Gus")
    tap = {
        "here": [player_key(mondays, "Eve"), player_key(mondays, "Flo")],
        "tapped": player_key(mondays, "Eve"),
    }
    page: Page = ann.post(tonight_address(mondays, "here/"), tap, headers={"HX-Request": "true"})

    text = " ".join(page.content.decode().split())
    assert '<strong class="number">3</strong> here · 2 boards' in text
    assert "<html" not in text
    assert arrived_names(mondays) == {"Eve", "Flo", "Gus"}  # only the tapped face has changed
    ann.post(
        tonight_address(mondays, "here/"),
        {"here": player_key(mondays, "Flo"), "tapped": player_key(mondays, "Eve")},
    )
    assert arrived_names(mondays) == {"Flo", "Gus"}


def test_without_a_script_ticks_are_kept_and_what_another_host_did_stays(
    mondays: Mondays, ann: Client
) -> None:
    mark_here(mondays, 1, "Flo")  # after Ann's page was shown
    ticks = {"was": [player_key(mondays, "Gus")], "here": [player_key(mondays, "Eve")]}
    ann.post(tonight_address(mondays, "here/"), ticks)

    assert arrived_names(mondays) == {"Eve", "Flo"}


@pytest.mark.long
def test_draw_takes_the_ticks_along(mondays: Mondays, ann: Client) -> None:
    ticks = {"here": [player_key(mondays, name) for name in FIVE], "boards": "1"}
    page: Page = ann.post(tonight_address(mondays, "draw/"), ticks, follow=True)

    assert page_state(page) == "drawn"
    assert Event.objects.get().boards.count() == 1


def test_all_coming_or_all_of_last_night_are_ticked_with_one_tap(
    mondays: Mondays, ann: Client
) -> None:
    played_event(mondays, 1, *FIVE[:4])
    for name, reply in (("Ivy", "in"), ("Eve", "out")):
        mondays.night(2).answers.create(player=mondays.player(name), reply=reply)
    text = ann.get(tonight_address(mondays, number=2)).content.decode()
    assert "Tick everyone coming (1)" in text
    assert "Tick last night’s players (3)" in text
    ann.post(tonight_address(mondays, "here/", 2), {"all": "in"})
    assert arrived_names(mondays, 2) == {"Ivy"}
    ann.post(tonight_address(mondays, "here/", 2), {"all": "last"})

    assert arrived_names(mondays, 2) == {"Flo", "Gus", "Hal", "Ivy"}


# --- By a typed name ----------------------------------------------------------------------


def walk_up(mondays: Mondays, ann: Client, name: str, choice: str = "") -> Page:
    return ann.post(tonight_address(mondays, "walk-up/"), {"name": name, "choice": choice})


def test_a_known_player_is_found_by_name(mondays: Mondays, ann: Client) -> None:
    assert walk_up(mondays, ann, " eve ").status_code == 302
    assert arrived_names(mondays) == {"Eve"}
    assert Player.objects.filter(name__iexact="eve").count() == 1


def test_a_look_alike_is_asked_before_anybody_is_new(mondays: Mondays, ann: Client) -> None:
    """Case 15: a walk-up "Chris" while the club has a "Chris Brown"."""
    brown = mondays.player("Chris Brown")
    page = walk_up(mondays, ann, "Chris")
    assert page.status_code == 422
    assert "Chris Brown" in page.content.decode()
    assert arrived_names(mondays) == set()

    walk_up(mondays, ann, "Chris", str(brown.pk))
    assert arrived_names(mondays) == {"Chris Brown"}
    walk_up(mondays, ann, "Chris", "new")
    assert arrived_names(mondays) == {"Chris Brown", "Chris"}
    assert Player.objects.get(name="Chris").is_guest


def test_guest_is_a_tick_beside_the_name_in_an_open_league(mondays: Mondays, ann: Client) -> None:
    tick = 'name="is_guest"'
    assert tick not in ann.get(tonight_address(mondays)).text
    League.objects.update(is_open=True)
    assert tick in ann.get(tonight_address(mondays)).text
    ann.post(tonight_address(mondays, "walk-up/"), {"name": "Jo Ray"})
    mondays.player("Chris Brown")
    page: Page = ann.post(tonight_address(mondays, "walk-up/"), {"name": "Chris", "is_guest": "on"})
    assert page.context_data["walk"]["is_guest"].value()
    ann.post(
        tonight_address(mondays, "walk-up/"), {"name": "Chris", "is_guest": "on", "choice": "new"}
    )

    guests = Player.objects.filter(is_guest=True)
    assert [each.name for each in guests] == ["Chris"]
    assert arrived_names(mondays) == {"Jo Ray", "Chris"}


# --- Two halls ----------------------------------------------------------------------------


@pytest.mark.long
def test_a_night_is_split_over_two_halls(mondays: Mondays, ann: Client) -> None:
    mark_here(mondays, 1, *FIVE)
    assert "Use a second hall" in ann.get(tonight_address(mondays)).content.decode()
    there = [player_key(mondays, "Eve"), player_key(mondays, "Flo")]
    page: Page = ann.post(tonight_address(mondays, "places/"), {"there": there})
    assert page.status_code == 422
    assert "Enter the name of the second venue." in page.content.decode()
    assert page.content.decode().count("checked>") == len(there), "the ticks are kept"
    page = ann.post(
        tonight_address(mondays, "places/"), {"there": there, "place": "Church hall"}, follow=True
    )
    assert "Church hall: 2" in page.content.decode()
    ann.post(tonight_address(mondays, "draw/"))
    text = ann.post(tonight_address(mondays, "start/"), follow=True).content.decode()

    assert text.count("Add a latecomer") == 2
    event = Event.objects.get(place="Church hall")
    ann.post(tonight_address(mondays, "late/"), {"name": "Kim", "event": event.pk})
    assert event.entries.count() == 3


def test_a_refused_draw_is_explained_on_the_page(mondays: Mondays, ann: Client) -> None:
    page: Page = ann.post(tonight_address(mondays, "draw/"))

    assert page.status_code == 422
    assert (
        "No one is marked as present yet. Tap the faces of players who are here."
        in page.content.decode()
    )


@pytest.mark.long
def test_the_draw_shows_repeats_of_the_season(mondays: Mondays, ann: Client) -> None:
    played_event(mondays, 1, *FIVE)
    drawn_event(mondays, 2, *FIVE)
    text = ann.get(tonight_address(mondays, number=2)).content.decode()

    # Four rounds of two: eight of the ten pairs met, so only two meetings are new.
    assert "6 repeats can’t be avoided." in text
    assert "met 1 time this season" in text


def test_the_first_night_does_not_mention_repeats(mondays: Mondays, ann: Client) -> None:
    drawn_event(mondays, 1, *FIVE)
    assert "this season" not in ann.get(tonight_address(mondays)).content.decode()
    page: Page = ann.post(tonight_address(mondays, "back/"), follow=True)
    assert page_state(page) == "faces"


@pytest.mark.parametrize(("hours", "shown"), [(-8, False), (-7, True), (10, True), (11, False)])
def test_the_desk_leads_to_the_night_that_may_be_run_now(
    mondays: Mondays, ann: Client, hours: int, shown: bool
) -> None:
    """The night starts at 7:30 pm and may be run from noon to 6 am."""
    with time_machine.travel(mondays.night(1).starts_at + timedelta(hours=hours)):
        text = mondays.cast.browser_of("ann").get("/desk/").content.decode()
        sam = mondays.cast.browser_of("sam").get("/desk/").content.decode()

    assert (tonight_address(mondays) in text) is shown
    assert tonight_address(mondays) not in sam


def test_the_log_tells_who_came_in_one_line_that_opens(mondays: Mondays, ann: Client) -> None:
    log = f"/desk/leagues/{mondays.league.slug}/log/"
    with time_machine.travel(mondays.night(1).starts_at, tick=False) as clock:
        for name in FIVE:
            mark_here(mondays, 1, name)
            clock.shift(timedelta(minutes=7))
        gone = mondays.player("Ivy").pk
        say_here(by=mondays.cast.who("ann"), night=mondays.night(1), gone=[gone])
        answer_night(
            by=mondays.cast.who("ann"),
            night=mondays.night(2),
            player=mondays.player("Ivy"),
            answer=Answer.Reply.IN,
        )
        drawn_event(mondays, 1)
        page: Page = ann.get(log)
        text = text_of(page)

    assert "<span> 4 marked present </span>" in text
    assert "You 19:30–20:05" in " ".join(strip_tags(text).split())
    assert text.count('<span class="soft">Marked present on ') == 5
    assert ": <b>Ivy</b>.</span>" in text
    group = [each for each in page.context["lines"] if hasattr(each, "lines")]
    assert [len(each.lines) for each in group] == [6]

    done = text_of(ann.get(f"/desk/leagues/{mondays.league.slug}/"))
    assert "Drew the night" in done
    assert "as coming" not in done
    assert "arked present" not in done


@pytest.mark.parametrize(
    ("state", "caption"),
    [(Event.State.RUNNING, "Tonight"), (Event.State.FINISHED, "Standings")],
)
def test_the_table_of_a_finished_night_is_called_standings(
    mondays: Mondays, state: Event.State, caption: str
) -> None:
    event = mondays.play(3, ("Zoë", "Bo", 6, 2), ("Eve", "Flo", 5, 3), state=state)
    event.stages.update(name="Tonight")
    page = Client().get(f"/events/{event.slug}/standings/").text

    words = strip_tags("<caption" + page.split("<caption")[1].split("</caption>")[0])
    assert " ".join(words.split()) == caption
