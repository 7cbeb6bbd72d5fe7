"""A card with the result of the game alone: "5 3 7 4" is 5–3, 20s 7–4."""

import pytest
from django.test import Client

from leagues.actions.log.undo import preview_undo, undo
from leagues.models import Action, Match, Stage
from leagues.reads import tables_of
from leagues.reads.play.typed_cards import Totals, example_totals, may_be_totals, read_totals
from scoring.matches import FORMATS
from scoring.sides import BySeat
from tests.leagues.play.desk_hall import DeskHall
from tests.leagues.play.desk_page import HTMX, card_form, desk_address, fault_of

FOUR_ROUNDS = FORMATS["four-rounds"]


@pytest.mark.parametrize(
    ("line", "points", "twenties"),
    [
        ("5 3 7 4", (5, 3), (7, 4)),
        ("53 7 4", (5, 3), (7, 4)),
        ("5-3", (5, 3), None),
        ("4 4 0 11", (4, 4), (0, 11)),
        ("80", (8, 0), None),
    ],
)
def test_a_line_that_no_round_can_be_is_the_game(
    line: str, points: tuple[int, int], twenties: tuple[int, int] | None
) -> None:
    made = BySeat(*twenties) if twenties else None
    assert read_totals(line, FOUR_ROUNDS) == Totals(BySeat(*points), made)


@pytest.mark.parametrize(
    "line", ["2 0", "20 3 1", "65 40", "5 4", "9 0", "5 3 ? 4", "5 3\n2 0", "5", ""]
)
def test_what_may_be_a_round_or_is_no_game_is_left_to_the_rounds(line: str) -> None:
    assert read_totals(line, FOUR_ROUNDS) is None


def test_the_example_of_each_format_is_a_game_of_it() -> None:
    taken = [each for each in FORMATS.values() if may_be_totals(each)]
    assert FORMATS["first-to-9"] in taken
    assert FORMATS["best-of-3-to-5"] not in taken
    assert FORMATS["to-100"] not in taken, "100 65 is a round as well"
    for each in taken:
        assert read_totals(example_totals(each.rule), each)


def test_it_is_saved_and_counts(hall: DeskHall, ann: Client) -> None:
    match = hall.at(1)
    opened = ann.get(desk_address("desk_card", hall), {"board": "1"}).content.decode()
    assert "Or enter only the final score: 5 3, or with 20s 5 3 7 4." in (" ".join(opened.split()))

    saved = ann.post(
        desk_address("desk_card", hall), card_form(hall, match, "5 3 7 4"), headers=HTMX
    )

    assert "Board 1: Ann Ode – Ben Ito 5–3. Saved." in saved.content.decode()
    assert points_and_twenties(match) == [(5, 7), (3, 4)]
    shown = ann.get(desk_address("desk_match", hall, 1)).content.decode()
    assert "20s 7–4" in shown
    match.refresh_from_db()
    assert (match.state, match.ending, match.winner) == ("finished", "totals", 0)
    [table] = tables_of(hall.stage)
    row = table.lines[0].row
    assert (row.points, row.twenties) == (5, 7)


def points_and_twenties(match: Match) -> list[tuple[int, int | None]]:
    sides = match.sides.order_by("seat")
    return [(side.points, side.twenties) for side in sides]


def test_the_sum_shows_who_wins(hall: DeskHall, ann: Client) -> None:
    asked = {"match": str(hall.at(1).number), "card": "3 5 7 4"}

    shown = ann.get(desk_address("desk_card_sum", hall), asked).content.decode()

    assert "3–5, 20s 7–4" in shown
    assert "Finished. Ben Ito wins." in shown
    assert "error" not in shown


def test_undoing_it_opens_the_match_again(hall: DeskHall, ann: Client) -> None:
    match = hall.at(1)
    ann.post(desk_address("desk_card", hall), card_form(hall, match, "5 3 7 4"))
    line = Action.objects.get(verb="enter_totals")

    assert (
        preview_undo(line) == "Removes this result from match 1 and restores what was there before."
    )
    undo(by=hall.by, action=line)

    match.refresh_from_db()
    assert match.state == "planned"
    assert points_and_twenties(match)[0][0] == 0


def test_the_same_again_and_another_result(hall: DeskHall, ann: Client) -> None:
    sent = card_form(hall, hall.at(1), "5 3 7 4")
    for _press in range(2):
        assert ann.post(desk_address("desk_card", hall), sent).status_code == 302
    late = card_form(hall, Match.objects.get(number=1), "6 2") | {"seen": sent["seen"]}

    answer = ann.post(desk_address("desk_card", hall), late)

    assert answer.status_code == 422
    assert "This card has changed since you opened it." in fault_of(answer)
    assert Action.objects.filter(verb="enter_totals").count() == 1


@pytest.mark.parametrize("asks", ["totals", "discs"])
def test_an_event_that_asks_for_more_of_each_round_takes_rounds(
    hall: DeskHall, ann: Client, asks: str
) -> None:
    hall.event.entry_way = asks
    hall.event.save()

    answer = ann.post(desk_address("desk_card", hall), card_form(hall, hall.at(1), "5 3 7 4"))

    assert answer.status_code == 422
    assert fault_of(answer).startswith("Round 1: a round can't be 5-3")
    assert "Or only the game" not in answer.content.decode()


def test_a_card_with_rounds_keeps_to_them(hall: DeskHall, ann: Client) -> None:
    match = hall.at(1)
    hall.type_card(match, "20 11")

    answer = ann.post(desk_address("desk_card", hall), card_form(hall, match, "5 3"))

    assert answer.status_code == 422
    assert points_and_twenties(match) == [(3, None), (1, None)]


def test_a_knockout_is_never_tied(hall: DeskHall, ann: Client) -> None:
    Stage.objects.update(match_format={"name": "four-rounds-deciding-round"})

    answer = ann.post(desk_address("desk_card", hall), card_form(hall, hall.at(1), "4 4"))

    assert answer.status_code == 422
    assert hall.at(1).state == "planned"
