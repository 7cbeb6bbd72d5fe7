"""Every address that can be read, requested once by a stranger and once by the owner.

As in production there is no transaction around a request, because PostgreSQL refuses some
statements only outside of one. The language is the pseudo-language of accents, in which
text without accents is text that no translator can reach.
"""

import re
from typing import Any

import pytest

from tests.cast import Cast
from tests.leagues.access.test_access import rows
from tests.leagues.access.test_bare_site import troubles_of
from tests.leagues.access.test_who_may import filled, path_of, word_for
from tests.leagues.site.fragments import whole_pages
from tests.pseudo import catalogue, in_accents, left_on, texts_on

__all__ = ["catalogue", "filled", "in_accents"]  # fixtures of other files

pytestmark = pytest.mark.long

ASKS = re.compile(rb"\shx-(?:get|post|put|delete|patch)=")
WITHOUT_HTMX = ("/events/", "/players/", "/records/", "/search/", "/accounts/")


@pytest.mark.rare
@pytest.mark.ignore_template_errors  # allauth's templates read variables that don't exist
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("in_accents")
def test_every_address_answers_in_the_readers_language(cast: Cast, filled: dict[str, Any]) -> None:
    wrong, texts = [], {}
    for name in ("stranger", "olga"):
        browser = cast.browser_of(name)
        for row in (row for row in rows() if row.method == "GET"):
            path = path_of(row, filled)
            answer = browser.get(path)
            if (word := word_for(answer)) != row.expected[name]:
                wrong.append(f"{row} as {name}: {word} answered")
            wrong += htmx_missing_or_needless(path, b"" if answer.streaming else answer.content)
            if not row.address.startswith("/overlay/"):
                texts[f"{row.address} ({name})"] = texts_on(answer)

    assert not wrong, "\n  " + "\n  ".join(wrong)
    assert not (left := left_on(texts)), left


@pytest.mark.ignore_template_errors
def test_a_page_has_its_styles_and_asks_for_parts_of_pages(
    cast: Cast, filled: dict[str, Any]
) -> None:
    """Check every address that the owner can read. The pages of an event in play are checked in
    test_pseudo_language.
    """
    browser, whole = cast.browser_of("olga"), []
    for row in (row for row in rows() if row.method == "GET"):
        path = path_of(row, filled)
        answer = browser.get(path)
        whole += whole_pages(browser, path, answer)
        if not row.address.startswith("/overlay/"):  # an overlay is empty between matches
            whole += [f"{path}: {each}" for each in troubles_of(answer)]

    assert not whole, "\n".join(whole)


def htmx_missing_or_needless(path: str, page: bytes) -> list[str]:
    has_htmx = b"htmx-2.min.js" in page
    is_part = b"</html>" not in page
    if ASKS.search(page) and not has_htmx and not is_part:
        return [f"{path} asks and has no htmx"]
    if has_htmx and path.startswith(WITHOUT_HTMX):
        return [f"{path} has htmx and shows nobody anything that asks"]
    return []
