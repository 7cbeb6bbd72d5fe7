"""Two matches of one person on one evening are reported."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.match_moves import (
    PlannedMatch,
    TwiceAnEvening,
    find_clashes,
    move_matches,
    new_clashes,
)

SIX, SEVEN, EIGHT = (date(2026, 11, day) for day in (5, 12, 19))
ANN, BEN, CY, DAN = 1, 2, 3, 4


def planned_match(key: int, on: date, *people: int) -> PlannedMatch:
    return PlannedMatch(key, on, frozenset(people))


WEEKS = [
    planned_match(1, SIX, ANN, BEN),
    planned_match(2, SIX, CY, DAN),
    planned_match(3, SEVEN, ANN, CY),
    planned_match(4, SEVEN, BEN, DAN),
]


def test_a_week_moved_onto_another_lets_everybody_play_twice() -> None:
    assert find_clashes(WEEKS) == []
    assert new_clashes(WEEKS, {1: SEVEN, 2: SEVEN}) == [
        TwiceAnEvening(ANN, SEVEN, (1, 3)),
        TwiceAnEvening(BEN, SEVEN, (1, 4)),
        TwiceAnEvening(CY, SEVEN, (2, 3)),
        TwiceAnEvening(DAN, SEVEN, (2, 4)),
    ]
    assert new_clashes(WEEKS, {1: EIGHT, 2: EIGHT}) == []


def test_an_old_clash_is_not_reported_again() -> None:
    twice = [*WEEKS, planned_match(5, SIX, ANN, DAN)]
    assert find_clashes(twice) == [
        TwiceAnEvening(ANN, SIX, (1, 5)),
        TwiceAnEvening(DAN, SIX, (2, 5)),
    ]
    assert new_clashes(twice, {4: EIGHT}) == []
    third = [TwiceAnEvening(ANN, SIX, (1, 3, 5)), TwiceAnEvening(CY, SIX, (2, 3))]
    assert new_clashes(twice, {3: SIX}) == third


MATCHES = st.lists(
    st.builds(
        PlannedMatch,
        key=st.integers(1, 30),
        on=st.sampled_from([SIX, SEVEN, EIGHT]),
        people=st.frozensets(st.integers(1, 6), min_size=2, max_size=4),
    ),
    max_size=12,
    unique_by=lambda each: each.key,
)


@given(MATCHES, st.dictionaries(st.integers(1, 30), st.sampled_from([SIX, SEVEN])))
def test_every_clash_is_real_and_moving_back_brings_no_new_one(
    matches: list[PlannedMatch], to: dict[int, date]
) -> None:
    after = {each.key: each for each in move_matches(matches, to)}
    for twice in find_clashes(after.values()):
        theirs = [after[key] for key in twice.matches]
        assert len(theirs) > 1
        assert all(twice.person in each.people for each in theirs)
        assert {each.on for each in theirs} == {twice.on}
    back = {each.key: each.on for each in matches}
    assert move_matches(list(after.values()), back) == matches
