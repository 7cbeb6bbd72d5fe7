"""Two phones on one side see each other, and neither is locked out."""

import pytest
import time_machine

from leagues.access.phone_passes import Chose
from leagues.models import RoundReport, ScoringPhone
from tests.leagues.phones.at_boards import Hall, Phone

pytestmark = pytest.mark.django_db


def devices_of(phone: Phone) -> list[str]:
    return [side["device"] for side in phone.looks()["sides"]]


def test_two_phones_on_one_side_see_each_other(hall: Hall) -> None:
    one, two = hall.phone(0), hall.phone(0)
    assert devices_of(one) == ["none", "none"]

    one.send_report(1, "2-0")

    assert devices_of(one) == ["this", "none"]
    assert devices_of(two) == ["other", "none"]


def test_taking_over(hall: Hall) -> None:
    one, two = hall.phone(0), hall.phone(0)
    one.send_report(1, "2-0")

    two.tells("take-over", {"device": str(two.device)})

    assert devices_of(two) == ["this", "none"]
    assert devices_of(one) == ["other", "none"]


def test_a_word_from_the_second_phone_is_the_sides_word_all_the_same(hall: Hall) -> None:
    one, two = hall.phone(0), hall.phone(0)
    one.send_report(1, "2-0")

    assert two.send_report(2, "0-2")["took"] == "new"

    assert devices_of(two) == ["other", "none"]
    assert RoundReport.objects.filter(seat=0).count() == 2


def test_a_phone_that_went_away_leaves_its_side(hall: Hall) -> None:
    one, two = hall.phone(0), hall.phone(0)
    with time_machine.travel("2026-11-21 14:00+00:00", tick=False) as clock:
        one.send_report(1, "2-0")
        clock.shift(60)
        one.looks()
        clock.shift(100)
        assert devices_of(two) == ["other", "none"], "it was seen a minute ago"
        clock.shift(60)
        assert devices_of(two) == ["none", "none"]
        two.send_report(2, "2-0")
        assert devices_of(two) == ["this", "none"]


def test_one_phone_for_both_holds_no_side(hall: Hall) -> None:
    hall.phone(Chose.EVERYBODY).send_report(1, "2-0")

    assert not ScoringPhone.objects.exists()


def test_a_page_that_is_loaded_again_asks_whose_phone_it_is(hall: Hall) -> None:
    """The page itself cannot know; taken for another phone it would offer nothing."""
    one = hall.phone(0)
    one.send_report(1, "2-0")

    state = one.browser.get(one.address).context["state"]

    assert [side["device"] for side in state["sides"]] == ["none", "none"]
    assert one.asks(state["mark"]).status_code == 200
    assert devices_of(one) == ["this", "none"]
