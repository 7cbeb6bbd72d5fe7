"""The end of a match: each side confirms it once, and what happens then."""

from typing import Any
from uuid import uuid4

import pytest

from leagues.access.phone_passes import Chose, Pass, WayIn
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.events.events import add_stage
from leagues.actions.play.calls import call_match
from leagues.actions.play.endings import stop_match
from leagues.actions.results.corrections import correct_match
from leagues.models import Action, Event, Match, Round, RoundReport, Stage
from leagues.reads.play.card import card_mark
from leagues.stages.pairing_ways import Knockout, RoundRobin
from scoring.matches import FORMATS
from scoring.serialization import to_dict
from tests.cast import Cast
from tests.leagues.phones.at_boards import Phone, open_phones
from tests.leagues.play.desk_hall import open_hall

pytestmark = pytest.mark.django_db


def play_rounds(phone: Phone, *results: str) -> None:
    for number, result in enumerate(results, start=1):
        assert phone.send_report(number, result)["took"] == "new"


def test_the_end_is_confirmed_once_with_everything_in_it(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    ann, ben = hall.phone(0), hall.phone(1)
    play_rounds(ann, "2-0", "1-1", "0-2", "2-0")
    assert hall.match.state == Match.State.FINISHED
    assert ben.looks()["needs_kind"] == "confirm"

    assert ben.confirms().status_code == 200

    assert {each.state for each in hall.match.rounds.all()} == {Round.State.AGREED}
    state = ben.looks()
    assert [side["confirmed"] for side in state["sides"]] == [False, True]
    assert [side["points"] for side in state["sides"]] == [5, 3]
    assert RoundReport.objects.filter(seat=1).count() == 4


def test_confirming_twice_is_confirming_once(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    play_rounds(hall.phone(0), "2-0", "1-1", "0-2", "2-0")
    ben = hall.phone(1)
    ben.confirms()

    assert ben.confirms().status_code == 200

    assert Action.objects.filter(verb="confirm_end").count() == 1


def test_a_side_that_has_confirmed_waits_for_the_other(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    ann, ben = hall.phone(0), hall.phone(1)
    play_rounds(ann, "2-0", "1-1", "0-2", "2-0")
    ben.confirms()

    assert ann.looks()["confirms"] == [0]
    assert ben.looks()["confirms"] == []
    assert ben.looks()["needs"] == "Waiting for Ann to confirm."


def test_no_one_confirms_an_end_they_have_not_seen(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    ann, ben = hall.phone(0), hall.phone(1)
    play_rounds(ann, "2-0", "1-1", "0-2", "2-0")
    seen = ben.looks()["mark"]
    ann.send_report(4, "1-1")

    assert ben.confirms(seen).status_code == 409
    assert not hall.match.sides.exclude(confirmed_at=None).exists()


def test_an_end_with_a_difference_in_it_is_not_confirmed(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    ann, ben = hall.phone(0), hall.phone(1)
    play_rounds(ann, "2-0", "1-1", "0-2", "2-0")
    ben.send_report(3, "2-0")

    answer = ben.confirms()

    assert answer.status_code == 409
    assert answer.json()["error"] == "You entered different scores for round 3. Settle that first."


def test_a_match_that_goes_on_has_no_end_to_confirm(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    play_rounds(hall.phone(0), "2-0")

    assert hall.phone(1).confirms().status_code == 409


def test_another_number_afterwards_takes_the_confirmation_back(cast: Cast) -> None:
    hall = open_phones(cast, trust="first")
    ann = hall.phone(0)
    play_rounds(ann, "2-0", "1-1", "0-2", "2-0")
    ann.confirms()

    ann.send_report(4, "1-1")

    assert not hall.match.sides.exclude(confirmed_at=None).exists()


@pytest.mark.parametrize(
    "more", [{"score": [100, 75], "twenties": [3, 1]}, {"discs": [[3, 2, 1, 0], [1, 2, 2, 1]]}]
)
def test_the_same_word_with_more_in_it_leaves_what_was_confirmed(cast: Cast, more: Any) -> None:
    """After the end Ann counts once more, for the record: it comes to the same."""
    hall = open_phones(cast, trust="confirm")
    ann = hall.phone(0)
    play_rounds(ann, "2-0 3-1", "1-1 0-0", "0-2 1-1", "2-0 3-1")
    ann.confirms()

    assert ann.send_report(4, more)["took"] == "new"

    assert hall.round(4).score == [100, 75], "what she counted is kept"
    assert hall.match.sides.get(seat=0).confirmed_at is not None


@pytest.mark.parametrize("more", ["2-0 3-0", "2-0 4-1", "2-0"])
def test_other_20s_take_every_confirmation_back(cast: Cast, more: str) -> None:
    hall = open_phones(cast, trust="confirm")
    ann = hall.phone(0)
    play_rounds(ann, "2-0 3-1", "1-1 0-0", "0-2 1-1", "2-0 3-1")
    ann.confirms()

    ann.send_report(4, more)

    assert not hall.match.sides.exclude(confirmed_at=None).exists()


def test_20s_that_were_missing_on_one_side_take_every_confirmation_back(cast: Cast) -> None:
    """Nothing that Ann said is against it, and yet the card comes to more than she confirmed."""
    hall = open_phones(cast, trust="confirm")
    ann = hall.phone(0)
    play_rounds(ann, "2-0 3-1", "1-1 0-0", "0-2 1-1", "2-0 3-?")
    ann.confirms()

    assert ann.send_report(4, "2-0 3-1")["took"] == "new"

    assert [side.twenties for side in hall.match.sides.all()] == [7, 3]
    assert not hall.match.sides.exclude(confirmed_at=None).exists()


def test_a_card_with_the_same_total_but_other_rounds_is_confirmed_again(cast: Cast) -> None:
    """The desk swaps two rounds: it is still 5–3, but no one has confirmed this card."""
    hall = open_phones(cast, trust="confirm")
    ann = hall.phone(0)
    play_rounds(ann, "2-0", "1-1", "0-2", "2-0")
    ann.confirms()

    correct_match(
        by=hall.desk.by,
        match=hall.match,
        key=uuid4(),
        claims=[{"points": [int(n) for n in each]} for each in ("20", "11", "20", "02")],
        seen=card_mark(hall.match),
        reason="The rounds were swapped.",
        made_at=hall.event.starts_at,
    )

    assert [side.points for side in hall.match.sides.all()] == [5, 3]
    assert not hall.match.sides.exclude(confirmed_at=None).exists()


def test_what_the_other_side_confirmed_is_not_changed(cast: Cast) -> None:
    hall = open_phones(cast, trust="first")
    ann, ben = hall.phone(0), hall.phone(1)
    play_rounds(ann, "2-0", "1-1", "0-2", "2-0")
    ben.confirms()

    answer = ann.send_report(4, "1-1")

    assert answer["took"] == "refused"
    assert hall.card[-1] == "2-0 agreed"


def test_where_both_enter_the_end_waits_for_every_round(cast: Cast) -> None:
    hall = open_phones(cast, trust="both")
    ann, ben = hall.phone(0), hall.phone(1)
    play_rounds(ann, "2-0", "1-1", "0-2", "2-0")
    play_rounds(ben, "2-0", "1-1", "0-2")

    assert ben.confirms().status_code == 409
    ben.send_report(4, "2-0")
    assert ben.confirms().status_code == 200


def test_where_both_enter_a_round_of_one_game_is_none_of_another(cast: Cast) -> None:
    hall = open_phones(cast, trust="both")
    hall.desk.stage.match_format = to_dict(FORMATS["best-of-3-to-5"])
    hall.desk.stage.save()
    ann, ben = hall.phone(0), hall.phone(1)
    for phone, games in ((ann, (1, 2)), (ben, (1,))):
        for game in games:
            for number in (1, 2, 3):
                assert phone.send_report(number, "2-0", game=game)["took"] == "new"
    assert hall.match.state == Match.State.FINISHED

    answer = ben.confirms()

    assert answer.status_code == 409
    assert "Enter yours for game 2, round 1 first" in answer.json()["error"]


def test_one_phone_for_both_confirms_for_both_only_where_its_word_counts(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    both = hall.phone(Chose.EVERYBODY)
    play_rounds(both, "2-0", "1-1", "0-2", "2-0")

    assert both.looks()["confirms"] == []
    assert both.looks()["needs"] == "Waiting for Ann and Ben to confirm."
    assert both.confirms().status_code == 409
    hall.trusts("first")
    assert both.looks()["confirms"] == [0, 1]
    assert both.confirms().status_code == 200
    assert not hall.match.sides.filter(confirmed_at=None).exists()


# --- What follows -------------------------------------------------------------------------


def test_a_round_changed_so_that_the_match_ended_earlier_is_for_the_desk(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm", preset="race-to-7-singles")
    ann = hall.phone(0)
    play_rounds(ann, "2-0", "2-0", "1-1", "0-2", "2-0")  # 7–3
    hall.desk.event.refresh_from_db()

    answer = ann.send_report(3, "2-0")  # 6–2 after four, so the fifth still counts
    assert answer["took"] == "new"
    answer = ann.send_report(4, "2-0")  # 8 after four: the fifth would vanish

    assert answer["took"] == "refused"
    assert "call the desk" in answer["why"]
    assert hall.round(4).points == [0, 2]


def test_a_match_the_desk_has_stopped_is_not_opened_again_by_a_phone(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    ann, ben = hall.phone(0), hall.phone(1)
    play_rounds(ann, "2-0", "2-0")
    stop_match(by=hall.desk.by, match=hall.match, reason="Ann has hurt her hand.")

    answer = ann.send_report(2, "0-2")

    assert answer["took"] == "refused"
    assert answer["why"].startswith("The desk has ended this match.")
    assert hall.match.state == Match.State.FINISHED
    assert ben.confirms().status_code == 200


def test_a_result_that_others_play_upon_is_the_desks_to_change(cast: Cast) -> None:
    hall = open_phones(cast, trust="confirm")
    ann = hall.phone(0)
    play_rounds(ann, "2-0", "1-1", "0-2", "2-0")
    finals = add_stage(by=hall.desk.by, event=hall.event, name="Finals", way=RoundRobin())
    assert ann.send_report(4, "1-1")["took"] == "new", "nobody has gone on yet"
    Stage.objects.filter(pk=finals.pk).update(opened_at=hall.event.starts_at)

    answer = ann.send_report(4, "0-2")

    assert answer["took"] == "refused"
    assert "next stage has begun" in answer["why"]
    assert hall.card[-1] == "1-1 reported"


@pytest.mark.long
def test_a_player_who_has_begun_the_final_stays_in_it(cast: Cast) -> None:
    desk = open_hall(cast, way=Knockout())
    sync_brackets(desk.stage)
    Event.objects.update(trust=Event.Trust.FIRST)
    ann, cat = (phone_by_code(desk.event, slot) for slot in ("SF1", "SF2"))
    play_rounds(ann, "2-0", "1-1", "1-1", "2-0")
    assert ann.send_report(4, "0-2")["took"] == "new", "nobody plays on with it yet"
    ann.send_report(4, "2-0")
    play_rounds(cat, "2-0", "2-0", "2-0", "2-0")
    play_rounds(phone_by_code(desk.event, "F"), "2-0")

    assert ann.send_report(4, "1-1")["took"] == "new", "she has won all the same"
    answer = ann.send_report(1, "0-2")

    assert "next match has begun" in answer["why"]
    assert ann.looks()["over"]["winner"] == 0


def phone_by_code(event: Event, slot: str) -> Phone:
    match = event.matches.get(slot=slot)
    return Phone(Pass(WayIn.CODE, match.pk, match.pk, 0))


def test_a_match_that_ends_frees_its_board_for_the_next(cast: Cast) -> None:
    hall = open_phones(cast, trust="first", is_queue=True)
    hall.desk.publish((1, 3), (2, 4), boards=[1, 2])

    play_rounds(hall.phone(0), "2-0", "2-0", "2-0", "2-0")

    assert hall.event.matches.get(number=3).state == Match.State.PLANNED, "3 is busy"
    play_rounds(hall.phone(0, hall.other_match), "2-0", "2-0", "2-0", "2-0")
    assert hall.event.matches.get(number=3).state == Match.State.CALLED


def test_a_change_that_reopens_a_match_whose_board_is_taken_is_answered(cast: Cast) -> None:
    """Its board holds the next match, so the board's label no longer opens this one."""
    hall = open_phones(cast)
    hall.desk.stage.match_format = to_dict(FORMATS["four-rounds-deciding-round"])
    hall.desk.stage.save()
    ann = hall.phone(0)
    play_rounds(ann, "2-0", "1-1", "0-2", "2-0")
    hall.desk.publish((1, 3), boards=[1])
    call_match(by=hall.desk.by, match=hall.event.matches.get(number=3))

    answer = ann.tells("reports", {"reports": [ann.report(4, "1-1")]})

    [result] = answer.json()["results"]
    assert result["took"] == "new", "a phone told otherwise would enter it again"
    assert hall.match.state == Match.State.PLANNED
    assert ann.asks().json()["error"] == "This match isn’t on board 1 now."


def test_words_before_a_round_was_taken_off_the_card_count_no_more(cast: Cast) -> None:
    """Round 2 was entered for the wrong board; the desk takes it away, then it is played."""
    hall = open_phones(cast, trust="confirm")
    ann, ben = hall.phone(0), hall.phone(1)
    play_rounds(ann, "2-0", "0-2")
    ben.send_report(2, "0-2")
    correct_match(
        by=hall.desk.by,
        match=hall.match,
        key=uuid4(),
        claims=[{"points": [2, 0]}],
        seen=card_mark(hall.match),
        reason="That was board 2.",
        made_at=hall.event.starts_at,
    )

    ann.send_report(2, "2-0")

    assert hall.card == ["2-0 reported", "2-0 reported"]
