"""Singles are paired by the opponents of earlier nights and by the byes on them."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.history import History, Nights
from leagues.pairing.partial_round_robin import draw_partial
from leagues.pairing.repeat_meetings import count_repeats, least_repeats
from leagues.pairing.round_robin import round_robin
from leagues.pairing.seeds import roll_dice
from leagues.pairing.swiss import SwissEntry, SwissRules, pair_round
from leagues.pairing.values import Pair, PairedRound, pair_up
from tests.leagues.pairing.tournaments import seeds

SIX_NAMES = "ABCDEF"


def nights_of(*drawn: tuple[PairedRound[int], ...], here: range = range(100)) -> Nights[int]:
    """The ``Nights`` that these rounds add up to, as the rows of a league would."""
    met, rested, rounds = Counter[Pair[int]](), Counter[int](), Counter[int]()
    for each in (r for night in drawn for r in night):
        for pairing in each.pairings:
            met.update(frozenset(two) for two in pairing.meetings())
        rested.update(bye.entry for bye in each.byes)
        rounds.update(each.entries)
    return Nights(met=met, rested={e: Fraction(rested[e], rounds[e]) for e in rounds if e in here})


def all_matchings(entries: tuple[int, ...]) -> list[list[Pair[int]]]:
    """Every way to pair the entries; with an odd number, one of them is left out."""
    if len(entries) % 2:
        return [
            pairs
            for out in entries
            for pairs in all_matchings(tuple(e for e in entries if e != out))
        ]
    if not entries:
        return [[]]
    first, *rest = entries
    return [
        [frozenset((first, other)), *pairs]
        for other in rest
        for pairs in all_matchings(tuple(e for e in rest if e != other))
    ]


def least_met(size: int, games: int, nights: Nights[int]) -> int:
    """The fewest repeats these rounds can have, by trying all: no second meeting, no second bye."""
    found = []
    for rounds in product(all_matchings(tuple(range(size))), repeat=games):
        times = Counter(pair for pairs in rounds for pair in pairs)
        out = Counter(set(range(size)).difference(*pairs).pop() for pairs in rounds if size % 2)
        if max(times.values()) == 1 and max(out.values(), default=1) == 1:
            found.append(sum(nights.met.get(pair, 0) for pair in times))
    return min(found)


def avoidable_meetings(size: int, games: int, met: Iterable[int], seed: str) -> int:
    """The repeats in a night's draw beyond the fewest possible."""
    pairs = sorted(pair_up([range(size)]), key=sorted)
    nights = Nights(met={pair: often for pair, often in zip(pairs, met, strict=False) if often})
    rounds = draw_partial(range(size), games, roll_dice(seed), nights=nights)
    assert count_repeats(rounds, nights) >= least_repeats(range(size), games, nights)
    return nights.met_in(rounds) - least_met(size, games, nights)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    st.sampled_from([(4, 2), (5, 2), (6, 1), (6, 2)]),
    st.lists(st.integers(0, 2), min_size=15, max_size=15),
    seeds,
)
def test_no_meeting_is_repeated_that_could_be_avoided(
    size_and_games: tuple[int, int], met: list[int], seed: str
) -> None:
    assert avoidable_meetings(*size_and_games, met, seed) == 0


@pytest.mark.long
def test_three_games_of_six_hardly_repeat_a_meeting_that_could_be_avoided() -> None:
    """Twenty draws are tried and not all there are: 3 in 100 nights repeat one too many."""
    often = Random(6)

    nights = [
        avoidable_meetings(6, 3, [often.randint(0, 2) for _ in range(15)], f"night {night}")
        for night in range(40)
    ]

    assert sum(nights) <= 1


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(6, 14), seeds)
def test_a_second_night_of_twelve_repeats_no_match_of_the_first(size: int, seed: str) -> None:
    games = (size - 1) // 4
    first = draw_partial(range(size), games, roll_dice(seed))
    second = draw_partial(range(size), games, roll_dice(seed, "second"), nights=nights_of(first))

    assert count_repeats(second, nights_of(first)) == 0


def test_what_cannot_be_avoided_is_counted() -> None:
    three = draw_partial(range(4), 3, roll_dice("first"))
    nights = nights_of(three)

    # Four people have three opponents each, and have met them all.
    assert least_repeats(range(4), 1, nights) == 2
    assert least_repeats(range(5), 3, nights) == 3
    assert least_repeats(range(4), 1, Nights()) == 0


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_who_sat_out_on_an_earlier_night_plays_tonight(seed: str) -> None:
    rested: dict[int, int | Fraction] = dict.fromkeys(range(3), Fraction(1, 3))
    rested |= {3: 0, 4: 0}
    rounds = draw_partial(range(5), 2, roll_dice(seed), nights=Nights(rested=rested))

    assert {bye.entry for each in rounds for bye in each.byes} == {3, 4}


@pytest.mark.parametrize("seed", [str(number) for number in range(12)])
def test_of_five_no_one_rests_twice_tonight_with_fewer_byes_before(seed: str) -> None:
    """The entry with the fewest byes of the season must not have every bye of the night."""
    rested: dict[int, int | Fraction] = {one: Fraction(one, 5) for one in range(5)}
    met = {pair: min(pair) for pair in pair_up([range(5)])}
    rounds = draw_partial(range(5), 4, roll_dice(seed), nights=Nights(met=met, rested=rested))

    byes = Counter(bye.entry for each in rounds for bye in each.byes)
    assert set(byes.values()) == {1}


@pytest.mark.long
@settings(max_examples=10, deadline=None, derandomize=True)
@given(st.integers(1, 4), seeds)
def test_byes_of_five_are_spread_over_a_season(games: int, seed: str) -> None:
    """Case 12: one of five sits out in each round, and not the same one every Monday."""
    nights: list[tuple[PairedRound[int], ...]] = []
    for number in range(10):
        nights_before = nights_of(*nights)
        drawn = draw_partial(range(5), games, roll_dice(seed, str(number)), nights=nights_before)
        nights.append(drawn)

    byes = Counter(b.entry for night in nights for each in night for b in each.byes)
    assert sum(byes.values()) == 10 * games
    assert max(byes.values()) - min(byes[e] for e in range(5)) <= 1


def test_tonight_no_two_meet_twice_to_spare_a_repeat_of_the_season() -> None:
    met = {pair: 9 for pair in pair_up([range(6)]) if pair != frozenset((0, 1))}
    rounds = draw_partial(range(6), 5, roll_dice("x"), nights=Nights(met=met))

    times = Counter(frozenset(p.entries) for each in rounds for p in each.pairings)
    assert set(times.values()) == {1}


def test_entries_kept_apart_stay_apart_whatever_they_have_met() -> None:
    never = pair_up([(0, 1)])
    met = {pair: 1 for pair in pair_up([range(4)]) if pair not in never}
    met = {pair: 1 for pair in met if pair != frozenset((2, 3))}
    rounds = draw_partial(range(4), 2, roll_dice("x"), never=never, nights=Nights(met=met))

    together = {frozenset(p.entries) for each in rounds for p in each.pairings}
    assert frozenset((0, 1)) not in together
    rather = draw_partial(range(4), 1, roll_dice("x"), never, nights=Nights(met=met))
    assert frozenset((0, 1)) not in {frozenset(p.entries) for p in rather[0].pairings}


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.integers(3, 13), seeds)
def test_everybody_against_everybody_begins_with_who_has_met_least(size: int, seed: str) -> None:
    one_round = draw_partial(range(size), 1, roll_dice(seed))[0]
    fresh = {frozenset(p.entries) for p in one_round.pairings}
    met = {pair: 1 for pair in pair_up([range(size)]) if pair not in fresh}

    rounds = round_robin(range(size), roll_dice(seed, "now"), nights=Nights(met=met))

    assert {frozenset(p.entries) for p in rounds[0].pairings} == fresh
    times = Counter(frozenset(p.entries) for each in rounds for p in each.pairings)
    assert times == Counter(pair_up([range(size)]))
    byes = Counter(bye.entry for each in rounds for bye in each.byes)
    assert set(byes.values()) <= {1}
    assert len(byes) == size * (size % 2)


def test_swiss_looks_back_on_the_season_before_the_points() -> None:
    """Ann and Ben lead and met last Monday, so Ann meets Cas, a new opponent."""
    table = [SwissEntry("Ann", 8), SwissEntry("Ben", 8), SwissEntry("Cas", 2), SwissEntry("Dot", 2)]
    rules = SwissRules[str](nights=Nights(met={frozenset(("Ann", "Ben")): 1}))

    paired = pair_round(table, History(), roll_dice("x"), rules)

    assert paired.pairing_of("Ann").opponents_of("Ann") != ("Ben",)  # type: ignore[union-attr]


def test_a_pairing_reason_includes_the_season() -> None:
    table = [SwissEntry("Ann"), SwissEntry("Ben")]
    before = SwissRules[str](nights=Nights(met={frozenset(("Ann", "Cas")): 1}))
    again = SwissRules[str](nights=Nights(met={frozenset(("Ann", "Ben")): 2}))

    def reason_by(rules: SwissRules[str]) -> str:
        paired = pair_round(table, History(), roll_dice("x"), rules).pairing_of("Ann")
        assert paired
        return str(paired.because("Ann"))

    assert reason_by(before) == "you meet Ben for the first time this season"
    assert reason_by(again).startswith("you meet Ben again this season")
    assert "this season" not in reason_by(SwissRules())
