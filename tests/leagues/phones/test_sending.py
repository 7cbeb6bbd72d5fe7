"""Reports that come twice, late, in bulk, or from a phone without JavaScript."""

from uuid import uuid4

import pytest

from leagues.actions.phones.report import MOST_REPORTS
from leagues.actions.results.corrections import correct_match
from leagues.models import RoundReport
from leagues.reads.play.card import card_mark
from tests.leagues.phones.at_boards import Hall

pytestmark = pytest.mark.django_db


def test_the_same_key_twice_is_one_report(hall: Hall) -> None:
    key, phone = uuid4(), hall.phone(0)

    assert phone.send_report(1, "2-0", key=key)["took"] == "new"
    assert phone.send_report(1, "2-0", key=key)["took"] == "known"
    assert RoundReport.objects.count() == 1


@pytest.mark.parametrize(("number", "claim"), [(1, "0-2"), (2, "2-0")])
def test_a_key_with_something_else_in_it_is_refused(hall: Hall, number: int, claim: str) -> None:
    key, phone = uuid4(), hall.phone(0)
    phone.send_report(1, "2-0", key=key)

    answer = phone.send_report(number, claim, key=key)

    assert answer["took"] == "refused"
    assert "different numbers" in answer["why"]
    assert hall.card == ["2-0 agreed"]


def test_a_key_of_another_match_is_refused(hall: Hall) -> None:
    key = uuid4()
    hall.phone(0).send_report(1, "2-0", key=key)

    assert hall.phone(0, hall.other_match).send_report(1, "2-0", key=key)["took"] == "refused"


def test_a_key_of_the_other_side_takes_nobodys_word_away(hall: Hall) -> None:
    """A phone that scans a hand-over reads the keys of its reports, and could use one first."""
    hall.trusts("both")
    key = uuid4()
    hall.phone(1).send_report(1, "2-0", key=key)

    assert hall.phone(0).send_report(1, "2-0", key=key)["took"] == "refused"


def test_a_retry_is_answered_with_what_counts_now(hall: Hall) -> None:
    """The answer was lost, and meanwhile both agreed on something else."""
    hall.trusts("confirm")
    key, ann, ben = uuid4(), hall.phone(0), hall.phone(1)
    ann.send_report(1, "2-0", key=key)
    ben.send_report(1, "0-2")
    ann.send_report(1, "0-2")

    answer = ann.send_report(1, "2-0", key=key)

    assert answer["took"] == "refused"
    assert answer["why"].startswith("Round 1 counts as 0–2.")


def test_a_retry_of_a_removed_round_is_refused_with_a_reason(hall: Hall) -> None:
    key, phone = uuid4(), hall.phone(0)
    phone.send_report(1, "2-0")
    phone.send_report(2, "2-0", key=key)
    correct_match(
        by=hall.desk.by,
        match=hall.match,
        key=uuid4(),
        claims=[{"points": [2, 0]}],
        seen=card_mark(hall.match),
        reason="That was board 2.",
        made_at=hall.event.starts_at,
    )

    answer = phone.send_report(2, "2-0", key=key)

    assert answer["took"] == "refused"
    assert answer["why"] == "The desk has removed this round from the card."


@pytest.mark.long
def test_a_phone_that_never_stops_is_sent_to_the_desk(hall: Hall) -> None:
    phone = hall.phone(0)
    for number in range(MOST_REPORTS):
        assert phone.send_report(1, ("2-0", "0-2")[number % 2])["took"] == "new"

    assert "Call the desk" in phone.send_report(1, "1-1")["why"]
    assert RoundReport.objects.count() == MOST_REPORTS


def test_three_rounds_from_a_dead_spot_come_in_order(hall: Hall) -> None:
    phone = hall.phone(0)
    reports = [phone.report(n, "2-0") for n in (1, 2, 3)]

    answer = phone.tells("reports", {"reports": reports})

    assert [each["took"] for each in answer.json()["results"]] == ["new"] * 3
    assert len(answer.json()["state"]["rounds"]) == 3


def test_one_that_is_refused_does_not_stop_the_rest(hall: Hall) -> None:
    hall.phone(1).send_report(1, "0-2")
    phone = hall.phone(0)
    reports = [phone.report(n, "2-0") for n in (1, 2, 4, 3)]

    answer = phone.tells("reports", {"reports": reports})

    took = [each["took"] for each in answer.json()["results"]]
    assert took == ["refused", "new", "refused", "new"]


def test_a_phone_with_a_wrong_clock_reports_all_the_same(hall: Hall) -> None:
    phone = hall.phone(0)
    report = phone.report(1, "2-0") | {"made_at": "1970-01-01T00:00:00Z"}

    phone.tells("reports", {"reports": [report]})

    [kept] = RoundReport.objects.all()
    assert kept.made_at.year == kept.received_at.year


def test_the_plain_form_enters_a_round(hall: Hall) -> None:
    phone = hall.phone(0)
    form = {"key": str(uuid4()), "game": "1", "number": "1"}

    phone.browser.post(phone.address, form | {"result": "2-0", "twenties_0": "3", "twenties_1": ""})
    phone.browser.post(
        phone.address,
        {
            **form,
            "key": str(uuid4()),
            "number": "2",
            "score_0": "65",
            "score_1": "80",
            "twenties_0": "1",
            "twenties_1": "2",
        },
    )

    assert hall.card == ["2-0 agreed", "0-2 agreed"]
    assert hall.round(1).twenties == [3, None]
    assert hall.round(2).score == [65, 80]
