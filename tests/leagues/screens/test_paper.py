"""All that an event can print, from one page of its desk."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from leagues.models import Club, Entry, Player
from leagues.reads.screens import paper
from leagues.stages.pairing_ways import Swiss
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db

NAMES = ["Ann Li", "Ben Ito", "Cat van der Berg", "Dan Ng", "Eve Oh"]
EVENING = datetime(2026, 11, 14, 23, 40, tzinfo=UTC)


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, entries=5, names=NAMES, zone="America/Toronto")
    for name in NAMES:
        Player.objects.filter(name=name).update(family_name=name.split(" ", 1)[1])
    return hall


def read_sheet(browser: Client, name: str, *at: object, **asked: str) -> str:
    page: Page = browser.get(reverse(name, args=at), asked)
    assert page.status_code == 200
    words: str = page.content.decode()
    return words


def text_of(html: str) -> str:
    return unescape(" ".join(re.sub("<[^>]+>", " ", html).split()))


def body_class(html: str) -> str:
    [found] = re.findall(r'<body\s+class="([\w ]+)"', html)
    return str(found)


def main_of(html: str) -> str:
    return html.split('id="main"')[1].split("</main>")[0]


# --- The page of all sheets ---------------------------------------------------------------


def test_every_sheet_is_a_link_with_a_sentence(hall: DeskHall, ann: Client) -> None:
    first, latest = hall.publish((1, 2), (3, 4)), hall.publish((1, 3), (2, 4))

    html = read_sheet(ann, "event_paper", hall.event.slug)

    for name, at in (
        ("round_pairings", first.pk),
        ("round_cards", first.pk),
        ("personal_sheets", 1),
    ):
        assert f'href="{reverse(name, args=[hall.event.slug, at])}' in html
    for name in ("event_certificates", "standings", "board_labels"):
        assert f'href="{reverse(name, args=[hall.event.slug])}"' in html
    assert f'href="?round={latest.pk}"' in html
    later = read_sheet(ann, "event_paper", hall.event.slug, round=str(latest.pk))
    assert reverse("round_cards", args=[hall.event.slug, latest.pk]) in later


def test_the_cards_are_those_of_the_next_game_to_begin(hall: DeskHall, ann: Client) -> None:
    rounds = [hall.publish((1, 2), (3, 4)), hall.publish((1, 3), (2, 4)), hall.publish((1, 4))]

    def chosen() -> int:
        return next(
            at
            for at, each in enumerate(rounds)
            if reverse("round_cards", args=[hall.event.slug, each.pk])
            in read_sheet(ann, "event_paper", hall.event.slug)
        )

    assert chosen() == 0
    hall.type_card(hall.at(1), "20 20 20 20")
    assert chosen() == 1
    for each in rounds[1:]:
        hall.type_card(each.matches.all()[0], "20 20 20 20")
    assert chosen() == 2, "all have begun"


def test_before_the_first_round_there_are_no_cards(hall: DeskHall, ann: Client) -> None:
    text = text_of(read_sheet(ann, "event_paper", hall.event.slug, round="²"))

    assert "No game is published yet" in text
    assert "Score cards" not in text


@pytest.mark.parametrize(
    ("asked", "size"), [("letter", "letter"), ("a4", "a4"), ("", "letter"), ("bedsheet", "letter")]
)
def test_the_size_of_the_paper_is_chosen_once(
    hall: DeskHall, ann: Client, asked: str, size: str
) -> None:
    found = hall.publish((1, 2))

    read_sheet(ann, "event_paper", hall.event.slug, paper=asked)

    at = (hall.event.slug, found.pk)
    assert body_class(read_sheet(ann, "round_cards", *at)) == size
    assert ("paper" in ann.cookies) is (asked in ("letter", "a4"))
    across = read_sheet(ann, "event_certificates", hall.event.slug)
    assert body_class(across) == f"{size} across"


def test_a_club_in_europe_prints_on_a4(hall: DeskHall, ann: Client) -> None:
    Club.objects.update(zone="Europe/Budapest")

    sheet = read_sheet(ann, "event_certificates", hall.event.slug)
    assert body_class(sheet) == "a4 across"


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("https://club.example", "lead to https://club.example."),
        ("http://localhost:8000", "Phones can’t open that address"),
        ("http://127.0.0.1:8000", "Phones can’t open that address"),
    ],
)
def test_before_printing_the_address_of_the_codes_is_shown(
    hall: DeskHall, ann: Client, settings: Settings, address: str, text: str
) -> None:
    settings.BASE_URL = address

    assert text in text_of(read_sheet(ann, "event_paper", hall.event.slug))
    cards = read_sheet(ann, "round_cards", hall.event.slug, hall.publish((1, 2)).pk)
    assert text in text_of(cards)


def test_the_page_of_sheets_begins_with_them_and_shows_each(hall: DeskHall, ann: Client) -> None:
    hall.publish((1, 2))
    page = read_sheet(ann, "event_paper", hall.event.slug)
    page = page[page.index("<main") :]
    assert page.count('width="90" height="120"') == 8, "four of a game, four of the event"
    assert page.index("Letter") < page.index("Score cards")


def test_every_sheet_shows_its_moment(hall: DeskHall, ann: Client) -> None:
    """By the clock of the event: it is still afternoon in Toronto."""
    found = hall.publish((1, 2))
    hall.event.refresh_from_db()
    sheets = (("round_cards", found.pk), ("round_pairings", found.pk), ("personal_sheets", 1))
    with time_machine.travel(EVENING, tick=False):
        moment = "As of Sat 14 November, 18:40"
        for name, at in sheets:
            text = text_of(read_sheet(ann, name, hall.event.slug, at))
            assert f"{moment} · revision {hall.event.revision}" in text
        standings = text_of(read_sheet(ann, "standings", hall.event.slug))
        assert f"{moment} · revision {hall.event.revision}" in standings
        labels = text_of(read_sheet(ann, "board_labels", hall.event.slug))
        assert labels.count(moment) == hall.event.boards.count() > 0
    page = reverse("board_labels", args=[hall.event.slug])
    assert '<body class="letter"' in " ".join(ann.get(f"{page}?paper=letter").text.split())


# --- Pairings and cards -------------------------------------------------------------------


def test_pairings_hang_by_name_or_by_board(hall: DeskHall, ann: Client) -> None:
    at = (hall.event.slug, hall.publish((1, 2)).pk)

    by_name = main_of(read_sheet(ann, "round_pairings", *at, only="name"))
    by_board = main_of(read_sheet(ann, "round_pairings", *at, only="board"))

    assert ("Li, Ann" in by_name, 'id="by-board"' in by_name) == (True, False)
    assert ("Li, Ann" in by_board, 'id="by-board"' in by_board) == (False, True)


@pytest.mark.parametrize(("most", "is_large"), [(4, False), (3, True)])
def test_four_cards_share_a_sheet_unless_they_are_long(
    hall: DeskHall, ann: Client, monkeypatch: pytest.MonkeyPatch, most: int, is_large: bool
) -> None:
    monkeypatch.setattr(paper, "ON_SMALL_CARD", most)

    html = read_sheet(ann, "round_cards", hall.event.slug, hall.publish((1, 2)).pk)

    assert ('class="score-cards large"' in html) is is_large


# --- Personal sheets ----------------------------------------------------------------------


def test_a_personal_sheet_has_every_match_of_a_stage(hall: DeskHall, ann: Client) -> None:
    hall.publish((1, 2), (3, 4), byes=[5])
    hall.type_card(hall.at(1), "20 11 02 2-0")
    hall.publish((3, 1), (2, 5), byes=[4])
    Entry.objects.filter(pk=hall.entry(4)).update(state=Entry.State.WITHDRAWN)
    Player.objects.filter(name="Eve Oh").update(is_minor=True)

    sheet = main_of(read_sheet(ann, "personal_sheets", hall.event.slug, 1))

    people = re.findall(r'<h3 id="person-\d+">(.*?)</h3>', sheet)
    assert people == ["Ito, Ben", "Li, Ann", "O., Eve", "van der Berg, Cat"]
    sheets = [text_of(each) for each in re.findall("<tbody>.*?</tbody>", sheet, re.DOTALL)]
    times = [re.sub(r" \d\d:\d\d", "", each) for each in sheets]
    assert times == [
        "1 1 Ann Li 3–5 2 2 Eve O.",
        "1 1 Ben Ito 5–3 2 1 Cat van der Berg",
        "1 – Bye 2 2 Ben Ito",
        "1 2 Dan Ng 2 1 Ann Li",
    ]


def test_games_that_are_not_drawn_yet_have_empty_lines(cast: Cast, ann: Client) -> None:
    hall = open_hall(cast, entries=4, names=NAMES, way=Swiss(games=5))
    hall.publish((1, 2), (3, 4))

    sheet = main_of(read_sheet(ann, "personal_sheets", hall.event.slug, 1))

    lines = re.findall(r'<th scope="row">(\d)</th>', sheet)
    assert lines == ["1", "2", "3", "4", "5"] * 4


# --- Certificates -------------------------------------------------------------------------


def test_the_first_three_have_certificates_in_the_names_they_chose(
    cast: Cast, hall: DeskHall, ann: Client
) -> None:
    empty = read_sheet(ann, "event_certificates", hall.event.slug)
    assert "None of the first three places is settled yet" in text_of(empty)
    hall.publish((1, 2), (3, 4), byes=[5])
    hall.type_card(hall.at(1), "20 20 20 20")
    hall.type_card(hall.at(2), "20 20 20 11")
    finish_as_it_is(cast.who("ann"), hall.event)
    Player.objects.filter(name="Ann Li").update(is_minor=True)

    sheet = main_of(read_sheet(ann, "event_certificates", hall.event.slug))

    assert "revision" not in sheet, "it is kept, and nobody asks which state it is of"
    who = re.findall(r'class="who">(.*?)</p>', sheet)
    what = re.findall(r'class="what">(.*?)</p>', sheet)
    assert list(zip(what, who, strict=True))[:2] == [
        ("First place", "Ann L."),
        ("Second place", "Cat van der Berg"),
    ]
