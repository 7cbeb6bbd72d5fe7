"""Every ready-made event is played from its plan to its podium through its pages.

Each step is a link or a button on the page before, and every card is sent by the form of its
board. Chromium plays three of the events in tests/browser/test_whole_day.py.
"""

from collections.abc import Sequence

import pytest
from django.test import Client

from leagues.stages.event_templates import SHAPES
from tests.examples import rare_but
from tests.leagues.days.plain_browser import Element, PlainBrowser, filled_in, form_of, parse_page
from tests.leagues.play.desk_page import HTMX

pytestmark = [pytest.mark.django_db, pytest.mark.long]

NAMES = ("Ada Ames", "Bo Birch", "Cy Cole", "Di Dahl", "Eli Early", "Flo Fern")
# The fewest players with which a shape makes sense.
FIELD = {
    "championship": 6,
    "pools-then-knockout": 6,
    "round-robin": 3,
    "shoot-out": 3,
    "swiss-night": 6,
    "swiss-then-cut": 6,
}
USUAL_FIELD = 4
TURNS = 30  # more than any shape takes
LONGEST = 12  # more rounds than any card has


@pytest.mark.parametrize("shape", rare_but(sorted(SHAPES), "pools-then-knockout", "shoot-out"))
def test_a_shape_is_played_from_its_plan_to_its_podium(shape: str, ann: Client) -> None:
    desk = PlainBrowser(ann)
    plan_event(desk, shape)
    people_come_in(desk, names_for_shape(shape))
    play_to_the_end(desk)
    finish_event(desk)


def plan_event(desk: PlainBrowser, shape: str) -> None:
    desk.open("/desk/events/")
    desk.follow("Plan an event")
    desk.follow(f"^{SHAPES[shape].title}$")
    many = str(len(names_for_shape(shape)))
    desk.press(
        "Plan this event",
        {"Name of the event": "All of it", "Expected number of players": many, "Boards": "1-4"},
    )
    open_tab(desk, "People")


def names_for_shape(shape: str) -> Sequence[str]:
    return NAMES[: FIELD.get(shape, USUAL_FIELD)]


def people_come_in(desk: PlainBrowser, names: Sequence[str]) -> None:
    """Enter people with clubs, which only an inter-club day asks for."""
    clubs = ("North", "South") * 3
    lines = [f"{name};{club}" for name, club in zip(names, clubs, strict=False)]
    desk.follow("Enter a list")
    desk.press("Check the list", {"The list": "\n".join(["name;club", *lines])})
    desk.press("Enter ticked people")
    assert f"{len(lines)} entries added." in desk.page.text


def play_to_the_end(desk: PlainBrowser) -> None:
    """Follow the pages until there is a podium."""
    for _turn in range(TURNS):
        if draw_and_publish(desk):
            play_rounds(desk)
        elif not led_on(desk):
            break
    assert desk.page.with_classes("podium")


def draw_and_publish(desk: PlainBrowser) -> bool:
    """Draw and publish, or enter the 20s of a shoot-out. False if there was nothing to do."""
    open_tab(desk, "Draw")
    for act in ("^Draw ", "^(Fill the bracket|Open )", "^Publish "):
        if (found := acts_of_draw(desk, act)) and found[-1].text != "Draw again":
            desk.press(found[-1])
            if "Publish" in act:
                return True
    enter = desk.main.links("Enter the 20s")
    if not enter:
        return False
    desk.open(enter[0].attributes["href"])
    if "Everyone has shot." in desk.page.text:
        desk.follow("Finish the event")
        return False
    for at, name in enumerate(names_for_shape("shoot-out")):
        desk.press(f"^Save {name}$", {f"20s of {name}": str(at)})
    return True


def acts_of_draw(desk: PlainBrowser, act: str) -> list[Element]:
    return [
        button
        for button in desk.main.buttons(act)
        if any(each.attributes.get("id") == "draw-head" for each in button.ancestors)
    ]


def play_rounds(desk: PlainBrowser) -> None:
    """Call every round and enter its cards."""
    open_tab(desk, "Desk")
    if desk.main.buttons("^Start the event$"):
        desk.press("^Start the event$")
        assert not desk.main.buttons("^Start the event$")
    here = desk.url
    while desk.main.buttons("^Call them$"):
        desk.press("^Call them$")
        boards = called_cards(desk)
        assert boards
        enter_cards(desk.client, boards)
        desk.open(here)
        assert not called_cards(desk)


def called_cards(desk: PlainBrowser) -> list[str]:
    """The addresses of the cards of all called boards."""
    return [
        number.attributes["href"]
        for board in desk.page.all("li")
        if board.attributes.get("data-state") == "called"
        for number in board.with_classes("board-number")
    ]


def enter_cards(client: Client, boards: Sequence[str]) -> None:
    """Enter cards as the desk does, where a card opens and is saved within the page."""
    rounds = 0
    for board in boards:
        entry = parse_page(client.get(board, headers=HTMX))
        line = line_of_card(entry)
        [save] = entry.buttons("^Save the card$")
        form = form_of(save)
        # All matches called together have the same number.
        rounds = rounds or rounds_of_card(client, form, line)
        card = filled_in(form, {"Rounds, one per line": "\n".join([line] * rounds)})
        saved = parse_page(client.post(form.attributes["hx-post"], card, headers=HTMX))
        assert "Saved." in saved.text


def line_of_card(entry: Element) -> str:
    """A round for a card: the first name in the alphabet wins."""
    names = [each.text for each in entry.with_classes("name")]
    order = sorted(names)
    if len(names) == 2:
        return " ".join("2" if name == order[0] else "0" for name in names)
    return " ".join(str(5 * (12 - 3 * order.index(name))) for name in names)


def rounds_of_card(client: Client, form: Element, line: str) -> int:
    """The number of rounds in the card's format, or until the sum beside the card has a winner."""
    if length := int(form.attributes["data-length"]):
        return length
    [card] = form.all("textarea")
    for rounds in range(1, LONGEST):
        typed = filled_in(form, {"Rounds, one per line": "\n".join([line] * rounds)})
        total = next(parse_page(client.get(card.attributes["hx-get"], typed)).all("p"))
        if any(total.all("svg")):  # the flag of a winner
            return rounds
    raise AssertionError("a card without an end")


def led_on(desk: PlainBrowser) -> bool:
    """Open the next stage or break a tie on the Advance page. False if neither is possible."""
    open_tab(desk, "Advance")
    for act in ("^Open ", "dice decide"):
        if found := desk.main.buttons(act):
            desk.press(found[0])
            return True
    return False


def finish_event(desk: PlainBrowser) -> None:
    winner = first_of_podium(desk)
    desk.press("^Finish the event$")
    assert "The event is finished." in desk.page.text
    desk.open(f"/events/{desk.url.split('/')[3]}/")
    assert first_of_podium(desk) == winner


def first_of_podium(desk: PlainBrowser) -> str:
    """The name of the winner, without the points beneath it."""
    winner = next(
        name for podium in desk.page.with_classes("podium") for name in podium.with_classes("name")
    )
    points = "".join(each.text for each in winner.all("small"))
    return winner.text.removesuffix(points)


def open_tab(desk: PlainBrowser, name: str) -> None:
    """Open one of the desk's pages of this event."""
    [tabs] = (
        each
        for each in desk.page.all("nav")
        if each.attributes.get("aria-label", "").startswith("Desk of")
    )
    [link] = (each for each in tabs.all("a") if each.text == name)
    desk.open(link.attributes["href"])
    assert any(
        each.text == name and each.attributes.get("aria-current") == "page"
        for each in desk.page.all("a")
    )
