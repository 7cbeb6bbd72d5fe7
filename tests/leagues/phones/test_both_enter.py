"""Where both sides enter, neither can copy: no answer to a phone has the other side's numbers
before its own are in.
"""

import json
import re
from typing import Any

import pytest
from django.test import Client

from leagues.access.phone_passes import Chose, Pass, WayIn
from leagues.actions.phones.kiosks import make_kiosk
from leagues.models import Kiosk, Match
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, Phone, board_one, open_phones
from tests.scenes import scene

pytestmark = pytest.mark.django_db

NUMBERS = {"discs": [[3, 2, 1, 0], [1, 2, 2, 1]]}
FORMS = ("[3, 2, 1, 0]", "100", "[2, 0]", "100–75", "2–0")
NOTHING = {"points": None, "score": None, "twenties": None, "discs": None}


@scene
def hall(cast: Cast) -> Hall:
    return open_phones(cast, trust="both")


def on_the_wire(phone: Phone) -> str:
    """All that a phone receives when it only looks: the page and the state."""
    page = phone.browser.get(phone.address)
    return page.content.decode() + json.dumps(
        {**phone.looks(), "rule": None, "format": None}, ensure_ascii=False
    )


def rounds_of(phone: Phone) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = phone.looks()["rounds"]
    return rounds


@pytest.mark.parametrize("at", [1, Chose.EVERYBODY])
def test_no_number_of_the_other_side_is_sent_before_mine_are_in(hall: Hall, at: Any) -> None:
    ann, ben = hall.phone(0), hall.phone(at)
    before = on_the_wire(ben)
    ann.send_report(1, NUMBERS)

    sent = on_the_wire(ben)

    for number in FORMS:
        whole = re.compile(rf"(?<!\w){re.escape(number)}(?!\w)")  # not within a key
        assert len(whole.findall(sent)) == len(whole.findall(before)), number
    state = ben.looks()
    [hidden] = state["rounds"]
    assert {name: hidden[name] for name in NOTHING} == NOTHING
    assert (hidden["claims"], hidden["claim"], hidden["by"]) == ({}, None, 0)
    assert [side["points"] for side in state["sides"]] == [0, 0]
    assert [side["twenties"] for side in state["sides"]] == [None, None]
    assert state["next"]["number"] == 1


def test_a_side_that_has_entered_sees_both(hall: Hall) -> None:
    ann, ben = hall.phone(0), hall.phone(1)
    ann.send_report(1, NUMBERS)
    assert rounds_of(ann)[0]["discs"] == NUMBERS["discs"]

    ben.send_report(1, "2-0")

    assert rounds_of(ben)[0]["discs"] == NUMBERS["discs"]
    assert ben.looks()["needs"] == "Enter round 2."


def test_an_answer_to_one_round_tells_nothing_of_the_next(hall: Hall) -> None:
    ann, ben = hall.phone(0), hall.phone(1)
    ann.send_report(1, "2-0")
    ann.send_report(2, NUMBERS)

    answer = ben.tells("reports", {"reports": [ben.report(1, "0-2")]}).json()

    first, second = answer["state"]["rounds"]
    assert first["state"] == "disputed"
    assert first["points"] == [2, 0]
    assert {name: second[name] for name in NOTHING} == NOTHING
    assert [side["points"] for side in answer["state"]["sides"]] == [2, 0]


def test_the_result_is_hidden_from_a_side_that_has_not_entered(hall: Hall) -> None:
    ann, ben = hall.phone(0), hall.phone(1)
    for number in range(1, 5):
        ann.send_report(number, "2-0")
    assert hall.match.state == Match.State.FINISHED

    state = ben.looks()

    assert state["over"] is None
    assert state["confirms"] == []
    assert (state["needs_kind"], state["needs"]) == ("enter", "Your turn: enter round 1.")
    assert "8" not in json.dumps([state["sides"], state["next"]])


def test_a_tablet_lies_open_between_the_two(hall: Hall) -> None:
    hall.phone(0).send_report(1, "2-0")
    make_kiosk(by=hall.desk.by, event=hall.event, board=board_one())
    tablet = Pass(WayIn.KIOSK, Kiosk.objects.get().pk, hall.match.pk, Chose.EVERYBODY)

    assert rounds_of(Phone(tablet))[0]["points"] == [2, 0]


def test_where_one_side_confirms_it_sees_the_others_report(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    hall.phone(0).send_report(1, "2-0")

    assert rounds_of(hall.phone(1))[0]["points"] == [2, 0]


def test_a_match_that_one_side_alone_entered_is_not_called_finished(hall: Hall) -> None:
    for number in (1, 2, 3, 4):
        hall.phone(0).send_report(number, "2-0 1-0")
    match = hall.match
    Match.objects.filter(pk=match.pk).update(state="finished", ending="played", winner=0)
    event = hall.event.get_absolute_url()
    own = match.sides.all()[0].entries.get()
    pages = [event, f"{event}matches/", f"{event}matches/{match.number}/"]
    pages.append(f"{event}entries/{own.pk}/")

    shown = {page: Client().get(page).content.decode() for page in pages}

    assert [page for page in pages if "Reported by one side" not in shown[page]] == []
    assert [page for page in pages if re.search(r"</svg>\s*Finished", shown[page])] == []
