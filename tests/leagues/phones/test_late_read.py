"""How the organiser reads late reports."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from leagues.access.phone_passes import Chose
from leagues.models import Match
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall
from tests.leagues.phones.late_reports import (
    CLOSED,
    Does,
    late_rows,
    move_to_board_2,
    record_walkover,
    send_reports,
)
from tests.leagues.phones.test_at_the_desk import DESK, text_of
from tests.leagues.phones.test_hand_over import code_of, scan_code
from tests.leagues.phones.test_ways_in import of_link

pytestmark = pytest.mark.django_db


def test_the_organiser_reads_who_reported_what_when_and_why_it_is_late(
    hall: Hall, cast: Cast
) -> None:
    hall.phone(0).send_report(1, "2-0")
    record_walkover(hall)
    hall.phone(1).send_report(2, "0-2")

    for page in ("matches/1/reports/", "matches/1/"):
        text = text_of(cast, f"{DESK}{page}")
        assert "Reported by a side, too late to count" in text
        assert "This match is finished: Walkover." in text
    log = " ".join(strip_tags(text_of(cast, f"{DESK}log/")).split())
    assert "Ann – Ben Reported round 2 of match 1 for side B: 0–2." in log
    assert "It came too late. Reason: This match is finished: Walkover." in log


def test_a_replaced_players_late_reports_are_kept(hall: Hall) -> None:
    """Cat sits in for Ann, whose phone had no network while she sat there."""
    phone = of_link(hall, "Ann", 0)
    hall.match.sides.get(seat=0).side_players.update(player=hall.player("Cat"))

    [answer] = send_reports(phone, phone.report(1, "2-0"))

    assert answer["why"] == "You don’t play in this match. Ask at the desk."
    assert [(each.player, each.seat) for each in late_rows()] == [(hall.player("Ann"), 0)]


def test_a_link_is_named_also_when_it_is_late(hall: Hall) -> None:
    phone = of_link(hall, "Ann", 0)
    an_hour_passes_over(hall)

    send_reports(phone, phone.report(1, "2-0"))

    assert [each.player for each in late_rows()] == [hall.player("Ann")]


def an_hour_passes_over(hall: Hall) -> None:
    record_walkover(hall)
    hour = timezone.now() - timedelta(hours=1)
    Match.objects.filter(pk=hall.match.pk).update(finished_at=hour)


@pytest.mark.parametrize("closes", [record_walkover, move_to_board_2])
def test_a_code_that_is_scanned_too_late_is_kept_too(hall: Hall, closes: Does) -> None:
    phone = hall.phone(0)
    code = code_of(phone, phone.report(1, "2-0"))
    closes(hall)

    answer = scan_code(code).json()

    assert [each["why"] for each in answer["results"]] == [CLOSED[closes]]
    assert [(each.seat, each.number) for each in late_rows()] == [(0, 1)]


@pytest.mark.parametrize(("closes", "status"), [(record_walkover, 422), (move_to_board_2, 410)])
def test_the_plain_form_is_kept_too(hall: Hall, closes: Does, status: int) -> None:
    phone = hall.phone(0)
    closes(hall)
    form = {"key": str(uuid4()), "game": "1", "number": "1", "result": "2-0"}

    page = phone.browser.post(phone.address, form)

    assert page.status_code == status
    assert CLOSED[closes] in page.content.decode()
    assert len(late_rows()) == 1


def test_a_phone_without_a_side_is_not_asked_once_the_match_has_moved(hall: Hall) -> None:
    phone = hall.phone(Chose.UNCHOSEN)
    move_to_board_2(hall)

    assert phone.browser.post(phone.address).status_code == 410
