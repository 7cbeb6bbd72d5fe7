"""First shots: nobody is first much more often than last, whatever is drawn."""

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.check import Promise, check
from leagues.pairing.firsts import settle, settle_round
from leagues.pairing.history import TURN, History
from leagues.pairing.seeds import roll
from leagues.pairing.values import PairedRound, Pairing
from scoring.sides import BySeat, Seat
from tests.leagues.pairing.tournaments import random_round, seeds


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 12), st.integers(1, 10), seeds)
def test_any_draw_known_beforehand_is_even_to_within_one(
    size: int, count: int, seed: str
) -> None:
    dice = roll(seed)
    rounds = [random_round(range(size), dice) for _ in range(count)]

    settled = settle(rounds, History(), dice)

    assert [b for b in check(settled, Promise(uneven=1)) if "shot" in str(b)] == []


def test_what_was_uneven_before_is_made_good() -> None:
    ann_first = PairedRound((Pairing.between("Ann", "Ben"),))
    before = History([ann_first] * 4)

    settled = settle([ann_first] * 4, before, roll("x"))

    assert {r.pairings[0].first for r in settled} == {Seat.B}


def test_round_by_round_whoever_was_first_less_often_is_first() -> None:
    meet = PairedRound((Pairing.between("Ann", "Ben"),))
    history: History[str] = History()
    firsts = []
    for _ in range(6):
        settled = settle_round(meet, history, roll("x"))
        firsts.append(settled.pairings[0].first)
        history = history.then(settled)

    assert firsts in ([Seat.A, Seat.B] * 3, [Seat.B, Seat.A] * 3)


def test_level_on_first_shots_whoever_was_last_the_last_time_is_first() -> None:
    history = History(
        [
            PairedRound((Pairing.between("Ann", "Cas"), Pairing.between("Dot", "Ben"))),
            PairedRound((Pairing.between("Cas", "Ann"), Pairing.between("Ben", "Dot"))),
        ]
    )
    meet = PairedRound((Pairing.between("Ben", "Ann"),))

    assert settle_round(meet, history, roll("x")).pairings[0].first is Seat.B


def test_three_at_a_board_share_the_first_shot_too() -> None:
    three = PairedRound((Pairing.between("Ann", "Ben", "Cas"),))

    history = History(settle([three] * 6, History(), roll("x")))

    assert history.shot_first == {"Ann": 2, "Ben": 2, "Cas": 2}


def test_partners_share_the_first_shots_of_their_side() -> None:
    dice = roll("evening")
    rounds = []
    for _ in range(9):
        order = list(range(12))
        dice.shuffle(order)
        four = [order[at : at + 4] for at in range(0, 12, 4)]
        rounds.append(
            PairedRound(tuple(Pairing(BySeat((a, b), (c, d))) for a, b, c, d in four))
        )

    for seed in "abcdefgh":
        history = History(settle(rounds, History(), roll(seed)))
        assert max(abs(history.lead(player)) for player in range(12)) <= TURN // 2
