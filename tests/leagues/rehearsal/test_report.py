"""The boards in the report of a rehearsal."""

from typing import Any

import pytest

from leagues.reads.rehearsal.report import BoardWait, RehearsalReport, mishaps_in_words


def report_of_waits(*waited: int) -> RehearsalReport:
    """A report of boards that waited these numbers of minutes, from board 1 on."""
    boards = tuple(BoardWait(number, 4, minutes) for number, minutes in enumerate(waited, start=1))
    nothing: dict[str, Any] = dict.fromkeys(RehearsalReport.__dataclass_fields__)
    return RehearsalReport(**{**nothing, "boards": boards})


@pytest.mark.parametrize(
    ("waited", "boards"),
    [
        ((), []),
        ((0, 0), []),
        ((3, 0, 7), [3, 1]),
        ((2, 2, 9, 2), [3, 1, 2, 4]),
        ((1, 2, 3, 4, 5, 6), [6, 5, 4, 3, 2]),
    ],
)
def test_it_names_the_five_boards_that_waited_longest(
    waited: tuple[int, ...], boards: list[int]
) -> None:
    assert [board.number for board in report_of_waits(*waited).waited_most] == boards


@pytest.mark.parametrize(("waited", "mean"), [((), 0), ((0, 0), 0), ((3, 0, 7), 3), ((4, 7), 6)])
def test_it_shows_how_long_a_board_waited_on_average(waited: tuple[int, ...], mean: int) -> None:
    assert report_of_waits(*waited).mean_wait == mean


def test_it_shows_that_a_tie_came_on_purpose_beside_any_other_mishap() -> None:
    """Each kind of mishap says how often it happened; a tie also whether it was made."""
    tie: dict[str, Any] = {"kind": "tie"}
    late: dict[str, Any] = {"kind": "late"}
    made = tie | {"on_purpose": True}
    on_purpose = "One tie at a cut was made on purpose because none came by chance."
    assert on_purpose not in [*mishaps_in_words([tie, late])]
    for happened in ([made], [late, made], [tie, made]):
        assert [*mishaps_in_words(happened)].count(on_purpose) == 1
