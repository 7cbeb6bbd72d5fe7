"""The consequences of a changed result: from values, and from the rows of an event."""

import pytest

from leagues.reads.results.consequences import consequences_of
from leagues.reads.results.differences import Rivals
from leagues.reads.results.event_state import (
    CutState,
    EventState,
    RoundState,
    SlotState,
    TableState,
)

ANN, BEN, CAS, DOT = 1, 2, 3, 4
MORNING, FINAL = 21, 22
NAMES = {ANN: "Ann", BEN: "Ben", CAS: "Cas", DOT: "Dot"}


def state_with_table(*entries: int) -> EventState:
    return EventState(tables=(TableState("Morning", {e: n for n, e in enumerate(entries, 1)}),))


def state_with_cut(
    pools: dict[int, str],
    *,
    is_seated: bool = False,
    has_begun: bool = False,
    level: tuple[tuple[int, ...], ...] = (),
    seats: dict[int, str] | None = None,
) -> EventState:
    final_cut = CutState("Finals", pools, is_seated, has_begun, MORNING, FINAL, level, seats or {})
    return EventState(cuts=(final_cut,))


def state_with_slot(*sides: int | None, has_begun: bool = False) -> EventState:
    final = SlotState("Final", sides, match=9, has_begun=has_begun)
    return EventState(slots={(1, "F"): final})


def fail_to_draw() -> frozenset[tuple[int, ...]]:
    raise AssertionError("drawn again")


def state_after(points: dict[int, int], *, has_begun: bool) -> EventState:
    drawn = RoundState("Swiss", 3, points, fail_to_draw, has_begun)
    return EventState(rounds={7: drawn})


@pytest.mark.parametrize("has_begun", [True, False])
def test_what_follows_from_the_same_table_is_not_drawn_again(has_begun: bool) -> None:
    """Drawing is slow, and most corrections are of the round that is being played."""
    same = state_after({ANN: 8}, has_begun=has_begun)
    assert not consequences_of(same, same)


def test_a_begun_round_is_mentioned_and_not_drawn_again() -> None:
    follows = consequences_of(
        state_after({ANN: 8}, has_begun=True), state_after({ANN: 6}, has_begun=True)
    )

    assert list(follows.sentences(NAMES.__getitem__)) == [
        "Game 3 of Swiss was drawn from this result. It stays as it was played."
    ]
    assert follows.unplayed == ()
    assert follows.contradicts


def state_with_round(*meetings: tuple[int, ...]) -> EventState:
    meets = frozenset(meetings)
    here = RoundState("Swiss", 3, meets, lambda: meets, has_begun=False)
    return EventState(rounds={7: here})


@pytest.mark.parametrize(
    ("before", "after", "sentences"),
    [
        (state_with_table(ANN, BEN), state_with_table(ANN, BEN), []),
        (
            state_with_table(ANN, BEN, CAS),
            state_with_table(BEN, ANN, CAS),
            ["Ben moves up from place 2 to 1.", "Ann moves down from place 1 to 2."],
        ),
        (
            state_with_cut({ANN: "", BEN: ""}),
            state_with_cut({ANN: "", CAS: ""}),
            ["Cas advances to Finals.", "Ben no longer advances to Finals."],
        ),
        (
            state_with_cut({BEN: ""}, is_seated=True),
            state_with_cut({CAS: ""}, is_seated=True),
            [
                "Cas would be in Finals, but its places are already filled.",
                "Ben wouldn’t be in Finals, but already has a place there.",
            ],
        ),
        (
            state_with_cut({ANN: "pool A", BEN: "pool B"}),
            state_with_cut({ANN: "pool B", BEN: "pool A"}),
            [
                "Ann goes into pool B of Finals, not pool A.",
                "Ben goes into pool A of Finals, not pool B.",
            ],
        ),
        (
            state_with_cut({ANN: "pool A"}, is_seated=True),
            state_with_cut({ANN: "pool B"}, is_seated=True),
            ["Ann would be in pool B of Finals, not pool A."],
        ),
        (
            state_with_slot(ANN, BEN),
            state_with_slot(CAS, BEN),
            ["Final is Cas – Ben, not Ann – Ben."],
        ),
        (
            state_with_slot(ANN, BEN),
            state_with_slot(None, BEN),
            ["Final is not known – Ben, not Ann – Ben."],
        ),
        (state_with_slot(None, None), state_with_slot(CAS, BEN), []),
        (
            state_with_slot(ANN, BEN),
            state_with_slot(CAS, BEN, has_begun=True),
            [
                "Final was started by Ann – Ben but belongs to Cas – Ben, so the bracket contradicts itself."
            ],
        ),
        (
            state_with_round((ANN, BEN), (CAS, DOT)),
            state_with_round((ANN, CAS), (BEN, DOT)),
            [
                "Game 3 of Swiss would have been Ann – Cas, Ben – Dot "
                "instead of Ann – Ben, Cas – Dot."
            ],
        ),
        (
            state_with_round((ANN, BEN), (CAS,)),
            state_with_round((ANN, CAS), (BEN,)),
            [
                "Game 3 of Swiss would have been Ann – Cas, bye for Ben "
                "instead of Ann – Ben, bye for Cas."
            ],
        ),
    ],
)
def test_the_difference_in_sentences(
    before: EventState, after: EventState, sentences: list[str]
) -> None:
    follows = consequences_of(before, after)

    assert list(follows.sentences(NAMES.__getitem__)) == sentences
    assert bool(follows) == bool(sentences)


def test_rounds_that_have_not_begun_can_be_paired_again() -> None:
    waiting = consequences_of(state_with_round((ANN, BEN)), state_with_round((ANN, CAS)))

    assert waiting.unplayed == (7,)
    assert not waiting.contradicts


def test_those_who_swap_a_seat_given_away_may_play_for_it() -> None:
    seated = consequences_of(
        state_with_cut({BEN: ""}, is_seated=True), state_with_cut({CAS: ""}, is_seated=True)
    )
    open_yet = consequences_of(state_with_cut({BEN: ""}), state_with_cut({CAS: ""}))
    begun = consequences_of(
        state_with_cut({BEN: ""}, is_seated=True, has_begun=True),
        state_with_cut({CAS: ""}, is_seated=True, has_begun=True),
    )

    assert seated.play_off == Rivals(MORNING, (CAS, BEN))
    assert seated.stages_to_refill == (FINAL,)
    assert open_yet.play_off is None
    assert open_yet.stages_to_refill == ()
    assert begun.play_off is None
    assert begun.stages_to_refill == ()
    assert begun.too_late_for == ("Finals",)


def test_where_two_have_to_leave_the_new_pairings_are_unknown() -> None:
    both = consequences_of(
        state_with_cut({ANN: "", BEN: ""}, is_seated=True),
        state_with_cut({CAS: "", DOT: ""}, is_seated=True),
    )

    assert both.play_off is None
    assert both.stages_to_refill == (FINAL,)


@pytest.mark.parametrize(
    ("level", "play_off"), [(((BEN, CAS),), (BEN, CAS)), (((ANN, BEN, CAS),), None)]
)
def test_two_who_are_level_at_the_line_now_may_play_off(
    level: tuple[tuple[int, ...], ...], play_off: tuple[int, ...] | None
) -> None:
    follows = consequences_of(state_with_cut({BEN: ""}), state_with_cut({BEN: ""}, level=level))

    assert (follows.play_off.entries if follows.play_off else None) == play_off
    assert not consequences_of(
        state_with_cut({BEN: ""}, level=level), state_with_cut({BEN: ""}, level=level)
    )


def test_a_tie_at_the_cut_is_reported_with_or_without_seats() -> None:
    open_yet = consequences_of(
        state_with_cut({BEN: ""}), state_with_cut({BEN: ""}, level=((BEN, CAS),))
    )
    seated = consequences_of(
        state_with_cut({BEN: ""}, is_seated=True),
        state_with_cut({BEN: ""}, is_seated=True, level=((BEN, CAS),)),
    )

    assert open_yet.sentences(NAMES.__getitem__) == ("Tied at the cut for Finals: Ben, Cas.",)
    assert seated.sentences(NAMES.__getitem__) == (
        "Tied at the cut: Ben, Cas. The places in Finals are already filled.",
    )


@pytest.mark.parametrize(
    ("before", "after", "sentences"),
    [
        (CAS, BEN, ["Ben belongs in Finals and already has a place there.",
                    "Cas doesn’t belong in Finals and has no place there."]),
        (BEN, CAS, ["Cas would be in Finals, but its places are already filled.",
                    "Ben wouldn’t be in Finals, but already has a place there."]),
    ],
)  # fmt: skip
def test_it_is_reported_whether_the_seats_fit(
    before: int, after: int, sentences: list[str]
) -> None:
    seats = {BEN: ""}
    follows = consequences_of(
        state_with_cut({before: ""}, is_seated=True, seats=seats),
        state_with_cut({after: ""}, is_seated=True, seats=seats),
    )

    assert list(follows.sentences(NAMES.__getitem__)) == sentences
    assert follows.stages_to_refill == (() if after == BEN else (FINAL,))
    assert (follows.play_off is None) == (after == BEN)


def test_the_right_pool_is_reported_too() -> None:
    seats = {BEN: "pool A", CAS: "pool B"}
    follows = consequences_of(
        state_with_cut({BEN: "pool B", CAS: "pool A"}, is_seated=True, seats=seats),
        state_with_cut({BEN: "pool A", CAS: "pool B"}, is_seated=True, seats=seats),
    )

    assert follows.sentences(NAMES.__getitem__)[0] == (
        "Ben belongs in pool A of Finals and already has a place there."
    )
