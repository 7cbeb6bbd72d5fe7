"""First shots: no entry is first much more often than last, whatever is drawn."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.draw_checker import Promise, find_breaches
from leagues.pairing.first_shots import settle_draw, settle_round
from leagues.pairing.history import TURN, History
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import PairedRound, Pairing
from scoring.sides import BySeat, Seat
from tests.leagues.pairing.tournaments import random_history, random_round, seeds


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 12), st.integers(1, 10), seeds)
def test_any_draw_known_beforehand_is_even_to_within_one(size: int, count: int, seed: str) -> None:
    dice = roll_dice(seed)
    rounds = [random_round(range(size), dice) for _ in range(count)]

    settled = settle_draw(rounds, History(), dice)

    assert [b for b in find_breaches(settled, Promise(uneven=1)) if "shot" in str(b)] == []


@settings(max_examples=60, deadline=None)
@given(random_history(range(5), most=4), st.integers(1, 3), seeds)
def test_no_other_choice_of_first_shots_would_be_more_even(
    history: History[int], count: int, seed: str
) -> None:
    dice = roll_dice(seed)
    rounds = [random_round(range(5), dice) for _ in range(count)]

    settled = settle_draw(rounds, history, dice)

    entries = [match.entries for each in rounds for match in each.pairings]
    before = {entry: history.lead(entry) for entry in range(5)}
    best = min(
        unevenness(before, entries, firsts) for firsts in product((0, 1), repeat=len(entries))
    )
    after = history.then(*settled)
    assert sum(after.lead(entry) ** 2 for entry in range(5)) == best


def unevenness(
    before: dict[int, int], matches: list[tuple[int, ...]], firsts: tuple[int, ...]
) -> int:
    lead = before.copy()
    for two, first in zip(matches, firsts, strict=True):
        lead[two[first]] += TURN // 2
        lead[two[1 - first]] -= TURN // 2
    return sum(each**2 for each in lead.values())


def test_what_was_uneven_before_is_made_good() -> None:
    ann_first = PairedRound((Pairing.between("Ann", "Ben"),))
    before = History([ann_first] * 4)

    settled = settle_draw([ann_first] * 4, before, roll_dice("x"))

    assert {r.pairings[0].first for r in settled} == {Seat.B}


def test_each_round_goes_to_the_side_that_was_first_less_often() -> None:
    meet = PairedRound((Pairing.between("Ann", "Ben"),))
    history: History[str] = History()
    firsts = []
    for _ in range(6):
        settled = settle_round(meet, history, roll_dice("x"))
        firsts.append(settled.pairings[0].first)
        history = history.then(settled)

    assert firsts in ([Seat.A, Seat.B] * 3, [Seat.B, Seat.A] * 3)


def test_tied_on_first_shots_the_side_last_last_time_is_first() -> None:
    history = History(
        [
            PairedRound((Pairing.between("Ann", "Cas"), Pairing.between("Dot", "Ben"))),
            PairedRound((Pairing.between("Cas", "Ann"), Pairing.between("Ben", "Dot"))),
        ]
    )
    meet = PairedRound((Pairing.between("Ben", "Ann"),))

    assert settle_round(meet, history, roll_dice("x")).pairings[0].first is Seat.B


@pytest.mark.parametrize("seed", "abcdefgh")
def test_a_newcomer_is_first_before_the_side_first_last_time(seed: str) -> None:
    last_then_first = History(
        [
            PairedRound((Pairing.between("Cas", "Ben"),)),
            PairedRound((Pairing.between("Ben", "Cas"),)),
        ]
    )
    meet = PairedRound((Pairing.between("Ben", "Ann"),))

    assert settle_round(meet, last_then_first, roll_dice(seed)).pairings[0].first is Seat.B


def test_three_at_a_board_share_the_first_shot_too() -> None:
    three = PairedRound((Pairing.between("Ann", "Ben", "Cas"),))

    history = History(settle_draw([three] * 6, History(), roll_dice("x")))

    assert history.shot_first == {"Ann": 2, "Ben": 2, "Cas": 2}


def test_partners_share_the_first_shots_of_their_side() -> None:
    dice = roll_dice("evening")
    rounds = []
    for _ in range(9):
        order = list(range(12))
        dice.shuffle(order)
        four = [order[at : at + 4] for at in range(0, 12, 4)]
        rounds.append(PairedRound(tuple(Pairing(BySeat((a, b), (c, d))) for a, b, c, d in four)))

    for seed in "abcdefgh":
        history = History(settle_draw(rounds, History(), roll_dice(seed)))
        assert max(abs(history.lead(player)) for player in range(12)) <= TURN // 2


@pytest.mark.parametrize(("less", "more"), [(10, 12), (-12, -10)])
def test_partners_who_were_first_less_often_are_first(less: int, more: int) -> None:
    """However often both were first before, or last."""
    ours, theirs, others = ("Ann", "Ben"), ("Cas", "Dot"), ("Eva", "Fay")

    def against_others(side: tuple[str, ...], lead: int) -> list[PairedRound[str]]:
        sides = BySeat(side, others) if lead > 0 else BySeat(others, side)
        return [PairedRound((Pairing(sides),))] * abs(lead)

    history = History(against_others(ours, less) + against_others(theirs, more))
    meet = PairedRound((Pairing(BySeat(ours, theirs)),))

    [settled] = settle_draw([meet], history, roll_dice("x"))

    assert settled.pairings[0].first is Seat.A


def test_one_against_two_are_first_equally_often() -> None:
    meet = PairedRound((Pairing(BySeat(("Ann",), ("Ben", "Cas"))),))

    history = History(settle_draw([meet] * 4, History(), roll_dice("x")))

    assert [history.lead(player) for player in ("Ann", "Ben", "Cas")] == [0, 0, 0]
