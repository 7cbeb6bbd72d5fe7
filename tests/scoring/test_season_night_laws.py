"""Laws of every league of nights."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.season import (
    BestScores,
    BestShare,
    Credit,
    DropWorst,
    Enrolled,
    EveryScore,
    Finish,
    Listed,
    NightState,
    PaidBy,
    Scheme,
    SeasonEvent,
    SeasonNight,
    SeasonTie,
    SeasonTotal,
    SharedPlace,
    place_ranges,
    season_table,
)
from tests.scoring.nights import EARNED, TO_COME, night_with, season_places

NAMES = ("Ann", "Ben", "Cy")
MEMBERS = [Enrolled(name) for name in NAMES]

POINTS = st.dictionaries(st.sampled_from([*NAMES, "Guest"]), st.integers(0, 9), min_size=1)
AWAY = st.frozensets(st.sampled_from(NAMES))
NIGHTS_DRAWN = st.lists(
    st.builds(night_with, POINTS, excused=AWAY, hosts=AWAY, always_counts=st.booleans()),
    min_size=1,
    max_size=6,
)
CREDITS = st.one_of(
    st.none(),
    st.builds(Credit, points=st.integers(0, 4).map(Fraction), most=st.integers(1, 2)),
    st.builds(Credit, share=st.just(Fraction(1, 2)), most=st.integers(1, 2)),
)
COUNTINGS = st.one_of(
    st.just(EveryScore()),
    st.just(BestShare()),
    st.builds(BestScores, st.integers(1, 3)),
    st.builds(DropWorst, st.integers(1, 2)),
)
KEEPS_NO_ORDER = [tie for tie in SeasonTie if tie is not SeasonTie.LATEST]
SCHEMES_DRAWN = st.builds(
    Scheme,
    table=st.sampled_from([Listed((3, 2, 1)), Listed((5, 1))]),
    counting=COUNTINGS,
    attendance=st.integers(0, 1),
    ties=st.lists(st.sampled_from(KEEPS_NO_ORDER), unique=True, max_size=3).map(tuple),
    paid_by=st.sampled_from(PaidBy),
    total=st.sampled_from(SeasonTotal),
    minimum_nights=st.integers(0, 3),
    absence=CREDITS,
    host=CREDITS,
)


@given(SCHEMES_DRAWN, NIGHTS_DRAWN, st.randoms())
def test_the_order_of_the_nights_does_not_matter(
    scheme: Scheme, nights: list[SeasonNight[str]], dice: st.DrawFn
) -> None:
    shuffled = list(nights)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    same_hosts = [replace(each, always_counts=False) for each in nights]
    same_shuffled = [replace(each, always_counts=False) for each in shuffled]

    assert season_places(scheme, *same_hosts) == season_places(scheme, *same_shuffled)


@given(SCHEMES_DRAWN, NIGHTS_DRAWN, st.integers(0, 6))
def test_a_cancelled_night_that_was_added_changes_nothing(
    scheme: Scheme, nights: list[SeasonNight[str]], at: int
) -> None:
    snow = replace(nights[0], state=NightState.CANCELLED)

    assert season_places(scheme, *nights[:at], snow, *nights[at:]) == season_places(scheme, *nights)


@given(SCHEMES_DRAWN, NIGHTS_DRAWN)
def test_a_guest_is_never_paid(scheme: Scheme, nights: Sequence[SeasonNight[str]]) -> None:
    rows = season_table(scheme, nights, enrolments=MEMBERS)

    assert sorted(row.player for row in rows) == sorted(NAMES)


@given(NIGHTS_DRAWN, st.integers(1, 4))
def test_the_best_n_are_the_most_that_any_n_nights_come_to(
    nights: Sequence[SeasonNight[str]], many: int
) -> None:
    scheme = replace(EARNED, counting=BestScores(many))
    dropped = [replace(each, always_counts=False) for each in nights]
    for row in season_table(scheme, dropped):
        scores = [score.total for score in row.scores]
        most = max(
            sum(some) for n in range(min(many, len(scores)) + 1) for some in combinations(scores, n)
        )
        assert row.tour_points == most == sum(score.total for score in row.counted)


# --- The range of places, against every season that can follow ------------------------------


def nights_that_may_follow(always: bool) -> list[SeasonNight[str]]:
    """Every attendance and order of three, with tied first places, excused or not; or cancelled."""
    follow = [replace(TO_COME, state=NightState.CANCELLED)]
    for n in range(len(NAMES) + 1):
        for here in combinations(NAMES, n):
            away = frozenset(NAMES) - set(here)
            for places in {
                tuple(1 + sum(o < r for o in ranks) for r in ranks)
                for ranks in product(range(n), repeat=n)
            }:
                finishes = tuple(
                    Finish((player,), place) for player, place in zip(here, places, strict=True)
                )
                played = SeasonEvent("next", finishes)
                follow += [
                    SeasonNight("next", (played,), excused=e) for e in {frozenset[str](), away}
                ]
    return [replace(each, always_counts=always) for each in follow]


FOLLOW = {always: nights_that_may_follow(always) for always in (False, True)}
ORDERS = [order for n in (1, 2, 3) for order in permutations(NAMES, n)]
SO_FAR = st.lists(
    st.builds(
        lambda order, excused: SeasonNight(
            "1",
            (SeasonEvent("1", tuple(Finish((p,), n) for n, p in enumerate(order, 1))),),
            excused=excused,
        ),
        st.sampled_from(ORDERS),
        AWAY,
    ),
    max_size=4,
)


def seasons_that_may_follow(
    so_far: Sequence[SeasonNight[str]], left: Sequence[bool]
) -> Iterator[list[SeasonNight[str]]]:
    for follow in product(*(FOLLOW[always] for always in left)):
        yield [*so_far, *follow]


@settings(max_examples=15, deadline=None)
@given(
    st.builds(
        replace,
        SCHEMES_DRAWN,
        paid_by=st.just(PaidBy.PLACE),
        counting=st.one_of(COUNTINGS, st.just(BestScores(2, after_cancelled=(1,)))),
        shared_place=st.sampled_from(SharedPlace),
        host=st.none(),
    ),
    SO_FAR,
    st.booleans(),
)
def test_no_place_that_can_happen_is_left_out(
    scheme: Scheme, so_far: list[SeasonNight[str]], always: bool
) -> None:
    left = [replace(TO_COME, always_counts=always)]
    ranges = place_ranges(scheme, [*so_far, *left], enrolments=MEMBERS)

    for season in seasons_that_may_follow(so_far, [always]):
        for row in season_table(scheme, season, enrolments=MEMBERS):
            assert ranges[row.player].best <= row.place <= ranges[row.player].worst


@pytest.mark.long
@settings(max_examples=2, deadline=None)
@given(SO_FAR, st.sampled_from([EveryScore(), BestScores(2), DropWorst(1)]))
def test_with_two_nights_to_come_each_end_of_a_range_can_happen(
    so_far: list[SeasonNight[str]], counting: EveryScore | BestScores | DropWorst
) -> None:
    scheme = Scheme(Listed((3, 2, 1)), counting)
    ranges = place_ranges(scheme, [*so_far, TO_COME, TO_COME], enrolments=MEMBERS)
    seen: dict[str, set[int]] = {name: set() for name in NAMES}
    for season in seasons_that_may_follow(so_far, [False, False]):
        for row in season_table(scheme, season, enrolments=MEMBERS):
            seen[row.player].add(row.place)

    assert {name: (min(places), max(places)) for name, places in seen.items()} == {
        name: (each.best, each.worst) for name, each in ranges.items()
    }


POINTS = st.fixed_dictionaries({name: st.integers(0, 5) for name in NAMES})


def points_night(earned: Mapping[str, int]) -> SeasonNight[str]:
    """A night in the order of the points."""
    finishes = (
        Finish((p,), 1 + sum(o > e for o in earned.values()), points=e, games=1)
        for p, e in earned.items()
    )
    return SeasonNight("points", (SeasonEvent("points", tuple(finishes)),))


def night_on(earned: Mapping[str, int], left: Mapping[str, int]) -> SeasonNight[str]:
    """A night in progress: the points of each player, and the points still possible."""
    return replace(TO_COME, most_of={p: earned[p] + left[p] for p in earned})


POINTS_SCHEMES = st.builds(
    replace,
    SCHEMES_DRAWN,
    paid_by=st.just(PaidBy.POINTS),
    counting=COUNTINGS,
    absence=st.none(),
    host=st.none(),
)


@settings(max_examples=8, deadline=None)
@given(
    POINTS_SCHEMES,
    st.lists(POINTS.map(points_night), min_size=1, max_size=3),
    POINTS,
    st.fixed_dictionaries({name: st.integers(0, 2) for name in NAMES}),
)
def test_what_is_left_to_play_for_leaves_no_place_out(
    scheme: Scheme, so_far: list[SeasonNight[str]], earned: dict[str, int], left: dict[str, int]
) -> None:
    """A night that is on, and after it one that pays a point at most."""
    last = replace(TO_COME, most=1)
    season = [*so_far, night_on(earned, left), last]
    ranges = place_ranges(scheme, season, enrolments=MEMBERS)

    ends = product(*(range(earned[p], earned[p] + left[p] + 1) for p in NAMES))
    for tonight, after in product(ends, product((None, 0, 1), repeat=len(NAMES))):
        came = {p: n for p, n in zip(NAMES, after, strict=True) if n is not None}
        played = [points_night(dict(zip(NAMES, tonight, strict=True))), points_night(came)]
        for row in season_table(scheme, [*so_far, *played], enrolments=MEMBERS):
            assert ranges[row.player].best <= row.place <= ranges[row.player].worst


@settings(max_examples=30, deadline=None)
@given(POINTS_SCHEMES, st.lists(POINTS.map(points_night), max_size=3), st.lists(POINTS))
def test_with_every_game_of_a_night_the_ranges_narrow(
    scheme: Scheme, so_far: list[SeasonNight[str]], games: list[dict[str, int]]
) -> None:
    before = dict.fromkeys(NAMES, (1, len(NAMES)))
    for played in range(len(games) + 1):
        earned = {p: sum(game[p] for game in games[:played]) for p in NAMES}
        left = dict.fromkeys(NAMES, 5 * (len(games) - played))
        season = [*so_far, night_on(earned, left)]
        for player, each in place_ranges(scheme, season, enrolments=MEMBERS).items():
            best, worst = before[player]
            assert best <= each.best <= each.worst <= worst
            before[player] = (each.best, each.worst)


@given(SCHEMES_DRAWN, NIGHTS_DRAWN, st.integers(0, 3))
def test_a_range_holds_the_place_of_now_and_only_narrows(
    scheme: Scheme, nights: list[SeasonNight[str]], more: int
) -> None:
    """Each night that was to come, and is over, leaves no place that was not there."""
    coming = [replace(each, events=(), state=NightState.TO_COME, most=None) for each in nights]
    before: dict[str, tuple[int, int]] = {}
    for played in range(len(nights) + 1):
        season = [*nights[:played], *coming[played:]]
        for player, each in place_ranges(scheme, season, enrolments=MEMBERS).items():
            best, worst = before.get(player, (1, len(NAMES)))
            assert best <= each.best <= each.worst <= worst
            before[player] = (each.best, each.worst)
