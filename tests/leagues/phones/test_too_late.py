"""A report that can change nothing any more: kept with the reason, and it counts for nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from leagues.access import NOBODY
from leagues.actions.club.links import revoke_link
from leagues.actions.drawing.draw import draw_rounds, take_back_rounds
from leagues.actions.drawing.opening import CannotDraw
from leagues.actions.going_on.brackets import sync_brackets
from leagues.actions.phones import hold
from leagues.actions.phones.answers import CannotReport
from leagues.actions.phones.labels import void_labels
from leagues.actions.phones.late import report_or_keep
from leagues.actions.phones.report import MOST_REPORTS, Sent
from leagues.actions.planning.events import add_stage
from leagues.actions.playing.calls import call_match, put_back
from leagues.actions.playing.correct import correct_match
from leagues.actions.playing.endings import annul_match, give_walkover, stop_match
from leagues.actions.undoing.undo import undo
from leagues.bridge.hall.card import mark_of
from leagues.models import Action, Board, Event, Match, RoundReport, Stage
from leagues.passes import Chose
from leagues.stages.ways import Knockout, RoundRobin
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.desk_hall import open_hall
from tests.leagues.phones.at_boards import Hall, Phone, claim_of, open_phones
from tests.leagues.phones.test_at_the_desk import DESK, text_of
from tests.leagues.phones.test_end import phone_by_code
from tests.leagues.phones.test_hand_over import bring, code_of
from tests.leagues.phones.test_ways_in import of_link

pytestmark = pytest.mark.django_db


def walkover(hall: Hall) -> None:
    give_walkover(by=hall.desk.by, match=hall.match, winner=Seat.B, points=BySeat(0, 4))


def annul(hall: Hall) -> None:
    annul_match(by=hall.desk.by, match=hall.match, reason="Wrong board.")


def stop(hall: Hall) -> None:
    stop_match(by=hall.desk.by, match=hall.match, reason="The hall closes.")


def only_the_desk(hall: Hall) -> None:
    hall.trusts("desk")


def finish_the_event(hall: Hall) -> None:
    Event.objects.update(state=Event.State.FINISHED)


def move_to_board_2(hall: Hall) -> None:
    Match.objects.filter(pk=hall.other_match.pk).update(state=Match.State.PLANNED)
    call_match(by=hall.desk.by, match=hall.match, board=Board.objects.get(number=2))


def an_hour_passes(hall: Hall) -> None:
    stop(hall)
    hour = timezone.now() - timedelta(hours=1)
    Match.objects.filter(pk=hall.match.pk).update(finished_at=hour)


Does = Callable[[Hall], None]
CLOSED: dict[Does, str] = {
    walkover: "This match is over: Walkover.",
    annul: "This match is over: Annulled.",
    stop: "This match is over",
    only_the_desk: "In this event only the desk enters scores.",
    finish_the_event: "This event is not running. Ask at the desk.",
    move_to_board_2: "This match has moved to board 2.",
    an_hour_passes: "This match is over. Its result stands on the event's page.",
}


def sends(phone: Phone, *reports: Any) -> list[dict[str, str]]:
    answer = phone.tells("reports", {"reports": list(reports)})
    assert answer.status_code == 200, answer.content
    results: list[dict[str, str]] = answer.json()["results"]
    return results


def late() -> list[RoundReport]:
    return list(RoundReport.objects.filter(kind="late"))


@pytest.mark.parametrize(("closes", "why"), CLOSED.items())
def test_a_phone_from_a_dead_spot_is_told_why_and_its_rounds_are_kept(
    hall: Hall, closes: Does, why: str
) -> None:
    phone = hall.phone(0)
    phone.says(1, "2-0")
    closes(hall)
    card = hall.card

    results = sends(phone, phone.report(2, "2-0 3-1"), phone.report(3, "1-1"))

    assert [(each["took"], each["why"]) for each in results] == [("refused", why)] * 2
    assert [(each.number, each.seat, each.reason) for each in late()] == [
        (2, 0, why),
        (3, 0, why),
    ]
    assert late()[0].claim == {"points": [2, 0], "twenties": [3, 1]}
    assert hall.card == card


@pytest.mark.parametrize("closes", CLOSED)
def test_sent_again_it_is_answered_again_and_kept_once(
    hall: Hall, closes: Does
) -> None:
    phone = hall.phone(0)
    phone.says(1, "2-0")
    closes(hall)
    report = phone.report(2, "2-0")
    [first] = sends(phone, report)

    assert sends(phone, report) == [first]
    assert len(late()) == 1


def test_what_was_taken_before_the_match_moved_is_known_to_be_taken(hall: Hall) -> None:
    """The answer got lost, and the phone asks again."""
    phone = hall.phone(0)
    report = phone.report(1, "2-0")
    sends(phone, report)
    move_to_board_2(hall)

    assert [each["took"] for each in sends(phone, report)] == ["known"]
    assert not late()


def test_a_change_the_desk_has_ruled_out_is_kept_too(cast: Cast) -> None:
    """A round that stands, in a match that the desk has stopped."""
    hall = open_phones(cast, trust="confirm")
    phone = hall.phone(0)
    phone.says(1, "2-0")
    stop(hall)

    answer = phone.says(1, "0-2")

    assert answer["why"] == "The desk has ended this match. Call it to change that."
    assert [each.reason for each in late()] == [answer["why"]]
    assert hall.card == ["2-0 reported"]


def test_a_change_others_play_upon_is_kept_too(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    phone = hall.phone(0)
    for number in range(1, 5):
        phone.says(number, "2-0")
    finals = add_stage(by=hall.desk.by, event=hall.event, name="F", way=RoundRobin())
    Stage.objects.filter(pk=finals.pk).update(opened_at=timezone.now())

    answer = phone.says(4, "0-2")

    assert "next stage has begun" in answer["why"]
    assert [each.number for each in late()] == [4]


def test_a_change_by_which_later_rounds_would_vanish_is_kept_too(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm", preset="race-to-7-singles")
    phone = hall.phone(0)
    for number, said in enumerate(["2-0", "2-0", "1-1", "0-2", "2-0"], start=1):
        phone.says(number, said)
    hall.desk.event.refresh_from_db()

    answer = phone.says(4, "2-0")

    assert answer["why"].startswith("With this the match would have been over earlier")
    assert [each.reason for each in late()] == [answer["why"]]


def test_a_round_after_one_that_the_desk_took_off_the_card_is_kept(hall: Hall) -> None:
    phone = hall.phone(0)
    phone.says(1, "2-0")
    phone.says(2, "2-0")
    correct_match(
        by=hall.desk.by,
        match=hall.match,
        key=uuid4(),
        claims=[{"points": [2, 0]}],
        seen=mark_of(hall.match),
        reason="That was board 2.",
        made_at=hall.event.starts_at,
    )

    answers = [phone.says(number, "2-0") for number in (3, 4)]

    assert answers[0]["why"] == "Round 3 of game 1 is not due"
    assert [each.number for each in late()] == [3, 4]
    assert phone.says(2, "2-0")["took"] == "new"


def test_a_match_put_back_keeps_what_was_said_at_its_board(hall: Hall) -> None:
    phone = hall.phone(0)
    put_back(by=hall.desk.by, match=hall.match)

    [answer] = sends(phone, phone.report(1, "2-0"))

    assert answer["why"] == "This match is not on board 1 now."
    assert len(late()) == 1


def test_a_round_of_which_somebody_spoke_is_not_drawn_away(hall: Hall) -> None:
    """What was said hangs on its match, and is never deleted."""
    phone = hall.phone(0)
    for match in (hall.match, hall.other_match):
        put_back(by=hall.desk.by, match=match)
    sends(phone, phone.report(1, "2-0"))

    with pytest.raises(CannotDraw, match="has begun to play"):
        take_back_rounds(by=hall.desk.by, stage=hall.desk.stage)


def test_a_final_of_which_somebody_spoke_waits_for_its_semi_final(cast: Cast) -> None:
    """The desk takes the semi-final off its card again; the word on the final stays."""
    desk = open_hall(cast, way=Knockout())
    sync_brackets(desk.stage)
    Event.objects.update(trust=Event.Trust.FIRST)
    for slot in ("SF1", "SF2"):
        semi = phone_by_code(desk.event, slot)
        for number in range(1, 5):
            semi.says(number, "2-0")
    Event.objects.update(trust=Event.Trust.DESK)
    phone_by_code(desk.event, "F").says(1, "2-0")

    for claims in ([], ["0-2"] * 4):
        match = desk.event.matches.get(slot="SF1")
        correct_match(
            by=desk.by,
            match=match,
            key=uuid4(),
            claims=[claim_of(each) for each in claims],
            seen=mark_of(match),
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
        (walkover, "over", {"winner": 1, "by": "walkover"}),
        (annul, "over", {"winner": None, "by": "annulled"}),
        (only_the_desk, "desk", None),
        (finish_the_event, "desk", None),
    ],
)
def test_where_phones_write_nothing_nothing_is_asked_of_them(
    hall: Hall, closes: Does, needs: str, over: Any
) -> None:
    phone = hall.phone(0)
    phone.says(1, "2-0")
    closes(hall)

    state = phone.looks()

    assert (state["needs_kind"], state["over"]) == (needs, over)
    assert state["confirms"] == []
    assert "<form" not in phone.browser.get(phone.address).content.decode()


# --- It counts for nothing ----------------------------------------------------------------


def test_it_is_no_word_of_a_side(cast: Cast) -> None:
    """While only the desk wrote, Ben said something else; that is no dispute afterwards."""
    hall = open_phones(cast, trust="confirm")
    ann, ben = hall.phone(0), hall.phone(1)
    ann.says(1, "2-0")
    seen = ben.looks()["mark"]
    hall.trusts("desk")
    ben.says(1, "0-2")
    hall.trusts("confirm")

    state = ben.looks()
    assert state["mark"] == seen, "nobody wrote on the card"
    assert state["rounds"][0]["said"] == {"0": {"points": [2, 0]}}
    assert state["needs_kind"] == "accept"
    assert "0–2" not in text_of(cast, f"{DESK}play/")
    assert ben.accepts(1, seen).status_code == 200
    assert hall.card == ["2-0 agreed"]


def test_a_side_that_was_only_late_has_still_to_say_how_it_was(cast: Cast) -> None:
    hall = open_phones(cast, trust="both")
    ann, ben = hall.phone(0), hall.phone(1)
    for number in range(1, 5):
        ann.says(number, "2-0")
    for number in range(1, 4):
        ben.says(number, "2-0")
    hall.trusts("desk")
    ben.says(4, "2-0")
    hall.trusts("both")

    assert "say first how round 4 was" in ben.confirms().json()["error"]


def test_it_holds_up_nothing_that_stands_by_itself(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm", confirm_minutes=3)
    with time_machine.travel("2026-11-21 14:00+00:00", tick=False) as clock:
        hall.phone(0).says(1, "2-0")
        clock.shift(120)
        hall.trusts("desk")
        hall.phone(1).says(1, "0-2")
        hall.trusts("confirm")
        clock.shift(60)
        hall.phone(0).looks()

    assert hall.card == ["2-0 agreed"]


def test_spectators_do_not_read_it(hall: Hall) -> None:
    hall.phone(0).says(1, "2-0")
    hall.trusts("desk")
    hall.phone(1).says(1, "0-2")

    page = Client().get(f"/events/{hall.event.slug}/matches/1/")

    assert [line.claimed for game in page.context["cards"] for line in game.lines] == [
        ()
    ]


def test_it_stands_in_the_way_of_no_undo(hall: Hall) -> None:
    hall.phone(0).says(1, "2-0")
    walkover(hall)
    hall.phone(1).says(2, "0-2")

    undo(by=hall.desk.by, action=Action.objects.get(verb="give_walkover"))

    assert hall.match.state == Match.State.PLAYING
    assert hall.phone(1).says(2, "0-2")["took"] == "new"
    assert hall.card == ["2-0 agreed", "0-2 agreed"]


# --- What is not kept ---------------------------------------------------------------------


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
    phone.says(1, "2-0")
    closes(hall)

    [answer] = sends(phone, phone.report(number, claim, game=game))

    assert answer["took"] == "refused"
    assert answer["why"][0].isupper()
    assert not late()


@pytest.mark.parametrize("is_drawn_anew", [False, True])
@pytest.mark.parametrize("why", ["", "This match is over."])
def test_a_round_taken_back_while_a_report_waits_its_turn_can_be_drawn_again(
    hall: Hall, why: str, *, is_drawn_anew: bool
) -> None:
    waiting = hall.match
    Stage.objects.update(opened_at=timezone.now())
    for match in (hall.match, hall.other_match):
        put_back(by=hall.desk.by, match=match)
    stage = Stage.objects.get()
    take_back_rounds(by=hall.desk.by, stage=stage)
    if is_drawn_anew:
        draw_rounds(by=hall.desk.by, stage=stage)

    with pytest.raises(CannotReport, match="There is no such match now"):
        report_or_keep(
            by=NOBODY,
            match=waiting,
            phone=hold.Phone("code", 0),
            sent=Sent(uuid4(), 1, 1, claim_of("2-0"), timezone.now()),
            closed=why,
        )

    assert not RoundReport.objects.exists()
    draw_rounds(by=hall.desk.by, stage=stage)


@pytest.mark.parametrize("at", [Chose.NOBODY, 3])
def test_whoever_sits_nowhere_says_nothing_late(hall: Hall, at: Any) -> None:
    phone = hall.phone(at)
    move_to_board_2(hall)

    assert sends(phone, phone.report(1, "2-0"))[0]["took"] == "refused"
    assert not late()


def test_whoever_holds_nothing_says_nothing_late(hall: Hall) -> None:
    ann, ben = of_link(hall, "Ann", 0), hall.phone(1)
    walkover(hall)
    revoke_link(by=hall.desk.by, player=hall.player("Ann"))
    void_labels(by=hall.desk.by, event=hall.event)

    for phone in (ann, ben):
        answer = phone.tells("reports", {"reports": [phone.report(1, "2-0")]})
        assert answer.status_code == 410
    assert not late()


def test_an_event_that_has_not_begun_keeps_nothing(hall: Hall) -> None:
    Event.objects.update(state=Event.State.PLANNED)
    phone = hall.phone(0)

    answer = phone.tells("reports", {"reports": [phone.report(1, "2-0")]})

    assert answer.status_code == 410
    assert not late()


def test_a_phone_that_never_stops_being_late_is_sent_to_the_desk(hall: Hall) -> None:
    phone = hall.phone(0)
    walkover(hall)
    for _ in range(MOST_REPORTS):
        phone.says(1, "2-0")

    assert "Call the desk" in phone.says(1, "2-0")["why"]
    assert len(late()) == MOST_REPORTS


# --- Who reads it ---------------------------------------------------------------------------


def test_the_organiser_reads_who_said_what_when_and_why_not(
    hall: Hall, cast: Cast
) -> None:
    hall.phone(0).says(1, "2-0")
    walkover(hall)
    hall.phone(1).says(2, "0-2")

    for page in ("matches/1/reports/", "matches/1/"):
        text = text_of(cast, f"{DESK}{page}")
        assert "Said by a side, too late to be taken" in text
        assert "This match is over: Walkover." in text
    log = text_of(cast, f"{DESK}log/")
    assert "Reported round 2 of match 1, Ann – Ben for side B: 0–2." in log
    assert "That came too late. Reason: This match is over: Walkover." in log


def test_whoever_was_replaced_is_heard_for_the_rounds_they_played(hall: Hall) -> None:
    """Cat sits in for Ann, whose phone had no network while she sat there."""
    phone = of_link(hall, "Ann", 0)
    hall.match.sides.get(seat=0).side_players.update(player=hall.player("Cat"))

    [answer] = sends(phone, phone.report(1, "2-0"))

    assert answer["why"] == "You do not play in this match. Ask at the desk."
    assert [(each.player, each.seat) for each in late()] == [(hall.player("Ann"), 0)]


def test_a_link_is_named_also_when_it_is_late(hall: Hall) -> None:
    phone = of_link(hall, "Ann", 0)
    an_hour_passes_over(hall)

    sends(phone, phone.report(1, "2-0"))

    assert [each.player for each in late()] == [hall.player("Ann")]


def an_hour_passes_over(hall: Hall) -> None:
    walkover(hall)
    hour = timezone.now() - timedelta(hours=1)
    Match.objects.filter(pk=hall.match.pk).update(finished_at=hour)


@pytest.mark.parametrize("closes", [walkover, move_to_board_2])
def test_a_code_that_is_scanned_too_late_is_kept_too(hall: Hall, closes: Does) -> None:
    phone = hall.phone(0)
    code = code_of(phone, phone.report(1, "2-0"))
    closes(hall)

    answer = bring(code).json()

    assert [each["why"] for each in answer["results"]] == [CLOSED[closes]]
    assert [(each.seat, each.number) for each in late()] == [(0, 1)]


@pytest.mark.parametrize(
    ("closes", "status"), [(walkover, 422), (move_to_board_2, 410)]
)
def test_the_plain_form_is_kept_too(hall: Hall, closes: Does, status: int) -> None:
    phone = hall.phone(0)
    closes(hall)
    form = {"key": str(uuid4()), "game": "1", "number": "1", "result": "2-0"}

    page = phone.browser.post(phone.address, form)

    assert page.status_code == status
    assert CLOSED[closes] in page.content.decode()
    assert len(late()) == 1


def test_whoever_has_not_chosen_is_not_asked_once_the_match_has_moved(
    hall: Hall,
) -> None:
    phone = hall.phone(Chose.NOBODY)
    move_to_board_2(hall)

    assert phone.browser.post(phone.address).status_code == 410
