"""A match is moved to another board, and its players' phones follow it there."""

from typing import Any

import pytest
from django.test import Client

from leagues.access.phone_passes import Chose, Pass, WayIn, open_pass
from leagues.actions.phones.kiosks import make_kiosk
from leagues.actions.phones.labels import void_labels
from leagues.actions.play.calls import call_match, put_back
from leagues.models import Board, Kiosk, Match, RoundReport
from tests.leagues.phones.at_boards import Hall, Phone, board_one

pytestmark = pytest.mark.django_db

WHY = "This match has moved to board 2."


def move_to_board_2(hall: Hall) -> None:
    Match.objects.filter(pk=hall.other_match.pk).update(state=Match.State.PLANNED)
    call_match(by=hall.desk.by, match=hall.match, board=Board.objects.get(number=2))


def led_to(answer: Any) -> Phone:
    """The same phone at the address it was sent to."""
    assert answer.status_code == 410
    assert answer.json()["error"] == WHY
    pass_ = open_pass(answer.json()["goes_on"].split("/")[2])
    assert pass_ is not None
    return Phone(pass_)


@pytest.mark.parametrize("at", [0, 1, Chose.EVERYBODY, Chose.UNCHOSEN])
def test_a_phone_is_led_to_the_new_board_with_the_same_side(hall: Hall, at: Any) -> None:
    phone = hall.phone(at)
    move_to_board_2(hall)

    there = led_to(phone.asks())

    assert (there.pass_.match, there.pass_.at) == (hall.match.pk, at)
    assert there.looks()["match"]["where"].startswith("Board 2 · ")


def test_a_reopened_page_shows_where_the_match_is_and_leads_there(hall: Hall) -> None:
    phone = hall.phone(0)
    move_to_board_2(hall)
    there = led_to(phone.asks())

    page = phone.browser.get(phone.address)

    text = page.content.decode()
    assert page.status_code == 410
    assert WHY in text
    assert f'href="{there.address}"' in text
    assert "<form" not in text


def test_rounds_typed_at_the_old_place_go_along(hall: Hall) -> None:
    """A phone that sends ``goes_on`` gets the new address, and sends its reports there again."""
    phone = hall.phone(0)
    phone.send_report(1, "2-0")
    report = phone.report(2, "1-1")
    move_to_board_2(hall)

    there = led_to(phone.tells("reports", {"reports": [report], "goes_on": True}))

    assert RoundReport.objects.count() == 1, "nothing was kept as too late"
    there.tells("reports", {"reports": [report]})
    assert hall.card == ["2-0 agreed", "1-1 agreed"]


def test_a_report_that_cannot_move_along_is_kept_as_reported(hall: Hall) -> None:
    """A hand-over, or a page of before: the organiser can read it."""
    phone = hall.phone(0)
    move_to_board_2(hall)

    assert phone.send_report(1, "2-0") | {"key": ""} == {"key": "", "took": "refused", "why": WHY}
    assert RoundReport.objects.get().kind == "late"


def test_a_tablet_stays_at_its_board(hall: Hall) -> None:
    make_kiosk(by=hall.desk.by, event=hall.event, board=board_one())
    kiosk = Kiosk.objects.get()
    tablet = Phone(Pass(WayIn.KIOSK, kiosk.pk, hall.match.pk, Chose.EVERYBODY))
    move_to_board_2(hall)

    assert tablet.asks().json() == {"error": WHY, "goes_on": ""}


def test_no_phone_is_led_to_a_board_before_a_call(hall: Hall) -> None:
    phone = hall.phone(0)
    move_to_board_2(hall)
    put_back(by=hall.desk.by, match=hall.match)

    assert phone.asks().json() == {"error": WHY, "goes_on": ""}


def test_a_void_label_leads_nowhere(hall: Hall) -> None:
    phone = hall.phone(0)
    move_to_board_2(hall)
    void_labels(by=hall.desk.by, event=hall.event)

    answer = phone.asks().json()

    assert "replaced" in answer["error"]
    assert answer["goes_on"] == ""


def test_a_phone_with_a_code_stays_and_sees_the_new_board(hall: Hall) -> None:
    phone = Phone(Pass(WayIn.CODE, hall.match.pk, hall.match.pk, 0))
    assert phone.looks()["match"]["board"] == 1
    move_to_board_2(hall)

    assert phone.looks()["match"]["board"] == 2
    assert phone.send_report(1, "2-0")["took"] == "new"


# --- Labels that cannot be read -----------------------------------------------------------


@pytest.mark.parametrize("torn", ["/b/1-abc", "/b/1-abc/", "/b/999-abc/"])
def test_a_torn_label_explains_what_to_do(hall: Hall, torn: str) -> None:
    page = Client().get(torn, follow=True)

    text = page.content.decode()
    assert page.status_code == 404
    assert "This label doesn’t work" in text
    assert 'href="/play/"' in text
    assert "give it to the desk" in text
