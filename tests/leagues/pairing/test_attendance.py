"""Joining a draw late, and leaving it."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.attendance import with_entry, without_entry
from leagues.pairing.draw_checker import Rule, find_breaches
from leagues.pairing.history import History, Nights, missed_rounds
from leagues.pairing.partial_round_robin import draw_partial, next_round
from leagues.pairing.partners import draw_rotating
from leagues.pairing.round_robin import round_robin
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import PairedRound
from tests.leagues.pairing.tournaments import seeds


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 16), st.integers(2, 8), st.integers(0, 3), seeds)
def test_leaving_and_coming_never_makes_a_rematch(
    size: int, games: int, played: int, seed: str
) -> None:
    rounds = draw_partial(range(size), min(games, size - 1), roll_dice(seed))
    past, coming = rounds[:played], rounds[played:]

    fewer = without_entry(coming, 0, History(past), roll_dice(seed, "leaves"))
    more = with_entry(fewer, 99, History(past), roll_dice(seed, "comes"))

    here = [range(size)] * len(past)
    for rest, who in [(fewer, [*range(1, size)]), (more, [*range(1, size), 99])]:
        breaches = find_breaches([*past, *rest], here=[*here, *([who] * len(rest))])
        assert {breach.rule for breach in breaches} <= {Rule.SECOND_BYE}
        assert all(max(met.values()) == 1 for met in History([*past, *rest]).met.values())


def test_a_latecomer_takes_the_place_of_the_bye_in_an_odd_field() -> None:
    rounds = round_robin(["Ann", "Ben", "Cas", "Dot", "Eve"], roll_dice("x"))

    mended = with_entry(rounds, "Fay", History(), roll_dice("x"))

    assert all(r.byes == () for r in mended)
    assert len(History(mended).opponents("Fay")) == 5


def test_after_leaving_an_odd_field_no_one_is_idle_for_long() -> None:
    rounds = draw_partial(range(9), 4, roll_dice("x"))

    mended = without_entry(rounds, 0, History(), roll_dice("x"))

    idle = Counter(bye.entry for r in mended for bye in r.byes)
    assert all(len(r.byes) in {0, 2} for r in mended)
    assert 0 not in idle


def test_an_opponent_left_alone_is_given_the_reason() -> None:
    (mended,) = without_entry(
        round_robin(["Ann", "Ben"], roll_dice("x")), "Ben", History(), roll_dice("x")
    )

    assert [str(bye.because()) for bye in mended.byes] == [
        "you have a bye because your opponent has left"
    ]


def test_a_board_of_redrawn_partners_that_loses_one_is_off() -> None:
    rounds = draw_rotating(range(8), 1, roll_dice("x"), effort=100)

    (mended,) = without_entry(rounds, 0, History(), roll_dice("x"))

    assert len(mended.pairings) == 1
    assert len(mended.byes) == 3


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(1, 12), st.integers(1, 3), seeds)
def test_late_comers_to_an_even_field_play_and_all_sit_out_in_turn(
    half: int, games: int, late: int, seed: str
) -> None:
    size = 2 * half
    mended = draw_partial(range(size), min(games, size - 1), roll_dice(seed))
    for entry in range(size, size + late):
        mended = with_entry(mended, entry, History(), roll_dice(seed, str(entry)))

    here = range(size + late)
    history = History(mended)
    breaches = find_breaches(mended, here=[here] * len(mended))
    assert {breach.rule for breach in breaches} <= {Rule.SECOND_BYE}
    assert all(max(met.values()) == 1 for met in history.met.values())
    if late == 1:
        # With more rounds, all opponents not met yet may be busy in one of them.
        if 2 * len(mended) <= size:
            assert history.byes[size] <= 1 + len(mended) // (size + 1)
        assert max(history.byes.values()) <= 2


def test_a_late_comer_meets_no_one_they_may_never_meet() -> None:
    never = frozenset({frozenset((8, other)) for other in range(4)})
    mended = with_entry(
        draw_partial(range(8), 5, roll_dice("x")), 8, History(), roll_dice("y"), never=never
    )
    met = History(mended).opponents(8)
    assert met
    assert met <= {4, 5, 6, 7}


def test_two_who_lose_their_opponents_and_may_never_meet_sit_out() -> None:
    [drawn] = draw_partial(range(4), 1, roll_dice("x"))
    one, other = (p.entries for p in drawn.pairings)
    never = frozenset({frozenset((one[1], other[1]))})
    rounds = without_entry([drawn], one[0], History(), roll_dice("x"), never)
    [mended] = without_entry(rounds, other[0], History(), roll_dice("x"), never)
    assert mended.pairings == ()
    assert {bye.entry for bye in mended.byes} == {one[1], other[1]}


def byes_by_entry(rounds: Iterable[PairedRound[str]]) -> Counter[str]:
    return Counter(bye.entry for each in rounds for bye in each.byes)


def test_who_came_late_has_missed_a_round_and_sits_out_after_everybody_else() -> None:
    """Six missed no rounds, the seventh two; in the three left no entry has two byes."""
    rounds = draw_partial("ABCDEF", 5, roll_dice("x"))
    played, coming = rounds[:2], rounds[2:]
    late = missed_rounds("ABCDEFZ", played)

    joined = with_entry(coming, "Z", History(played, late=late), roll_dice("x"))

    assert late == {**dict.fromkeys("ABCDEF", 0), "Z": 2}
    assert byes_by_entry(joined)["Z"] == 0
    assert max(byes_by_entry(joined).values()) == 1


def test_a_late_comer_takes_the_place_of_who_sat_out_least_this_season() -> None:
    rounds = draw_partial("ABCDEF", 3, roll_dice("x"))
    rested = {entry: Fraction(n, 10) for n, entry in enumerate("BCDEFA")}
    late = missed_rounds("Z", rounds[:1])

    joined = with_entry(
        rounds[1:],
        "Z",
        History(rounds[:1], late=late),
        roll_dice("x"),
        nights=Nights(rested=rested),
    )

    assert set(byes_by_entry(joined)) <= set("BCD")
    assert byes_by_entry(joined)["Z"] == 0


def test_who_came_late_is_not_given_the_bye_of_the_next_round() -> None:
    """Five met in two rounds, and two sat out; two more are new, and stay in with the others."""
    played = round_robin("ABCDE", roll_dice("x"))[:2]
    rested = byes_by_entry(played)
    here = "ABCDEYZ"
    out = set()
    for seed in "pqrstuv":
        history = History(played, late=missed_rounds(here, played))
        [bye] = next_round(here, history, roll_dice(seed)).byes
        out.add(bye.entry)

    assert out <= {entry for entry in "ABCDE" if not rested[entry]}


def test_what_was_missed_is_kept_as_the_evening_goes_on() -> None:
    history = History[str](late={"Z": 2})

    assert history.then().byes["Z"] == 2
    assert history.then().over(Nights()).byes["Z"] == 2
