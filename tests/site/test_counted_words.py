"""Plain English in the code: the number of listed words in each room may only fall."""

from collections.abc import Callable

import pytest

from tests.count_words import Found, counts, docstrings, in_name, messages, names
from tests.plain_words import found_in

# Lower a number when a room has fewer; none is ever raised (`make words`).
IN_DOCSTRINGS = {
    "crokinole_site": 64,
    "leagues/access": 75,
    "leagues/actions": 388,
    "leagues/files": 30,
    "leagues/forms": 74,
    "leagues/live": 31,
    "leagues/models": 2,
    "leagues/reads": 567,
    "leagues/stages": 2,
    "leagues/templatetags": 2,
    "leagues/views": 160,
    "scoring": 191,
    "tests": 594,
}
IN_NAMES = {
    "crokinole_site": 10,
    "leagues": 10,
    "leagues/access": 7,
    "leagues/actions": 229,
    "leagues/demo": 8,
    "leagues/files": 2,
    "leagues/forms": 117,
    "leagues/live": 5,
    "leagues/management": 2,
    "leagues/models": 17,
    "leagues/reads": 237,
    "leagues/templatetags": 25,
    "leagues/texts": 1,
    "leagues/views": 121,
    "scoring": 13,
    "tests": 1993,
}


@pytest.mark.long
def test_no_text_on_a_page_in_mail_or_in_the_log_has_a_listed_word() -> None:
    found = [text for _, text in messages() if found_in(text)]

    assert found == []


@pytest.mark.long
def test_no_room_has_more_listed_words_in_docstrings_and_comments() -> None:
    assert rooms_above(docstrings(), found_in, IN_DOCSTRINGS) == {}


@pytest.mark.long
def test_no_room_has_more_listed_words_in_names() -> None:
    assert rooms_above(names(), in_name, IN_NAMES) == {}


def rooms_above(
    texts: Found, find: Callable[[str], list[str]], most: dict[str, int]
) -> dict[str, int]:
    return {
        room: found for room, (found, _) in counts(texts, find).items() if found > most.get(room, 0)
    }


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
