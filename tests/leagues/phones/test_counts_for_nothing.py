"""A late report counts for nothing."""

import pytest
import time_machine
from django.test import Client

from leagues.actions.log.undo import undo
from leagues.models import Action, Match
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, open_phones
from tests.leagues.phones.late_reports import record_walkover
from tests.leagues.phones.test_at_the_desk import DESK, text_of

pytestmark = pytest.mark.django_db


def test_it_is_no_word_of_a_side(cast: Cast) -> None:
    """While only the desk wrote, Ben said something else; that is no dispute afterwards."""
    hall = open_phones(cast, trust="confirm")
    ann, ben = hall.phone(0), hall.phone(1)
    ann.send_report(1, "2-0")
    seen = ben.looks()["mark"]
    hall.trusts("desk")
    ben.send_report(1, "0-2")
    hall.trusts("confirm")

    state = ben.looks()
    assert state["mark"] == seen, "nobody wrote on the card"
    assert state["rounds"][0]["claims"] == {"0": {"points": [2, 0]}}
    assert state["needs_kind"] == "accept"
    assert "0–2" not in text_of(cast, f"{DESK}play/")
    ben.send_report(1, "2-0")
    assert hall.card == ["2-0 agreed"]


def test_a_side_that_was_only_late_has_still_to_say_how_it_was(cast: Cast) -> None:
    hall = open_phones(cast, trust="both")
    ann, ben = hall.phone(0), hall.phone(1)
    for number in range(1, 5):
        ann.send_report(number, "2-0")
    for number in range(1, 4):
        ben.send_report(number, "2-0")
    hall.trusts("desk")
    ben.send_report(4, "2-0")
    hall.trusts("both")

    assert "Enter yours for round 4 first" in ben.confirms().json()["error"]


def test_it_delays_no_round_that_is_agreed_by_time(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm", confirm_minutes=3)
    with time_machine.travel("2026-11-21 14:00+00:00", tick=False) as clock:
        hall.phone(0).send_report(1, "2-0")
        clock.shift(120)
        hall.trusts("desk")
        hall.phone(1).send_report(1, "0-2")
        hall.trusts("confirm")
        clock.shift(60)
        hall.phone(0).looks()

    assert hall.card == ["2-0 agreed"]


def test_spectators_do_not_read_it(hall: Hall) -> None:
    hall.phone(0).send_report(1, "2-0")
    hall.trusts("desk")
    hall.phone(1).send_report(1, "0-2")

    page = Client().get(f"/events/{hall.event.slug}/matches/1/")

    assert [line.claimed for game in page.context["cards"] for line in game.lines] == [()]


def test_it_blocks_no_undo(hall: Hall) -> None:
    hall.phone(0).send_report(1, "2-0")
    record_walkover(hall)
    hall.phone(1).send_report(2, "0-2")

    undo(by=hall.desk.by, action=Action.objects.get(verb="give_walkover"))

    assert hall.match.state == Match.State.PLAYING
    assert hall.phone(1).send_report(2, "0-2")["took"] == "new"
    assert hall.card == ["2-0 agreed", "0-2 agreed"]
