"""The expected start of a match."""

from datetime import datetime, timedelta

import pytest

from leagues.stages.expected_start import in_queue, of_wave

NOON = datetime(2026, 11, 21, 12)  # noqa: DTZ001


@pytest.mark.parametrize(("wave", "minutes"), [(1, 0), (2, 14), (3, 28)])
def test_a_wave_follows_when_the_one_before_is_over(wave: int, minutes: int) -> None:
    assert of_wave(NOON, wave=wave, minutes=14) == NOON + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("before", "boards", "minutes"),
    [(0, 1, 14), (0, 2, 7), (3, 2, 28), (0, 8, 2)],  # 1 minute 45 is about 2
)
def test_boards_free_themselves_one_after_another(before: int, boards: int, minutes: int) -> None:
    at = in_queue(NOON, before=before, boards=boards, minutes=14)
    assert at == NOON + timedelta(minutes=minutes)


def test_without_boards_the_start_is_unknown() -> None:
    assert in_queue(NOON, before=0, boards=0, minutes=14) is None
