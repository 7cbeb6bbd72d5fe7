"""Boards: an entry changes boards where that is possible, and no board has two matches at once."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.boards import (
    Spot,
    assign_all,
    assign_boards,
    bring_forward,
    count_repeats,
    count_stays,
)
from leagues.pairing.draw_checker import find_breaches
from leagues.pairing.history import History
from leagues.pairing.partial_round_robin import draw_partial
from leagues.pairing.round_robin import round_robin
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import PairedRound, Pairing
from tests.leagues.pairing.tournaments import random_history, random_round, seeds


@settings(max_examples=30, deadline=None)
@given(st.data(), st.integers(2, 8), st.integers(0, 2), seeds)
def test_no_other_choice_of_boards_lets_fewer_stay(
    data: st.DataObject, size: int, spare: int, seed: str
) -> None:
    dice = roll_dice(seed)
    past = data.draw(random_history(range(size), most=4))
    boards = range(1, size // 2 + spare + 1)
    played: History[int] = History()
    for pairing_round in past.rounds:
        played = played.then(assign_boards(pairing_round, boards, played, dice))
    now = random_round(range(size), dice)

    seated = assign_boards(now, boards, played, dice)

    def cost(chosen: tuple[int, ...]) -> int:
        return sum(
            played.last_board.get(entry) == board
            for pairing, board in zip(now.pairings, chosen, strict=True)
            for entry in pairing.entries
        )

    fewest = min(map(cost, permutations(boards, len(now.pairings))))
    assert count_stays([seated], played) == fewest
    assert find_breaches([seated], here=[range(size)]) == find_breaches([now], here=[range(size)])
    assert [p.entries for p in seated.pairings] == [p.entries for p in now.pairings]


def test_ten_rounds_of_a_full_hall_show_everybody_ten_boards() -> None:
    rounds = draw_partial(range(48), 10, roll_dice("open"))

    seated = assign_all(rounds, range(1, 25), History(), roll_dice("boards"))

    assert count_repeats(seated, History()) == 0
    assert find_breaches(seated) == []


@pytest.mark.parametrize("rounds", [1, 10])
def test_boards_too_many_stay_free_at_the_end_of_the_hall(rounds: int) -> None:
    """19 matches at 20 boards use boards 1 to 19, so no board between others is empty."""
    drawn = draw_partial(range(38), rounds, roll_dice("open"))

    seated = assign_all(drawn, range(1, 21), History(), roll_dice("boards"))

    assert {p.board for p in seated[0].pairings} == {*range(1, 20)}
    assert count_repeats(seated, History()) == 0


def test_a_small_round_robin_comes_back_as_little_as_can_be() -> None:
    rounds = round_robin(range(12), roll_dice("pool"))

    seated = assign_all(rounds, range(1, 7), History(), roll_dice("boards"))

    visits = History(seated).boards
    assert count_stays(seated, History()) == 0
    assert max(count for seen in visits.values() for count in seen.values()) <= 3


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6), seeds)
def test_every_entry_that_can_have_a_new_board_gets_one(rounds: int, seed: str) -> None:
    """Twelve at seven boards: in each round the fewest possible sit where they have sat."""
    dice, played = roll_dice(seed), History[int]()
    for _ in range(rounds):
        now = random_round(range(12), dice)
        ways = permutations(range(1, 8), len(now.pairings))

        [seated] = assign_all([now], range(1, 8), played, dice)

        if any(_new_to_all(now, chosen, played) for chosen in ways):
            assert count_repeats([seated], played) == 0
        played = played.then(seated)


def _new_to_all(now: PairedRound[int], chosen: tuple[int, ...], played: History[int]) -> bool:
    return not any(
        board in played.boards[entry]
        for pairing, board in zip(now.pairings, chosen, strict=True)
        for entry in pairing.entries
    )


def test_yesterdays_boards_count_today() -> None:
    yesterday = PairedRound((Pairing.between("Ann", "Ben"), Pairing.between("Cas", "Dot")))
    seated = assign_boards(yesterday, [1, 2], History(), roll_dice("x"))

    again = assign_boards(yesterday, [1, 2], History([seated]), roll_dice("y"))

    assert [p.board for p in again.pairings] == [p.board for p in seated.pairings][::-1]
    assert count_repeats([again], History([seated])) == 0


def test_fewer_boards_than_matches_make_waves_and_the_waiting_change() -> None:
    rounds = round_robin(range(8), roll_dice("x"))

    seated = assign_all(rounds, [3, 7], History(), roll_dice("boards"))

    waited = History(seated).waited
    assert {p.wave for r in seated for p in r.pairings} == {1, 2}
    assert {p.board for r in seated for p in r.pairings} == {3, 7}
    assert max(waited.values()) - min(waited.values()) <= 3
    assert find_breaches(seated) == []


@pytest.mark.parametrize("matches", [1, 60, 100])
def test_a_large_hall_has_a_board_for_everybody(matches: int) -> None:
    now = PairedRound(tuple(Pairing.between(2 * n, 2 * n + 1) for n in range(matches)))
    before = assign_boards(now, range(1, 101), History(), roll_dice("x"))

    seated = assign_boards(now, range(1, 101), History([before]), roll_dice("x"))

    assert len({p.board for p in seated.pairings}) == matches
    assert count_stays([seated], History([before])) == 0


def test_nothing_to_seat() -> None:
    assert assign_all([], [1], History[int](), roll_dice("x")) == ()
    assert assign_boards(PairedRound[int](), [1], History(), roll_dice("x")) == PairedRound()


spots = st.sets(st.tuples(st.integers(1, 4), st.integers(1, 6)), max_size=16)


@given(spots, st.sets(st.integers(1, 8), max_size=3), st.data())
def test_a_new_board_serves_later_waves(
    all_spots: set[Spot], new: set[int], data: st.DataObject
) -> None:
    others = data.draw(st.sets(st.sampled_from(sorted(all_spots)))) if all_spots else set()
    waiting = sorted(all_spots - others)

    moved = bring_forward(waiting, others, new)

    assert len({*moved, *others}) == len(all_spots), "one match at a board"
    steps = list(zip(waiting, moved, strict=True))
    assert all(now[0] < was[0] for was, now in steps if now != was)
    free = {(wave, board) for wave in range(1, 5) for board in new} - {*moved, *others}
    latest = max((wave for wave, _board in moved), default=0)
    assert not [spot for spot in free if spot[0] < latest]
    assert bring_forward(moved, others, new) == moved
    assert bring_forward(waiting, others, ()) == waiting
