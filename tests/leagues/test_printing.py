"""What the desk prints for a pairing round: score cards, spare ones, and who meets whom."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leagues.actions.planning.events import publish_round
from leagues.models import Event, PairingRound, Player, Stage
from leagues.models.people import NameStyle
from leagues.pairing import values
from leagues.passes import code_in_two, code_of
from scoring.sides import BySeat, Seat
from tests.cast import Cast, Page
from tests.leagues.desk_hall import DeskHall, open_hall

pytestmark = pytest.mark.django_db

NAMES = ["Ann Li", "Ben Ito", "Cat van der Berg", "Dan Ng", "Eve Oh"]


@pytest.fixture
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, entries=5, names=NAMES)
    for name in NAMES:
        Player.objects.filter(name=name).update(family_name=name.split(" ", 1)[1])
    return hall


@pytest.fixture
def ann(cast: Cast) -> Client:
    return cast.browser_of("ann")


def cards_of(browser: Client, found: PairingRound, blank: str = "") -> list[str]:
    """The words of each card, one after another."""
    return [plain(card) for card in articles(printed(browser, found, blank=blank))]


def printed(
    browser: Client, found: PairingRound, what: str = "cards", **asked: str
) -> str:
    address = reverse(f"round_{what}", args=[found.stage.event.slug, found.pk])
    page: Page = browser.get(address, asked)
    assert page.status_code == 200
    said: str = page.content.decode()
    return said


def articles(said: str) -> Sequence[str]:
    return re.findall("<article.*?</article>", said, re.DOTALL)


def plain(said: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", said).split())


# --- Score cards --------------------------------------------------------------------------


def test_every_match_has_a_card_with_all_that_the_board_has_to_know(
    hall: DeskHall, ann: Client
) -> None:
    found = hall.publish((1, 2), (3, 4))

    first, second = cards_of(ann, found)

    code = code_in_two(hall.at(1))
    assert first == (
        "Westport Open Morning, game 1 Board 1 "
        "Round A Ann Li B Ben Ito Points 20s Points 20s 1 2 3 4 "
        f"Total Opponent’s initials Code {code} Scan to enter your score "
        "Ann Li shoots first in round 1"
    )
    assert "Board 2" in second
    assert "A Cat van der Berg B Dan Ng" in second


def test_who_has_a_bye_needs_no_card(hall: DeskHall, ann: Client) -> None:
    cards = cards_of(ann, hall.publish((1, 2), (3, 4), byes=[5]))

    assert len(cards) == 2
    assert "Eve Oh" not in " ".join(cards)


def test_a_match_without_a_board_has_its_number_on_the_card(
    hall: DeskHall, ann: Client
) -> None:
    [card] = cards_of(ann, hall.publish((1, 2), boards=[None]))

    assert "Match 1 Round" in card


def test_a_game_to_a_number_of_points_has_eight_rounds_on_its_card(
    hall: DeskHall, ann: Client
) -> None:
    Stage.objects.update(match_format={"name": "first-to-9"})

    [card] = cards_of(ann, hall.publish((1, 2)))

    assert " 1 2 3 4 5 6 7 8 Total" in card


def test_three_at_a_board_share_a_card(cast: Cast, ann: Client) -> None:
    hall = open_hall(
        cast, entries=3, names=NAMES, preset="three-colours", sides=Event.Sides.THREE
    )
    three = values.Pairing(
        BySeat(*((entry,) for entry in hall.entries)),
        first=Seat.C,
        why=values.BY_HAND,
        board=1,
    )
    found = publish_round(
        by=hall.by, stage=hall.stage, draw={hall.pool: values.PairingRound((three,))}
    )

    [card] = cards_of(ann, found)

    assert "A Ann Li B Ben Ito C Cat van der Berg" in card
    assert "Cat van der Berg shoots first" in card
    [spare, _other] = cards_of(ann, found, blank="2")
    assert "Round A B C Points" in spare


def test_names_on_paper_are_those_on_the_wall(hall: DeskHall, ann: Client) -> None:
    Player.objects.filter(name="Ben Ito").update(
        name_on_wall=NameStyle.ALIAS, alias="Comet"
    )
    found = hall.publish((1, 2))

    said = printed(ann, found) + printed(ann, found, "pairings")

    assert "Comet" in said
    assert "Ben Ito" not in said


def test_the_code_on_a_card_is_scanned_and_needs_one_tap(
    hall: DeskHall, ann: Client
) -> None:
    found = hall.publish((1, 2))
    code = code_of(hall.at(1))
    [address] = re.findall(r'href="(\S+/play/\?code=\w+)"', printed(ann, found))
    assert address == f"http://testserver/play/?code={code}"

    phone = Client()
    page = phone.get(address)

    assert f'value="{code}"' in page.content.decode()
    assert page["Referrer-Policy"] == "same-origin"
    opened = phone.post("/play/", {"code": code}, follow=True)
    assert "Ann Li – Ben Ito" in plain(opened.content.decode())


def test_a_draft_is_printed_for_nobody(hall: DeskHall, ann: Client) -> None:
    found = hall.publish((1, 2))
    PairingRound.objects.update(state=PairingRound.State.DRAFT)

    for what in ("cards", "pairings"):
        page = ann.get(reverse(f"round_{what}", args=[hall.event.slug, found.pk]))
        assert page.status_code == 404


def test_a_round_is_printed_at_the_desk_of_its_own_event_alone(
    cast: Cast, hall: DeskHall, ann: Client
) -> None:
    found = hall.publish((1, 2))
    other = open_hall(cast, name="Another Open")

    page = ann.get(reverse("round_cards", args=[other.event.slug, found.pk]))

    assert page.status_code == 404


# --- Spares -------------------------------------------------------------------------------


def test_spare_cards_have_boxes_and_nobody_on_them(hall: DeskHall, ann: Client) -> None:
    cards = cards_of(ann, hall.publish((1, 2)), blank="8")

    assert len(cards) == 8
    assert set(cards) == {
        "Westport Open Morning, game 1 Board Round A B Points 20s Points 20s 1 2 3 4 "
        "Total Opponent’s initials Shoots first in round 1"
    }


@pytest.mark.parametrize(
    ("asked", "cards"), [("", 1), ("0", 1), ("-3", 1), ("many", 1), ("²", 1)]
)
def test_whoever_asks_for_no_spares_gets_the_cards(
    hall: DeskHall, ann: Client, asked: str, cards: int
) -> None:
    assert len(cards_of(ann, hall.publish((1, 2)), blank=asked)) == cards


def test_nobody_prints_a_thousand_spares(hall: DeskHall, ann: Client) -> None:
    assert len(cards_of(ann, hall.publish((1, 2)), blank="1000")) == 40


# --- Pairings -----------------------------------------------------------------------------


def test_pairings_hang_by_surname_and_by_board(hall: DeskHall, ann: Client) -> None:
    said = plain(printed(ann, hall.publish((1, 2), (3, 4), byes=[5]), "pairings"))

    by_name, by_board = said.split("By name")[1].split("By board")
    assert by_name == (
        " Westport Open · Morning, game 1"
        " Ben Ito Board 1 Ann Li"
        " Ann Li Board 1 Ben Ito"
        " Dan Ng Board 2 Cat van der Berg"
        " Eve Oh – Bye"
        " Cat van der Berg Board 2 Dan Ng "
    )
    assert by_board.startswith(
        " Westport Open · Morning, game 1"
        " Board 1 A Ann Li B Ben Ito"
        " Board 2 A Cat van der Berg B Dan Ng "
    )


# --- The way there ------------------------------------------------------------------------


def test_a_published_round_is_printed_from_its_draw_and_from_its_matches(
    hall: DeskHall, ann: Client
) -> None:
    found = hall.publish((1, 2))
    cards = f'href="{reverse("round_cards", args=[hall.event.slug, found.pk])}"'
    draw = reverse("stage_draw", args=[hall.event.slug, 1])
    matches = reverse("event_matches", args=[hall.event.slug])

    assert cards in ann.get(draw).content.decode()
    assert cards in ann.get(matches, {"round": found.pk}).content.decode()
    assert cards not in ann.get(matches).content.decode()

    PairingRound.objects.update(state=PairingRound.State.DRAFT)
    assert cards not in ann.get(draw).content.decode()


def test_a_larger_round_is_printed_with_as_few_queries(cast: Cast, ann: Client) -> None:
    def asked(entries: int) -> list[int]:
        hall = open_hall(cast, entries=entries, boards=12, name=f"Open for {entries}")
        found = hall.publish(*((at, at + 1) for at in range(1, entries, 2)))
        ann.get("/desk/")  # what a process asks once, it has asked
        counts = []
        for what in ("cards", "pairings"):
            with CaptureQueriesContext(connection) as captured:
                printed(ann, found, what)
            counts.append(len(captured))
        return counts

    assert asked(4) == asked(24)
