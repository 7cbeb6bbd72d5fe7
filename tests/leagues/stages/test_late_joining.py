"""In which week a player who joins late meets which opponent."""

from collections import Counter
from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.late_joining import met_late


@given(st.integers(1, 9), st.integers(1, 12), st.integers(1, 3))
def test_everybody_is_met_as_often_and_weeks_are_even(many: int, weeks: int, legs: int) -> None:
    met = met_late(range(many), weeks, [{}] * weeks, legs)
    assert Counter(chain.from_iterable(met)) == dict.fromkeys(range(many), legs)
    sizes = [len(week) for week in met]
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) == -(-many * legs // weeks)


@given(st.integers(1, 9), st.integers(1, 12), st.sets(st.integers(0, 11)))
def test_no_week_has_more_than_it_needs_however_busy_they_are(
    many: int, weeks: int, full: set[int]
) -> None:
    busy = [dict.fromkeys(range(many), int(week in full)) for week in range(weeks)]
    met = met_late(range(many), weeks, busy)
    assert sorted(chain.from_iterable(met)) == list(range(many))
    assert max(map(len, met)) <= -(-many // weeks)
    if weeks - len(full & set(range(weeks))) >= many:
        assert not any(met[week] for week in full if week < weeks)


def test_free_opponents_come_first_and_none_twice_before_all_were_met() -> None:
    busy = [{"A": 1, "B": 1}, {"C": 1}, {}, {}]
    assert met_late("ABC", 4, busy) == (("C",), ("A",), ("B",), ())
    all_busy = {"A": 1, "B": 1}
    assert met_late("AB", 3, [all_busy, {}, {}]) == ((), ("A",), ("B",))
    assert met_late("AB", 2, [all_busy, {}]) == (("A",), ("B",))
    assert met_late("AB", 4, [{}] * 4, legs=2) == (("A",), ("B",), ("A",), ("B",))
    assert met_late("AB", 1, [{}], legs=2) == (("A", "B", "A", "B"),)
