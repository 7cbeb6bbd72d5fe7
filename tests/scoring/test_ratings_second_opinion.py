"""Ratings compared with openskill, an independent library of the same family."""

from datetime import date, timedelta
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ratings import CLUB_SCALE, RatedMatch, Rating, rate_day, replay_matches
from scoring.sides import BySeat

openskill = pytest.importorskip("openskill.models")

NIGHT = date(2026, 1, 8)
PLAYERS = [f"P{number:02}" for number in range(8)]
RATINGS = st.builds(Rating, st.floats(5, 45), st.floats(0.5, 8), st.just(NIGHT))
BEFORE = st.fixed_dictionaries(dict.fromkeys(PLAYERS, RATINGS))
RESULTS = {1.0: [0.0, 1.0], 0.5: [0.0, 0.0], 0.0: [1.0, 0.0]}


@given(st.permutations(PLAYERS), BEFORE, st.sampled_from([1, 2]), st.sampled_from([1.0, 0.5, 0.0]))
def test_one_match_is_what_openskill_makes_of_it(
    seated: list[str], before: dict[str, Rating], size: int, share: float
) -> None:
    """openskill adds partners up where we take the mean, so its luck is per partner."""
    model = openskill.BradleyTerryFull(beta=size * CLUB_SCALE.beta, gamma=lambda *_: 1.0, tau=0.0)
    a, b = tuple(seated[:size]), tuple(seated[size : 2 * size])
    teams = [
        [model.rating(before[player].mu, before[player].sigma) for player in side]
        for side in (a, b)
    ]

    ours = rate_day(before, NIGHT, [RatedMatch(NIGHT, BySeat(a, b), share)])
    theirs = model.rate(teams, ranks=RESULTS[share])

    for player, rating in zip((*a, *b), (*theirs[0], *theirs[1]), strict=True):
        assert ours[player].mu == pytest.approx(rating.mu, rel=0, abs=1e-9)
        assert ours[player].sigma == pytest.approx(rating.sigma, rel=0, abs=1e-9)


def test_a_season_of_single_match_days_is_what_openskill_makes_of_it() -> None:
    """Idle time included: openskill is handed the sigma grown by hand."""
    model = openskill.BradleyTerryFull(beta=CLUB_SCALE.beta, gamma=lambda *_: 1.0, tau=0.0)
    their = {player: model.rating() for player in PLAYERS}
    seen: dict[str, date] = {}
    played = []
    for number in range(300):
        day = NIGHT + timedelta(days=number)
        a, b = PLAYERS[number * 5 % 8], PLAYERS[(number * 5 + 1 + number % 7) % 8]
        share = (1.0, 0.5, 0.0)[number * number % 3]
        played.append(RatedMatch(day, BySeat((a,), (b,)), share))
        for player in (a, b):
            idle = (day - seen.get(player, day)).days
            grown = sqrt(their[player].sigma ** 2 + idle * CLUB_SCALE.growth)
            their[player].sigma = min(grown, CLUB_SCALE.sigma)
            seen[player] = day
        (new_a,), (new_b,) = model.rate([[their[a]], [their[b]]], ranks=RESULTS[share])
        their[a], their[b] = new_a, new_b

    for player, rating in replay_matches(played).items():
        assert rating.mu == pytest.approx(their[player].mu, rel=0, abs=1e-9)
        assert rating.sigma == pytest.approx(their[player].sigma, rel=0, abs=1e-9)
