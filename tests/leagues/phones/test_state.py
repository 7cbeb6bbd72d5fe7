"""The state that a phone gets: the same facts as all others, and what comes next for its side."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from leagues.access.phone_passes import Chose
from leagues.models import EntryPlayer, Event, Match, PairingRound, Player
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, open_phones

pytestmark = pytest.mark.django_db


def test_it_begins_with_the_match(hall: Hall) -> None:
    state = hall.phone(0).looks()

    assert state["match"]["where"] == "Board 1 · Morning, game 1 · Ann – Ben"
    assert [side["name"] for side in state["sides"]] == ["Ann", "Ben"]
    assert state["next"] == {
        "game": 1,
        "number": 1,
        "owed": "normal",
        "first": 0,
        "shooter": {"seat": 0, "player": None, "says": "A"},
        "hammer": {"seat": 1, "player": None, "says": "B"},
    }
    assert state["needs"] == "Enter round 1."


def test_where_all_play_equally_often_it_shows_which_game_this_is(hall: Hall) -> None:
    hall.desk.publish((1, 3), (2, 4))

    where = hall.phone(0).looks()["match"]["where"]

    assert where == "Board 1 · Game 1 of 2 · Ann – Ben"


def test_a_play_off_is_called_by_its_name(hall: Hall) -> None:
    hall.desk.publish((1, 3), (2, 4))
    PairingRound.objects.filter(number=1).update(is_play_off=True)

    where = hall.phone(0).looks()["match"]["where"]

    assert where == "Board 1 · Morning, play-off · Ann – Ben"


def test_a_match_of_a_knockout_is_called_by_its_name(hall: Hall) -> None:
    Match.objects.update(slot="QF2")

    where = hall.phone(0).looks()["match"]["where"]

    assert where == "Board 1 · Quarter-final 2 · Ann – Ben"


def test_partners_are_named_in_the_order_in_which_they_shoot(hall: Hall) -> None:
    first = hall.desk.entries[0]
    zoe = Player.objects.create(club=hall.desk.event.club, name="Zoe")
    EntryPlayer.objects.create(entry_id=first, event=hall.desk.event, player=zoe, number=2)

    sides = hall.phone(0).looks()["sides"]

    assert [side["players"] for side in sides] == [["Ann", "Zoe"], ["Ben"]]


def test_first_shot_and_hammer_change_every_round(hall: Hall) -> None:
    phone = hall.phone(0)
    phone.send_report(1, "2-0")

    state = phone.looks()

    assert state["next"]["first"] == 1
    assert state["next"]["hammer"]["seat"] == 0
    assert [side["points"] for side in state["sides"]] == [2, 0]


@time_machine.travel("2026-11-21 14:00+00:00", tick=False)
def test_nothing_new_is_nothing_to_send(hall: Hall) -> None:
    phone = hall.phone(0)
    mark = phone.looks()["mark"]
    assert phone.asks(mark).status_code == 204

    hall.phone(0, hall.other_match)
    Event.objects.get().touch()
    assert phone.asks(mark).status_code == 204, "another board moved, not this one"
    hall.phone(1).send_report(1, "2-0")
    assert phone.asks(mark).status_code == 200


@pytest.mark.parametrize(
    ("reports", "at", "kind", "sentence"),
    [
        ([], 0, "enter", "Enter round 1."),
        (["ann 2-0"], 0, "wait", "Waiting for Ben: round 1."),
        (["ann 2-0"], 1, "accept", "Ann reported round 1 as 0–2. Is that right?"),
        (["ann 2-0", "ben 2-0"], 0, "enter", "Enter round 2."),
        (["ann 2-0", "ben 0-2"], 0, "differs", "You disagree on round 1: 2–0 or 0–2?"),
        (["ann 2-0", "ben 0-2"], 1, "differs", "You disagree on round 1: 0–2 or 2–0?"),
        (
            ["ann 2-0", "ben 0-2"],
            Chose.EVERYBODY,
            "differs",
            "The sides disagree on round 1: 2–0 or 0–2?",
        ),
    ],
)
def test_it_shows_in_words_what_comes_next(
    cast: Cast, reports: list[str], at: Any, kind: str, sentence: str
) -> None:
    hall = open_phones(cast, trust="confirm")
    there = {"ann": hall.phone(0), "ben": hall.phone(1)}
    for each in reports:
        who, what = each.split()
        there[who].send_report(1, what)

    state = hall.phone(at).looks()

    assert (state["needs_kind"], state["needs"]) == (kind, sentence)


@pytest.mark.long
def test_a_race_by_difference_shows_its_target(cast: Cast) -> None:
    hall = open_phones(cast, preset="conventional-singles")
    phone = hall.phone(0)
    phone.send_report(1, {"score": [65, 40], "twenties": [2, None]})

    state = phone.looks()

    assert [side["points"] for side in state["sides"]] == [25, 0]
    assert state["rule"]["ends"]["points"] == 100
    assert (state["entry"], state["rule"]["results"]) == ("totals", None)


def test_the_event_may_choose_what_is_offered_first(hall: Hall) -> None:
    assert hall.phone(0).looks()["entry"] == "result"
    hall.trusts("first", entry_way="discs")
    assert hall.phone(0).looks()["entry"] == "discs"


@pytest.mark.parametrize("rounds", [0, 4])
@time_machine.travel("2026-11-21 14:00+00:00", tick=False)
def test_it_asks_no_more_of_the_database_the_longer_the_match(
    hall: Hall, rounds: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    phone = hall.phone(0)
    for number in range(1, rounds + 1):
        phone.send_report(number, "2-0")
    with django_assert_max_num_queries(14):
        mark = phone.looks()["mark"]
    with django_assert_max_num_queries(7):
        phone.asks(mark)


@pytest.mark.long
def test_whatever_a_phone_would_show_moves_the_mark(cast: Cast) -> None:
    """Each of these acts changes the state of Ann's phone, so it changes its mark."""
    hall = open_phones(cast, trust="confirm")
    ann, ben = hall.phone(0), hall.phone(1)

    def plays_on() -> None:
        for number in (2, 3, 4):
            ann.send_report(number, "1-1")

    acts: list[Callable[[], object]] = [
        lambda: ann.send_report(1, "2-0"),
        lambda: ben.send_report(1, "0-2"),
        lambda: ben.send_report(1, "2-0"),
        plays_on,
        lambda: ann.tells("take-over", {"device": str(uuid4())}),
        lambda: ben.tells("help", {}),
        lambda: ben.confirms(),
        lambda: ann.confirms(),
        lambda: hall.trusts("first"),
        lambda: hall.trusts("first", entry_way="totals"),
    ]
    with time_machine.travel("2026-11-21 14:00+00:00", tick=False) as clock:
        state = ann.looks()
        for act in acts:
            act()
            after = ann.looks()
            assert after["mark"] != state["mark"]
            assert {**after, "mark": ""} != {**state, "mark": ""}
            state = after
        clock.shift(61)
        assert ann.looks()["mark"] != state["mark"], "a name may have changed"
