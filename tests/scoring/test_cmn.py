"""Crokinole Match Notation: what is read, what is kept, and what cannot be written."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

from scoring.notation import (
    CmnFile,
    Context,
    Length,
    MatchRecord,
    NotationError,
    RoundRecord,
    read_cmn,
    side_of,
    write_cmn,
)
from scoring.sides import BySeat, Seat
from tests.scoring.cmn_files import batch_file, make_match, read_data, single_file, the_match


def test_a_game_of_theirs_is_a_round_of_ours() -> None:
    record = the_match(single_file())

    assert record.names == BySeat("Ann", "Ben")
    assert [played.points for played in record.rounds] == [
        BySeat(2, 0),
        BySeat(2, 0),
        BySeat(1, 1),
        BySeat(0, 2),
    ]
    assert (record.points, record.twenties) == (BySeat(5, 3), BySeat(3, 4))
    assert record.rounds[0].score == BySeat(65, 40)
    assert record.length == Length("fixed", 4)
    assert record.played == datetime(2026, 3, 5, 19, tzinfo=UTC)


@pytest.mark.parametrize(
    ("game", "first"),
    [
        ({"hammer": 0}, Seat.A),
        ({"hammer": 1}, Seat.B),
        ({"x-first": 1}, Seat.B),
        ({"hammer": 0, "x-first": 1}, Seat.B),
        ({}, None),
    ],
)
def test_their_hammer_is_our_first_shot_and_our_own_field_is_believed_first(
    game: dict[str, Any], first: Seat | None
) -> None:
    record = the_match(single_file(match=make_match(games=[{"winner": 0, **game}])))

    assert record.rounds[0].first is first


def test_the_first_shot_is_written_in_both_fields() -> None:
    record = MatchRecord(
        BySeat(side_of("Ann"), side_of("Ben")),
        (RoundRecord(BySeat(2, 0), first=Seat.B),),
        played=date(2026, 3, 5),
        id="m-1",
    )

    written = json.loads(write_cmn(CmnFile((record,), batch=False)))

    assert written["match"]["games"] == [{"winner": 0, "hammer": 1, "x-first": 1}]
    assert written["match"]["date"] == "2026-03-05T00:00:00Z"
    assert written["match"]["winner"] is None


@pytest.mark.parametrize("batch", [True, False])
def test_a_match_of_no_event_has_no_event_field(batch: bool) -> None:
    record = MatchRecord(BySeat(side_of("Ann"), side_of("Ben")), played=date(2026, 3, 5), id="m-1")
    file = CmnFile((record,), batch=batch)

    assert "event" not in write_cmn(file)
    assert read_cmn(write_cmn(file)).matches[0].context is None


def test_what_the_draft_has_no_room_for_is_kept_in_fields_of_our_own() -> None:
    record = MatchRecord(
        BySeat(side_of("Ann"), side_of("Ben")),
        (RoundRecord(BySeat(20, 0), twenties=BySeat(3, None)),),
        recorded_points=BySeat(100, 45),
        recorded_twenties=BySeat(12, None),
        context=Context("Open", stage="Final", pool="A", game="3", board="7"),
        played=datetime(2026, 3, 5, 19, tzinfo=UTC),
        id="m-1",
    )
    file = CmnFile((record,), batch=False)

    written = json.loads(write_cmn(file))

    assert written["match"]["x-points"] == [100, 45]
    assert written["match"]["games"] == [
        {"winner": 0, "x-twenties": [3, None], "x-points": [20, 0]}
    ]
    assert written["event"] == {
        "name": "Open",
        "x-context": {"stage": "Final", "pool": "A", "game": "3", "board": "7"},
    }
    assert read_cmn(write_cmn(file)) == file


def test_unknown_fields_survive_at_every_level() -> None:
    new = {"new": {"deep": [1, None, "x"]}}
    team = {"players": [{"name": "Ann"} | new]} | new
    inner = make_match(
        teams=[team, team],
        games=[{"winner": 0} | new],
        gameFormat={"type": "first_to", "target": 9} | new,
        **new,
    )
    event = {"name": "Open", "location": {"country": "CA"} | new} | new
    entry = {"id": "m-1", "match": inner, "event": event, "source": {"app": "x"} | new}
    data = batch_file(entry | new, event={"type": "club"} | new, source={"app": "y"}, **new)

    assert json.loads(write_cmn(read_data(data))) == data
    assert json.loads(write_cmn(read_data({"cmn": "1.0"} | entry | new))) == (
        {"cmn": "1.0"} | entry | new
    )


def test_a_batch_may_mix_events() -> None:
    club = {"name": "Club night"}
    data = batch_file(
        {"id": "1", "match": make_match()},
        {"id": "2", "match": make_match(), "event": {"name": "Final"}, "source": {"app": "z"}},
        event=club,
        source={"app": "y"},
    )

    file = read_data(data)

    events = [record.context and record.context.event for record in file.matches]
    assert events == ["Club night", "Final"]
    assert [record.source for record in file.matches] == [{"app": "y"}, {"app": "z"}]
    assert [list(each) for each in json.loads(write_cmn(file))["matches"]] == [
        ["id", "match"],
        ["id", "match", "event", "source"],
    ]


def test_a_batch_may_be_empty_and_a_draft_may_say_so() -> None:
    assert read_data(batch_file(cmn="1.0-draft")).matches == ()


def test_a_whole_emoji_written_in_two_halves_is_read() -> None:
    text = json.dumps(single_file()).replace("Ben", "Ben \\ud83c\\udfaf")

    assert read_cmn(text).matches[0].names.b == "Ben 🎯"


@pytest.mark.parametrize(
    ("changes", "notice"),
    [
        (
            {"games": [{"winner": 0, "scores": [20, 5], "twenties": [2, 0]}]},
            "match 1: round 1: 2 20s are more than a score of 20",
        ),
        (
            {"games": [{"winner": 1, "scores": [20, 5]}], "winner": 1},
            "match 1: round 1 is recorded as 0-2 with a score of 20-5",
        ),
        ({"winner": 1}, "match 1: Ben is recorded as the winner of a match that ended 5-3"),
        ({"winner": None}, "match 1: recorded as a tie although it ended 5-3; the points count"),
        (
            {"x-points": [6, 3]},
            "match 1: Ann is recorded with 6 points, and the rounds add up to 5",
        ),
    ],
)
def test_a_recorded_impossibility_is_accepted_and_reported(
    changes: dict[str, Any], notice: str
) -> None:
    assert read_data(single_file(match=make_match(**changes))).recorded.notices == (notice,)


def test_a_match_without_oddities_is_read_in_silence() -> None:
    assert read_data(single_file()).recorded.notices == ()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"id": None}, "match 1 needs an id"),
        ({"played": None}, "match 1 needs a date"),
        (
            {"sides": BySeat(side_of("Ann"), side_of("Ben"), side_of("Cy"))},
            "match 1: CMN knows singles and doubles of two sides only",
        ),
        (
            {"sides": BySeat(side_of("Ann"), side_of("Ben", "Di"))},
            "match 1: CMN knows singles and doubles of two sides only",
        ),
        (
            {"rounds": (RoundRecord(BySeat(2, None)),)},
            "match 1, game 1: nobody wrote down who won it",
        ),
    ],
)
def test_what_cmn_cannot_say_is_not_written(changes: dict[str, Any], sentence: str) -> None:
    known: dict[str, Any] = {
        "sides": BySeat(side_of("Ann"), side_of("Ben")),
        "id": "m-1",
        "played": date(2026, 3, 5),
    }
    with pytest.raises(NotationError) as error:
        write_cmn(CmnFile((MatchRecord(**(known | changes)),)))

    assert str(error.value) == sentence
