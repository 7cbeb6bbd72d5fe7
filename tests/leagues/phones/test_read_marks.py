"""The mark by which a phone shows which card its user agrees to."""

from typing import Any

import pytest

from leagues.forms.phones.reports import Nonsense, read_mark


@pytest.mark.parametrize(
    ("sent", "mark"), [("0a1b", "0a1b"), ("0a1b.7", "0a1b"), ("f" * 80, "f" * 80)]
)
def test_a_mark_is_read_up_to_its_dot(sent: str, mark: str) -> None:
    assert read_mark({"mark": sent}) == mark


@pytest.mark.parametrize("content", [{}, {"mark": 7}, {"mark": None}, {"mark": "f" * 81}])
def test_what_is_no_mark_is_refused(content: dict[str, Any]) -> None:
    with pytest.raises(Nonsense, match="The part that shows what you saw is missing"):
        read_mark(content)
