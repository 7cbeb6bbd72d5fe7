"""What the desk prints for a pairing round: score cards, spare ones, and the pairings."""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leagues.access.phone_passes import code_in_two, code_of
from leagues.actions.draw.publish import publish_round
from leagues.actions.entries.presence import Unplayed, change_presence
from leagues.actions.events.events import add_stage, seat_pools
from leagues.models import Entry, EntryPlayer, Event, PairingRound, Player, Stage
from leagues.models.people import NameStyle
from leagues.pairing import values
from leagues.reads.entries.effects import Act, facts_of, state_of
from leagues.reads.state_marks import mark_of
from leagues.stages.pairing_ways import RoundRobin
from scoring.sides import BySeat, Seat
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db

NAMES = ["Ann Li", "Ben Ito", "Cat van der Berg", "Dan Ng", "Eve Oh"]


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, entries=5, names=NAMES)
    for name in NAMES:
        Player.objects.filter(name=name).update(family_name=name.split(" ", 1)[1])
    return hall


def cards_of(browser: Client, found: PairingRound, blank: str = "") -> list[str]:
    """The text of each card."""
    return [text_of(card) for card in find_articles(print_round(browser, found, blank=blank))]


def print_round(browser: Client, found: PairingRound, what: str = "cards", **asked: str) -> str:
    address = reverse(f"round_{what}", args=[found.stage.event.slug, found.pk])
    page: Page = browser.get(address, asked)
    assert page.status_code == 200
    html: str = page.content.decode()
    return html


def find_articles(html: str) -> Sequence[str]:
    return re.findall("<article.*?</article>", html, re.DOTALL)


def text_of(html: str) -> str:
    """The visible text, without the time of printing."""
    words = " ".join(re.sub("<[^>]+>", " ", html).split())
    return re.sub(r" As of \w+ \d+ \w+, \d\d:\d\d · revision \d+", "", words)


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


def test_a_match_without_a_board_has_its_number_on_the_card(hall: DeskHall, ann: Client) -> None:
    [card] = cards_of(ann, hall.publish((1, 2), boards=[None]))

    assert "Match 1 Round" in card


def test_a_race_has_a_line_for_its_deciding_round(hall: DeskHall, ann: Client) -> None:
    Stage.objects.update(match_format={"name": "first-to-9"})

    [card] = cards_of(ann, hall.publish((1, 2)))

    assert " 1 2 3 4 5 6 7 8 9 Total" in card, "8–8, and one more"


def test_three_at_a_board_share_a_card(cast: Cast, ann: Client) -> None:
    hall = open_hall(cast, entries=3, names=NAMES, preset="three-colours", sides=Event.Sides.THREE)
    three = values.Pairing(
        BySeat(*((entry,) for entry in hall.entries)), first=Seat.C, why=values.BY_HAND, board=1
    )
    found = publish_round(
        by=hall.by, stage=hall.stage, draw={hall.pool: values.PairedRound((three,))}
    )

    [card] = cards_of(ann, found)

    assert "A Ann Li B Ben Ito C Cat van der Berg" in card
    assert "Cat van der Berg shoots first" in card
    [spare, _other] = cards_of(ann, found, blank="2")
    assert "Round A B C Points" in spare


def test_names_on_paper_are_those_on_the_wall(hall: DeskHall, ann: Client) -> None:
    Player.objects.filter(name="Ben Ito").update(name_on_wall=NameStyle.ALIAS, alias="Comet")
    found = hall.publish((1, 2))

    html = print_round(ann, found) + print_round(ann, found, "pairings")

    assert "Comet" in html
    assert "Ben Ito" not in html


def test_the_code_on_a_card_is_scanned_and_needs_one_tap(hall: DeskHall, ann: Client) -> None:
    found = hall.publish((1, 2))
    code = code_of(hall.at(1))
    [address] = re.findall(r'href="(\S+/play/\?code=\w+)"', print_round(ann, found))
    assert address == f"http://testserver/play/?code={code}"

    phone = Client()
    page = phone.get(address)

    assert f'value="{code}"' in page.content.decode()
    assert page["Referrer-Policy"] == "same-origin"
    opened = phone.post("/play/", {"code": code}, follow=True)
    assert "Ann Li – Ben Ito" in text_of(opened.content.decode())


def test_a_draft_is_printed_for_no_one(hall: DeskHall, ann: Client) -> None:
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


def test_spare_cards_have_boxes_and_no_names(hall: DeskHall, ann: Client) -> None:
    cards = cards_of(ann, hall.publish((1, 2)), blank="8")

    assert len(cards) == 8
    assert set(cards) == {
        "Westport Open Morning Board Round A B Points 20s Points 20s 1 2 3 4 "
        "Total Opponent’s initials Shoots first in round 1"
    }


@pytest.mark.parametrize(("asked", "cards"), [("", 1), ("0", 1), ("-3", 1), ("many", 1), ("²", 1)])
def test_without_spares_asked_for_only_the_cards_are_printed(
    hall: DeskHall, ann: Client, asked: str, cards: int
) -> None:
    assert len(cards_of(ann, hall.publish((1, 2)), blank=asked)) == cards


def test_forty_spares_are_the_most_that_are_printed(hall: DeskHall, ann: Client) -> None:
    found = hall.publish((1, 2))

    assert [len(cards_of(ann, found, blank=asked)) for asked in ("39", "41", "1000")] == [
        39,
        40,
        40,
    ]


# --- Pairings -----------------------------------------------------------------------------


def test_pairings_hang_by_surname_and_by_board(hall: DeskHall, ann: Client) -> None:
    text = text_of(print_round(ann, hall.publish((1, 2), (3, 4), byes=[5]), "pairings"))

    by_name, by_board = text.split("By name")[1].split("By board")
    assert by_name == (
        " Westport Open · Morning, game 1 · Westport Crokinole Club"
        " Ito, Ben Board 1 Ann Li"
        " Li, Ann Board 1 Ben Ito"
        " Ng, Dan Board 2 Cat van der Berg"
        " Oh, Eve – Bye"
        " van der Berg, Cat Board 2 Dan Ng "
    )
    assert by_board.startswith(
        " Westport Open · Morning, game 1 · Westport Crokinole Club"
        " Board 1 A Ann Li B Ben Ito"
        " Board 2 A Cat van der Berg B Dan Ng "
    )


def withdraw_entry(hall: DeskHall, number: int) -> None:
    """Withdraw an entry, so that their opponents get walkovers."""
    entry = Entry.objects.named().get(pk=hall.entry(number))
    change_presence(
        by=hall.by,
        event=hall.event,
        entry=entry,
        act=Act.WITHDRAW,
        seen=mark_of(state_of(facts_of(entry))),
        unplayed=Unplayed.WALKOVER,
    )


def test_a_withdrawn_entry_has_no_card_and_is_on_no_list(hall: DeskHall, ann: Client) -> None:
    found = hall.publish((1, 2), (3, 4))
    withdraw_entry(hall, 1)

    [card] = cards_of(ann, found)
    assert "Cat van der Berg" in card
    html = print_round(ann, found, "pairings")
    assert by_name(html) == (
        "Ito, Ben – No game Ng, Dan Board 2 Cat van der Berg van der Berg, Cat Board 2 Dan Ng"
    )
    assert "Ann Li" not in html
    assert "Li, Ann" not in html


def by_name(html: str) -> str:
    listed = text_of(html).split("game 1 · Westport Crokinole Club")[1]
    return unescape(listed.split("By board")[0].strip())


def test_a_surname_that_is_not_shown_is_not_printed_in_front_either(
    hall: DeskHall, ann: Client
) -> None:
    for name, style in (("Ann Li", NameStyle.SHORT), ("Ben Ito", NameStyle.ALIAS)):
        Player.objects.filter(name=name).update(name_on_wall=style, alias="Comet")
    Player.objects.filter(name="Dan Ng").update(name="Ng Dan")
    Player.objects.filter(name="Eve Oh").update(name="Eve", family_name="")

    html = print_round(ann, hall.publish((1, 2), (3, 4), byes=[5]), "pairings")

    assert by_name(html) == (
        "Comet Board 1 Ann L. Eve – Bye L., Ann Board 1 Comet"
        " Ng Dan Board 2 Cat van der Berg van der Berg, Cat Board 2 Ng Dan"
    )


def test_each_of_a_pair_finds_their_own_surname(hall: DeskHall, ann: Client) -> None:
    dan, eve = hall.entry(4), hall.entry(5)
    EntryPlayer.objects.filter(entry=eve).update(entry=dan, number=2)
    Entry.objects.filter(pk=hall.entry(3)).update(name="The Harbour")

    html = print_round(ann, hall.publish((3, 4)), "pairings")

    assert by_name(html) == (
        "Ng, Dan & Eve Oh Board 1 The Harbour Oh, Eve & Dan Ng Board 1 The Harbour"
        " The Harbour Board 1 Dan Ng & Eve Oh"
    )


def test_pools_share_one_order_of_boards(cast: Cast, ann: Client) -> None:
    """Pool A sits at boards 1 and 3, but cards are sorted by board: 1, 2, 3."""
    hall = open_hall(cast, entries=6, boards=3, running=False)
    halves = {"A": hall.entries[:4], "B": hall.entries[4:]}
    stage = add_stage(by=hall.by, event=hall.event, name="Pools", way=RoundRobin())
    first, second = seat_pools(by=hall.by, stage=stage, pools=halves)
    one, two, three, four, five, six = hall.entries
    draw = {
        first: values.PairedRound((at_board(1, one, two), at_board(3, three, four))),
        second: values.PairedRound((at_board(2, five, six),)),
    }
    found = publish_round(by=hall.by, stage=stage, draw=draw)

    on_cards = [re.findall(r"Board (\d)", card) for card in cards_of(ann, found)]
    sheet = text_of(print_round(ann, found, "pairings")).split("By board")[1]
    to_come = text_of(Client().get(hall.event.get_absolute_url()).content.decode())

    assert on_cards == [["1"], ["2"], ["3"]]
    assert re.findall(r"Board (\d)", sheet) == ["1", "2", "3"]
    assert re.findall(r"Board (\d)", to_come) == ["1", "2", "3"]


def at_board(board: int, one: int, other: int) -> values.Pairing[int]:
    return replace(values.Pairing.between(one, other), board=board)


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
    assert cards not in ann.get(matches, {"round": ""}).content.decode()

    PairingRound.objects.update(state=PairingRound.State.DRAFT)
    assert cards not in ann.get(draw).content.decode()


@pytest.mark.long
def test_a_larger_round_is_printed_with_as_few_queries(cast: Cast, ann: Client) -> None:
    def asked(entries: int) -> list[int]:
        hall = open_hall(cast, entries=entries, boards=12, name=f"Open for {entries}")
        found = hall.publish(*((at, at + 1) for at in range(1, entries, 2)))
        ann.get("/desk/")  # what a process asks once, it has asked
        counts = []
        for what in ("cards", "pairings"):
            with CaptureQueriesContext(connection) as captured:
                print_round(ann, found, what)
            counts.append(len(captured))
        return counts

    assert asked(4) == asked(24)
