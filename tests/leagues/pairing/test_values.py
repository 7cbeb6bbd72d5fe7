"""``Pairing``, ``History`` and seeds: who sits where and why, sums, and a promised seed."""

import json

import pytest

from leagues.pairing.history import History
from leagues.pairing.seeds import is_promised, roll_dice, seed_promise, spell_seed, tidy_seed
from leagues.pairing.values import Bye, Draw, PairedRound, Pairing, Why, pair_up
from scoring.sides import BySeat, Seat
from scoring.text import Text

DOUBLES = Pairing(
    BySeat(("Ann", "Ben"), ("Cas", "Dot")),
    first=Seat.B,
    why=Why("you sit with {partner} against {them}"),
    board=3,
)


def test_a_pairing_knows_opponents_and_partners() -> None:
    assert DOUBLES.opponents_of("Ann") == ("Cas", "Dot")
    assert DOUBLES.partners_of("Dot") == ("Cas",)
    assert list(DOUBLES.partnerships()) == [("Ann", "Ben"), ("Cas", "Dot")]
    assert str(DOUBLES.because("Cas", str.upper)) == "you sit with DOT against ANN and BEN"


def test_a_reason_reads_from_either_side() -> None:
    why = Why("you are on {yours}, {them} is on {theirs}", (12, 10))
    pairing = Pairing.between("Ann", "Ben", why=why)

    assert str(pairing.because("Ann")) == "you are on 12, Ben is on 10"
    assert str(pairing.because("Ben")) == "you are on 10, Ann is on 12"


def test_the_reason_for_a_pairing_by_hand_is_given() -> None:
    assert "by hand" in str(Pairing.between(1, 2).because(1))
    assert "organiser" in str(Bye(3).because())


def test_a_round_finds_the_pairing_of_an_entry() -> None:
    pairing_round = PairedRound((DOUBLES,), (Bye("Eve"),))

    assert pairing_round.pairing_of("Dot") is DOUBLES
    assert pairing_round.pairing_of("Eve") is None
    assert pairing_round.entries == ("Ann", "Ben", "Cas", "Dot", "Eve")


def test_a_family_is_every_two_of_it() -> None:
    assert pair_up([["Ann", "Ben", "Cas"], ["Dot"]]) == {
        frozenset(("Ann", "Ben")),
        frozenset(("Ann", "Cas")),
        frozenset(("Ben", "Cas")),
    }


def test_history_counts_meetings_byes_first_shots_and_boards() -> None:
    singles = PairedRound((Pairing.between("Ann", "Cas"),), (Bye("Ben"), Bye("Dot")))
    history = History([PairedRound((DOUBLES,))]).then(singles)

    assert history.meetings("Ann", "Cas") == 2
    assert history.meetings("Ann", "Ben") == 0
    assert history.meetings("Eve", "Ann") == 0
    assert history.opponents("Ann") == {"Cas", "Dot"}
    assert history.opponents("Eve") == frozenset()
    assert history.partnered["Ann"]["Ben"] == 1
    assert history.byes == {"Ben": 1, "Dot": 1}
    assert [history.lead(name) for name in ("Ann", "Cas", "Ben", "Dot")] == [0, 0, -6, 6]
    assert history.last_board["Ann"] == 3


def test_a_draw_carries_its_seed() -> None:
    assert Draw("K7QF", (PairedRound((DOUBLES,)),)).seed == "K7QF"


@pytest.mark.parametrize(
    "typed", ["K7QF-2M9D-01", "k7qf 2m9d 01", " k7qf2m9do1 ", "K7QF2M9D0I", "k7qf2m9dol"]
)
def test_a_seed_may_be_typed_carelessly(typed: str) -> None:
    assert tidy_seed(typed) == "K7QF2M9D01"
    assert roll_dice(typed).random() == roll_dice("K7QF-2M9D-01").random()


def test_a_promise_holds_for_its_seed_only() -> None:
    promise = seed_promise("K7QF-2M9D-01")

    assert len(promise) == 64
    assert is_promised(promise.upper(), "k7qf 2m9d 01")
    assert not is_promised(promise, "K7QF-2M9D-02")


def test_each_purpose_has_its_own_dice() -> None:
    assert roll_dice("a", "round 1").random() != roll_dice("a", "round 2").random()


def test_random_bytes_spell_a_seed_in_fours() -> None:
    assert spell_seed(b"\xff" * 10) == "ZZZZ-ZZZZ-ZZZZ-ZZZZ"
    assert spell_seed(b"\x00\x01") == "0001"


def test_a_reason_is_kept_as_plain_data_and_read_back() -> None:
    """The origin of a side is a separate ``Text``, so that it is translated too."""
    came_as = Text("winner of {match}", match=Text("Semi-final {number}", number=1))
    why = Why("you meet {them} here as {yours} against {theirs}", (came_as, 4))

    kept = json.loads(json.dumps(why.as_data))

    assert Why.from_data(kept) == why
    assert str(why.sentence(0, "Ben")) == ("you meet Ben here as winner of Semi-final 1 against 4")
    assert Why.from_data({"template": "you sit out"}) == Why("you sit out")
