"""Cards that the desk enters, accepts and rules on."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.actions.log.undo import undo
from leagues.actions.play import calls
from leagues.actions.play.cards import accept_match, rule_round
from leagues.actions.refusal import Refused, Stale
from leagues.models import Action, Match, Round, RoundReport
from leagues.reads.play.card import card_mark
from scoring.errors import ScoreError
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall

State = Match.State


def points_of(match: Match) -> list[int]:
    return list(match.sides.values_list("points", flat=True))


def report_kinds(match: Match) -> list[str]:
    return [report.kind for report in match.reports.all()]


def record_rounds(match: Match, *rounds: tuple[int, int], state: str = "reported") -> None:
    """Write rounds as phones would: reported by one side."""
    for number, paid in enumerate(rounds, start=1):
        Round.objects.create(
            match=match,
            number=number,
            first=(number - 1) % 2,
            state=state,
            points=list(paid),
            twenties=[None, None],
        )
        RoundReport.objects.create(
            key=uuid4(),
            match=match,
            number=number,
            seat=0,
            claim={"points": list(paid)},
            made_at=NOON,
        )


def test_a_card_is_entered_in_one_act(hall: DeskHall) -> None:
    entered = hall.type_card(hall.at(1), "20 1-1 02 65-40")

    match = entered.match
    assert (match.state, match.ending, match.winner) == ("finished", "played", 0)
    assert points_of(match) == [5, 3]
    assert [r.state for r in match.rounds.all()] == ["agreed"] * 4
    assert report_kinds(match) == ["card"] * 4
    last = Action.objects.filter(event=hall.event).latest("pk")
    assert last.verb == "enter_card"
    assert [each["claim"] for each in last.details["rounds"]][3] == {"score": [65, 40]}


def test_half_a_card_leaves_the_match_playing(hall: DeskHall) -> None:
    match = hall.type_card(hall.at(1), "20 02").match
    assert match.state == State.PLAYING

    match = hall.type_card(match, "20 02 20 20").match
    assert (match.state, points_of(match)) == ("finished", [6, 2])
    assert report_kinds(match) == ["card"] * 4, "rounds that stood are not reported again"


def test_the_same_card_sent_twice_is_one_card(hall: DeskHall) -> None:
    match, key, seen = hall.at(1), uuid4(), card_mark(hall.at(1))
    first = hall.type_card(match, "20 11 02 20", key=key, seen=seen)
    again = hall.type_card(match, "20 11 02 20", key=key, seen=seen)

    assert (first.is_new, again.is_new) == (True, False)
    assert match.reports.count() == 4
    undo(by=hall.by, action=Action.objects.get(verb="enter_card"))
    assert not hall.type_card(match, "20 11 02 20", key=key, seen=seen).is_new


def test_a_key_used_for_another_card_is_refused(hall: DeskHall) -> None:
    match, key = hall.at(1), uuid4()
    hall.type_card(match, "20", key=key)
    with pytest.raises(Stale):
        hall.type_card(match, "02", key=key)


def test_two_desks_that_type_the_same_card_agree(hall: DeskHall) -> None:
    match, seen = hall.at(1), card_mark(hall.at(1))
    hall.type_card(match, "20 11 02 20", seen=seen)

    assert not hall.type_card(match, "20 11 02 20", seen=seen).is_new
    assert match.reports.count() == 4


def test_the_second_of_two_desks_overwrites_nothing(hall: DeskHall) -> None:
    match, seen = hall.at(1), card_mark(hall.at(1))
    hall.type_card(match, "20 11 02 20", seen=seen)

    with pytest.raises(Stale):
        hall.type_card(match, "20 11 02 02", seen=seen)
    match.refresh_from_db()
    assert points_of(match) == [5, 3]


def test_what_is_settled_is_corrected_not_typed_over(hall: DeskHall) -> None:
    match = hall.type_card(hall.at(1), "20 11").match
    with pytest.raises(Refused, match="Round 2"):
        hall.type_card(match, "20 02 20 20")


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ("20 30", "round 2: a round can't be 3-0"),
        ("20 20 20 20 20", "finished after 4 rounds"),
        ("20 x", "isn’t a round"),
        ("200-0", "round 1: .*200"),
    ],
)
def test_numbers_that_cannot_have_happened_are_refused(
    hall: DeskHall, card: str, message: str
) -> None:
    with pytest.raises(ScoreError, match=message):
        hall.type_card(hall.at(1), card)
    assert not Round.objects.exists()


def test_a_card_goes_above_what_one_side_reported(hall: DeskHall) -> None:
    match = hall.at(1)
    record_rounds(match, (2, 0), (2, 0))

    match = hall.type_card(match, "20 02 20 20").match
    assert points_of(match) == [6, 2]
    assert [r.state for r in match.rounds.all()] == ["agreed"] * 4


# --- Accept and rule ------------------------------------------------------------------


def test_accepting_takes_one_sides_word(hall: DeskHall) -> None:
    match = hall.at(1)
    record_rounds(match, (2, 0), (1, 1))

    assert accept_match(by=hall.by, match=match, seen=card_mark(match))
    assert [r.state for r in match.rounds.all()] == ["ruled", "ruled"]
    assert report_kinds(match) == ["claim", "claim", "ruling", "ruling"]
    assert not accept_match(by=hall.by, match=match, seen=card_mark(match))


def test_a_card_that_changed_meanwhile_cannot_be_accepted(hall: DeskHall) -> None:
    match = hall.at(1)
    record_rounds(match, (2, 0))
    with pytest.raises(Stale):
        accept_match(by=hall.by, match=match, seen="0")


def test_ruling_settles_the_round_the_sides_differ_in(hall: DeskHall) -> None:
    match = hall.at(1)
    record_rounds(match, (2, 0), (2, 0), (2, 0), (2, 0), state="disputed")
    ruled = rule_round(
        by=hall.by,
        match=match,
        game=1,
        number=4,
        claim={"points": [0, 2]},
        seen=card_mark(match),
        reason="seen by Sam",
    )

    assert (ruled.state, ruled.points) == ("ruled", [0, 2])
    facts = Action.objects.get(verb="rule_round").details
    assert (facts["before"], facts["reason"]) == ([2, 0], "seen by Sam")
    assert points_of(match) == [6, 2]
    match.refresh_from_db()
    with pytest.raises(Refused, match="nothing to decide"):
        rule_round(
            by=hall.by,
            match=match,
            game=1,
            number=4,
            claim={"points": [2, 0]},
            seen=card_mark(match),
        )


# --- Growth ---------------------------------------------------------------------------


def queries_of_a_card(cast: Cast, entries: int, name: str) -> int:
    hall = open_hall(cast, entries=entries, boards=entries // 2, name=name)
    hall.publish(*((n, n + 1) for n in range(1, entries, 2)))
    calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    with CaptureQueriesContext(connection) as asked:
        hall.type_card(hall.at(2), "20 20 20 20")
    Match.objects.unfinished().update(state=State.PLANNED)
    return len(asked)


@pytest.mark.long
def test_a_card_costs_the_same_in_a_large_event(cast: Cast) -> None:
    assert queries_of_a_card(cast, 4, "small") == queries_of_a_card(cast, 40, "large")
