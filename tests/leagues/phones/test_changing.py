"""A change is offered where it is accepted, and only there: ``may_change`` agrees with what the
site then does.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from leagues.access.phone_passes import Chose
from leagues.actions.events.events import add_stage
from leagues.actions.play.cards import rule_round
from leagues.actions.play.endings import stop_match
from leagues.models import Event, Stage
from leagues.reads.play.card import card_mark
from leagues.stages.pairing_ways import RoundRobin
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, Phone, open_phones

pytestmark = pytest.mark.django_db

# Who says what of round 1, in order; may Ann, Ben and a phone for both still change it?
MAY = """
trust    said                    ann  ben  both
first    ann 2-0                 yes  no   no
first    both 2-0                no   no   yes
first    ann 2-0, ben 2-0        no   no   no
confirm  ann 2-0                 yes  yes  yes
confirm  ann 2-0, ben 0-2        yes  yes  yes
confirm  ann 2-0, ben 2-0        no   no   no
both     ann 2-0                 yes  –    –
both     ann 2-0, ben 0-2        yes  yes  yes
"""
CASES = [
    [part.strip() for part in line.split("  ") if part.strip()]
    for line in MAY.strip().splitlines()[1:]
]


def phones(hall: Hall) -> dict[str, Phone]:
    return {"ann": hall.phone(0), "ben": hall.phone(1), "both": hall.phone(Chose.EVERYBODY)}


@pytest.mark.parametrize("asks", ["ann", "ben", "both"])
@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_it_is_offered_where_it_is_taken(cast: Cast, case: list[str], asks: str) -> None:
    trust, reports, *may = case
    hall = open_phones(cast, trust=trust)
    there = phones(hall)
    for each in reports.split(", "):
        who, what = each.split()
        there[who].send_report(1, what)
    expected = dict(zip(there, may, strict=True))[asks]

    [shown] = there[asks].looks()["rounds"]

    assert shown["may_change"] == (expected == "yes")
    if expected != "–":  # this side has entered nothing, so it enters instead of changing
        took = there[asks].send_report(1, "1-1")["took"]
        assert took == ("new" if expected == "yes" else "refused")


def ben_confirms(hall: Hall) -> None:
    assert hall.phone(1).confirms().status_code == 200


def the_next_stage_opens(hall: Hall) -> None:
    finals = add_stage(by=hall.desk.by, event=hall.event, name="F", way=RoundRobin())
    Stage.objects.filter(pk=finals.pk).update(opened_at=timezone.now())


def the_event_ends(hall: Hall) -> None:
    Event.objects.update(state=Event.State.FINISHED)


def only_the_desk(hall: Hall) -> None:
    hall.trusts("desk")


@pytest.mark.parametrize(
    "closes", [ben_confirms, the_next_stage_opens, the_event_ends, only_the_desk]
)
def test_it_ends_when_others_build_on_it(hall: Hall, closes: Callable[[Hall], Any]) -> None:
    Stage.objects.update(opened_at=timezone.now())  # its own
    ann = hall.phone(0)
    for number in range(1, 5):
        ann.send_report(number, "2-0")
    assert all(each["may_change"] for each in ann.looks()["rounds"])
    closes(hall)

    assert not any(each["may_change"] for each in ann.looks()["rounds"])
    assert ann.send_report(4, "1-1")["took"] == "refused"


def test_it_ends_when_the_desk_has_spoken(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    ann = hall.phone(0)
    ann.send_report(1, "2-0")
    ann.send_report(2, "2-0")
    rule_round(
        by=hall.desk.by,
        match=hall.match,
        game=1,
        number=1,
        claim={"points": [1, 1]},
        seen=card_mark(hall.match),
    )
    assert [each["may_change"] for each in ann.looks()["rounds"]] == [False, True]

    stop_match(by=hall.desk.by, match=hall.match, reason="The hall closes.")

    assert [each["may_change"] for each in ann.looks()["rounds"]] == [False, False]
    assert ann.send_report(2, "0-2")["took"] == "refused"
