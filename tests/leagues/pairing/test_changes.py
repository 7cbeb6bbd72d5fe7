"""The organiser's hand: what a change makes of a round, and what it breaks."""

import pytest

from leagues.pairing.changes import forbid, pair_rest, swap
from leagues.pairing.check import Promise, check
from leagues.pairing.history import History
from leagues.pairing.seeds import roll
from leagues.pairing.swiss import Placed, SwissRules, pair_round
from leagues.pairing.values import BY_HAND, Bye, Pairing, PairingRound, Why, pair_up

BY_LOT = Why("by lot")
DRAWN = PairingRound(
    (
        Pairing.between("Ann", "Ben", why=BY_LOT),
        Pairing.between("Cas", "Dot", why=BY_LOT),
    ),
    (Bye("Eve"),),
)
FIELD = [Placed(name) for name in ("Ann", "Ben", "Cas", "Dot", "Eve")]


@pytest.mark.parametrize(
    ("one", "other", "pairs", "out"),
    [
        ("Ann", "Cas", [("Cas", "Ben"), ("Ann", "Dot")], "Eve"),
        ("Eve", "Dot", [("Ann", "Ben"), ("Cas", "Eve")], "Dot"),
        ("Ann", "Ben", [("Ben", "Ann"), ("Cas", "Dot")], "Eve"),
    ],
)
def test_two_change_places(
    one: str, other: str, pairs: list[tuple[str, str]], out: str
) -> None:
    change = swap(DRAWN, one, other, History())

    assert [p.entries for p in change.round.pairings] == pairs
    assert [bye.entry for bye in change.round.byes] == [out]
    assert change.breaches == ()
    for before, after in zip(DRAWN.pairings, change.round.pairings, strict=True):
        assert after.why == (BY_LOT if after.entries == before.entries else BY_HAND)


def test_only_what_the_change_breaks_is_named() -> None:
    before = History([PairingRound((Pairing.between("Ann", "Ben"),), (Bye("Dot"),))])

    change = swap(DRAWN, "Eve", "Dot", before, Promise(apart=pair_up([["Cas", "Eve"]])))

    assert {str(b) for b in change.breaches} == {
        "Round 2: Dot sits out again before everyone has.",
        "Round 2: Cas and Eve were to be kept apart, which was possible.",
    }


def test_a_forbidden_pair_is_paired_otherwise() -> None:
    field = FIELD[:4]
    rules: SwissRules[str] = SwissRules()
    (first, _) = pair_round(field, History(), roll("x"), rules).pairings

    rules = forbid(rules, *first.entries)
    again = pair_round(field, History(), roll("x"), rules)

    assert check([again], Promise(forbidden=rules.forbidden)) == []


def test_matches_that_have_begun_stay_when_the_rest_is_paired_again() -> None:
    begun = DRAWN.pairings[0]

    paired = pair_rest(DRAWN, [begun], FIELD, History(), roll("x"))

    assert paired.pairings[0] is begun
    assert check([paired], here=[[placed.entry for placed in FIELD]]) == []
