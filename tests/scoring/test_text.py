"""``Text`` with figures as people write them."""

from fractions import Fraction

import pytest

from scoring.text import Figure, format_number, ordinal_word


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (5, "5"),
        (Fraction(4), "4"),
        (Fraction(39, 2), "19½"),
        (Fraction(1, 2), "½"),
        (Fraction(216, 5), "43.2"),
        (Fraction(40, 7), "5 5/7"),
        (Fraction(-7, 2), "-7/2"),
        ((9, 1), "9+1"),
    ],
)
def test_a_figure_is_written_exactly(value: Figure, written: str) -> None:
    assert format_number(value) == written


@pytest.mark.parametrize(
    ("place", "written"),
    [
        (1, "first"),
        (12, "twelfth"),
        (21, "21st"),
        (22, "22nd"),
        (23, "23rd"),
        (24, "24th"),
        (111, "111th"),
        (112, "112th"),
        (121, "121st"),
    ],
)
def test_a_place_has_its_ending(place: int, written: str) -> None:
    assert ordinal_word(place) == written
