"""Which late reports are not kept."""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from leagues.access.phone_passes import Chose
from leagues.access.roles import ANONYMOUS
from leagues.actions.draw.draw import draw_rounds, take_back_rounds
from leagues.actions.people.links import revoke_link
from leagues.actions.phones import scoring_phone
from leagues.actions.phones.labels import void_labels
from leagues.actions.phones.late_reports import report_or_keep
from leagues.actions.phones.report import MOST_REPORTS, Sent
from leagues.actions.play.calls import put_back
from leagues.actions.refusal import Refused
from leagues.models import Event, RoundReport, Stage
from tests.leagues.phones.at_boards import Hall, claim_of
from tests.leagues.phones.late_reports import (
    CLOSED,
    Does,
    late_rows,
    move_to_board_2,
    record_walkover,
    send_reports,
)
from tests.leagues.phones.test_ways_in import of_link

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("closes", CLOSED)
@pytest.mark.parametrize(
    ("game", "number", "claim"),
    [
        (1, 2, "2-1"),
        (1, 2, {"score": [63, 40]}),
        (1, 1, {"points": [2, 0, 0]}),
        (1, 3, "2-0"),
        (1, 999, "2-0"),
        (2, 2, "2-0"),
        (3, 1, "2-0"),
    ],
)
def test_nonsense_is_not_kept_late_either(
    hall: Hall, closes: Does, game: int, number: int, claim: Any
) -> None:
    phone = hall.phone(0)
    phone.send_report(1, "2-0")
    closes(hall)

    [answer] = send_reports(phone, phone.report(number, claim, game=game))

    assert answer["took"] == "refused"
    assert answer["why"][0].isupper()
    assert not late_rows()


@pytest.mark.parametrize("is_drawn_again", [False, True])
@pytest.mark.parametrize("why", ["", "This match is over."])
def test_a_round_taken_back_while_a_report_waits_its_turn_can_be_drawn_again(
    hall: Hall, why: str, *, is_drawn_again: bool
) -> None:
    waiting = hall.match
    Stage.objects.update(opened_at=timezone.now())
    for match in (hall.match, hall.other_match):
        put_back(by=hall.desk.by, match=match)
    stage = Stage.objects.get()
    take_back_rounds(by=hall.desk.by, stage=stage)
    if is_drawn_again:
        draw_rounds(by=hall.desk.by, stage=stage)

    with pytest.raises(Refused, match="This match no longer exists"):
        report_or_keep(
            by=ANONYMOUS,
            match=waiting,
            phone=scoring_phone.Phone("code", 0),
            sent=Sent(uuid4(), 1, 1, claim_of("2-0"), timezone.now()),
            closed=why,
        )

    assert not RoundReport.objects.exists()
    draw_rounds(by=hall.desk.by, stage=stage)


@pytest.mark.parametrize("at", [Chose.UNCHOSEN, 3])
def test_a_phone_without_a_seat_leaves_no_late_report(hall: Hall, at: Any) -> None:
    phone = hall.phone(at)
    move_to_board_2(hall)

    assert send_reports(phone, phone.report(1, "2-0"))[0]["took"] == "refused"
    assert not late_rows()


def test_a_phone_without_a_valid_pass_leaves_no_late_report(hall: Hall) -> None:
    ann, ben = of_link(hall, "Ann", 0), hall.phone(1)
    record_walkover(hall)
    revoke_link(by=hall.desk.by, player=hall.player("Ann"))
    void_labels(by=hall.desk.by, event=hall.event)

    for phone in (ann, ben):
        answer = phone.tells("reports", {"reports": [phone.report(1, "2-0")]})
        assert answer.status_code == 410
    assert not late_rows()


def test_an_event_that_has_not_begun_keeps_nothing(hall: Hall) -> None:
    Event.objects.update(state=Event.State.PLANNED)
    phone = hall.phone(0)

    answer = phone.tells("reports", {"reports": [phone.report(1, "2-0")]})

    assert answer.status_code == 410
    assert not late_rows()


def test_a_round_reported_too_often_is_for_the_desk(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.actions.phones.report.MOST_REPORTS", 1)
    phone = hall.phone(0)
    phone.send_report(1, "2-0")

    assert phone.send_report(1, "0-2")["why"] == (
        "There are too many reports for round 1. Call the desk."
    )
    assert phone.send_report(2, "0-2")["took"] == "new"
    assert hall.round(1).points == [2, 0]


@pytest.mark.long
def test_a_phone_that_never_stops_being_late_is_sent_to_the_desk(hall: Hall) -> None:
    phone = hall.phone(0)
    record_walkover(hall)
    for _ in range(MOST_REPORTS):
        phone.send_report(1, "2-0")

    assert "Call the desk" in phone.send_report(1, "2-0")["why"]
    assert len(late_rows()) == MOST_REPORTS
