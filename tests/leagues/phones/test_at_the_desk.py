"""The desk's view of the phones: who waits, which reports differ, who reported what and when."""

import re
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone
from django.utils.html import strip_tags

from leagues.access.phone_passes import Chose, code_in_two
from leagues.actions.results.corrections import correct_match
from leagues.models import Match
from leagues.reads.play.card import card_mark
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, open_phones

pytestmark = pytest.mark.django_db

DESK = "/desk/events/westport-open/"


def text_of(cast: Cast, path: str) -> str:
    return " ".join(cast.browser_of("ann").get(path).content.decode().split())


def test_a_dispute_shows_the_numbers_that_differ(cast: Cast) -> None:
    hall = open_phones(cast, trust="both")
    hall.phone(0).send_report(1, "2-0 3-1")
    hall.phone(1).send_report(1, "2-0 3-2")

    page = text_of(cast, f"{DESK}play/")
    assert 'Board 1 · round 1 <span class="number">(20s 3–1 or 20s 3–2)</span>' in page
    assert "Ann – Ben" in page


def test_the_desk_rules_between_discs_and_totals(cast: Cast) -> None:
    """A claim of discs is offered to the desk as the total that they come to."""
    hall = open_phones(cast, trust="both")
    hall.phone(0).send_report(1, {"discs": [[3, 2, 1, 0], [1, 2, 2, 1]]})
    hall.phone(1).send_report(1, {"score": [75, 100], "twenties": [1, 3]})
    ann = cast.browser_of("ann")
    page = ann.get(f"{DESK}matches/1/")

    [(_round, _called, choices)] = page.context["differences"]
    assert [each.typed for each in choices] == ["100-75 3 1", "75-100 1 3"]
    assert [each.figures for each in choices] == ["100–75", "75–100"]
    ann.post(
        f"{DESK}matches/1/rule/",
        {"game": 1, "number": 1, "claim": choices[0].typed, "seen": page.context["seen"]},
    )
    assert hall.card == ["2-0 ruled"]
    assert hall.phone(1).looks()["rounds"][0]["state"] == "ruled"


def test_one_phone_for_both_is_heard_in_a_dispute(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    hall.phone(Chose.EVERYBODY).send_report(1, "2-0")
    hall.phone(1).send_report(1, "0-2")

    what = 'Board 1 · round 1 <span class="number">(2–0 or 0–2)</span>'
    assert what in text_of(cast, f"{DESK}play/")


def test_a_board_that_reports_itself_is_marked(hall: Hall, cast: Cast) -> None:
    assert "scored on a phone" not in text_of(cast, f"{DESK}play/")

    hall.phone(0).send_report(1, "2-0")

    assert "scored on a phone" in text_of(cast, f"{DESK}play/")


def test_opening_the_desk_agrees_uncontested_rounds_after_their_minutes(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm", confirm_minutes=3)
    with time_machine.travel("2026-11-21 14:00+00:00", tick=False) as clock:
        hall.phone(0).send_report(1, "2-0")
        clock.shift(180)
        text_of(cast, f"{DESK}play/")

    assert hall.card == ["2-0 agreed"]


def test_the_code_is_on_the_page_of_the_match(hall: Hall, cast: Cast) -> None:
    assert code_in_two(hall.match) in text_of(cast, f"{DESK}matches/1/")


def test_the_desk_sees_who_reported_what_when_and_with_which_phone(hall: Hall, cast: Cast) -> None:
    phone = hall.phone(0)
    phone.send_report(1, "2-0")

    text = text_of(cast, f"{DESK}matches/1/reports/")

    assert "The label on the board, phone " + phone.device.hex[:4] in text
    assert "Somebody" not in text
    log = strip_tags(text_of(cast, f"{DESK}log/"))
    assert "Ann – Ben Reported round 1 of match 1 for side A: 2–0." in " ".join(log.split())


def test_a_round_taken_off_the_card_is_shown_as_not_played(hall: Hall, cast: Cast) -> None:
    hall.phone(0).send_report(1, "2-0")
    hall.phone(0).send_report(2, "2-0")
    correct_match(
        by=hall.desk.by,
        match=hall.match,
        key=uuid4(),
        claims=[{"points": [2, 0]}],
        seen=card_mark(hall.match),
        reason="That was board 2.",
        made_at=hall.event.starts_at,
    )

    assert "not played" in text_of(cast, f"{DESK}matches/1/")


def test_a_disputed_round_shows_what_each_side_reported_until_it_is_decided(cast: Cast) -> None:
    hall = open_phones(cast, trust="both")
    hall.phone(0).send_report(1, "2-0")
    hall.phone(1).send_report(1, "0-2")
    path = f"{DESK}matches/1/"

    board, page = text_of(cast, f"{DESK}play/"), text_of(cast, path)
    assert '<td class="number">2–0 or 0–2</td>' in page
    hall.match.reports.create(
        key=uuid4(), number=1, seat=1, claim={"points": [1, 1]}, made_at=timezone.now(), kind="late"
    )
    assert '<td class="number">2–0 or 0–2</td>' in text_of(cast, path)
    for shown in (board, page):
        scores = re.findall('<span class="score soft">(.*?)</span>', shown)
        assert [each[-1] for each in scores] == ["?", "?"]

    [seen] = set(re.findall('name="seen" value="(.*?)"', page))
    decision = {"number": "1", "game": "1", "claim": "0-2", "seen": seen}
    cast.browser_of("ann").post(f"{path}rule/", decision)
    page = text_of(cast, path)
    assert '<td class="number">0–2</td>' in page
    assert "score soft" not in page


def test_a_board_calls_the_desk_and_the_desk_comes(hall: Hall, cast: Cast) -> None:
    phone = hall.phone(0)
    phone.tells("help", {})
    phone.tells("help", {})

    assert phone.looks()["help_wanted"] is True
    assert "Board 1 needs help <small>Ann – Ben" in text_of(cast, f"{DESK}play/")
    cast.browser_of("ann").post(f"{DESK}matches/1/help/")
    assert phone.looks()["help_wanted"] is False


def test_a_walkover_ends_the_phones_match(hall: Hall) -> None:
    phone = hall.phone(0)
    phone.send_report(1, "2-0")
    Match.objects.filter(pk=hall.match.pk).update(
        state=Match.State.FINISHED, ending=Match.Ending.WALKOVER
    )

    assert phone.looks()["needs"] == "This match is finished: Walkover."
    assert phone.send_report(2, "2-0")["why"] == "This match is finished: Walkover."


def test_who_calls_about_a_match_that_is_over_is_heard(cast: Cast) -> None:
    """ "Is this how it ended?" No. Nothing that is said meanwhile silences the call."""
    hall = open_phones(cast, trust="first")
    ann = hall.phone(0)
    for number in range(1, 5):
        ann.send_report(number, "2-0")
    hall.phone(1).tells("help", {})
    ann.send_report(4, "1-1")

    assert "Board 1 needs help <small>Ann – Ben" in text_of(cast, f"{DESK}play/")
