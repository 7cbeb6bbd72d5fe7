"""Crokinole Match Notation: what is read is what is written, and errors say where."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.notation import (
    CmnFile,
    Context,
    Length,
    MatchRecord,
    NotationError,
    PlayerRecord,
    RoundRecord,
    SideRecord,
    read_cmn,
    side,
    write_cmn,
)
from scoring.sides import BySeat, Seat


def match(**changes: Any) -> dict[str, Any]:
    """Ann beats Ben 5-3 in four rounds."""
    return {
        "date": "2026-03-05T19:00:00Z",
        "format": "singles",
        "teams": [
            {"players": [{"name": "Ann", "cid": "C-1"}]},
            {"players": [{"name": "Ben"}]},
        ],
        "gameFormat": {"type": "fixed", "count": 4},
        "games": [
            {"winner": 0, "hammer": 0, "scores": [65, 40], "twenties": [2, 1]},
            {"winner": 0, "hammer": 1, "scores": [45, 30], "twenties": [1, 0]},
            {"winner": None, "hammer": 0, "scores": [20, 20], "twenties": [0, 0]},
            {"winner": 1, "hammer": 1, "scores": [15, 80], "twenties": [0, 3]},
        ],
        "winner": 0,
        **changes,
    }


def single(**changes: Any) -> dict[str, Any]:
    return {"cmn": "1.0", "id": "m-1", "match": match(), **changes}


def batch(*matches: Any, **changes: Any) -> dict[str, Any]:
    return {"cmn": "1.0", "batch": True, "matches": list(matches), **changes}


def read(data: Any) -> CmnFile:
    return read_cmn(json.dumps(data))


def the_match(data: dict[str, Any]) -> MatchRecord:
    (record,) = read(data).matches
    return record


def test_a_game_of_theirs_is_a_round_of_ours() -> None:
    record = the_match(single())

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
    record = the_match(single(match=match(games=[{"winner": 0, **game}])))

    assert record.rounds[0].first is first


def test_the_first_shot_is_written_in_both_fields() -> None:
    record = MatchRecord(
        BySeat(side("Ann"), side("Ben")),
        (RoundRecord(BySeat(2, 0), first=Seat.B),),
        played=date(2026, 3, 5),
        id="m-1",
    )

    written = json.loads(write_cmn(CmnFile((record,), batch=False)))

    assert written["match"]["games"] == [{"winner": 0, "hammer": 1, "x-first": 1}]
    assert written["match"]["date"] == "2026-03-05T00:00:00Z"
    assert written["match"]["winner"] is None


@pytest.mark.parametrize("batch", [True, False])
def test_a_match_of_no_event_says_nothing_of_one(batch: bool) -> None:
    record = MatchRecord(
        BySeat(side("Ann"), side("Ben")), played=date(2026, 3, 5), id="m-1"
    )
    file = CmnFile((record,), batch=batch)

    assert "event" not in write_cmn(file)
    assert read_cmn(write_cmn(file)).matches[0].context is None


def test_what_the_draft_has_no_room_for_is_kept_in_fields_of_our_own() -> None:
    record = MatchRecord(
        BySeat(side("Ann"), side("Ben")),
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
    inner = match(
        teams=[team, team],
        games=[{"winner": 0} | new],
        gameFormat={"type": "first_to", "target": 9} | new,
        **new,
    )
    event = {"name": "Open", "location": {"country": "CA"} | new} | new
    entry = {"id": "m-1", "match": inner, "event": event, "source": {"app": "x"} | new}
    data = batch(entry | new, event={"type": "club"} | new, source={"app": "y"}, **new)

    assert json.loads(write_cmn(read(data))) == data
    assert json.loads(write_cmn(read({"cmn": "1.0"} | entry | new))) == (
        {"cmn": "1.0"} | entry | new
    )


def test_a_batch_may_mix_events() -> None:
    club = {"name": "Club night"}
    data = batch(
        {"id": "1", "match": match()},
        {
            "id": "2",
            "match": match(),
            "event": {"name": "Final"},
            "source": {"app": "z"},
        },
        event=club,
        source={"app": "y"},
    )

    file = read(data)

    events = [record.context and record.context.event for record in file.matches]
    assert events == ["Club night", "Final"]
    assert [record.source for record in file.matches] == [{"app": "y"}, {"app": "z"}]
    assert [list(each) for each in json.loads(write_cmn(file))["matches"]] == [
        ["id", "match"],
        ["id", "match", "event", "source"],
    ]


def test_a_batch_may_be_empty_and_a_draft_may_say_so() -> None:
    assert read(batch(cmn="1.0-draft")).matches == ()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "the file must be an object"),
        ({}, "the file: cmn is missing"),
        (single(cmn=1), "the file: cmn must be text"),
        (single(cmn="2.0"), "this is CMN 2.0, and only 1.0 can be read"),
        (single(batch="yes"), "the file: batch must be true or false"),
        (single(id=None), "the file: id must be text"),
        (single(match=[]), "match 1: match must be an object"),
        (single(event=7), "the file: event must be an object"),
        (single(source="me"), "the file: source must be an object"),
        ({"cmn": "1.0", "id": "1"}, "the file: match is missing"),
        (batch(matches={}), "the file: matches must be a list"),
        (batch(1), "match 1 must be an object"),
        (
            batch({"id": "1", "match": match()}, {"match": match()}),
            "match 2: id is missing",
        ),
        (
            single(event={"round": "two"}),
            "the file: event: round must be a number",
        ),
        (
            single(event={"round": 1.5}),
            "the file: event: round must be a whole number",
        ),
        (single(event={"x-context": {"pool": 1}}), "the file: event: x-context: pool must be text"),
    ],
)  # fmt: skip
def test_a_malformed_file_is_one_sentence_that_says_where(
    data: Any, sentence: str
) -> None:
    with pytest.raises(NotationError) as error:
        read(data)

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
def test_a_malformed_match_is_one_sentence_that_says_where(
    changes: dict[str, Any], sentence: str
) -> None:
    good = {"id": "1", "match": match()}
    with pytest.raises(NotationError) as error:
        read(batch(good, good, {"id": "3", "match": match(**changes)}))

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


def test_a_whole_emoji_written_in_two_halves_is_read() -> None:
    text = json.dumps(single()).replace("Ben", "Ben \\ud83c\\udfaf")

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
        (
            {"winner": 1},
            "match 1: Ben is recorded as the winner of a match that ended 5-3",
        ),
        (
            {"winner": None},
            "match 1: recorded as a tie although it ended 5-3; the points count",
        ),
        (
            {"x-points": [6, 3]},
            "match 1: Ann is recorded with 6 points, and the rounds add up to 5",
        ),
    ],
)
def test_a_recorded_impossibility_is_accepted_and_told(
    changes: dict[str, Any], notice: str
) -> None:
    assert read(single(match=match(**changes))).recorded.notices == (notice,)


def test_a_match_without_oddities_is_read_in_silence() -> None:
    assert read(single()).recorded.notices == ()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"id": None}, "match 1 needs an id"),
        ({"played": None}, "match 1 needs a date"),
        (
            {"sides": BySeat(side("Ann"), side("Ben"), side("Cy"))},
            "match 1: CMN knows singles and doubles of two sides only",
        ),
        (
            {"sides": BySeat(side("Ann"), side("Ben", "Di"))},
            "match 1: CMN knows singles and doubles of two sides only",
        ),
        (
            {"rounds": (RoundRecord(BySeat(2, None)),)},
            "match 1, game 1: nobody wrote down who won it",
        ),
    ],
)
def test_what_cmn_cannot_say_is_not_written(
    changes: dict[str, Any], sentence: str
) -> None:
    known: dict[str, Any] = {
        "sides": BySeat(side("Ann"), side("Ben")),
        "id": "m-1",
        "played": date(2026, 3, 5),
    }
    with pytest.raises(NotationError) as error:
        write_cmn(CmnFile((MatchRecord(**(known | changes)),)))

    assert str(error.value) == sentence


# Laws.

WORDS = st.text('aé🎯/"\\<7', min_size=1, max_size=3)
NAMES = st.sampled_from(["Ann", "Zoë", "Ben B.", "李", "O'Neil", "C/D"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2)
    ),
    max_leaves=4,
)
EXTRA = st.dictionaries(st.sampled_from(["new", "x-new", "ü"]), JSON, max_size=1)
SEATS = st.none() | st.sampled_from([Seat.A, Seat.B])
COUNTS = st.integers(0, 12)
ROUNDS = st.builds(
    RoundRecord,
    points=st.sampled_from(
        [BySeat(2, 0), BySeat(1, 1), BySeat(0, 2), BySeat(35, 0), BySeat(0, 0)]
    ),
    score=st.none() | st.builds(BySeat, COUNTS, COUNTS),
    twenties=st.builds(BySeat, st.none() | COUNTS, st.none() | COUNTS),
    first=SEATS,
    extra=EXTRA,
)
PLAYERS = st.builds(PlayerRecord, NAMES, st.none() | WORDS, EXTRA)
TEXT = st.none() | WORDS
CONTEXTS = st.builds(
    Context, TEXT, TEXT, st.none() | COUNTS, TEXT, st.none() | EXTRA, TEXT, TEXT, TEXT,
    TEXT, TEXT, TEXT, EXTRA,
)  # fmt: skip
TOTALS = st.none() | st.fractions(0, 99, max_denominator=60) | COUNTS


@st.composite
def records(draw: st.DrawFn) -> MatchRecord:
    size = draw(st.sampled_from([1, 2]))
    sides = [
        SideRecord(tuple(draw(PLAYERS) for _ in range(size)), draw(EXTRA))
        for _ in range(2)
    ]
    return MatchRecord(
        sides=BySeat(*sides),
        rounds=tuple(draw(st.lists(ROUNDS, max_size=3))),
        recorded_points=BySeat(draw(TOTALS), draw(TOTALS)),
        recorded_twenties=BySeat(draw(st.none() | COUNTS), draw(st.none() | COUNTS)),
        winner=draw(SEATS),
        played=draw(st.datetimes(timezones=st.just(UTC))),
        length=draw(
            st.none()
            | st.builds(Length, st.sampled_from(["fixed", "first_to"]), COUNTS, EXTRA)
        ),
        id=draw(WORDS),
        context=draw(st.none() | CONTEXTS),
        source=draw(st.none() | EXTRA),
        extra=draw(EXTRA),
        envelope=draw(EXTRA),
    )


@given(records())
def test_a_match_written_and_read_is_the_same(record: MatchRecord) -> None:
    file = CmnFile((record,), batch=False)

    assert read_cmn(write_cmn(file)) == file


@given(st.lists(records(), max_size=3), EXTRA)
def test_a_batch_written_and_read_is_the_same(
    matches: list[MatchRecord], extra: dict[str, Any]
) -> None:
    file = CmnFile(tuple(matches), extra=extra)

    assert read_cmn(write_cmn(file)) == file


def paths(data: Any) -> list[tuple[Any, ...]]:
    """The way to every value inside some JSON."""
    inner = data.items() if isinstance(data, dict) else enumerate(data)
    found: list[tuple[Any, ...]] = []
    for key, value in inner:
        found.append((key,))
        if isinstance(value, dict | list):
            found += [(key, *way) for way in paths(value)]
    return found


WHOLE = batch(
    {"id": "1", "match": match(), "event": {"x-context": {"pool": "A"}}},
    event={"name": "Open", "round": 2, "location": {}},
    source={"app": "x"},
)


@given(st.sampled_from(paths(WHOLE)), JSON | st.floats())
def test_whatever_stands_in_a_field_it_is_read_or_refused_in_a_sentence(
    path: tuple[Any, ...], value: Any
) -> None:
    data = copy.deepcopy(WHOLE)
    spot: Any = data
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    with suppress(NotationError):  # anything else is a bug
        write_cmn(read_cmn(json.dumps(data)))
