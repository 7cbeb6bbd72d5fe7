"""The consequences of a changed result: from values, and from the rows of an event."""

import pytest

from leagues.reads.results.consequences import consequences
from leagues.reads.results.differences import Rivals
from leagues.reads.results.event_state import (
    CutStands,
    EventState,
    RoundStands,
    SlotStands,
    TableStands,
)

ANN, BEN, CAS, DOT = 1, 2, 3, 4
MORNING, FINAL = 21, 22
NAMES = {ANN: "Ann", BEN: "Ben", CAS: "Cas", DOT: "Dot"}


def table(*entries: int) -> EventState:
    return EventState(tables=(TableStands("Morning", {e: n for n, e in enumerate(entries, 1)}),))


def cut(
    pools: dict[int, str],
    *,
    is_seated: bool = False,
    has_begun: bool = False,
    level: tuple[tuple[int, ...], ...] = (),
    seats: dict[int, str] | None = None,
) -> EventState:
    stands = CutStands("Finals", pools, is_seated, has_begun, MORNING, FINAL, level, seats or {})
    return EventState(cuts=(stands,))


def slot(*sides: int | None, has_begun: bool = False) -> EventState:
    final = SlotStands("Final", sides, match=9, has_begun=has_begun)
    return EventState(slots={(1, "F"): final})


def never() -> frozenset[tuple[int, ...]]:
    raise AssertionError("drawn again")


def after(points: dict[int, int], *, has_begun: bool) -> EventState:
    drawn = RoundStands("Swiss", 3, points, never, has_begun)
    return EventState(rounds={7: drawn})


@pytest.mark.parametrize("has_begun", [True, False])
def test_what_follows_from_the_same_table_is_not_drawn_again(has_begun: bool) -> None:
    """Drawing is slow, and most corrections are of the round that is being played."""
    same = after({ANN: 8}, has_begun=has_begun)
    assert not consequences(same, same)


def test_a_round_that_was_begun_is_told_of_and_not_drawn_again() -> None:
    follows = consequences(after({ANN: 8}, has_begun=True), after({ANN: 6}, has_begun=True))

    assert list(follows.says(NAMES.__getitem__)) == [
        "Game 3 of Swiss was drawn from this result. It stays as it was played."
    ]
    assert follows.unplayed == ()
    assert follows.contradicts


def drawn(*meetings: tuple[int, ...]) -> EventState:
    meets = frozenset(meetings)
    here = RoundStands("Swiss", 3, meets, lambda: meets, has_begun=False)
    return EventState(rounds={7: here})


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (table(ANN, BEN), table(ANN, BEN), []),
        (
            table(ANN, BEN, CAS),
            table(BEN, ANN, CAS),
            ["Ben moves up from place 2 to 1.", "Ann moves down from place 1 to 2."],
        ),
        (
            cut({ANN: "", BEN: ""}),
            cut({ANN: "", CAS: ""}),
            ["Cas advances to Finals.", "Ben no longer advances to Finals."],
        ),
        (
            cut({BEN: ""}, is_seated=True),
            cut({CAS: ""}, is_seated=True),
            [
                "Cas would be in Finals, but its places are already filled.",
                "Ben wouldn’t be in Finals, but already has a place there.",
            ],
        ),
        (
            cut({ANN: "pool A", BEN: "pool B"}),
            cut({ANN: "pool B", BEN: "pool A"}),
            [
                "Ann goes into pool B of Finals, not pool A.",
                "Ben goes into pool A of Finals, not pool B.",
            ],
        ),
        (
            cut({ANN: "pool A"}, is_seated=True),
            cut({ANN: "pool B"}, is_seated=True),
            ["Ann would be in pool B of Finals, not pool A."],
        ),
        (slot(ANN, BEN), slot(CAS, BEN), ["Final is Cas – Ben, not Ann – Ben."]),
        (slot(ANN, BEN), slot(None, BEN), ["Final is not known – Ben, not Ann – Ben."]),
        (slot(None, None), slot(CAS, BEN), []),
        (
            slot(ANN, BEN),
            slot(CAS, BEN, has_begun=True),
            [
                "Final was started by Ann – Ben but belongs to Cas – Ben, so the bracket contradicts itself."
            ],
        ),
        (
            drawn((ANN, BEN), (CAS, DOT)),
            drawn((ANN, CAS), (BEN, DOT)),
            [
                "Game 3 of Swiss would have been Ann – Cas, Ben – Dot "
                "instead of Ann – Ben, Cas – Dot."
            ],
        ),
        (
            drawn((ANN, BEN), (CAS,)),
            drawn((ANN, CAS), (BEN,)),
            [
                "Game 3 of Swiss would have been Ann – Cas, bye for Ben "
                "instead of Ann – Ben, bye for Cas."
            ],
        ),
    ],
)
def test_the_difference_in_sentences(
    before: EventState, after: EventState, says: list[str]
) -> None:
    follows = consequences(before, after)

    assert list(follows.says(NAMES.__getitem__)) == says
    assert bool(follows) == bool(says)


def test_rounds_nobody_has_begun_can_be_paired_again() -> None:
    waiting = consequences(drawn((ANN, BEN)), drawn((ANN, CAS)))

    assert waiting.unplayed == (7,)
    assert not waiting.contradicts


def test_those_who_swap_a_seat_given_away_may_play_for_it() -> None:
    seated = consequences(cut({BEN: ""}, is_seated=True), cut({CAS: ""}, is_seated=True))
    open_yet = consequences(cut({BEN: ""}), cut({CAS: ""}))
    begun = consequences(
        cut({BEN: ""}, is_seated=True, has_begun=True),
        cut({CAS: ""}, is_seated=True, has_begun=True),
    )

    assert seated.play_off == Rivals(MORNING, (CAS, BEN))
    assert seated.to_fill_anew == (FINAL,)
    assert open_yet.play_off is None
    assert open_yet.to_fill_anew == ()
    assert begun.play_off is None
    assert begun.to_fill_anew == ()
    assert begun.too_late_for == ("Finals",)


def test_where_two_have_to_leave_nobody_knows_who_plays_whom() -> None:
    both = consequences(
        cut({ANN: "", BEN: ""}, is_seated=True), cut({CAS: "", DOT: ""}, is_seated=True)
    )

    assert both.play_off is None
    assert both.to_fill_anew == (FINAL,)


@pytest.mark.parametrize(
    ("level", "play_off"), [(((BEN, CAS),), (BEN, CAS)), (((ANN, BEN, CAS),), None)]
)
def test_two_who_are_level_at_the_line_now_may_play_off(
    level: tuple[tuple[int, ...], ...], play_off: tuple[int, ...] | None
) -> None:
    follows = consequences(cut({BEN: ""}), cut({BEN: ""}, level=level))

    assert (follows.play_off.entries if follows.play_off else None) == play_off
    assert not consequences(cut({BEN: ""}, level=level), cut({BEN: ""}, level=level))


def test_level_at_the_line_is_said_whether_or_not_seats_are_given() -> None:
    open_yet = consequences(cut({BEN: ""}), cut({BEN: ""}, level=((BEN, CAS),)))
    seated = consequences(
        cut({BEN: ""}, is_seated=True), cut({BEN: ""}, is_seated=True, level=((BEN, CAS),))
    )

    assert open_yet.says(NAMES.__getitem__) == ("Tied at the cut for Finals: Ben, Cas.",)
    assert seated.says(NAMES.__getitem__) == (
        "Tied at the cut: Ben, Cas. The places in Finals are already filled.",
    )


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (CAS, BEN, ["Ben belongs in Finals and already has a place there.",
                    "Cas doesn’t belong in Finals and has no place there."]),
        (BEN, CAS, ["Cas would be in Finals, but its places are already filled.",
                    "Ben wouldn’t be in Finals, but already has a place there."]),
    ],
)  # fmt: skip
def test_it_is_said_whether_the_seats_fit(before: int, after: int, says: list[str]) -> None:
    seats = {BEN: ""}
    follows = consequences(
        cut({before: ""}, is_seated=True, seats=seats),
        cut({after: ""}, is_seated=True, seats=seats),
    )

    assert list(follows.says(NAMES.__getitem__)) == says
    assert follows.to_fill_anew == (() if after == BEN else (FINAL,))
    assert (follows.play_off is None) == (after == BEN)


def test_who_is_in_the_right_pool_is_said_too() -> None:
    seats = {BEN: "pool A", CAS: "pool B"}
    follows = consequences(
        cut({BEN: "pool B", CAS: "pool A"}, is_seated=True, seats=seats),
        cut({BEN: "pool A", CAS: "pool B"}, is_seated=True, seats=seats),
    )

    assert follows.says(NAMES.__getitem__)[0] == (
        "Ben belongs in pool A of Finals and already has a place there."
    )
