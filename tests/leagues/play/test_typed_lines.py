"""Lines of a card in the forms that the desk may type."""

import pytest

from leagues.reads.play.claims import round_score
from leagues.reads.play.typed_cards import as_typed, echo_card, example_of, fixed_length, read_line
from scoring.errors import ScoreError
from scoring.matches import FORMATS, SingleGame
from scoring.presets import PRESETS
from scoring.score import score_round
from scoring.sides import Seat

SINGLES = PRESETS["tournament-singles"].rule


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("20", {"points": [2, 0]}),
        ("2 0", {"points": [2, 0]}),
        ("1-1", {"points": [1, 1]}),
        ("0–2", {"points": [0, 2]}),
        ("20 3 1", {"points": [2, 0], "twenties": [3, 1]}),
        ("2-0 3-1", {"points": [2, 0], "twenties": [3, 1]}),
        ("20 3 ?", {"points": [2, 0], "twenties": [3, None]}),
        ("65 40", {"score": [65, 40]}),
        ("65-40 3 1", {"score": [65, 40], "twenties": [3, 1]}),
    ],
)
def test_a_line_is_read_as_people_write_it(line: str, claim: dict[str, object]) -> None:
    assert read_line(line, SINGLES) == claim
    assert read_line(as_typed(claim), SINGLES) == claim


@pytest.mark.parametrize(
    ("sheet", "line", "claim"),
    [
        ("conventional-singles", "20 0", {"points": [20, 0]}),
        ("conventional-singles", "95 75", {"score": [95, 75]}),
        ("three-colours", "2 1 0", {"points": [2, 1, 0]}),
        ("three-colours", "110 5 4 0", {"points": [1, 1, 0], "twenties": [5, 4, 0]}),
        ("four-colours-8-6-4-2", "8642", {"points": [8, 6, 4, 2]}),
    ],
)
def test_the_sheet_decides_what_a_line_means(
    sheet: str, line: str, claim: dict[str, object]
) -> None:
    assert read_line(line, PRESETS[sheet].rule) == claim


@pytest.mark.parametrize("line", ["", "x", "2", "2 0 1", "1 2 3 4 5", "9" * 99, "? ?"])
def test_what_is_no_round_is_refused_in_a_sentence(line: str) -> None:
    with pytest.raises(ScoreError, match="isn’t a round"):
        read_line(line, SINGLES)


@pytest.mark.parametrize(
    ("sheet", "example"),
    [
        ("tournament-singles", "2 0"),
        ("workshop-100-singles", "20 0"),
        ("three-colours", "2 1 0"),
        ("four-colours-8-6-4-2", "8 6 4 2"),
    ],
)
def test_the_example_in_a_refusal_is_a_round_of_the_sheet(sheet: str, example: str) -> None:
    with pytest.raises(ScoreError, match=f"such as {example}$"):
        read_line("x", PRESETS[sheet].rule)


def test_the_example_of_every_sheet_is_accepted() -> None:
    for preset in PRESETS.values():
        claim = read_line(example_of(preset.rule), preset.rule)
        assert score_round(preset.rule, round_score(claim)).points


def test_a_shoot_out_counts_20s_and_not_points() -> None:
    card = echo_card("20, 02, 20, 02, 10 5", FORMATS["four-rounds-shoot-out"], Seat.A)

    assert not card.fault
    assert card.card.rounds[-1].claim == {"points": [10, 5]}
    assert list(card.card.state.points) == [4, 4]
    assert card.card.state.winner == Seat.A


def test_more_20s_than_shots_are_refused() -> None:
    card = echo_card("20, 02, 20, 02, 13 5", FORMATS["four-rounds-shoot-out"], Seat.A)
    assert "13-5 20s isn't possible" in card.fault


@pytest.mark.parametrize(
    ("name", "length"), [("four-rounds", 4), ("first-to-9", None), ("to-100", None)]
)
def test_which_cards_have_a_known_length(name: str, length: int | None) -> None:
    assert fixed_length(FORMATS[name]) == length


def test_an_echo_stops_at_the_first_fault() -> None:
    echo = echo_card("20\n11\n30\n20", SingleGame(SINGLES), Seat.A)
    assert list(echo.card.state.points) == [3, 1]
    assert echo.fault.startswith("round 3: ")
