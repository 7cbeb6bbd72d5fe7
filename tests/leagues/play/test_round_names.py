"""In a match of several games, the name of a round includes its game everywhere."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from leagues.actions.refusal import Refused
from leagues.models import Stage
from leagues.reads.play.round_names import RoundNames
from scoring.errors import ScoreError
from scoring.matches import FORMATS, state_as_recorded
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.phones.at_boards import Hall, open_phones

pytestmark = pytest.mark.django_db

GAME_ONE = ["2-0", "2-0", "2-0"]
"""Six points to none: Ann has won the first of three games."""


def a_best_of_three(cast: Cast, trust: str) -> Hall:
    hall = open_phones(cast, trust=trust)
    Stage.objects.update(match_format={"name": "best-of-3-to-5"})
    return hall


def both_say(hall: Hall, game: int, number: int, claim: str) -> None:
    for seat in (0, 1):
        assert hall.phone(seat).send_report(number, claim, game=game)["took"] == "new"


def first_game(hall: Hall) -> None:
    for number, claim in enumerate(GAME_ONE, start=1):
        both_say(hall, 1, number, claim)


def text_of(browser: Client, path: str) -> str:
    plain = re.sub(r"<[^>]+>", " ", browser.get(path).content.decode())
    return " ".join(html.unescape(plain).split())


@pytest.mark.parametrize(
    ("name", "called"), [("best-of-3-to-5", "game 2, round 7"), ("four-rounds", "round 7")]
)
def test_a_round_that_is_on_the_card_no_more_is_called_as_it_was(name: str, called: str) -> None:
    names = RoundNames(state_as_recorded(FORMATS[name], []))

    assert (2, 7) not in names
    assert names[2, 7] == called


def test_a_phone_is_asked_for_a_round_of_a_game(cast: Cast) -> None:
    hall = a_best_of_three(cast, "both")
    assert hall.phone(0).looks()["needs"] == "Enter game 1, round 1."
    first_game(hall)
    assert hall.phone(0).looks()["needs"] == "Enter game 2, round 1."

    hall.phone(0).send_report(1, "2-0", game=2)
    assert hall.phone(0).looks()["needs"] == "Waiting for Ben: game 2, round 1."
    assert hall.phone(1).looks()["needs"] == "Your turn: enter game 2, round 1."


def test_a_dispute_names_its_game(cast: Cast) -> None:
    hall = a_best_of_three(cast, "both")
    first_game(hall)
    hall.phone(0).send_report(1, "2-0", game=2)
    hall.phone(1).send_report(1, "0-2", game=2)

    assert "You disagree on game 2, round 1:" in hall.phone(0).looks()["needs"]
    desk = f"/desk/events/{hall.event.slug}/"
    ann = cast.browser_of("ann")
    assert "Board 1 · game 2, round 1 " in text_of(ann, f"{desk}play/")
    assert "Decide the score of game 2, round 1" in text_of(ann, f"{desk}matches/1/")


def test_who_confirms_is_asked_for_a_round_of_a_game(cast: Cast) -> None:
    hall = a_best_of_three(cast, "confirm")
    hall.phone(0).send_report(1, "2-0")
    assert "reported game 1, round 1 as 0–2" in hall.phone(1).looks()["needs"]


def test_a_refusal_names_the_round_that_counts(cast: Cast) -> None:
    hall = a_best_of_three(cast, "first")
    first_game(hall)
    hall.phone(0).send_report(1, "2-0", game=2)
    why = hall.phone(1).send_report(1, "0-2", game=2)["why"]

    assert why.startswith("Ann reported game 2, round 1 first:")


def test_the_desk_reads_reports_with_their_game(cast: Cast) -> None:
    hall = a_best_of_three(cast, "both")
    first_game(hall)
    both_say(hall, 2, 1, "0-2")
    desk, ann = f"/desk/events/{hall.event.slug}/", cast.browser_of("ann")

    for page in ("matches/1/", "matches/1/reports/"):
        shown = text_of(ann, f"{desk}{page}")
        assert "Game 1, round 3" in shown
        assert "Game 2, round 1" in shown


def test_a_correction_is_typed_game_by_game(cast: Cast) -> None:
    hall = a_best_of_three(cast, "both")
    first_game(hall)
    both_say(hall, 2, 1, "0-2")
    form = correction_form(hall, cast)

    assert [form[name].label for name in form.round_names] == [
        "Game 1, round 1",
        "Game 1, round 2",
        "Game 1, round 3",
        "Game 2, round 1",
        "Game 2, round 2",
    ]


def test_a_match_that_is_over_may_have_had_one_round_more(cast: Cast) -> None:
    hall = open_phones(cast, trust="first")
    for number in (1, 2, 3, 4):
        hall.phone(0).send_report(number, "2-0")
    form = correction_form(hall, cast)

    labels = [form[name].label for name in form.round_names]
    assert labels[-2:] == ["Round 4", "One more round"]


def correction_form(hall: Hall, cast: Cast) -> Any:
    path = f"/desk/events/{hall.event.slug}/matches/1/correct/"
    return cast.browser_of("ann").get(path).context["form"]


def test_a_fault_on_a_typed_card_names_its_round(cast: Cast) -> None:
    hall = a_best_of_three(cast, "desk")
    with pytest.raises(ScoreError, match="game 2, round 1: a round can't be 3-0"):
        hall.desk.type_card(hall.match, "20 20 20 30")


def test_a_settled_round_is_refused_by_its_name(cast: Cast) -> None:
    hall = a_best_of_three(cast, "both")
    first_game(hall)
    both_say(hall, 2, 1, "2-0")
    with pytest.raises(Refused, match=r"^Game 2, round 1 has already been entered"):
        hall.desk.type_card(hall.match, "20 20 20 02")


def names_of_rounds(format_name: str, *points: tuple[int, int]) -> list[str]:
    rounds = [BySeat(*each) for each in points]
    return list(RoundNames(state_as_recorded(FORMATS[format_name], rounds)).values())


def test_what_decides_a_level_match_has_a_name_of_its_own() -> None:
    level = [(2, 0), (0, 2), (2, 0), (0, 2)]
    assert names_of_rounds("four-rounds-shoot-out", *level, (7, 7))[4:] == [
        "the shoot-out",
        "the shoot-out, one shot each",
    ]
    assert names_of_rounds("four-rounds-deciding-round", *level)[4] == "the deciding round"
