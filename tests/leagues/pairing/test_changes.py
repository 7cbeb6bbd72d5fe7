"""Changes of a round by hand: the new round, and the rules it breaks."""

import pytest

from leagues.pairing.changes import swap_entries
from leagues.pairing.draw_checker import Promise
from leagues.pairing.history import History
from leagues.pairing.swiss import SwissEntry
from leagues.pairing.values import BY_HAND, Bye, PairedRound, Pairing, Why, pair_up

BY_LOT = Why("by lot")
DRAWN = PairedRound(
    (Pairing.between("Ann", "Ben", why=BY_LOT), Pairing.between("Cas", "Dot", why=BY_LOT)),
    (Bye("Eve"),),
)
FIELD = [SwissEntry(name) for name in ("Ann", "Ben", "Cas", "Dot", "Eve")]


@pytest.mark.parametrize(
    ("one", "other", "pairs", "out"),
    [
        ("Ann", "Cas", [("Cas", "Ben"), ("Ann", "Dot")], "Eve"),
        ("Eve", "Dot", [("Ann", "Ben"), ("Cas", "Eve")], "Dot"),
        ("Ann", "Ben", [("Ben", "Ann"), ("Cas", "Dot")], "Eve"),
    ],
)
def test_two_change_places(one: str, other: str, pairs: list[tuple[str, str]], out: str) -> None:
    change = swap_entries(DRAWN, one, other, History())

    assert [p.entries for p in change.round.pairings] == pairs
    assert [bye.entry for bye in change.round.byes] == [out]
    assert change.breaches == ()
    for before, after in zip(DRAWN.pairings, change.round.pairings, strict=True):
        assert after.why == (BY_LOT if after.entries == before.entries else BY_HAND)


def test_only_what_the_change_breaks_is_named() -> None:
    before = History([PairedRound((Pairing.between("Ann", "Ben"),), (Bye("Dot"),))])

    change = swap_entries(DRAWN, "Eve", "Dot", before, Promise(apart=pair_up([["Cas", "Eve"]])))

    assert {str(b) for b in change.breaches} == {
        "Round 2: Dot sits out again before everyone has.",
        "Round 2: Cas and Eve were to be kept apart, which was possible.",
    }
