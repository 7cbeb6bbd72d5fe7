"""Reports that come too late."""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.draw.draw import take_back_rounds
from leagues.actions.events.events import add_stage
from leagues.actions.play.calls import put_back
from leagues.actions.refusal import Refused
from leagues.actions.results.corrections import correct_match
from leagues.models import Event, Stage
from leagues.reads.play.card import card_mark
from leagues.stages.pairing_ways import Knockout, RoundRobin
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, claim_of, open_phones
from tests.leagues.phones.late_reports import (
    CLOSED,
    Does,
    annul_it,
    finish_the_event,
    late_rows,
    move_to_board_2,
    only_the_desk,
    record_walkover,
    send_reports,
    stop_it,
)
from tests.leagues.phones.test_end import phone_by_code
from tests.leagues.play.desk_hall import open_hall

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("closes", "why"), CLOSED.items())
def test_a_phone_without_network_gets_the_reason_and_its_rounds_are_kept(
    hall: Hall, closes: Does, why: str
) -> None:
    phone = hall.phone(0)
    phone.send_report(1, "2-0")
    closes(hall)
    card = hall.card

    results = send_reports(phone, phone.report(2, "2-0 3-1"), phone.report(3, "1-1"))

    assert [(each["took"], each["why"]) for each in results] == [("refused", why)] * 2
    assert [(each.number, each.seat, each.reason) for each in late_rows()] == [
        (2, 0, why),
        (3, 0, why),
    ]
    assert late_rows()[0].claim == {"points": [2, 0], "twenties": [3, 1]}
    assert hall.card == card


@pytest.mark.parametrize("closes", CLOSED)
def test_sent_again_it_is_answered_again_and_kept_once(hall: Hall, closes: Does) -> None:
    phone = hall.phone(0)
    phone.send_report(1, "2-0")
    closes(hall)
    report = phone.report(2, "2-0")
    [first] = send_reports(phone, report)

    assert send_reports(phone, report) == [first]
    assert len(late_rows()) == 1


def test_what_was_taken_before_the_match_moved_is_known_to_be_taken(hall: Hall) -> None:
    """The answer got lost, and the phone asks again."""
    phone = hall.phone(0)
    report = phone.report(1, "2-0")
    send_reports(phone, report)
    move_to_board_2(hall)

    assert [each["took"] for each in send_reports(phone, report)] == ["known"]
    assert not late_rows()


def test_a_change_the_desk_has_ruled_out_is_kept_too(cast: Cast) -> None:
    """A change of a round that counts, in a match that the desk has stopped."""
    hall = open_phones(cast, trust="confirm")
    phone = hall.phone(0)
    phone.send_report(1, "2-0")
    stop_it(hall)

    answer = phone.send_report(1, "0-2")

    assert answer["why"] == "The desk has ended this match. Call it to change that."
    assert [each.reason for each in late_rows()] == [answer["why"]]
    assert hall.card == ["2-0 reported"]


def test_a_change_others_play_upon_is_kept_too(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    phone = hall.phone(0)
    for number in range(1, 5):
        phone.send_report(number, "2-0")
    finals = add_stage(by=hall.desk.by, event=hall.event, name="F", way=RoundRobin())
    Stage.objects.filter(pk=finals.pk).update(opened_at=timezone.now())

    answer = phone.send_report(4, "0-2")

    assert "next stage has begun" in answer["why"]
    assert [each.number for each in late_rows()] == [4]


def test_a_change_by_which_later_rounds_would_vanish_is_kept_too(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm", preset="race-to-7-singles")
    phone = hall.phone(0)
    for number, result in enumerate(["2-0", "2-0", "1-1", "0-2", "2-0"], start=1):
        phone.send_report(number, result)
    hall.desk.event.refresh_from_db()

    answer = phone.send_report(4, "2-0")

    assert answer["why"].startswith("With this score the match would have ended earlier")
    assert [each.reason for each in late_rows()] == [answer["why"]]


def test_a_round_after_one_that_the_desk_took_off_the_card_is_kept(hall: Hall) -> None:
    phone = hall.phone(0)
    phone.send_report(1, "2-0")
    phone.send_report(2, "2-0")
    correct_match(
        by=hall.desk.by,
        match=hall.match,
        key=uuid4(),
        claims=[{"points": [2, 0]}],
        seen=card_mark(hall.match),
        reason="That was board 2.",
        made_at=hall.event.starts_at,
    )

    answers = [phone.send_report(number, "2-0") for number in (3, 4)]

    assert answers[0]["why"] == "Round 3 of game 1 isn’t next"
    assert [each.number for each in late_rows()] == [3, 4]
    assert phone.send_report(2, "2-0")["took"] == "new"


def test_a_match_put_back_keeps_reports_from_its_board(hall: Hall) -> None:
    phone = hall.phone(0)
    put_back(by=hall.desk.by, match=hall.match)

    [answer] = send_reports(phone, phone.report(1, "2-0"))

    assert answer["why"] == "This match isn’t on board 1 now."
    assert len(late_rows()) == 1


def test_a_round_with_a_report_is_not_drawn_again(hall: Hall) -> None:
    """What was said hangs on its match, and is never deleted."""
    phone = hall.phone(0)
    for match in (hall.match, hall.other_match):
        put_back(by=hall.desk.by, match=match)
    send_reports(phone, phone.report(1, "2-0"))

    with pytest.raises(Refused, match="has already begun"):
        take_back_rounds(by=hall.desk.by, stage=hall.desk.stage)


def test_a_final_with_a_report_waits_for_its_semi_final(cast: Cast) -> None:
    """The desk takes the semi-final off its card again; the word on the final stays."""
    desk = open_hall(cast, way=Knockout())
    sync_brackets(desk.stage)
    Event.objects.update(trust=Event.Trust.FIRST)
    for slot in ("SF1", "SF2"):
        semi = phone_by_code(desk.event, slot)
        for number in range(1, 5):
            semi.send_report(number, "2-0")
    Event.objects.update(trust=Event.Trust.DESK)
    phone_by_code(desk.event, "F").send_report(1, "2-0")

    for claims in ([], ["0-2"] * 4):
        match = desk.event.matches.get(slot="SF1")
        correct_match(
            by=desk.by,
            match=match,
            key=uuid4(),
            claims=[claim_of(each) for each in claims],
            seen=card_mark(match),
            reason="Other board.",
            made_at=timezone.now(),
        )

    final = desk.event.matches.get(slot="F")
    assert final.reports.count() == 1
    loser = desk.event.matches.get(slot="SF1").sides.get(seat=1).entries.get()
    assert loser in final.sides.get(seat=0).entries.all()


@pytest.mark.parametrize(
    ("closes", "needs", "over"),
    [
        (record_walkover, "over", {"winner": 1, "by": "walkover"}),
        (annul_it, "over", {"winner": None, "by": "annulled"}),
        (only_the_desk, "desk", None),
        (finish_the_event, "desk", None),
    ],
)
def test_where_phones_write_nothing_nothing_is_asked_of_them(
    hall: Hall, closes: Does, needs: str, over: Any
) -> None:
    phone = hall.phone(0)
    phone.send_report(1, "2-0")
    closes(hall)

    state = phone.looks()

    assert (state["needs_kind"], state["over"]) == (needs, over)
    assert state["confirms"] == []
    assert "<form" not in phone.browser.get(phone.address).content.decode()
