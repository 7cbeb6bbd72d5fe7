"""What a report costs: a hall of phones sends them all day.

Six queries read: the club, in whose words the answer is; the match, to check the pass; then, under
the lock, the match, its reports, its sides with all that is seated there, and its rounds. Five
write: the report, the round, both sides, the event's revision, and the log. PostgreSQL also asks
for the lock.
"""

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.models import Event
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, Phone, open_phones

pytestmark = pytest.mark.django_db
LOCKS = int(connection.features.has_select_for_update)


def queries_of_report(phone: Phone, number: int, claim: str) -> list[str]:
    """The SQL of one report, without the savepoints that a test's transaction causes."""
    with CaptureQueriesContext(connection) as captured:
        assert phone.send_report(number, claim)["took"] == "new"
    found = [query["sql"] for query in captured.captured_queries]
    assert sum("FOR UPDATE" in each for each in found) == LOCKS
    return [each for each in found if "SAVEPOINT" not in each]


@pytest.mark.parametrize("trust", ["first", "confirm", "both"])
def test_a_report_in_the_middle_of_a_match(cast: Cast, trust: str) -> None:
    hall = open_phones(cast, trust=trust)
    ann, ben = hall.phone(0), hall.phone(1)
    ann.send_report(1, "2-0 3-1")
    ben.send_report(1, "2-0 3-1")

    assert len(queries_of_report(ann, 2, "2-0 3-1")) <= 11 + LOCKS
    assert len(queries_of_report(ben, 2, "2-0 3-1")) <= 11 + LOCKS


def test_the_last_report_of_a_match(hall: Hall) -> None:
    ann = hall.phone(0)
    for number in (1, 2, 3):
        ann.send_report(number, "2-0 3-1")

    assert len(queries_of_report(ann, 4, "2-0 3-1")) <= 15 + LOCKS


def test_what_a_pass_leads_to_is_on_the_page_and_in_no_answer(hall: Hall) -> None:
    ann = hall.phone(0)
    links = {"next_url", "board_url", "hand_over"}

    body = {"device": str(ann.device), "reports": [ann.report(1, "2-0")]}
    answer = ann.tells("reports", body).json()["state"]

    assert links.isdisjoint(answer)
    assert ann.opens().keys() - answer.keys() == links


@pytest.mark.parametrize("trust", ["first", "confirm", "both"])
@time_machine.travel("2026-11-21 12:00:00Z", tick=False)
def test_the_answer_is_what_a_look_would_say(cast: Cast, trust: str) -> None:
    """The answer to a report is made without reading again, so it must equal the state."""
    hall = open_phones(cast, trust=trust)
    ann, ben = hall.phone(0), hall.phone(1)
    reports = [
        (ann, 1, "2-0 3-1"),
        (ben, 1, "2-0"),
        (ben, 2, "1-1"),
        (ann, 2, "2-0"),
        (ann, 2, "1-1"),
        (ann, 3, "0-2 0-1"),
        (ben, 3, "0-2"),
        (ann, 4, "2-0"),
        (ben, 4, "2-0"),
        (ben, 3, "2-0"),
    ]
    for phone, number, claim in reports:
        body = {"device": str(phone.device), "reports": [phone.report(number, claim)]}
        answer = phone.tells("reports", body).json()
        assert answer["state"] == phone.looks()
        assert phone.asks(answer["state"]["mark"]).status_code == 204


def test_the_revision_goes_up_by_one_even_after_another_change(hall: Hall) -> None:
    event = hall.event
    mine, other = (Event.objects.get(pk=event.pk) for _ in range(2))
    before = event.revision

    assert [mine.touch(), other.touch(), mine.touch()] == [before + 1, before + 2, before + 3]
    event.refresh_from_db()
    assert event.revision == before + 3
