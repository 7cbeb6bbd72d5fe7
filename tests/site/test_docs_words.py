"""The pages of docs/ in plain English have none of the listed words."""

import re

import pytest

from tests.plain_words import found_in
from tests.served import ROOT

# Every page that people read in English; glossaries such as words.de.md quote the list.
DONE = sorted(
    str(page.relative_to(ROOT))
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md"))
    if not re.fullmatch(r"words\.[a-z]+\.md", page.name)
)
# A button in italics is written as it is on the screen, where another test counts.
NOT_OURS = re.compile(r"^```.*?^```|`[^`\n]*`|(?<!\*)\*[^*\n]+\*(?!\*)", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", DONE)
def test_a_page_has_none_of_the_listed_words(page: str) -> None:
    assert found_in(NOT_OURS.sub("", (ROOT / page).read_text())) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Whoever can’t come tells the host.", ["whoever"]),
        ("The player for whom\nnobody waits", ["whom", "nobody"]),
        ("It no more counts any more, by\nnow.", ["any more", "by now"]),
        ("any more than two, and any more matches?", []),
        ("The first report stands.", ["stands"]),
        ("W stands for won; a standing order; understand", []),
        ("Two are level at the cut.", ["level"]),
        ("Two who are level.", ["level"]),
        ("The level of trust", []),
        ("A page of its own, and `told_at` with those told", ["told", "of its own"]),
    ],
)
def test_the_list_finds_words_and_their_senses(text: str, found: list[str]) -> None:
    assert found_in(text) == found
