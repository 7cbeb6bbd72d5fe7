"""A phone without a network shows a code; any phone that scans it hands the reports in, once."""

import base64
import hmac
import json
from typing import Any

import pytest
from django.test import Client

from leagues.access.throttle import WRONG_LINKS
from leagues.models import Board, RoundReport
from tests.cast import Page
from tests.leagues.phones.at_boards import Hall, Phone

pytestmark = pytest.mark.django_db


def code_of(phone: Phone, *reports: Any, key: str = "", **fields: Any) -> str:
    """The text of a phone's code: its pass in plain text, its reports, and a signature."""
    known = phone.opens()["hand_over"]
    inside = {"pass": known["pass"], "reports": list(reports)} | fields
    text = base64.urlsafe_b64encode(json.dumps(inside).encode()).decode().rstrip("=")
    signed = hmac.new((key or known["key"]).encode(), text.encode(), "sha256")
    return f"{text}.{signed.hexdigest()}"


def scan_code(code: Any) -> Page:
    """Hand in a scanned code from a phone without a pass."""
    return Client().post("/play/hand-over/", json.dumps({"payload": code}), "application/json")


def test_scanned_by_anyone_it_counts_for_the_side_that_signed_it(hall: Hall) -> None:
    phone = hall.phone(0)
    code = code_of(phone, phone.report(1, "2-0"), phone.report(2, "1-1"))

    answer = scan_code(code).json()

    assert [each["took"] for each in answer["results"]] == ["new", "new"]
    assert answer["where"].startswith("Board 1")
    assert hall.card == ["2-0 agreed", "1-1 agreed"]
    assert {report.seat for report in RoundReport.objects.all()} == {0}


def test_brought_twice_it_counts_once(hall: Hall) -> None:
    phone = hall.phone(0)
    report = phone.report(1, "2-0")
    code = code_of(phone, report)
    scan_code(code)

    assert scan_code(code).json()["results"][0]["took"] == "known"
    [sent] = phone.tells("reports", {"reports": [report]}).json()["results"]
    assert sent["took"] == "known", "the phone is back in the network and sends it too"
    assert RoundReport.objects.count() == 1


def test_the_code_gives_no_way_in(hall: Hall) -> None:
    phone = hall.phone(0)
    code = code_of(phone, phone.report(1, "2-0"))
    text, _signature = code.split(".")
    plain = json.loads(base64.urlsafe_b64decode(text + "=="))["pass"]

    assert phone.pass_.signed not in code
    assert Client().get(f"/play/{plain}/").status_code == 404
    assert "key" not in json.dumps(scan_code(code).json()["where"])


def test_a_code_that_was_changed_on_the_way_is_refused(hall: Hall) -> None:
    phone = hall.phone(0)
    good = code_of(phone, phone.report(1, "2-0"))
    changed = code_of(phone, phone.report(1, "0-2")).split(".")[0]

    answer = scan_code(f"{changed}.{good.split('.')[1]}")

    assert answer.status_code == 400
    assert "isn’t from a phone that may enter scores here" in answer.json()["error"]
    assert not RoundReport.objects.exists()


def test_a_key_signs_for_its_own_side_only(hall: Hall) -> None:
    ann, ben = hall.phone(0), hall.phone(1)
    theirs = ben.opens()["hand_over"]["pass"]

    answer = scan_code(code_of(ann, ann.report(1, "2-0"), **{"pass": theirs}))

    assert answer.status_code == 400


def test_a_label_made_void_voids_its_codes(hall: Hall) -> None:
    phone = hall.phone(0)
    code = code_of(phone, phone.report(1, "2-0"))
    Board.objects.update(label_number=2)

    assert scan_code(code).status_code == 410
    assert not RoundReport.objects.exists()


@pytest.mark.parametrize(
    "payload", [None, 7, "", ".", "a.b", "é.b", "====.x", "e30.x", "bnVsbA.x", "A" * 40_000]
)
def test_nonsense_is_refused_with_a_sentence(hall: Hall, payload: Any) -> None:
    answer = scan_code(payload)

    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize("plain", ["", "label", "label-1-1-0-1-1", "x-1-1-0-1", 7])
def test_a_pass_that_is_none_signs_nothing(hall: Hall, plain: Any) -> None:
    phone = hall.phone(0)

    assert scan_code(code_of(phone, phone.report(1, "2-0"), **{"pass": plain})).status_code == 400


def test_guessing_signatures_is_stopped(hall: Hall) -> None:
    phone, report = hall.phone(0), hall.phone(0).report(1, "2-0")
    browser = Client()
    code = code_of(phone, report, key="guess")
    for _ in range(WRONG_LINKS.times):
        answer = browser.post("/play/hand-over/", json.dumps({"payload": code}), "application/json")
        assert answer.status_code == 400

    answer = browser.post("/play/hand-over/", json.dumps({"payload": code}), "application/json")
    assert answer.status_code == 429
