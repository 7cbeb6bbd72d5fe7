"""A card entered by the desk: one report a round, one log line, one revision."""

import ast
from pathlib import Path
from uuid import uuid4

import pytest

from leagues.actions.play.score import NotDue
from leagues.actions.refusal import Stale
from leagues.models import Match, Round, RoundReport
from leagues.reads.play.card import card_mark
from scoring.errors import ScoreError
from tests.leagues.play.desk_hall import DeskHall

ACTIONS = Path(__file__).parents[3] / "leagues/actions"

pytestmark = pytest.mark.django_db


def first_match(hall: DeskHall) -> Match:
    return hall.event.matches.get(number=1)


def test_a_round_moves_everything_that_follows_from_it(hall: DeskHall) -> None:
    hall.event.refresh_from_db()
    before = hall.event.revision

    hall.type_card(first_match(hall), "20 3 1,11 2 2")

    match = first_match(hall)
    hall.event.refresh_from_db()
    line = hall.event.log.order_by("revision").last()
    assert match.state == Match.State.PLAYING
    assert [(side.points, side.twenties) for side in match.sides.all()] == [(3, 5), (1, 3)]
    assert hall.event.revision == before + 1
    assert line is not None
    assert (line.verb, line.revision) == ("enter_card", before + 1)
    assert line.details["rounds"][0]["claim"]["points"] == [2, 0]
    assert line.details["rounds"][0]["before"] is None


def test_four_rounds_are_a_match(hall: DeskHall) -> None:
    for card in ("20", "20 11", "20 11 02", "20 11 02 20"):
        hall.type_card(first_match(hall), card)

    match = first_match(hall)
    assert (match.state, match.ending, match.winner) == ("finished", "played", 0)
    assert [side.points for side in match.sides.all()] == [5, 3]


def test_the_same_key_twice_is_one_report(hall: DeskHall) -> None:
    key, seen = uuid4(), card_mark(first_match(hall))

    assert hall.type_card(first_match(hall), "20", key=key, seen=seen).is_new
    assert not hall.type_card(first_match(hall), "20", key=key, seen=seen).is_new

    assert RoundReport.objects.count() == 1


def test_a_key_with_something_else_in_it_is_refused(hall: DeskHall) -> None:
    key = uuid4()
    hall.type_card(first_match(hall), "20", key=key)

    with pytest.raises(Stale, match="sent twice with different scores"):
        hall.type_card(first_match(hall), "02", key=key)

    assert Round.objects.get().points == [2, 0]


@pytest.mark.parametrize(
    ("card", "message"),
    [("30", "can't be 3-0"), ("21", "can't be 2-1"), ("20 20 20 20 20", "finished after 4 rounds")],
)
def test_what_cannot_be_is_refused_and_nothing_kept(
    hall: DeskHall, card: str, message: str
) -> None:
    with pytest.raises((ScoreError, NotDue), match=message):
        hall.type_card(first_match(hall), card)

    assert not RoundReport.objects.exists()
    assert not Round.objects.exists()


def test_rounds_are_written_in_one_place() -> None:
    """Every act that enters, rules, corrects, reports or restores rounds calls ``write_rounds``."""
    made = [
        path.relative_to(ACTIONS).as_posix()
        for path in sorted(ACTIONS.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and (
            node.func.id == "settle_match"
            or (node.func.id == "Round" and node.keywords)  # a new row, filled in
        )
    ]
    # What comes in from a file was played years ago, and its rounds come in many at a time;
    # a friendly that is to count is copied as it was played.
    assert made == [
        "data/import_cards.py",
        "data/import_copies.py",
        "phones/rated_friendlies.py",
        "play/score.py",
        "play/score.py",
    ]
