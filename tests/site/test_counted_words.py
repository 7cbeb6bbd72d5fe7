"""Plain English in the code: no text, docstring, comment or name has a listed word."""

import pytest

from tests.count_words import docstrings, in_name, messages, names
from tests.plain_words import found_in


@pytest.mark.long
def test_no_text_on_a_page_in_mail_or_in_the_log_has_a_listed_word() -> None:
    found = [text for _, text in messages() if found_in(text)]

    assert found == []


@pytest.mark.long
def test_no_docstring_or_comment_has_a_listed_word() -> None:
    assert [text for _, text in docstrings() if found_in(text)] == []


@pytest.mark.long
def test_no_name_has_a_listed_word() -> None:
    assert {name for _, name in names() if in_name(name)} == set()


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("said_by", ["said"]),
        ("test_nobody_is_told", ["nobody", "told"]),
        ("essays", []),
        ("withstand", []),
    ],
)
def test_a_listed_word_is_found_as_a_part_of_a_name(name: str, found: list[str]) -> None:
    assert in_name(name) == found
