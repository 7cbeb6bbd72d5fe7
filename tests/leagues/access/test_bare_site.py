"""Every address of an empty site: before the club is set up, and right after."""

import re
from itertools import product

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from leagues.actions.club.set_up import setup_code
from tests.cast import PASSWORD, Page
from tests.leagues.access.test_access import Row, all_routes, rows
from tests.leagues.access.test_who_may import word_for

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.ignore_template_errors,  # allauth's templates read variables that don't exist
]

NOTHING = {"int": 1, "digest": "0" * 24, "colour": "000000", "uidb36": "1"}
READ = [row for row in rows() if row.method == "GET"]


def path_of(row: Row) -> str:
    """The path of a row, filled with keys and names that do not exist."""
    gaps = re.findall(r"<(?:(\w+):)?(\w+)>", row.address)
    values = {gap: NOTHING.get(kind or gap, "none") for kind, gap in gaps}
    return reverse(str(all_routes()[row.address].name), kwargs=values)


def owner_after_set_up() -> Client:
    browser = Client()
    browser.post("/setup/", {"code": setup_code()})
    club = {"club": "Zwolle", "zone": "Europe/Amsterdam", "email": "olga@example.org"}
    browser.post("/setup/club/", {**club, "password": PASSWORD})
    browser.get("/")  # shows the message of the set-up
    return browser


def troubles_of(answer: Page) -> list[str]:
    """Problems of an HTML page: no style sheet, or nothing to read. Empty for other responses."""
    if answer.streaming:
        return []
    is_html = "text/html" in answer.get("Content-Type", "")
    page = answer.content.decode() if is_html else ""
    if "</html>" not in page:
        return []
    main = re.search(r"<main\b.*?</main>", page, re.DOTALL)
    has_words = main is None or re.sub(r"<[^>]+>|\s", "", main[0])
    return [
        *([] if re.search('rel="stylesheet"|<style', page) else ["no style sheet"]),
        *([] if has_words else ["nothing to read"]),
    ]


def expected_of(row: Row, who: str) -> set[str]:
    """The answers the table of addresses expects; 404 is also right where the address has a key."""
    return {row.expected[who], "404"} if "<" in row.address else {row.expected[who]}


@pytest.mark.long
def test_every_address_leads_to_set_up_while_there_is_no_club() -> None:
    browser = Client()
    for row in READ:
        answer = browser.get(path_of(row))
        if row.address not in {"/healthz", "/metrics", "/setup/", "/language/"}:
            assert answer.get("Location") == "/setup/", row
        else:
            assert answer.status_code == 200, row
        assert not troubles_of(answer), row


@pytest.mark.long
def test_every_page_of_a_new_club_can_be_read() -> None:
    browsers = {"olga": owner_after_set_up(), "stranger": Client()}
    troubles = []
    for row, (who, browser) in product(READ, browsers.items()):
        cache.clear()  # reset the limit of wrong links a minute
        answer = browser.get(path_of(row))
        if (word := word_for(answer)) not in expected_of(row, who):
            troubles.append(f"{row} as {who}: {word} answered")
        troubles += [f"{row} as {who}: {each}" for each in troubles_of(answer)]

    assert not troubles, "\n  " + "\n  ".join(troubles)


@pytest.mark.parametrize(
    ("address", "label"), [("/events/", "Plan an event"), ("/players/", "Add a person")]
)
def test_an_empty_list_shows_its_owner_what_to_do(address: str, label: str) -> None:
    owner = owner_after_set_up()

    assert label in owner.get(address).text
    assert label not in Client().get(address).text


def test_a_missing_page_asks_only_strangers_to_sign_in() -> None:
    owner = owner_after_set_up()

    assert "sign in" in Client().get("/nowhere/").text
    assert "sign in" not in owner.get("/nowhere/").text
