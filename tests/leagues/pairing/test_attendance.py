"""Coming late to a draw, and leaving it."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.attendance import join, leave
from leagues.pairing.check import Rule, check
from leagues.pairing.history import History
from leagues.pairing.partial import partial
from leagues.pairing.partners import rotating
from leagues.pairing.round_robin import round_robin
from leagues.pairing.seeds import roll
from tests.leagues.pairing.tournaments import seeds


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 16), st.integers(2, 8), st.integers(0, 3), seeds)
def test_leaving_and_coming_never_makes_a_rematch(
    size: int, games: int, played: int, seed: str
) -> None:
    rounds = partial(range(size), min(games, size - 1), roll(seed))
    past, coming = rounds[:played], rounds[played:]

    fewer = leave(coming, 0, History(past), roll(seed, "leaves"))
    more = join(fewer, 99, History(past), roll(seed, "comes"))

    here = [range(size)] * len(past)
    for rest, who in [(fewer, [*range(1, size)]), (more, [*range(1, size), 99])]:
        breaches = check([*past, *rest], here=[*here, *([who] * len(rest))])
        assert {breach.rule for breach in breaches} <= {Rule.SECOND_BYE}
        assert all(
            max(met.values()) == 1 for met in History([*past, *rest]).met.values()
        )


def test_a_latecomer_takes_the_place_of_the_bye_in_an_odd_field() -> None:
    rounds = round_robin(["Ann", "Ben", "Cas", "Dot", "Eve"], roll("x"))

    mended = join(rounds, "Fay", History(), roll("x"))

    assert all(r.byes == () for r in mended)
    assert len(History(mended).opponents("Fay")) == 5


def test_who_leaves_an_odd_field_leaves_nobody_idle_for_long() -> None:
    rounds = partial(range(9), 4, roll("x"))

    mended = leave(rounds, 0, History(), roll("x"))

    idle = Counter(bye.entry for r in mended for bye in r.byes)
    assert all(len(r.byes) in {0, 2} for r in mended)
    assert 0 not in idle


def test_an_opponent_left_alone_is_told_so() -> None:
    (mended,) = leave(
        round_robin(["Ann", "Ben"], roll("x")), "Ben", History(), roll("x")
    )

    assert [bye.because() for bye in mended.byes] == [
        "you sit out because your opponent has left"
    ]


def test_a_board_of_redrawn_partners_that_loses_one_is_off() -> None:
    rounds = rotating(range(8), 1, roll("x"), effort=100)

    (mended,) = leave(rounds, 0, History(), roll("x"))

    assert len(mended.pairings) == 1
    assert len(mended.byes) == 3
