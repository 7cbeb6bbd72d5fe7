"""What follows when a result changes: from values, and from a real event's rows."""

from __future__ import annotations

import pytest

from leagues.bridge.consequences import (
    CutStands,
    EventStands,
    RoundStands,
    SlotStands,
    TableStands,
    consequences,
)

ANN, BEN, CAS, DOT = 1, 2, 3, 4
NAMES = {ANN: "Ann", BEN: "Ben", CAS: "Cas", DOT: "Dot"}


def table(*entries: int) -> EventStands:
    return EventStands(
        tables=(TableStands("Morning", {e: n for n, e in enumerate(entries, 1)}),)
    )


def cut(pools: dict[int, str], *, is_seated: bool = False) -> EventStands:
    return EventStands(cuts=(CutStands("Finals", pools, is_seated),))


def slot(*sides: int | None, has_begun: bool = False) -> EventStands:
    final = SlotStands("Final", sides, match=9, has_begun=has_begun)
    return EventStands(slots={(1, "F"): final})


def drawn(*meetings: tuple[int, ...], has_begun: bool = False) -> EventStands:
    meets = frozenset(meetings)
    return EventStands(rounds={7: RoundStands("Swiss", 3, meets, has_begun)})


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (table(ANN, BEN), table(ANN, BEN), []),
        (
            table(ANN, BEN, CAS),
            table(BEN, ANN, CAS),
            [
                "Ben climbs from place 2 to 1.",
                "Ann falls from place 1 to 2.",
            ],
        ),
        (
            cut({ANN: "", BEN: ""}),
            cut({ANN: "", CAS: ""}),
            ["Cas goes on to Finals.", "Ben does not go on to Finals any more."],
        ),
        (
            cut({BEN: ""}, is_seated=True),
            cut({CAS: ""}, is_seated=True),
            [
                "Cas would be in Finals, whose seats are given away.",
                "Ben would not be in Finals, but is seated there.",
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
                "Final was begun by Ann – Ben, but belongs to Cas – Ben: "
                "the bracket contradicts itself."
            ],
        ),
        (
            drawn((ANN, BEN), (CAS, DOT)),
            drawn((ANN, CAS), (BEN, DOT)),
            [
                "Round 3 of Swiss would have been Ann – Cas, Ben – Dot "
                "instead of Ann – Ben, Cas – Dot."
            ],
        ),
        (
            drawn((ANN, BEN), (CAS,)),
            drawn((ANN, CAS), (BEN,)),
            [
                "Round 3 of Swiss would have been Ann – Cas, Ben sitting out "
                "instead of Ann – Ben, Cas sitting out."
            ],
        ),
    ],
)
def test_the_difference_in_sentences(
    before: EventStands, after: EventStands, says: list[str]
) -> None:
    follows = consequences(before, after)

    assert list(follows.says(NAMES.__getitem__)) == says
    assert bool(follows) == bool(says)


def test_only_rounds_nobody_has_begun_can_be_paired_again() -> None:
    one, other = (ANN, BEN), (ANN, CAS)

    waiting = consequences(drawn(one), drawn(other))
    begun = consequences(drawn(one), drawn(other, has_begun=True))

    assert waiting.unplayed == (7,)
    assert not waiting.contradicts
    assert begun.unplayed == ()
    assert begun.contradicts


def test_those_who_swap_a_seat_given_away_may_play_for_it() -> None:
    seated = consequences(
        cut({BEN: ""}, is_seated=True), cut({CAS: ""}, is_seated=True)
    )
    open_yet = consequences(cut({BEN: ""}), cut({CAS: ""}))

    assert seated.rivals == (BEN, CAS)
    assert open_yet.rivals == ()
