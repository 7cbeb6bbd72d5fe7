"""Tablets at the boards and the labels on them, from the desk to the board."""

import pytest
from django.test import Client

from leagues.access.phone_passes import Chose, label_secret
from leagues.actions.phones.kiosks import make_kiosk, revoke_kiosk
from leagues.actions.play.calls import call_match
from leagues.models import Board, Kiosk
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, Phone, board_one, open_phones, pass_in

pytestmark = pytest.mark.django_db


def tablet(hall: Hall) -> str:
    return make_kiosk(by=hall.desk.by, event=hall.event, board=board_one())


def test_a_tablet_scores_for_everybody_at_its_board(hall: Hall) -> None:
    page = Client().get(f"/kiosk/{tablet(hall)}/", follow=True)

    pass_ = pass_in(page)
    Phone(pass_).send_report(1, "2-0")
    [report] = hall.match.reports.all()
    assert (pass_.match, pass_.at) == (hall.match.pk, Chose.EVERYBODY)
    assert (report.seat, report.way) == (None, "kiosk")


def test_both_initials_on_the_tablet_agree(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    phone = Phone(pass_in(Client().get(f"/kiosk/{tablet(hall)}/", follow=True)))
    for number in range(1, 5):
        phone.send_report(number, "2-0")

    phone.confirms(seat=0)
    assert {each.state for each in hall.match.rounds.all()} == {"reported"}
    phone.confirms(seat=1)

    assert {each.state for each in hall.match.rounds.all()} == {"agreed"}


def test_a_tablet_reports_for_no_empty_seat(hall: Hall) -> None:
    phone = Phone(pass_in(Client().get(f"/kiosk/{tablet(hall)}/", follow=True)))

    assert phone.send_report(1, "2-0", seat=3)["took"] == "refused"
    assert phone.confirms(seat=2).status_code == 409
    assert hall.card == []


def test_a_tablet_that_was_signed_off_opens_nothing(hall: Hall) -> None:
    token = tablet(hall)
    phone = Phone(pass_in(Client().get(f"/kiosk/{token}/", follow=True)))
    revoke_kiosk(by=hall.desk.by, event=hall.event, kiosk=Kiosk.objects.get())

    assert Client().get(f"/kiosk/{token}/").status_code == 404
    assert phone.asks().status_code == 410
    assert phone.browser.get(f"{phone.address}board/").status_code == 410


def test_the_next_match_comes_to_the_tablet(hall: Hall) -> None:
    phone = Phone(pass_in(Client().get(f"/kiosk/{tablet(hall)}/", follow=True)))
    for number in range(1, 5):
        phone.send_report(number, "2-0")
    hall.desk.publish((1, 3), boards=[1])
    following = hall.event.matches.get(number=3)
    call_match(by=hall.desk.by, match=following)

    page = phone.browser.get(f"{phone.address}board/", follow=True)

    assert pass_in(page).match == following.pk


def test_a_tablets_secret_is_kept_nowhere(hall: Hall) -> None:
    token = tablet(hall)

    assert token not in str(list(Kiosk.objects.values()))
    assert token not in str(list(hall.event.log.values()))


def test_the_desk_prints_a_label_for_every_board(hall: Hall, cast: Cast) -> None:
    page = cast.browser_of("ann").get(f"/desk/events/{hall.event.slug}/phones/labels/")

    found = [opened["address"] for _board, opened in page.context["labels"]]
    boards = Board.objects.order_by("number")
    assert found == [f"http://testserver/b/{board.pk}-{label_secret(board)}/" for board in boards]


def test_a_tablets_address_is_shown_once(hall: Hall, cast: Cast) -> None:
    ann, path = cast.browser_of("ann"), f"/desk/events/{hall.event.slug}/phones/"

    page = ann.post(path, {"board": board_one().pk, "name": "The old one"})

    address = page.context["address"]
    assert Client().get(address, follow=True).status_code == 200
    assert "no-store" in page["Cache-Control"]
    again = ann.get(path).content.decode()
    assert "The old one" in again
    assert address not in again


def test_a_board_of_another_hall_gets_no_tablet(hall: Hall, cast: Cast) -> None:
    other = Board.objects.create(club=cast.club, number=99)

    page = cast.browser_of("ann").post(
        f"/desk/events/{hall.event.slug}/phones/", {"board": other.pk}
    )

    assert page.status_code == 422
    assert not Kiosk.objects.exists()
