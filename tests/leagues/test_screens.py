"""Screens on the wall: a code, a remote, and what fits in a hall."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from leagues.actions.going_on.brackets import sync_brackets
from leagues.actions.planning.events import finish_event
from leagues.actions.playing.clock import start_clock
from leagues.actions.screens import (
    NoSuchCode,
    forget_screen,
    name_screens,
    open_screen,
    pair_screen,
    show_on_screens,
)
from leagues.bridge.hall.screens import Shows, View, remotes, wall_of
from leagues.models import Action, Event, Match, Player, Screen
from leagues.models.people import NameStyle
from leagues.models.screens import CODE_LASTS, CODE_LENGTH, CODE_LETTERS
from leagues.stages.ways import Knockout
from tests.cast import Cast, Page
from tests.leagues.desk_hall import DeskHall, open_hall

PAIR = "/desk/events/westport-open/screens/pair/"
SHOW = "/desk/events/westport-open/screens/show/"
SCREEN = "/screen/westport-open/"


@pytest.fixture
def hall(cast: Cast) -> DeskHall:
    names = ["Ann Li", "Ben Ito", "Cat van der Berg", "Dan Ng"]
    return open_hall(cast, names=names)


@pytest.fixture
def tv(hall: DeskHall) -> Client:
    """A browser on the wall that shows a code."""
    browser = Client()
    browser.post(SCREEN)
    return browser


def mark_of(page: Page) -> str:
    html: str = page.content.decode()
    return html.split('data-mark="')[1].split('"')[0]


def paired(cast: Cast, hall: DeskHall, name: str = "Bar") -> Screen:
    code = open_screen(event=hall.event).screen.code or ""
    return pair_screen(by=cast.who("sam"), event=hall.event, code=code, name=name)


# --- Pairing by a code ----------------------------------------------------------------


def test_a_screen_shows_a_code_of_six(hall: DeskHall, tv: Client) -> None:
    code = Screen.objects.get().code
    assert code is not None
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_LETTERS)
    assert f'aria-label="{code}"' in tv.get(SCREEN).content.decode()


def test_reading_the_page_makes_no_screen(hall: DeskHall) -> None:
    assert Client().get(SCREEN).status_code == 200
    assert not Screen.objects.exists()


def test_a_screen_that_asks_again_keeps_its_code(hall: DeskHall, tv: Client) -> None:
    tv.post(SCREEN)
    assert Screen.objects.count() == 1


def test_the_secret_of_a_screen_is_not_kept(hall: DeskHall) -> None:
    opened = open_screen(event=hall.event)
    assert opened.token not in str(vars(Screen.objects.get()))


@pytest.mark.parametrize("typed", ["{}", " {} ", "lower"])
def test_the_code_is_typed_at_the_desk(
    typed: str, cast: Cast, hall: DeskHall, tv: Client
) -> None:
    code = Screen.objects.get().code or ""
    typed = code.lower() if typed == "lower" else typed.format(f"{code[:3]} {code[3:]}")

    answer = cast.browser_of("sam").post(PAIR, {"code": typed, "name": "Left wall"})

    assert answer.status_code == 302
    screen = Screen.objects.get()
    assert (screen.name, screen.code) == ("Left wall", None)
    assert b"wall-head" in tv.get(SCREEN).content


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("ZZZZZZ", "No screen of this event shows this code"),
        ("ABC", "A code has 6 letters and digits"),
        ("", "required"),
    ],
)
def test_a_wrong_code_is_refused_in_a_sentence(
    code: str, says: str, cast: Cast, hall: DeskHall
) -> None:
    answer = cast.browser_of("sam").post(PAIR, {"code": code, "name": "Bar"})
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert 'value="Bar"' in answer.content.decode()


def test_a_code_grows_old(cast: Cast, hall: DeskHall, tv: Client) -> None:
    code = Screen.objects.get().code or ""
    Screen.objects.update(made_at=timezone.now() - CODE_LASTS)
    with pytest.raises(NoSuchCode):
        pair_screen(by=cast.who("sam"), event=hall.event, code=code)
    assert tv.get(f"{SCREEN}now/").status_code == 404
    tv.post(SCREEN)
    assert Screen.objects.get().code != code


def test_a_code_of_another_event_opens_nothing_here(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, name="Harvest", boards=2).event
    code = open_screen(event=other).screen.code or ""
    with pytest.raises(NoSuchCode):
        pair_screen(by=cast.who("sam"), event=hall.event, code=code)


def test_guessing_codes_is_counted(cast: Cast, hall: DeskHall) -> None:
    browser = cast.browser_of("sam")
    answers = [
        browser.post(PAIR, {"code": f"AAAAA{n % 10}"}).status_code for n in range(31)
    ]
    assert answers[-1] == 429
    assert set(answers[:30]) == {422}


def test_asking_for_codes_is_counted(hall: DeskHall) -> None:
    answers = [Client().post(SCREEN).status_code for _ in range(31)]
    assert answers[-1] == 429


def test_who_may_not_see_the_event_gets_no_screen(cast: Cast, hall: DeskHall) -> None:
    Event.objects.update(visibility=Event.Visibility.PRIVATE)
    assert Client().get(SCREEN).status_code == 404
    assert Client().post(SCREEN).status_code == 404


# --- The remote -------------------------------------------------------------------------


def test_one_press_changes_every_screen(cast: Cast, hall: DeskHall) -> None:
    paired(cast, hall, "Bar")
    paired(cast, hall, "Stage")
    cast.browser_of("sam").post(SHOW, {"view": "podium"})
    assert [s.shows["view"] for s in Screen.objects.all()] == ["podium", "podium"]


def test_one_screen_can_show_something_else(cast: Cast, hall: DeskHall) -> None:
    bar, stage = paired(cast, hall, "Bar"), paired(cast, hall, "Stage")
    cast.browser_of("sam").post(SHOW, {"view": "clock", "screen": bar.pk})
    bar.refresh_from_db()
    stage.refresh_from_db()
    assert (bar.shows["view"], stage.shows) == ("clock", {})


def test_colours_stay_when_only_the_view_changes(cast: Cast, hall: DeskHall) -> None:
    bar, by = paired(cast, hall), cast.who("sam")
    for theme in ("dark", None):
        show_on_screens(
            by=by, event=hall.event, screens=[bar], view=View.BOARDS, theme=theme
        )
        bar.refresh_from_db()
    assert bar.shows["theme"] == "dark"


@pytest.mark.parametrize("sent", [{}, {"view": "fireworks"}, {"view": "words"}])
def test_a_press_that_means_nothing_is_refused(
    sent: dict[str, str], cast: Cast, hall: DeskHall
) -> None:
    bar = paired(cast, hall)
    assert cast.browser_of("sam").post(SHOW, sent).status_code == 422
    bar.refresh_from_db()
    assert bar.shows == {}


def test_every_screen_says_its_name_for_a_moment(
    cast: Cast, hall: DeskHall, tv: Client
) -> None:
    code = Screen.objects.get().code or ""
    pair_screen(by=cast.who("sam"), event=hall.event, code=code, name="Left wall")
    name_screens(by=cast.who("sam"), event=hall.event)
    assert b"Left wall" in tv.get(f"{SCREEN}now/").content


def test_a_forgotten_screen_shows_a_code_again(
    cast: Cast, hall: DeskHall, tv: Client
) -> None:
    code = Screen.objects.get().code or ""
    screen = pair_screen(by=cast.who("sam"), event=hall.event, code=code)
    assert forget_screen(by=cast.who("sam"), screen=screen)
    assert not forget_screen(by=cast.who("sam"), screen=screen)
    assert tv.get(f"{SCREEN}now/").status_code == 404
    tv.post(SCREEN)
    assert Screen.objects.waiting().count() == 1


def test_the_remote_says_which_screen_is_gone(cast: Cast, hall: DeskHall) -> None:
    bar, stage = paired(cast, hall, "Bar"), paired(cast, hall, "Stage")
    long_ago = timezone.now() - timedelta(minutes=5)
    Screen.objects.filter(pk=bar.pk).update(seen_at=long_ago)
    gone = {each.screen: each.is_gone for each in remotes(hall.event, timezone.now())}
    assert gone == {bar: True, stage: False}
    assert "Not connected" in (
        cast.browser_of("sam")
        .get("/desk/events/westport-open/screens/")
        .content.decode()
    )


def test_what_was_done_stands_in_the_log(cast: Cast, hall: DeskHall) -> None:
    bar, by = paired(cast, hall), cast.who("sam")
    show_on_screens(by=by, event=hall.event, screens=[bar], view=View.CLOCK)
    name_screens(by=by, event=hall.event)
    forget_screen(by=by, screen=bar)
    verbs = list(Action.objects.order_by("pk").values_list("verb", flat=True))
    assert verbs[-4:] == [
        "pair_screen",
        "show_on_screens",
        "name_screens",
        "forget_screen",
    ]


def test_a_change_moves_the_revision_so_that_screens_hear_of_it(
    cast: Cast, hall: DeskHall
) -> None:
    bar, before = paired(cast, hall), Event.objects.get().revision
    show_on_screens(by=hall.by, event=hall.event, screens=[bar], view=View.CLOCK)
    assert Event.objects.get().revision > before


# --- What it shows --------------------------------------------------------------------------


def shown(hall: DeskHall, view: View = View.AUTO) -> Any:
    return wall_of(Event.objects.get(pk=hall.event.pk), Shows(view))


def test_what_fits_changes_with_the_day(cast: Cast, hall: DeskHall) -> None:
    fits = [shown(hall).view]
    hall.publish((1, 2), (3, 4))
    fits.append(shown(hall).view)
    hall.type_card(hall.at(1), "20")
    fits.append(shown(hall).view)
    hall.type_card(hall.at(1), "20 20 20 20")
    hall.type_card(hall.at(2), "20 20 20 20")
    fits.append(shown(hall).view)
    finish_event(by=hall.by, event=hall.event)
    fits.append(shown(hall).view)
    assert fits == [
        View.WORDS,
        View.PAIRINGS,
        View.BOARDS,
        View.STANDINGS,
        View.PODIUM,
    ]


def test_the_clock_of_a_round_that_is_played_leaves_the_wall(hall: DeskHall) -> None:
    hall.publish((1, 2))
    match = hall.at(1)
    start_clock(by=hall.by, pairing_round=match.pairing_round, minutes=12)
    assert shown(hall).clock == match.pairing_round
    hall.type_card(match, "20 20 20 20")
    assert shown(hall).clock is None


def test_pairings_are_found_by_surname(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    for name, family in (
        ("Ann Li", "Li"),
        ("Ben Ito", "Ito"),
        ("Cat van der Berg", "van der Berg"),
        ("Dan Ng", "Ng"),
    ):
        Player.objects.filter(name=name).update(family_name=family)
    seats = shown(hall, View.PAIRINGS).seats
    assert [(s.name, s.match.board.number, s.against) for s in seats] == [
        ("Ben Ito", 1, "Ann Li"),
        ("Ann Li", 1, "Ben Ito"),
        ("Dan Ng", 2, "Cat van der Berg"),
        ("Cat van der Berg", 2, "Dan Ng"),
    ]


def test_names_on_the_wall_are_those_their_people_chose(hall: DeskHall) -> None:
    Player.objects.filter(name="Cat van der Berg").update(
        name_on_wall=NameStyle.ALIAS, alias="Comet"
    )
    hall.publish((1, 2), (3, 4))
    assert "Comet" in [seat.name for seat in shown(hall, View.PAIRINGS).seats]
    names = [
        line.entry.shown_on("wall")
        for table in shown(hall, View.STANDINGS).tables
        for line in table.lines
    ]
    assert "Comet" in names
    assert "Cat van der Berg" not in names


def test_a_bracket_too_long_for_a_hall_is_a_list_until_it_is_short(cast: Cast) -> None:
    hall = open_hall(cast, entries=32, boards=16, way=Knockout())
    sync_brackets(hall.stage)
    wall = shown(hall, View.BRACKET)
    assert len(wall.ties) == 16
    assert [len(c.cells) for c in wall.trees[0].columns] == [8, 4, 2, 1]
    hall.type_card(wall.ties[0].match, "20 20 20 20")
    assert len(shown(hall, View.BRACKET).ties) == 15


def test_an_unchanged_wall_is_not_sent_again(
    cast: Cast, hall: DeskHall, tv: Client
) -> None:
    mark = mark_of(tv.get(f"{SCREEN}now/"))
    assert tv.get(f"{SCREEN}now/?seen={mark}").status_code == 204
    pair_screen(by=hall.by, event=hall.event, code=Screen.objects.get().code or "")
    assert tv.get(f"{SCREEN}now/?seen={mark}").status_code == 200


def test_an_announcement_is_on_every_screen(
    cast: Cast, hall: DeskHall, tv: Client
) -> None:
    pair_screen(by=hall.by, event=hall.event, code=Screen.objects.get().code or "")
    hall.event.announcements.create(text="Soup is ready")
    for view in View:
        Screen.objects.update(shows={"view": view})
        assert (b"Soup is ready" in tv.get(SCREEN).content) is (view is not View.BLANK)


@pytest.mark.parametrize("view", list(View))
@pytest.mark.django_db
def test_every_view_costs_the_same_for_many_as_for_few(
    view: View, cast: Cast, django_assert_max_num_queries: Any
) -> None:
    few = open_hall(cast, entries=4, boards=2)
    few.publish((1, 2), (3, 4))
    many = open_hall(cast, entries=24, boards=12, name="Large", running=False)
    many.publish(*((n, n + 1) for n in range(1, 24, 2)))
    with django_assert_max_num_queries(1000) as for_few:
        shown(few, view)
    with django_assert_max_num_queries(len(for_few)):
        shown(many, view)


# --- Over a stream ---------------------------------------------------------------------------


def test_the_overlay_of_a_board_shows_what_is_played_there(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20")
    page = Client().get("/overlay/westport-open/boards/1/").content.decode()
    assert "Ann Li" in page
    assert '<span class="score">2</span>' in page
    assert "Round 2" in page


def test_the_overlay_keeps_the_last_match_until_the_next(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 20")
    page = Client().get("/overlay/westport-open/boards/1/").content.decode()
    assert "Ann Li" in page
    assert "Final" in page


def test_the_overlay_asks_for_news_only(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    number = Match.objects.get(board__number=1).number
    address = f"/overlay/westport-open/matches/{number}/"
    mark = mark_of(Client().get(address))
    assert Client().get(f"{address}?seen={mark}").status_code == 204
    hall.type_card(hall.at(1), "20")
    assert Client().get(f"{address}?seen={mark}").status_code == 200
