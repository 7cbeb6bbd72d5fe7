"""Ratings: matches, days, guests, and how a rating is shown."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ratings import (
    CLUB_SCALE,
    WINNERS_SHARE,
    RatedMatch,
    Rating,
    Scale,
    by_points,
    by_winner,
    expected_share,
    game_chances,
    pair_rating,
    rate_day,
    rating_history,
    replay_matches,
)
from scoring.sides import BySeat, Seat

NIGHT = date(2026, 1, 8)
NEWCOMER = CLUB_SCALE.newcomer
REGULAR = Rating(28.0, 2.5, NIGHT)
ANN_BEN = BySeat(("Ann",), ("Ben",))


def matches_of_night(day: date, *shares: tuple[str, str, float]) -> list[RatedMatch[str]]:
    return [RatedMatch(day, BySeat((a,), (b,)), share) for a, b, share in shares]


# --- What one match moves -----------------------------------------------------------


def test_the_more_points_of_a_game_the_more_a_rating_gains() -> None:
    gains = [
        replay_matches([by_points(NIGHT, ANN_BEN, BySeat(mine, 8 - mine))])["Ann"].mu - 25
        for mine in range(9)
    ]

    assert gains == sorted(gains)
    assert gains[4] == 0
    assert gains[8] == pytest.approx(-gains[0])


def test_a_tie_moves_the_weaker_side_up_and_the_stronger_down() -> None:
    before = {"Ann": Rating(30, 3), "Ben": Rating(20, 3)}
    after = rate_day(before, NIGHT, matches_of_night(NIGHT, ("Ann", "Ben", 0.5)))

    assert after["Ann"].mu < 30
    assert after["Ben"].mu > 20


@pytest.mark.parametrize(
    ("winner", "share"), [(Seat.A, WINNERS_SHARE), (Seat.B, 1 - WINNERS_SHARE), (None, 0.5)]
)
def test_a_bare_win_counts_as_what_a_winner_usually_takes(
    winner: Seat | None, share: float
) -> None:
    assert by_winner(NIGHT, ANN_BEN, winner).share == share


def test_points_of_any_rule_sheet_become_a_share() -> None:
    assert by_points(NIGHT, ANN_BEN, BySeat(100, 60)).share == 0.625
    assert by_points(NIGHT, ANN_BEN, BySeat(0, 0)).share == 0.5


def test_partners_gain_alike_when_they_are_equally_well_known() -> None:
    after = replay_matches([by_points(NIGHT, BySeat(("Ann", "Ben"), ("Cy", "Di")), BySeat(7, 1))])

    assert after["Ann"] == after["Ben"]
    assert after["Cy"] == after["Di"]
    assert after["Ann"].mu > 25 > after["Cy"].mu


def test_a_game_with_one_partner_moves_a_player_half_as_much_as_a_game_alone() -> None:
    alone = rate_day({}, NIGHT, matches_of_night(NIGHT, ("Ann", "Ben", 1.0)), Scale(beta=100))
    paired = rate_day(
        {}, NIGHT, [RatedMatch(NIGHT, BySeat(("Ann", "Cy"), ("Ben", "Di")), 1.0)], Scale(beta=100)
    )

    assert (paired["Ann"].mu - 25) / (alone["Ann"].mu - 25) == pytest.approx(1 / 2, abs=0.01)


def test_two_against_one_between_newcomers_is_level() -> None:
    three = BySeat(("Ann", "Ben"), ("Cy",))

    assert {r.mu for r in replay_matches([by_points(NIGHT, three, BySeat(4, 4))]).values()} == {25}


@pytest.mark.parametrize(
    ("sides", "share", "sentence"),
    [
        (BySeat(("Ann",), ("Ben",), ("Cy",)), 0.5, "two sides, not 3"),
        (BySeat(("Ann",), ()), 0.5, "a side without players"),
        (BySeat(("Ann", "Ben"), ("Ben",)), 0.5, "nobody can sit on both sides"),
        (ANN_BEN, 1.2, "between 0 and 1, not 1.2"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(
    sides: BySeat[tuple[str, ...]], share: float, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        RatedMatch(NIGHT, sides, share)


# --- A day, and the days between -----------------------------------------------------


def test_everything_on_a_day_is_judged_from_the_ratings_of_the_morning() -> None:
    """What Ben does later that day does not change what it was worth to beat him."""
    lost_both = replay_matches(matches_of_night(NIGHT, ("Ann", "Ben", 0.8), ("Ben", "Cy", 0.1)))
    lost_one = replay_matches(matches_of_night(NIGHT, ("Ann", "Ben", 0.8), ("Ben", "Cy", 0.9)))

    assert lost_both["Ann"] == lost_one["Ann"]


def test_ten_games_in_one_day_do_not_throw_a_newcomer_off_the_scale() -> None:
    """Ten whole steps added up would land beyond any real strength."""
    after = replay_matches(
        [m for _ in range(10) for m in matches_of_night(NIGHT, ("Ann", "Ben", 1.0))]
    )

    assert 30 < after["Ann"].mu < 45


def test_uncertainty_shrinks_with_play_and_grows_with_idle_time() -> None:
    played = replay_matches(matches_of_night(NIGHT, ("Ann", "Ben", 0.6)))["Ann"]
    waiting = [CLUB_SCALE.on(NIGHT + timedelta(days=days), played).sigma for days in (0, 30, 365)]

    assert played.sigma < NEWCOMER.sigma
    assert waiting == sorted(waiting)
    assert waiting[0] == played.sigma < waiting[1]


def test_a_month_without_play_adds_one_to_the_square_of_sigma() -> None:
    assert CLUB_SCALE.on(NIGHT + timedelta(days=30), REGULAR).sigma ** 2 == pytest.approx(
        REGULAR.sigma**2 + 1
    )


def test_no_rating_is_ever_less_certain_than_a_newcomers() -> None:
    assert CLUB_SCALE.on(date(2099, 1, 1), REGULAR).sigma == NEWCOMER.sigma
    assert CLUB_SCALE.on(date(2099, 1, 1), Rating(25, 9, NIGHT)).sigma == 9


def test_a_rating_without_a_day_has_not_aged() -> None:
    assert CLUB_SCALE.on(NIGHT, NEWCOMER) == NEWCOMER


def test_who_comes_back_after_a_year_moves_faster_than_who_stayed() -> None:
    later = NIGHT + timedelta(days=365)
    stayed, away = Rating(25, 3, later), Rating(25, 3, NIGHT)
    after = rate_day(
        {"Ann": stayed, "Ben": away},
        later,
        matches_of_night(later, ("Ann", "Cy", 0.9), ("Ben", "Di", 0.9)),
    )

    assert after["Ben"].mu > after["Ann"].mu


def test_a_history_has_a_line_for_everyone_who_played_that_day() -> None:
    later = NIGHT + timedelta(days=7)
    matches = matches_of_night(later, ("Ann", "Cy", 0.5)) + matches_of_night(
        NIGHT, ("Ann", "Ben", 0.6)
    )

    days = list(rating_history(matches))

    assert [(day, sorted(changed)) for day, changed in days] == [
        (NIGHT, ["Ann", "Ben"]),
        (later, ["Ann", "Cy"]),
    ]
    assert replay_matches(matches) == days[0][1] | days[1][1]


# --- Guests ---------------------------------------------------------------------------


def test_a_guest_is_never_stored() -> None:
    match = by_points(NIGHT, ANN_BEN, BySeat(2, 6), guests=["Ben"])

    assert replay_matches([match]).keys() == {"Ann"}


def test_a_guest_is_a_newcomer_every_time() -> None:
    """A guest's results of last week do not affect today's ratings."""
    match = by_points(NIGHT, ANN_BEN, BySeat(2, 6), guests=["Ben"])

    assert rate_day({"Ann": REGULAR, "Ben": Rating(48, 1)}, NIGHT, [match]) == rate_day(
        {"Ann": REGULAR}, NIGHT, [match]
    )


def test_a_match_with_a_guest_moves_a_member_less_than_one_between_members() -> None:
    known = {"Ann": Rating(25, 2.5, NIGHT), "Ben": Rating(25, 2.5, NIGHT)}
    member = rate_day(known, NIGHT, [by_points(NIGHT, ANN_BEN, BySeat(8, 0))])
    guest = rate_day(known, NIGHT, [by_points(NIGHT, ANN_BEN, BySeat(8, 0), guests=["Ben"])])

    assert 25 < guest["Ann"].mu < member["Ann"].mu
    assert guest["Ann"].sigma > member["Ann"].sigma


def test_a_guest_affects_only_those_they_met() -> None:
    others = matches_of_night(NIGHT, ("Cy", "Di", 0.7))
    visit = by_points(NIGHT, ANN_BEN, BySeat(0, 8), guests=["Ben"])

    assert replay_matches([*others, visit])["Cy"] == replay_matches(others)["Cy"]


# --- What a page shows ------------------------------------------------------------------


def test_a_newcomer_is_shown_as_1000_give_or_take_667() -> None:
    assert (NEWCOMER.shown, NEWCOMER.band) == (1000, 667)


def test_a_rating_is_settled_when_half_of_the_doubt_is_gone() -> None:
    assert not CLUB_SCALE.settled(NEWCOMER)
    assert CLUB_SCALE.settled(REGULAR)


def test_a_pair_is_shown_as_the_mean_of_its_partners_and_surer_than_either() -> None:
    assert pair_rating(Rating(30, 3), Rating(20, 4)) == Rating(25, 2.5)


def test_equals_expect_half_of_the_points() -> None:
    assert expected_share(REGULAR, REGULAR) == 0.5


def test_the_less_is_known_the_closer_to_even_the_guess() -> None:
    sure = expected_share(Rating(30, 2), Rating(20, 2))
    unsure = expected_share(Rating(30, 8), Rating(20, 8))

    assert 0.5 < unsure < sure


def test_a_longer_game_favours_the_better_side() -> None:
    wins = [game_chances(0.6, rounds).win for rounds in (2, 4, 8, 16)]

    assert wins == sorted(wins)


@given(share=st.floats(0, 1), rounds=st.integers(1, 12))
def test_chances_add_up_to_one_and_are_the_same_seen_from_the_other_side(
    share: float, rounds: int
) -> None:
    mine, other = game_chances(share, rounds), game_chances(1 - share, rounds)

    assert mine.win + mine.tie + mine.loss == pytest.approx(1)
    assert (mine.win, mine.tie) == pytest.approx((other.loss, other.tie))


# --- Laws ---------------------------------------------------------------------------------

PLAYERS = [f"P{number:02}" for number in range(8)]
RATINGS = st.builds(Rating, st.floats(5, 45), st.floats(0.5, 8), st.just(NIGHT))
BEFORE = st.fixed_dictionaries(dict.fromkeys(PLAYERS, RATINGS))


@st.composite
def random_match(draw: st.DrawFn, *, day: date | None = NIGHT) -> RatedMatch[str]:
    many = draw(st.sampled_from([2, 4]))
    seated = draw(st.permutations(PLAYERS))[:many]
    on = day or NIGHT + timedelta(days=draw(st.integers(0, 3)))
    sides = BySeat(tuple(seated[: many // 2]), tuple(seated[many // 2 :]))
    guests = draw(st.sets(st.sampled_from(PLAYERS), max_size=2))
    return by_points(on, sides, BySeat(p := draw(st.integers(0, 8)), 8 - p), guests)


@given(
    st.lists(random_match(), max_size=12).flatmap(
        lambda m: st.tuples(st.just(m), st.permutations(m))
    ),
    BEFORE,
)
def test_the_order_of_a_days_matches_changes_no_digit(
    orders: tuple[list[RatedMatch[str]], list[RatedMatch[str]]], before: dict[str, Rating]
) -> None:
    written, shuffled = orders

    assert rate_day(before, NIGHT, written) == rate_day(before, NIGHT, shuffled)


@given(
    st.lists(random_match(day=None), max_size=16).flatmap(
        lambda m: st.tuples(st.just(m), st.permutations(m))
    )
)
def test_a_history_can_be_replayed_in_whatever_order_it_was_kept(
    orders: tuple[list[RatedMatch[str]], list[RatedMatch[str]]],
) -> None:
    written, shuffled = orders

    assert replay_matches(written) == replay_matches(shuffled)


@given(st.lists(random_match(), min_size=1, max_size=12), BEFORE)
def test_a_day_of_play_always_leaves_us_surer(
    played: list[RatedMatch[str]], before: dict[str, Rating]
) -> None:
    after = rate_day(before, NIGHT, played)

    assert all(0 < after[player].sigma < before[player].sigma for player in after)


@given(random_match(), BEFORE)
def test_one_sides_gain_is_the_other_sides_loss(
    match: RatedMatch[str], before: dict[str, Rating]
) -> None:
    between = RatedMatch(match.day, match.sides, match.share)
    after = rate_day(before, NIGHT, [between])
    moved = [sum(after[player].mu - before[player].mu for player in side) for side in between.sides]

    assert moved[0] * moved[1] <= 0
