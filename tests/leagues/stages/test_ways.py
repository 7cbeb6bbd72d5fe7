"""Ways of pairing: their draws, their lengths, and how they are stored."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.pairing.draw_checker import Promise, find_breaches
from leagues.pairing.history import History
from leagues.pairing.knockout import Placing
from leagues.pairing.seeds import roll_dice
from leagues.pairing.swiss import ByeGoes, Within
from leagues.pairing.values import PairedRound, Pairing
from leagues.stages.pairing_ways import (
    WAYS,
    AllShoot,
    BracketWay,
    DoubleKnockout,
    ExpectedField,
    Heats,
    Knockout,
    Outsiders,
    PagePlayoff,
    PairingWay,
    Partners,
    RoundRobin,
    SomeGames,
    StageField,
    Swiss,
    ToMend,
    kind_and_options,
    way_from,
)
from scoring.errors import RuleError
from tests.leagues.pairing.tournaments import seeds

EVERY_WAY = [way() for way in WAYS]
TEN = tuple("ABCDEFGHIJ")


def field_of(entries: tuple[str, ...] = TEN, seed: str = "spring", **known: Any) -> StageField[str]:
    return StageField(entries, roll_dice(seed), **known)


def meetings_in(rounds: tuple[PairedRound[str], ...]) -> set[frozenset[str]]:
    return {frozenset(p.entries) for drawn in rounds for p in drawn.pairings}


# --- As rows keep them ------------------------------------------------------------------


@pytest.mark.parametrize("way", EVERY_WAY, ids=str)
def test_a_row_keeps_a_way_as_it_is(way: PairingWay) -> None:
    kind, options = kind_and_options(way)

    assert "kind" not in options
    assert way_from(kind, options) == way
    assert way_from(kind, {}) == way, "nothing stored means the usual"


@pytest.mark.parametrize(
    "way",
    [
        Swiss(7, Within.FOLD, ByeGoes.TOP, by_rating=True),
        Knockout(Placing.ALL),
        DoubleKnockout(reset=False),
        SomeGames(3, bye_points=4),
    ],
    ids=str,
)
def test_a_row_keeps_what_was_chosen(way: PairingWay) -> None:
    assert way_from(*kind_and_options(way)) == way


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("round_robin", {"legs": 0}),
        ("round_robin", {"bye_points": -1}),
        ("partial", {"games": 61}),
        ("partial", {"bye_points": 100}),
        ("swiss", {"games": 0}),
        ("swiss", {"bye_points": -1}),
        ("partners", {"games": 61}),
        ("partners", {"bye_points": -1}),
        ("heats", {"size": 5}),
        ("heats", {"games": 0}),
        ("heats", {"bye_points": -1}),
        ("outsiders", {"clubs": 1}),
        ("outsiders", {"bye_points": -1}),
        ("outsiders", {"best": 0}),
        ("outsiders", {"clubs": 41}),
        ("outsiders", {"best": 41}),
        ("tea", {}),
        ("knockout", {"placing": "none"}),
    ],
)
def test_unplayable_options_are_refused(kind: str, options: dict[str, object]) -> None:
    with pytest.raises(RuleError):
        way_from(kind, options)


# --- How many rounds, how many matches ----------------------------------------------------


@pytest.mark.parametrize(
    ("way", "entries", "matches"),
    [
        (RoundRobin(), 4, (2, 2, 2)),
        (RoundRobin(), 5, (2, 2, 2, 2, 2)),
        (RoundRobin(legs=2), 4, (2,) * 6),
        (SomeGames(3), 9, (4, 4, 4)),
        (Swiss(5), 33, (16,) * 5),
        (Partners(), 8, (2,) * 7),
        (Partners(), 9, (2,) * 9),
        (Partners(games=4), 13, (3,) * 4),
        (Heats(games=2, size=4), 8, (2, 2)),
        (Outsiders(clubs=2), 12, (6,) * 6),
        (AllShoot(), 9, (5,)),
        (Knockout(), 8, (4, 2, 2)),
        (Knockout(), 6, (2, 2, 2)),
        (Knockout(Placing.SHARED), 8, (4, 2, 1)),
        (Knockout(Placing.ALL), 4, (2, 2)),
        (Knockout(), 2, (1,)),
        (PagePlayoff(), 4, (2, 1, 1)),
    ],
    ids=str,
)
def test_how_many_matches_each_pairing_round_has(
    way: PairingWay, entries: int, matches: tuple[int, ...]
) -> None:
    assert way.matches(ExpectedField(entries)) == matches


def test_a_double_elimination_is_timed_without_the_match_that_may_not_be_needed() -> None:
    assert sum(DoubleKnockout().matches(ExpectedField(8))) == 14
    assert sum(DoubleKnockout(reset=False).matches(ExpectedField(8))) == 14


@pytest.mark.parametrize(
    ("way", "rounds"),
    [
        (RoundRobin(), None),
        (SomeGames(4), 4),
        (Swiss(6), 6),
        (Partners(), None),
        (Partners(5), 5),
        (Heats(3), 3),
        (Outsiders(), None),
        (AllShoot(), 0),
        (Knockout(), None),
    ],
    ids=str,
)
def test_how_many_rounds_are_to_be(way: PairingWay, rounds: int | None) -> None:
    assert way.rounds == rounds


@pytest.mark.parametrize("way", EVERY_WAY, ids=str)
def test_only_swiss_is_drawn_from_the_table(way: PairingWay) -> None:
    assert way.drawn_ahead is not isinstance(way, Swiss)


def test_points_for_sitting_out_are_a_setting() -> None:
    assert Swiss(bye_points=2).bye_points == 2
    assert [AllShoot().bye_points, Knockout().bye_points] == [0, 0]


# --- Drawing --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "way", [RoundRobin(), SomeGames(4), Partners(), Heats(2), AllShoot()], ids=str
)
def test_the_same_seed_draws_the_same(way: PairingWay) -> None:
    assert way.draw(field_of()) == way.draw(field_of())


def test_everybody_meets_everybody() -> None:
    rounds = RoundRobin().draw(field_of())

    assert meetings_in(rounds) == {frozenset(two) for two in combinations(TEN, 2)}
    assert find_breaches(rounds) == []


def test_two_legs_meet_twice() -> None:
    rounds = RoundRobin(legs=2).draw(field_of(tuple("ABCD")))

    assert len(rounds) == 6
    assert find_breaches(rounds, Promise(meetings=2)) == []


def test_a_late_comer_to_a_round_robin_still_meets_all() -> None:
    played = RoundRobin().draw(field_of(tuple("ABCD")))[:2]
    rest = RoundRobin().draw(field_of(tuple("ABCDE"), history=History(played)))

    assert meetings_in(played) | meetings_in(rest) == {
        frozenset(two) for two in combinations("ABCDE", 2)
    }
    assert not meetings_in(played) & meetings_in(rest), "nobody meets twice"


def test_with_no_one_left_to_meet_a_round_robin_is_over() -> None:
    played = RoundRobin().draw(field_of(tuple("ABCD")))

    assert RoundRobin().draw(field_of(tuple("ABCD"), history=History(played))) == ()


def test_late_comers_are_brought_into_a_round_robin_by_more_rounds() -> None:
    way = RoundRobin()
    drawn = way.draw(field_of(tuple("ABCD")))
    coming = ToMend(drawn[1:], come=("E",))

    mended = way.mend(coming, field_of(tuple("ABCDE"), history=History(drawn[:1])))

    assert len(mended) == 4
    assert meetings_in((*drawn[:1], *mended)) == {
        frozenset(two) for two in combinations("ABCDE", 2)
    }


def test_of_some_games_none_is_added_for_who_leaves_or_comes() -> None:
    way = SomeGames(4)
    coming = ToMend(way.draw(field_of()), gone=("A",), come=("X", "Y"))

    mended = way.mend(coming, field_of())

    assert len(mended) == 4
    names = {entry for each in mended for entry in each.entries}
    assert names == {*TEN, "X", "Y"} - {"A"}
    assert not way.meets_everybody


def test_a_late_comer_to_an_inter_club_day_is_brought_in_against_the_others() -> None:
    way = Outsiders()
    clubs = CLUBS | {"G": "West"}
    coming = ToMend(way.draw(field_of(tuple("ABCDEF"), clubs=CLUBS)), come=("G",))

    mended = way.mend(coming, field_of(tuple("ABCDEFG"), clubs=clubs))

    assert meetings_in(mended) == {frozenset(two) for two in product("ABC", "DEFG")}


def test_some_games_go_on_where_they_stopped() -> None:
    way = SomeGames(4)
    played = way.draw(field_of())[:3]
    rest = way.draw(field_of(history=History(played)))

    assert len(rest) == 1
    assert not meetings_in(played) & meetings_in(rest)
    assert way.draw(field_of(history=History(played + rest))) == ()


def test_families_are_kept_apart_in_some_games() -> None:
    family = frozenset({frozenset("AB")})

    assert frozenset("AB") not in meetings_in(SomeGames(5).draw(field_of(apart=family)))


def test_swiss_draws_one_round_after_another() -> None:
    way = Swiss(games=2)
    points = {entry: 10 - at for at, entry in enumerate(TEN)}
    (first,) = way.draw(field_of())
    (second,) = way.draw(field_of(history=History([first]), points=points))

    assert find_breaches([first, second]) == []
    assert way.draw(field_of(history=History([first, second]))) == ()


def test_swiss_orders_those_level_by_what_comes_then() -> None:
    then = {"A": Fraction(9), "B": Fraction(7), "C": Fraction(5), "D": Fraction(3)}
    (drawn,) = Swiss(within=Within.FOLD).draw(field_of(tuple("ABCD"), then=then))

    assert meetings_in((drawn,)) == {frozenset("AD"), frozenset("BC")}


def test_everybody_partners_everybody() -> None:
    rounds = Partners().draw(field_of(tuple("ABCDEFGH")))
    partners = {
        frozenset(two)
        for drawn in rounds
        for pairing in drawn.pairings
        for two in pairing.partnerships()
    }

    assert partners == {frozenset(two) for two in combinations("ABCDEFGH", 2)}


def test_partners_go_on_where_they_stopped() -> None:
    eight = tuple("ABCDEFGH")
    way = Partners(games=3)
    played = way.draw(field_of(eight))
    longer = replace(way, games=4).draw(field_of(eight, history=History(played)))
    whole = Partners().draw(field_of(eight))

    assert len(played) == 3
    assert len(longer) == 1
    assert way.draw(field_of(eight, history=History(played))) == ()
    assert Partners().draw(field_of(eight, history=History(whole))) == ()


def test_heats_sit_at_one_board() -> None:
    way = Heats(games=2, size=4)
    rounds = way.draw(field_of(tuple("ABCDEFGH")))

    assert [len(p.sides) for drawn in rounds for p in drawn.pairings] == [4] * 4
    assert way.draw(field_of(tuple("ABCDEFGH"), history=History(rounds))) == ()


CLUBS = dict(zip("ABCDEF", ["East"] * 3 + ["West"] * 3, strict=True))


def test_only_other_clubs_are_met() -> None:
    rounds = Outsiders().draw(field_of(tuple("ABCDEF"), clubs=CLUBS))

    assert meetings_in(rounds) == {frozenset(two) for two in product("ABC", "DEF")}


def test_a_late_comer_to_an_inter_club_day_meets_all_outsiders() -> None:
    clubs = CLUBS | {"G": "West"}
    played = Outsiders().draw(field_of(tuple("ABCDEF"), clubs=CLUBS))
    rest = Outsiders().draw(field_of(tuple("ABCDEFG"), clubs=clubs, history=History(played)))

    assert meetings_in(rest) == {frozenset(two) for two in ("AG", "BG", "CG")}


@pytest.mark.parametrize("way", [AllShoot(), Knockout(), DoubleKnockout(), PagePlayoff()], ids=str)
def test_a_bracket_and_a_shoot_out_have_no_pairing_rounds_of_their_own(way: PairingWay) -> None:
    assert way.draw(field_of()) == ()


# --- Brackets ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "entries", "slots"),
    [(Knockout(), 8, 8), (DoubleKnockout(), 8, 15), (PagePlayoff(), 4, 4), (PagePlayoff(), 3, 4)],
    ids=str,
)
def test_a_bracket_is_known_ahead(way: BracketWay, entries: int, slots: int) -> None:
    assert len(way.bracket(entries).slots) == slots


def test_a_page_play_off_is_for_three_or_four() -> None:
    with pytest.raises(ValueError, match="three or four"):
        PagePlayoff().bracket(5)


# --- Seeds in a Swiss ---------------------------------------------------------------------


@given(st.permutations(range(1, 11)), st.sampled_from(Within), seeds)
def test_seeds_are_the_start_list_of_a_swiss(order: list[int], within: Within, seed: str) -> None:
    """All meet by their seeds, whatever the dice are."""
    saved = dict(zip(range(10), order, strict=True))
    (drawn,) = Swiss(within=within).draw(StageField(tuple(saved), roll_dice(seed), seeds=saved))

    assert {tuple(sorted(saved[e] for e in p.entries)) for p in drawn.pairings} == {
        Within.HALVES: {(1, 6), (2, 7), (3, 8), (4, 9), (5, 10)},
        Within.FOLD: {(1, 10), (2, 9), (3, 8), (4, 7), (5, 6)},
        Within.NEIGHBOURS: {(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)},
    }[within]


def test_entries_without_a_seed_come_after_those_who_have_one() -> None:
    """Of five the two without a seed: one meets the second half's first, one sits out."""
    (drawn,) = Swiss().draw(field_of(TEN[:5], seeds={"A": 3, "B": 1, "C": 2}))

    assert frozenset("BA") in meetings_in((drawn,))
    assert {bye.entry for bye in drawn.byes} < set("DE")


@pytest.mark.parametrize("way", [Swiss(by_seed=False), Swiss()])
def test_seeds_pair_the_first_game_only_and_only_where_they_are_asked(way: Swiss) -> None:
    """Ann and Ben lead on 20s, and are seeded first and last."""
    first = PairedRound((Pairing.between("Ann", "Cas"), Pairing.between("Dot", "Ben")))
    four = ("Ann", "Ben", "Cas", "Dot")
    known: dict[str, Any] = {
        "seeds": {"Ann": 1, "Dot": 2, "Cas": 3, "Ben": 4},
        "then": {"Ann": 9, "Ben": 8, "Cas": 7, "Dot": 6},
    }
    (second,) = replace(way, within=Within.NEIGHBOURS).draw(
        field_of(four, history=History([first]), **known)
    )
    assert meetings_in((second,)) == {frozenset(("Ann", "Ben")), frozenset(("Cas", "Dot"))}

    (start,) = replace(way, within=Within.FOLD).draw(field_of(four, **known))
    assert (frozenset(("Ann", "Ben")) in meetings_in((start,))) is way.by_seed
