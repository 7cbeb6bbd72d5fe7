"""A malformed file of Crokinole Match Notation is refused in one sentence that names the place."""

from typing import Any

import pytest

from scoring.notation import NotationError, read_cmn
from tests.scoring.cmn_files import batch_file, make_match, read_data, single_file


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "the file must be an object"),
        ({}, "the file: cmn is missing"),
        (single_file(cmn=1), "the file: cmn must be text"),
        (single_file(cmn="2.0"), "this is CMN 2.0, and only 1.0 can be read"),
        (single_file(batch="yes"), "the file: batch must be true or false"),
        (single_file(id=None), "the file: id must be text"),
        (single_file(match=[]), "match 1: match must be an object"),
        (single_file(event=7), "the file: event must be an object"),
        (single_file(source="me"), "the file: source must be an object"),
        ({"cmn": "1.0", "id": "1"}, "the file: match is missing"),
        (batch_file(matches={}), "the file: matches must be a list"),
        (batch_file(1), "match 1 must be an object"),
        (
            batch_file({"id": "1", "match": make_match()}, {"match": make_match()}),
            "match 2: id is missing",
        ),
        (
            single_file(event={"round": "two"}),
            "the file: event: round must be a number",
        ),
        (
            single_file(event={"round": 1.5}),
            "the file: event: round must be a whole number",
        ),
        (single_file(event={"x-context": {"pool": 1}}), "the file: event: x-context: pool must be text"),
    ],
)  # fmt: skip
def test_a_malformed_file_gives_one_sentence_that_names_its_place(data: Any, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        read_data(data)

    assert str(error.value) == sentence


def in_game_2(**game: Any) -> dict[str, Any]:
    return {"games": [{"winner": 0}, {"winner": 0, **game}]}


ANN = {"players": [{"name": "Ann"}]}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"date": "yesterday"}, ": date must be a date and time in UTC, with a Z at its end"),
        ({"date": "2026-03-05"}, ": date must be a date and time in UTC, with a Z at its end"),
        ({"date": "0001-01-01T00:00:00+14:00"}, ": date must be a date and time in UTC, with a Z at its end"),
        ({"date": 7}, ": date must be a date and time in UTC, with a Z at its end"),
        ({"format": "trios"}, ": format must be singles or doubles"),
        ({"winner": 2}, ": winner must be 0, 1 or null"),
        ({"winner": True}, ": winner must be 0, 1 or null"),
        ({"teams": [ANN]}, ": teams must be two, not 1"),
        ({"teams": [ANN, {}]}, ", team 2: players is missing"),
        ({"teams": [ANN, {"players": []}]}, ", team 2: players must be 1, not 0"),
        ({"format": "doubles"}, ", team 1: players must be 2, not 1"),
        ({"teams": [ANN, {"players": ["Ben"]}]}, ", team 2, player 1 must be an object"),
        ({"teams": [ANN, {"players": [{"name": " "}]}]}, ", team 2, player 1: name must be a name"),
        ({"teams": [ANN, {"players": [{"name": []}]}]}, ", team 2, player 1: name must be a name"),
        ({"gameFormat": {"type": "endless"}}, ": gameFormat: type must be fixed or first_to"),
        ({"gameFormat": {"type": "fixed", "target": 4}}, ": gameFormat: count is missing"),
        (in_game_2(scores=[20]), ", game 2: scores must be two numbers"),
        (in_game_2(scores=[20, "many"]), ", game 2: scores must be two numbers"),
        (in_game_2(scores="20-5"), ", game 2: scores must be two numbers"),
        (in_game_2(twenties=[1, None]), ", game 2: twenties must be two numbers"),
        (in_game_2(hammer=2), ", game 2: hammer must be 0 or 1"),
        (in_game_2(winner="Ann"), ", game 2: winner must be 0, 1 or null"),
        ({"games": [{}]}, ", game 1: winner is missing"),
        ({"games": [7]}, ", game 1 must be an object"),
        ({"x-points": [5, "1/0"]}, ": x-points must be two numbers"),
        ({"x-points": [5, True]}, ": x-points must be two numbers"),
    ],
)  # fmt: skip
def test_a_malformed_match_gives_one_sentence_that_names_its_place(
    changes: dict[str, Any], sentence: str
) -> None:
    good = {"id": "1", "match": make_match()}
    with pytest.raises(NotationError) as error:
        read_data(batch_file(good, good, {"id": "3", "match": make_match(**changes)}))

    assert str(error.value) == f"match 3{sentence}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "this is not JSON: expecting property name enclosed in double quotes in line 1"),
        ('{"cmn": NaN}', "this is not JSON: NaN is not a number"),
        ('{"cmn": "\\ud800"}', "this is not JSON: it holds half a character"),
        ("[" * 100_000, "this is not JSON: it is nested too deeply"),
    ],
)  # fmt: skip
def test_what_is_not_json_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        read_cmn(text)

    assert str(error.value) == sentence
