"""The desk's remote for all screens."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from leagues.actions.screens.screens import (
    colour_screens,
    forget_screen,
    name_screens,
    pair_screen,
    show_on_screens,
)
from leagues.models import Action, Event, Screen
from leagues.reads.screens.wall import View, remotes_of, views_of
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import DeskHall
from tests.leagues.screens.walls import SCREEN, SHOW, pair_named_screen


def test_one_press_changes_every_screen(cast: Cast, hall: DeskHall) -> None:
    pair_named_screen(cast, hall, "Bar")
    pair_named_screen(cast, hall, "Stage")
    cast.browser_of("sam").post(SHOW, {"view": "podium"})
    assert [s.shows["view"] for s in Screen.objects.all()] == ["podium", "podium"]


def test_one_screen_can_show_something_else(cast: Cast, hall: DeskHall) -> None:
    bar, stage = pair_named_screen(cast, hall, "Bar"), pair_named_screen(cast, hall, "Stage")
    cast.browser_of("sam").post(SHOW, {"view": "clock", "screen": bar.pk})
    bar.refresh_from_db()
    stage.refresh_from_db()
    assert (bar.shows["view"], stage.shows) == ("clock", {})


def test_the_remote_shows_each_screens_view_and_the_common_one(cast: Cast, hall: DeskHall) -> None:
    bar, _stage = pair_named_screen(cast, hall, "Bar"), pair_named_screen(cast, hall, "Stage")
    desk = cast.browser_of("sam")

    def shown() -> tuple[View | None, list[str]]:
        page: Page = desk.get("/desk/events/westport-open/screens/")
        views = [each.label for each in page.context["remotes"]]
        assert all(f"{words}</span>" in page.content.decode() for words in views)
        return page.context["on_all"], views

    desk.post(SHOW, {"view": "podium"})
    assert shown() == (View.PODIUM, ["Podium", "Podium"])
    desk.post(SHOW, {"view": "clock", "screen": bar.pk})
    assert shown() == (None, ["Time left", "Podium"])


def test_each_view_is_a_picture_before_and_after_a_screen_is_added(
    cast: Cast, hall: DeskHall
) -> None:
    desk = cast.browser_of("sam")

    def pictures() -> int:
        page: Page = desk.get("/desk/events/westport-open/screens/")
        words: str = page.content.decode()
        return words.count('viewBox="-.2 -.2 32.4 18.4"')

    views = len(views_of(hall.event)) - 1  # the text of an organiser has a field
    assert pictures() == views - 1, "all but the empty screen"
    pair_named_screen(cast, hall, "Bar")
    assert pictures() == 2 * views


def test_each_screen_has_the_colours_the_desk_chose(cast: Cast, hall: DeskHall, tv: Client) -> None:
    code = Screen.objects.get().code or ""
    left = pair_screen(by=cast.who("sam"), event=hall.event, code=code, name="Left")
    right, desk = pair_named_screen(cast, hall, "Right"), cast.browser_of("sam")

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


def test_the_address_of_a_screen_may_say_its_colours(cast: Cast, hall: DeskHall) -> None:
    browser = Client()
    asked = f"{SCREEN}?theme=dark"
    assert browser.post(asked).headers["Location"] == asked
    screen = Screen.objects.get()
    pair_screen(by=cast.who("sam"), event=hall.event, code=screen.code or "")
    show_on_screens(by=cast.who("sam"), event=hall.event, screens=[screen], view=View.CLOCK)
    assert 'data-theme="dark"' in browser.get(SCREEN).text
    assert 'data-theme-is="dark"' in browser.get(f"{SCREEN}now/").text

    Client().post(f"{SCREEN}?theme=pink")
    assert Screen.objects.latest("pk").shows == {}


def test_the_address_of_an_overlay_may_say_its_colours(hall: DeskHall) -> None:
    address = "/overlay/westport-open/boards/1/"
    assert 'data-theme="dark"' in Client().get(f"{address}?theme=dark").text
    assert "data-theme" not in Client().get(f"{address}?theme=pink").text


@pytest.mark.parametrize("sent", [{}, {"view": "fireworks"}, {"view": "words"}])
def test_a_press_that_means_nothing_is_refused(
    sent: dict[str, str], cast: Cast, hall: DeskHall
) -> None:
    bar = pair_named_screen(cast, hall)
    assert cast.browser_of("sam").post(SHOW, sent).status_code == 422
    bar.refresh_from_db()
    assert bar.shows == {}


def test_every_screen_shows_its_name_for_a_moment(cast: Cast, hall: DeskHall, tv: Client) -> None:
    code = Screen.objects.get().code or ""
    pair_screen(by=cast.who("sam"), event=hall.event, code=code, name="Left wall")
    name_screens(by=cast.who("sam"), event=hall.event)
    assert b"Left wall" in tv.get(f"{SCREEN}now/").content


def test_a_forgotten_screen_shows_a_code_again(cast: Cast, hall: DeskHall, tv: Client) -> None:
    code = Screen.objects.get().code or ""
    screen = pair_screen(by=cast.who("sam"), event=hall.event, code=code)
    assert forget_screen(by=cast.who("sam"), screen=screen)
    assert not forget_screen(by=cast.who("sam"), screen=screen)
    assert tv.get(f"{SCREEN}now/").status_code == 404
    tv.post(SCREEN)
    assert Screen.objects.waiting().count() == 1


def test_the_remote_shows_which_screen_is_gone(cast: Cast, hall: DeskHall) -> None:
    bar, stage = pair_named_screen(cast, hall, "Bar"), pair_named_screen(cast, hall, "Stage")
    now = timezone.now()
    Screen.objects.filter(pk=bar.pk).update(seen_at=now - timedelta(seconds=61))
    Screen.objects.filter(pk=stage.pk).update(seen_at=now - timedelta(seconds=60))
    gone = {each.screen: each.is_gone for each in remotes_of(hall.event, now)}
    assert gone == {bar: True, stage: False}
    assert "Not connected" in (
        cast.browser_of("sam").get("/desk/events/westport-open/screens/").content.decode()
    )


def test_what_was_done_is_in_the_log(cast: Cast, hall: DeskHall) -> None:
    bar, by = pair_named_screen(cast, hall), cast.who("sam")
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


def test_a_change_moves_the_revision_so_that_screens_hear_of_it(cast: Cast, hall: DeskHall) -> None:
    bar, before = pair_named_screen(cast, hall), Event.objects.get().revision
    show_on_screens(by=hall.by, event=hall.event, screens=[bar], view=View.CLOCK)
    assert Event.objects.get().revision > before
