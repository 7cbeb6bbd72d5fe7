"""Screens on the wall: a code, a remote, and what fits in a hall."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from leagues.actions.advance.finish import finish_event
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.play.calls import call_match
from leagues.actions.play.clock import start_clock
from leagues.actions.refusal import Refused
from leagues.actions.screens.screens import (
    colour_screens,
    forget_screen,
    name_screens,
    open_screen,
    pair_screen,
    show_on_screens,
)
from leagues.models import Action, Event, Match, Player, Screen
from leagues.models.people import NameStyle
from leagues.models.screens import CODE_LASTS, CODE_LENGTH, CODE_LETTERS
from leagues.reads.screens.wall import Shows, View, remotes, wall_of
from leagues.stages.ways import Knockout
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall

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


def wall_page(cast: Cast, hall: DeskHall, view: View) -> str:
    """What a screen that the desk has taken on shows."""
    browser = Client()
    browser.post(f"/screen/{hall.event.slug}/")
    screen = Screen.objects.latest("pk")
    pair_screen(by=hall.by, event=hall.event, code=screen.code or "", name="Wall")
    show_on_screens(by=hall.by, event=hall.event, screens=[screen], view=view)
    screen.refresh_from_db()
    return browser.get(f"/screen/{hall.event.slug}/").content.decode()


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
    with pytest.raises(Refused, match="No screen"):
        pair_screen(by=cast.who("sam"), event=hall.event, code=code)
    assert tv.get(f"{SCREEN}now/").status_code == 404
    tv.post(SCREEN)
    assert Screen.objects.get().code != code


def test_a_code_of_another_event_opens_nothing_here(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, name="Harvest", boards=2).event
    code = open_screen(event=other).screen.code or ""
    with pytest.raises(Refused, match="No screen"):
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


def test_each_screen_has_the_colours_the_desk_chose(
    cast: Cast, hall: DeskHall, tv: Client
) -> None:
    code = Screen.objects.get().code or ""
    left = pair_screen(by=cast.who("sam"), event=hall.event, code=code, name="Left")
    right, desk = paired(cast, hall, "Right"), cast.browser_of("sam")

    desk.post(SHOW, {"theme": "dark", "screen": left.pk})
    desk.post(SHOW, {"view": "clock"})

    for screen in (left, right):
        screen.refresh_from_db()
    assert (left.shows["theme"], right.shows["theme"]) == ("dark", "")
    assert left.shows["view"] == "clock"
    assert 'data-theme="dark"' in tv.get(SCREEN).content.decode()
    assert 'data-theme-is="dark"' in tv.get(f"{SCREEN}now/").content.decode()
    page = desk.get("/desk/events/westport-open/screens/").content.decode()
    assert page.count('name="theme"') == 3 * 3  # on all, and on each of two

    desk.post(SHOW, {"theme": ""})
    left.refresh_from_db()
    assert left.shows["theme"] == ""
    assert desk.post(SHOW, {"theme": "pink"}).status_code == 422


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
    colour_screens(by=by, event=hall.event, screens=[bar], theme="dark")
    name_screens(by=by, event=hall.event)
    forget_screen(by=by, screen=bar)
    verbs = list(Action.objects.order_by("pk").values_list("verb", flat=True))
    assert verbs[-5:] == [
        "pair_screen",
        "show_on_screens",
        "colour_screens",
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


def at_boards(hall: DeskHall) -> list[tuple[int, str, str]]:
    """Every line of the boards: the board, who, and what is said of it."""
    lines = []
    for card in shown(hall, View.BOARDS).boards:
        for match, said in (
            (card.here, "here"),
            (card.ended, "ended"),
            (card.follows, "next"),
        ):
            if match:
                names = " ".join(s.shown_on("wall")[:3] for s in match.sides.all())
                lines.append((card.board.number, names, said))
    return lines


def test_a_result_stays_at_its_board_until_the_next_match_is_called_there(
    cast: Cast, hall: DeskHall
) -> None:
    hall.publish((1, 2), (3, 4))
    hall.publish((1, 3), (2, 4))
    hall.type_card(hall.at(1), "20")
    hall.type_card(hall.at(2), "20 20 20 20")
    assert at_boards(hall) == [
        (1, "Ann Ben", "here"),
        (2, "Cat Dan", "ended"),
        (2, "Ben Dan", "next"),
    ]
    page = wall_page(cast, hall, View.BOARDS)
    assert page.count("<strong>8</strong>") == 1
    assert "Final" in page

    call_match(by=hall.by, match=hall.at(2))
    assert (2, "Ben Dan", "here") in at_boards(hall)
    assert not any(said == "ended" for *_, said in at_boards(hall))


def test_a_board_that_is_not_used_any_more_shows_no_old_result(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.publish((1, 3))
    hall.publish((1, 4))
    for _ in range(2):
        hall.type_card(hall.at(1), "20 20 20 20")
    hall.type_card(hall.at(2), "20 20 20 20")
    assert at_boards(hall) == [(1, "Ann Cat", "ended"), (1, "Ann Dan", "next")]


def test_a_result_of_another_day_is_none_of_this_one(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(2), "20 20 20 20")
    Match.objects.filter(board__number=2).update(finished_at=NOON - timedelta(days=7))
    assert at_boards(hall) == [(1, "Ann Ben", "next")]


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


def test_who_has_withdrawn_is_not_sent_to_a_board(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.event.entries.filter(pk=hall.entry(1)).update(state="withdrawn")
    Match.objects.filter(pk=hall.at(1).pk).update(state="finished", ending="walkover")
    seats = shown(hall, View.PAIRINGS).seats
    assert sorted((s.name, s.match.is_unplayed) for s in seats) == [
        ("Ben Ito", True),
        ("Cat van der Berg", False),
        ("Dan Ng", False),
    ]


def test_whoever_goes_to_no_board_stands_in_the_columns_of_the_others(
    cast: Cast, hall: DeskHall
) -> None:
    hall.publish((1, 2), (3, 4))
    Match.objects.filter(pk=hall.at(1).pk).update(state="finished", ending="bye")
    Match.objects.filter(pk=hall.at(2).pk).update(state="finished", ending="walkover")
    page = wall_page(cast, hall, View.PAIRINGS)
    assert page.count('class="against"') == page.count('class="board"') == 4
    assert "Bye" in page
    assert "No game" in page


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


def test_the_overlay_of_a_board_without_a_match_is_empty(hall: DeskHall) -> None:
    page = Client().get("/overlay/westport-open/boards/1/").text
    assert 'class="side"' not in page
    assert "hidden" in page


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
