"""A screen is paired by the code that it shows."""

import pytest
from django.test import Client
from django.utils import timezone

from leagues.actions.refusal import Refused
from leagues.actions.screens.screens import open_screen, pair_screen
from leagues.models import Event, Screen
from leagues.models.screens import CODE_LASTS, CODE_LENGTH, CODE_LETTERS
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.screens.walls import PAIR, SCREEN


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
def test_the_code_is_typed_at_the_desk(typed: str, cast: Cast, hall: DeskHall, tv: Client) -> None:
    code = Screen.objects.get().code or ""
    typed = code.lower() if typed == "lower" else typed.format(f"{code[:3]} {code[3:]}")

    answer = cast.browser_of("sam").post(PAIR, {"code": typed, "name": "Left wall"})

    assert answer.status_code == 302
    screen = Screen.objects.get()
    assert (screen.name, screen.code) == ("Left wall", None)
    assert b"<time>" in tv.get(SCREEN).content


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


@pytest.mark.long
def test_guessing_codes_is_counted(cast: Cast, hall: DeskHall) -> None:
    browser = cast.browser_of("sam")
    answers = [browser.post(PAIR, {"code": f"AAAAA{n % 10}"}).status_code for n in range(31)]
    assert answers[-1] == 429
    assert set(answers[:30]) == {422}


def test_asking_for_codes_is_counted(hall: DeskHall) -> None:
    answers = [Client().post(SCREEN).status_code for _ in range(31)]
    assert answers[-1] == 429


def test_who_may_not_see_the_event_gets_no_screen(cast: Cast, hall: DeskHall) -> None:
    Event.objects.update(visibility=Event.Visibility.PRIVATE)
    assert Client().get(SCREEN).status_code == 404
    assert Client().post(SCREEN).status_code == 404
