"""The rest of a round robin at any moment, with entries that come and go."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.draw_checker import Promise, Rule, find_breaches
from leagues.pairing.history import History
from leagues.pairing.rest_of_round_robin import MeetingsOwed, bring_in, draw_rest
from leagues.pairing.round_robin import round_robin
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import PairedRound
from tests.leagues.pairing.tournaments import seeds

Rounds = tuple[PairedRound[int], ...]
sizes = st.integers(2, 20)
moments = st.integers(0, 20)


def rounds_needed(size: int, played: int, late: int) -> int:
    """The rounds still needed, if each entry plays once a round and a round holds half of them."""
    everybody = size + late
    games_to_go = everybody * (everybody - 1) // 2 - played * (size // 2)
    most = everybody - 1 if late or size % 2 else size - 1 - played
    if size % 2 and not late and played:  # an entry with a bye has one game fewer
        most = size - played
    return max(most, -(-games_to_go // (everybody // 2)))


def all_met(rounds: Rounds, here: range, often: int = 1) -> bool:
    history = History(rounds)
    return all(history.meetings(a, b) == often for a, b in combinations(here, 2))


@settings(max_examples=80, deadline=None)
@given(sizes, moments, seeds)
def test_drawn_again_a_round_robin_has_no_round_more(size: int, at: int, seed: str) -> None:
    drawn = round_robin(range(size), roll_dice("spring"))
    played = drawn[: min(at, len(drawn))]

    again = draw_rest(range(size), History(played), roll_dice(seed))

    assert len(played) + len(again) == len(drawn)
    assert all_met((*played, *again), range(size))
    assert not find_breaches([*played, *again], here=[range(size)] * len(drawn))


@settings(max_examples=80, deadline=None)
@given(sizes, moments, st.integers(1, 3), seeds)
def test_late_comers_are_drawn_in_with_the_fewest_rounds_there_can_be(
    size: int, at: int, late: int, seed: str
) -> None:
    drawn = round_robin(range(size), roll_dice("spring"))
    played = drawn[: min(at, len(drawn))]
    here = range(size + late)

    again = draw_rest(here, History(played), roll_dice(seed))

    assert all_met((*played, *again), here)
    assert len(again) == rounds_needed(size, len(played), late)
    games = [len(each.pairings) for each in again]
    assert max(games) - min(games) < 2, "no round is left to one match"


@pytest.mark.long
@settings(max_examples=80, deadline=None)
@given(sizes, moments, st.integers(1, 3), seeds)
def test_adding_late_entries_changes_no_other_pairings(
    size: int, at: int, late: int, seed: str
) -> None:
    drawn = round_robin(range(size), roll_dice("spring"))
    at = min(at, len(drawn))
    played, coming = drawn[:at], drawn[at:]
    here = range(size + late)
    owed = MeetingsOwed(tuple(here), History(played))

    mended = bring_in(coming, here[size:], owed, roll_dice(seed))

    assert all_met((*played, *mended), here)
    assert len(mended) == max(len(coming), rounds_needed(size, at, late))
    found = find_breaches(mended, here=[here] * len(mended), history=History(played))
    assert {breach.rule for breach in found} <= {Rule.SECOND_BYE}


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 14), moments, st.data(), seeds)
def test_leaving_takes_nothing_from_the_others(
    size: int, at: int, data: st.DataObject, seed: str
) -> None:
    drawn = round_robin(range(size), roll_dice("spring"))
    at = min(at, len(drawn))
    played, coming = drawn[:at], drawn[at:]
    gone = data.draw(st.integers(0, size - 1))
    here = tuple(entry for entry in range(size) if entry != gone)

    mended = bring_in(coming, (), MeetingsOwed(here, History(played)), roll_dice(seed))

    assert len(mended) == len(coming)
    for was, now in zip(coming, mended, strict=True):
        assert now.pairings == tuple(p for p in was.pairings if gone not in p.entries)
        assert sorted(now.entries) == sorted(here)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 9), moments, st.integers(2, 4), st.integers(0, 2), seeds)
def test_in_several_legs_too(size: int, at: int, legs: int, late: int, seed: str) -> None:
    drawn = round_robin(range(size), roll_dice("spring"), legs)
    played = drawn[: min(at, len(drawn))]
    here = range(size + late)

    again = draw_rest(here, History(played), roll_dice(seed), legs)

    assert all_met((*played, *again), here, legs)
    assert not [
        breach
        for breach in find_breaches([*played, *again], Promise(meetings=legs))
        if breach.rule is not Rule.SECOND_BYE
    ]
    if not late:
        assert len(played) + len(again) == len(drawn)


def test_two_legs_are_drawn_together_where_that_takes_fewer_rounds() -> None:
    played = round_robin(range(4), roll_dice("x"), 2)[:2]

    again = draw_rest(range(5), History(played), roll_dice("y"), 2)

    assert len(again) == 8, "one after another they would take four and five"
    assert all_met((*played, *again), range(5), 2)


def test_the_reason_for_a_rematch_is_given() -> None:
    played = round_robin(range(4), roll_dice("x"), 2)[:4]
    again = draw_rest(range(4), History(played), roll_dice("y"), 2)
    assert len(again) == 2
    assert all(
        "more than once" in str(p.because(0, str))
        for r in again
        for p in r.pairings
        if 0 in p.entries
    )


@pytest.mark.parametrize("legs", [1, 2])
def test_two_who_may_never_meet_are_owed_nothing(legs: int) -> None:
    never = frozenset({frozenset((0, 1))})
    played = round_robin(range(6), roll_dice("x"))[:1]

    again = draw_rest(range(6), History(played), roll_dice("y"), legs, never)

    history = History((*played, *again))
    assert history.meetings(0, 1) <= 1
    assert len(again) <= 5 * legs
    late = bring_in(
        again,
        [6],
        MeetingsOwed(tuple(range(7)), History(played), never=frozenset({frozenset((2, 6))})),
        roll_dice("z"),
    )
    assert History(late).meetings(2, 6) == 0
    assert len(History(late).opponents(6)) == 5


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(st.integers(4, 12), st.integers(0, 3), seeds)
def test_an_entry_with_a_walkover_plays_no_other_match_in_the_round(
    size: int, at: int, seed: str
) -> None:
    drawn = round_robin(range(size), roll_dice("spring"))
    coming = list(drawn[at:])
    busy = []
    for number, each in enumerate(coming):
        theirs = [p for p in each.pairings if 0 in p.entries]
        busy.append(frozenset(entry for p in theirs for entry in p.entries))
        coming[number] = PairedRound(tuple(p for p in each.pairings if p not in theirs), each.byes)
    here = (*range(1, size), size)

    mended = bring_in(
        coming, [size], MeetingsOwed(here, History(drawn[:at])), roll_dice(seed), busy
    )

    for each, not_free in zip(mended, busy, strict=False):
        assert not not_free & set(each.entries)
    assert all(History(mended).meetings(size, other) == 1 for other in range(1, size))


def test_the_same_dice_give_the_same() -> None:
    played = History(round_robin(range(9), roll_dice("x"))[:2])
    assert draw_rest(range(9), played, roll_dice("y")) == draw_rest(
        range(9), played, roll_dice("y")
    )
