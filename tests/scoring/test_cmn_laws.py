"""Laws of Crokinole Match Notation: any written file is read back unchanged."""

import copy
import json
from contextlib import suppress
from datetime import UTC
from typing import Any

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
    write_cmn,
)
from scoring.sides import BySeat, Seat
from tests.scoring.cmn_files import batch_file, make_match

WORDS = st.text('aé🎯/"\\<7', min_size=1, max_size=3)
NAMES = st.sampled_from(["Ann", "Zoë", "Ben B.", "李", "O'Neil", "C/D"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)
EXTRA = st.dictionaries(st.sampled_from(["new", "x-new", "ü"]), JSON, max_size=1)
SEATS = st.none() | st.sampled_from([Seat.A, Seat.B])
COUNTS = st.integers(0, 12)
ROUNDS = st.builds(
    RoundRecord,
    points=st.sampled_from([BySeat(2, 0), BySeat(1, 1), BySeat(0, 2), BySeat(35, 0), BySeat(0, 0)]),
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
def random_record(draw: st.DrawFn) -> MatchRecord:
    size = draw(st.sampled_from([1, 2]))
    sides = [SideRecord(tuple(draw(PLAYERS) for _ in range(size)), draw(EXTRA)) for _ in range(2)]
    return MatchRecord(
        sides=BySeat(*sides),
        rounds=tuple(draw(st.lists(ROUNDS, max_size=3))),
        recorded_points=BySeat(draw(TOTALS), draw(TOTALS)),
        recorded_twenties=BySeat(draw(st.none() | COUNTS), draw(st.none() | COUNTS)),
        winner=draw(SEATS),
        played=draw(st.datetimes(timezones=st.just(UTC))),
        length=draw(
            st.none() | st.builds(Length, st.sampled_from(["fixed", "first_to"]), COUNTS, EXTRA)
        ),
        id=draw(WORDS),
        context=draw(st.none() | CONTEXTS),
        source=draw(st.none() | EXTRA),
        extra=draw(EXTRA),
        envelope=draw(EXTRA),
    )


@given(random_record())
def test_a_match_written_and_read_is_the_same(record: MatchRecord) -> None:
    file = CmnFile((record,), batch=False)

    assert read_cmn(write_cmn(file)) == file


@given(st.lists(random_record(), max_size=3), EXTRA)
def test_a_batch_written_and_read_is_the_same(
    matches: list[MatchRecord], extra: dict[str, Any]
) -> None:
    file = CmnFile(tuple(matches), extra=extra)

    assert read_cmn(write_cmn(file)) == file


def paths_in(data: Any) -> list[tuple[Any, ...]]:
    """The path to every value inside some JSON."""
    inner = data.items() if isinstance(data, dict) else enumerate(data)
    found: list[tuple[Any, ...]] = []
    for key, value in inner:
        found.append((key,))
        if isinstance(value, dict | list):
            found += [(key, *way) for way in paths_in(value)]
    return found


WHOLE = batch_file(
    {"id": "1", "match": make_match(), "event": {"x-context": {"pool": "A"}}},
    event={"name": "Open", "round": 2, "location": {}},
    source={"app": "x"},
)


@given(st.sampled_from(paths_in(WHOLE)), JSON | st.floats())
def test_any_value_is_read_or_refused_in_a_sentence(path: tuple[Any, ...], value: Any) -> None:
    data = copy.deepcopy(WHOLE)
    spot: Any = data
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    with suppress(NotationError):  # anything else is a bug
        write_cmn(read_cmn(json.dumps(data)))
