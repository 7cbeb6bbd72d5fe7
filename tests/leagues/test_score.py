"""A round as the desk enters it: one report, one state, one line of the log, one revision."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from leagues.actions.playing.score import KeyReused, enter_round
from leagues.models import Match, Round, RoundReport
from scoring.errors import ScoreError
from tests.cast import Cast
from tests.leagues.desk_hall import NOON, DeskHall, open_hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, entries=4)
    hall.publish((1, 2), (3, 4))
    return hall


def enter(
    hall: DeskHall,
    number: int,
    points: list[int],
    *,
    key: UUID | None = None,
    **more: Any,
) -> Round:
    return enter_round(
        by=hall.by,
        match=hall.event.matches.get(number=1),
        key=key or uuid4(),
        game=1,
        number=number,
        claim={"points": points, "twenties": [3, 1]},
        made_at=NOON,
        **more,
    )


def test_a_round_moves_everything_that_follows_from_it(hall: DeskHall) -> None:
    hall.event.refresh_from_db()
    before = hall.event.revision

    enter(hall, 1, [2, 0])

    match = hall.event.matches.get(number=1)
    hall.event.refresh_from_db()
    line = hall.event.log.order_by("revision").last()
    assert match.state == Match.State.PLAYING
    assert [(side.points, side.twenties) for side in match.sides.all()] == [
        (2, 3),
        (0, 1),
    ]
    assert hall.event.revision == before + 1
    assert line is not None
    assert (line.verb, line.revision) == ("enter_round", before + 1)
    assert line.said["claim"]["points"] == [2, 0]


def test_four_rounds_are_a_match(hall: DeskHall) -> None:
    for number, points in enumerate([[2, 0], [1, 1], [0, 2], [2, 0]], start=1):
        enter(hall, number, points)

    match = hall.event.matches.get(number=1)
    assert (match.state, match.ending, match.winner) == ("finished", "played", 0)
    assert [side.points for side in match.sides.all()] == [5, 3]


def test_the_same_key_twice_is_one_report(hall: DeskHall) -> None:
    key = uuid4()

    first, again = enter(hall, 1, [2, 0], key=key), enter(hall, 1, [2, 0], key=key)

    assert first == again
    assert RoundReport.objects.count() == 1


def test_a_key_with_something_else_in_it_is_refused(hall: DeskHall) -> None:
    key = uuid4()
    enter(hall, 1, [2, 0], key=key)

    with pytest.raises(KeyReused):
        enter(hall, 1, [0, 2], key=key)

    assert Round.objects.get().points == [2, 0]


@pytest.mark.parametrize(
    ("number", "points", "says"),
    [
        (2, [2, 0], "not due"),
        (1, [3, 0], "cannot be 3-0"),
        (1, [2, 1], "cannot be 2-1"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_kept(
    hall: DeskHall, number: int, points: list[int], says: str
) -> None:
    with pytest.raises(ScoreError, match=says):
        enter(hall, number, points)

    assert not RoundReport.objects.exists()
    assert not Round.objects.exists()


def test_a_match_that_is_over_takes_no_fifth_round(hall: DeskHall) -> None:
    for number in range(1, 5):
        enter(hall, number, [2, 0])

    with pytest.raises(ScoreError, match="over"):
        enter(hall, 5, [2, 0])


def test_a_correction_is_a_new_report_with_a_reason(hall: DeskHall) -> None:
    enter(hall, 1, [2, 0])

    enter(hall, 1, [0, 2], reason="The card was read upside down.")

    stands = Round.objects.get()
    reports = list(RoundReport.objects.order_by("pk"))
    line = hall.event.log.order_by("revision").last()
    assert (stands.points, stands.state) == ([0, 2], Round.State.RULED)
    assert [report.claim["points"] for report in reports] == [[2, 0], [0, 2]]
    assert reports[1].reason == "The card was read upside down."
    assert line is not None
    assert line.said["before"] == [2, 0]
