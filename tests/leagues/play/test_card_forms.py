"""Score cards, posted to the desk as forms."""

from uuid import uuid4

import pytest
from django.test import Client

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.play.calls import call_match
from leagues.models import Action, Round
from leagues.stages.pairing_ways import Heats
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.play.desk_page import HTMX, card_form, desk_address, fault_of


def test_a_card_is_opened_by_its_board_and_saved(hall: DeskHall, ann: Client) -> None:
    opened = ann.get(desk_address("desk_card", hall), {"board": "2"})
    assert opened.context["entry"]["match"] == hall.at(2)

    match = hall.at(2)
    saved = ann.post(
        desk_address("desk_card", hall), card_form(hall, match, "20\r\n11\r\n02\r\n20")
    )
    assert saved.status_code == 302
    match.refresh_from_db()
    assert match.state == "finished"


def test_the_help_is_that_of_the_sheet_that_is_played(cast: Cast, ann: Client) -> None:
    hall = open_hall(
        cast, entries=3, preset="three-colours-8-6-4-2", sides="three", way=Heats(1, size=3)
    )
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    opened = ann.get(desk_address("desk_card", hall), {"match": "1"}).content.decode()
    assert "Enter the result, such as 8 6 4, or the totals, such as 65 40 30." in opened
    assert "You can add the 20s: 8 6 4 3 1 0." in opened
    assert "Or only the game" not in opened


def test_the_panel_asks_for_the_next_board_after_saving(hall: DeskHall, ann: Client) -> None:
    answer = ann.post(
        desk_address("desk_card", hall), card_form(hall, hall.at(1), "20,20,20,20"), headers=HTMX
    )
    assert answer.headers["HX-Trigger"] == "desk-changed"
    body = answer.content.decode()
    assert "Board 1: Ann Ode – Ben Ito 8–0. Saved." in body
    assert 'id="which"' in body


def test_a_board_without_a_match_to_come(hall: DeskHall, ann: Client) -> None:
    for board in ("40", "x", "9" * 40):
        answer = ann.get(desk_address("desk_card", hall), {"board": board})
        assert answer.status_code == 200
        assert "No match is waiting at board" in fault_of(answer)


def test_impossible_numbers_come_back_as_they_were_typed(hall: DeskHall, ann: Client) -> None:
    answer = ann.post(desk_address("desk_card", hall), card_form(hall, hall.at(1), "20\n30"))

    assert answer.status_code == 422
    assert fault_of(answer).startswith("Round 2: a round can't be 3-0")
    assert answer.content.decode().count("be 3-0") == 1
    assert answer.context["entry"]["text"] == "20\n30"
    assert not Round.objects.exists()


def test_the_second_desk_gets_a_message_and_loses_nothing(hall: DeskHall, ann: Client) -> None:
    match = hall.at(1)
    late = card_form(hall, match, "20 02 02 02".replace(" ", "\n"))
    hall.type_card(match, "20 11 02 20")

    answer = ann.post(desk_address("desk_card", hall), late)
    assert answer.status_code == 422
    entry = answer.context["entry"]
    assert entry["fault"] == ("This card has changed since you opened it. Nothing was overwritten.")
    assert entry["there"] == ["2-0", "1-1", "0-2", "2-0"]
    assert entry["text"] == late["card"]

    # Sent again, having seen it: what is settled takes a correction.
    again = ann.post(
        desk_address("desk_card", hall), card_form(hall, match, late["card"], seen=entry["seen"])
    )
    assert again.status_code == 422
    assert again.context["entry"]["may_correct"]
    match.refresh_from_db()
    assert [r.points for r in match.rounds.all()][1] == [1, 1]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"match": "1"},
        {"match": "1", "card": "20", "key": "no key", "seen": "0"},
        {"match": "99999", "card": "20"},
        {"match": "1", "card": "\0", "key": str(uuid4())},
        {"match": "1", "card": "20\n" * 5000, "key": str(uuid4()), "seen": "0"},
        {"match": "²", "card": "20"},
    ],
)
def test_nonsense_is_refused_and_writes_nothing(
    sent: dict[str, str], hall: DeskHall, ann: Client
) -> None:
    before = Action.objects.count()
    assert ann.post(desk_address("desk_card", hall), sent).status_code == 422
    assert Action.objects.count() == before


def test_the_sum_runs_along(hall: DeskHall, ann: Client) -> None:
    answer = ann.get(desk_address("desk_card_sum", hall), {"match": "1", "card": "20\n11 3 2\n9"})
    body = answer.content.decode()
    assert [line in body for line in ("2–0", "1–1", "3 – 1")] == [True] * 3
    assert "Round 3" in body
    assert "<html" not in body


def test_the_page_lists_what_is_at_the_boards(hall: DeskHall, ann: Client) -> None:
    address = desk_address("desk_card", hall)
    for number in (1, 2):
        call_match(by=hall.by, match=hall.at(number))
    page = ann.get(address)
    at_boards = page.context["at_boards"]
    assert [each.board.number for each in at_boards] == [1, 2]
    assert f'href="{address}?match={at_boards[0].number}">Ann Ode – Ben Ito</a>' in page.text

    beside = ann.get(address, {"board": "2"})
    assert beside.context["entry"]["match"] == at_boards[1]
    assert list(beside.context["at_boards"]) == list(at_boards)
