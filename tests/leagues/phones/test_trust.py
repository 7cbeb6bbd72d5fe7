"""How much each report counts, by the event's ``trust``: who reported what, and the result."""

from typing import Any

import pytest
import time_machine
from django.utils import timezone

from leagues.access.phone_passes import Chose
from leagues.actions.phones.auto_confirm import let_all_stand
from leagues.actions.play.cards import rule_round
from leagues.models import Action, Round, RoundReport
from leagues.reads.play.card import card_mark
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, Phone, open_phones

pytestmark = pytest.mark.django_db

# Ann and Ben sit at the board; "both" is a phone that scores for both sides.
# Columns: reports of round 1 in order; the answer to the last of them; what counts then.
REPORTS = """
trust    said                                answer   stands
first    ann 2-0                             new      2-0 agreed
first    both 2-0                            new      2-0 agreed
first    ann 2-0, ann 0-2                    new      0-2 agreed
first    ann 2-0, ben 2-0                    new      2-0 agreed
first    ann 2-0, ben 0-2                    refused  2-0 agreed
first    ann 2-0, ben 2-0, ann 0-2           refused  2-0 agreed
first    ann 2-0/3-1, ben 2-0/3-2            refused  2-0 agreed
confirm  ann 2-0                             new      2-0 reported
confirm  both 2-0                            new      2-0 reported
confirm  ann 2-0, ann 0-2                    new      0-2 reported
confirm  ann 2-0, ben 2-0                    new      2-0 agreed
confirm  both 2-0, ben 2-0                   new      2-0 agreed
confirm  ann 2-0, ben 0-2                    new      2-0 disputed
confirm  ann 2-0/3-1, ben 2-0/3-2            new      2-0 disputed
confirm  ann 2-0/3-1, ben 2-0                new      2-0 agreed
confirm  ann 2-0/3-1, ben 2-0/?-1            new      2-0 agreed
confirm  ann 2-0, ben 0-2, ann 0-2           new      0-2 agreed
confirm  ann 2-0, ben 0-2, ben 2-0           new      2-0 agreed
confirm  ann 2-0, ben 0-2, ann 1-1           new      1-1 disputed
confirm  ann 2-0, ben 0-2, ben 1-1           new      2-0 disputed
confirm  ann 2-0, ben 2-0, ann 0-2           refused  2-0 agreed
confirm  ann 2-0, ben 2-0, ben 0-2           refused  2-0 agreed
both     both 2-0, ann 2-0/3-1, ben 2-0/1-1  refused  2-0 agreed
both     ann 2-0                             new      2-0 reported
both     ben 2-0                             new      2-0 reported
both     ann 2-0, ben 2-0                    new      2-0 agreed
both     ann 2-0, ben 0-2                    new      2-0 disputed
both     ben 0-2, ann 2-0                    new      0-2 disputed
both     both 2-0, ann 2-0, ben 0-2          refused  2-0 agreed
desk     ann 2-0                             refused  –
"""

CASES = [line.split(maxsplit=1) for line in REPORTS.strip().splitlines()[1:]]


def parts_of(rest: str) -> tuple[list[tuple[str, str]], str, str]:
    reports, answer, counted = (part for part in rest.split("  ") if part.strip())
    spoken = [each.split() for each in reports.split(",")]
    return [(who, what) for who, what in spoken], answer.strip(), counted.strip()


def phones(hall: Hall) -> dict[str, Phone]:
    return {"ann": hall.phone(0), "ben": hall.phone(1), "both": hall.phone(Chose.EVERYBODY)}


@pytest.mark.parametrize(("trust", "rest"), CASES, ids=map(" ".join, CASES))
def test_reports_decide_what_counts(cast: Cast, trust: str, rest: str) -> None:
    reports, answer, counted = parts_of(rest)
    hall = open_phones(cast, trust=trust)
    there = phones(hall)

    answers = [there[who].send_report(1, what.replace("/", " "))["took"] for who, what in reports]

    assert answers[-1] == answer
    assert hall.card == ([] if counted == "–" else [counted])
    assert RoundReport.objects.count() == len(reports), "every word is kept"


def test_a_refusal_shows_what_counts_and_why(cast: Cast) -> None:
    hall = open_phones(cast, trust="first")
    hall.phone(0).send_report(1, "2-0")

    answer = hall.phone(1).send_report(1, "0-2")

    assert answer["why"] == ("Ann reported round 1 first: 0–2. If that’s wrong, call the desk.")


def test_where_only_the_20s_are_refused_the_20s_are_named(cast: Cast) -> None:
    hall = open_phones(cast, trust="first")
    hall.phone(0).send_report(1, "2-0 3-1")

    answer = hall.phone(1).send_report(1, "2-0 3-2")

    assert answer["why"] == (
        "Ann reported round 1 first: 0–2, 20s 1–3. If that’s wrong, call the desk."
    )


def test_a_phone_for_both_sides_is_answered_in_the_order_of_the_seats(cast: Cast) -> None:
    hall = open_phones(cast, trust="first")
    hall.phone(1).send_report(1, {"score": [65, 80]})

    answer = hall.phone(Chose.EVERYBODY).send_report(1, "2-0")

    assert "Ben reported round 1 first: 65–80." in answer["why"]


@pytest.mark.parametrize("first", ["2-0", {"score": [65, 40]}])
@pytest.mark.parametrize("then", ["2-0 3-1", {"score": [65, 40], "twenties": [3, 1]}])
def test_the_same_result_in_another_form_is_not_refused(hall: Hall, first: Any, then: Any) -> None:
    """Ann enters the result, Ben the totals: that is no dispute."""
    hall.phone(0).send_report(1, first)

    assert hall.phone(1).send_report(1, then)["took"] == "new"


def test_what_the_desk_has_ruled_is_not_replaced(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    hall.phone(0).send_report(1, "2-0")
    hall.phone(1).send_report(1, "0-2")
    rule_round(
        by=hall.desk.by,
        match=hall.match,
        game=1,
        number=1,
        claim={"points": [1, 1]},
        seen=card_mark(hall.match),
    )

    answer = hall.phone(0).send_report(1, "2-0")

    assert answer["took"] == "refused"
    assert answer["why"] == "The desk has decided round 1: 1–1."
    assert hall.card == ["1-1 ruled"]
    assert RoundReport.objects.count() == 4, "what was said against it can be read"


def test_the_deeper_of_two_equal_words_is_kept(cast: Cast) -> None:
    """Ann knows who won, Ben has counted the discs."""
    hall = open_phones(cast, trust="both")
    hall.phone(0).send_report(1, "2-0")

    hall.phone(1).send_report(1, {"discs": [[3, 2, 1, 0], [1, 2, 2, 1]]})

    kept = hall.round(1)
    assert (kept.state, kept.score) == (Round.State.AGREED, [100, 75])
    assert kept.discs == [[3, 2, 1, 0], [1, 2, 2, 1]]


def test_both_see_which_round_and_which_number(cast: Cast) -> None:
    hall = open_phones(cast, trust="both")
    ann, ben = hall.phone(0), hall.phone(1)
    ann.send_report(1, "2-0")
    ben.send_report(1, "2-0")
    ann.send_report(2, "2-0 3-1")
    ben.send_report(2, "2-0 3-2")

    for phone, numbers in ((ann, "20s 3–1 or 20s 3–2"), (ben, "20s 1–3 or 20s 2–3")):
        state = phone.looks()
        assert state["needs_kind"] == "differs"
        assert state["needs"] == f"You disagree on round 2: {numbers}?"
        assert state["rounds"][1]["differs"] == ["twenties"]
        assert state["rounds"][1]["claims"]["1"]["twenties"] == [3, 2]


def test_taking_the_others_word_is_a_report_with_their_numbers(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    hall.phone(0).send_report(1, "2-0 3-1")
    hall.phone(1).send_report(1, "0-2 1-3")

    hall.phone(0).send_report(1, "0-2 1-3")

    assert hall.card == ["0-2 agreed"]
    assert hall.round(1).twenties == [1, 3]
    assert RoundReport.objects.count() == 3


def test_a_report_that_changed_before_it_was_accepted_is_not_agreed(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    hall.phone(0).send_report(1, "2-0")
    hall.phone(0).send_report(1, "1-1")

    hall.phone(1).send_report(1, "2-0")

    assert hall.round(1).state == Round.State.DISPUTED


# --- N minutes pass -----------------------------------------------------------------------


def test_an_uncontested_round_counts_after_its_minutes(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm", confirm_minutes=3)
    with time_machine.travel("2026-11-21 14:00+00:00", tick=False) as clock:
        hall.phone(0).send_report(1, "2-0")
        clock.shift(170)
        assert hall.phone(1).looks()["rounds"][0]["state"] == "reported"
        clock.shift(10)
        assert hall.phone(1).looks()["rounds"][0]["state"] == "agreed"

    line = Action.objects.filter(verb="let_stand").get()
    assert line.details["rounds"] == [[1, 1]]


def test_it_counts_even_if_no_one_opens_a_page(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm", confirm_minutes=3)
    with time_machine.travel("2026-11-21 14:00+00:00", tick=False) as clock:
        hall.phone(0).send_report(1, "2-0")
        clock.shift(170)
        let_all_stand(now=timezone.now())
        assert hall.card == ["2-0 reported"]
        clock.shift(10)
        let_all_stand(now=timezone.now())
        assert hall.card == ["2-0 agreed"]


def test_a_word_against_it_starts_no_clock(cast: Cast) -> None:
    """A dispute waits for people, and where both sides enter no round is agreed by time alone."""
    hall = open_phones(cast, trust="confirm")
    with time_machine.travel("2026-11-21 14:00+00:00", tick=False) as clock:
        hall.phone(0).send_report(1, "2-0")
        hall.phone(1).send_report(1, "0-2")
        clock.shift(3600)
        assert hall.phone(1).looks()["rounds"][0]["state"] == "disputed"

    hall.trusts("both")
    with time_machine.travel("2026-11-21 16:00+00:00", tick=False) as clock:
        hall.phone(0).send_report(2, "2-0")
        clock.shift(3600)
        assert hall.phone(1).looks()["rounds"][1]["state"] == "reported"


def test_a_changed_word_waits_its_own_minutes(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm", confirm_minutes=3)
    with time_machine.travel("2026-11-21 14:00+00:00", tick=False) as clock:
        hall.phone(0).send_report(1, "2-0")
        clock.shift(120)
        hall.phone(0).send_report(1, "1-1")
        clock.shift(120)
        assert hall.phone(1).looks()["rounds"][0]["state"] == "reported"


def test_a_report_from_a_dead_spot_comes_too_late_and_is_kept(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm", confirm_minutes=3)
    with time_machine.travel("2026-11-21 14:00+00:00", tick=False) as clock:
        hall.phone(0).send_report(1, "2-0")
        clock.shift(181)
        hall.phone(0).looks()
        answer = hall.phone(1).send_report(1, "0-2")

    assert answer["took"] == "refused"
    assert answer["why"] == "Round 1 counts as 0–2. If that’s wrong, call the desk."
    assert hall.card == ["2-0 agreed"]
    assert RoundReport.objects.count() == 2
