"""The page of a match: the boards beside it, how the two met before, and its picture."""

import re

import pytest
from PIL import ImageColor

from leagues.actions.play.calls import call_match
from leagues.files import share_picture
from leagues.models import Event, Match
from leagues.views.public import share
from scoring.results import WonOrLost
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.site.test_now import words_of
from tests.leagues.site.test_public import read_page
from tests.leagues.site.test_share import picture_size, read_meta
from tests.scenes import scene

pytestmark = pytest.mark.django_db

MATCHES = "/events/westport-open/matches/"


@scene
def hall(cast: Cast) -> DeskHall:
    names = ["Ann A", "Ben B", "Cy C", "Di D", "Eve E", "Flo F"]
    return open_hall(cast, entries=6, boards=3, names=names)


def links_beside(number: int) -> list[str]:
    page = read_page(f"{MATCHES}{number}/")
    found = re.search(r'<nav class="choice beside".*?</nav>', page, re.DOTALL)
    return re.findall(r'<a href="(.*?)"', found[0]) if found else []


def test_a_match_leads_to_the_boards_beside_it(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4), (5, 6))

    assert links_beside(1) == [f"{MATCHES}2/"]
    assert links_beside(2) == [f"{MATCHES}1/", f"{MATCHES}3/"]
    assert links_beside(3) == [f"{MATCHES}2/"]


def test_a_match_of_another_game_is_not_beside_it(hall: DeskHall) -> None:
    hall.publish((1, 2))
    hall.publish((1, 3))

    assert links_beside(1) == links_beside(2) == []


def test_a_tied_match_is_called_tied(hall: DeskHall) -> None:
    tied, won = hall.publish((1, 2), (3, 4)).matches.order_by("number")
    hall.type_card(tied, "20 02 11 11")
    hall.type_card(won, "20 20 11 11")

    assert "</svg> <span>Tied</span>" in read_page(f"{MATCHES}{tied.number}/")
    assert "</svg> <span>Finished</span>" in read_page(f"{MATCHES}{won.number}/")


def test_a_match_of_a_bracket_is_listed_by_its_name(hall: DeskHall) -> None:
    match = hall.publish((1, 2)).matches.get()
    Match.objects.update(slot="SF1")
    hall.type_card(match, "20 20 20 20")

    for page in ("/events/westport-open/", MATCHES, f"{MATCHES}{match.number}/"):
        assert "Semi-final 1 · Board 1 " in words_of(read_page(page))


def test_the_rows_of_a_card_have_as_many_columns_as_its_head(hall: DeskHall) -> None:
    match = hall.publish((1, 2)).matches.get()
    hall.type_card(match, "20 11 02 20")
    match.rounds.filter(number=2).update(state="disputed")

    page = read_page(f"{MATCHES}{match.number}/")
    [table] = re.findall(r'<table class="rounds">.*?</table>', page, re.DOTALL)
    rows = [
        sum(int(span or 1) for span in re.findall(r'<t[hd](?:[^>]*colspan="(\d+)")?', row))
        for row in table.split("<tr")[1:]
    ]

    assert len(rows) == 7  # with the head, the dispute and the total
    assert len({*rows}) == 1


def test_a_match_to_come_shows_where_it_is_called_and_who_shoots_first(hall: DeskHall) -> None:
    match = hall.publish((1, 2)).matches.get()
    call_match(by=hall.by, match=match)

    page = words_of(read_page(f"{MATCHES}{match.number}/"))

    assert re.search(r"Called to board 1 \d+:\d+", page)
    assert re.search(r"Shoots first: A Ann A", page)
    assert "No round has been reported yet" not in page


def test_the_lines_of_a_match_end_with_their_totals(hall: DeskHall) -> None:
    match = hall.publish((1, 2)).matches.get()
    hall.type_card(match, "20 20 11 20")

    page = read_page(f"{MATCHES}{match.number}/")

    ends = page.split('class="steps"')[1].split("</p>")[0]
    assert re.findall(r'class="number">(\d)<', ends) == ["7", "1"]
    assert re.findall(r"<text y=.*?>(\d+)</text>", ends) == ["0", "2", "4", "6"], "points"
    assert re.findall(r"<text x=.*?>(\d+)</text>", ends) == ["1", "2", "3", "4"], "rounds"


def test_one_line_shows_how_the_two_met_before(hall: DeskHall) -> None:
    first, second = (hall.publish((1, 2)).matches.get() for _ in range(2))
    hall.type_card(first, "20 20 11 20")

    met = words_of(read_page(f"{MATCHES}{second.number}/"))
    assert re.search(r"Head to head 7–1 \w+ \d+ \w+ \d+ All their matches", met)
    assert "They haven’t played each other before." in words_of(
        read_page(f"{MATCHES}{first.number}/")
    )


def test_its_picture_shows_the_result_and_the_rounds(
    hall: DeskHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[list[str], list[int | None]]] = []

    def record_picture(
        title: str, lines: list[str], club: str, rounds: list[int | None], **_: object
    ) -> bytes:
        drawn.append(([title, *map(str, lines)], rounds))
        return b""

    match = hall.publish((1, 2)).matches.get()
    assert picture_size(f"{MATCHES}1/picture.png") == (1200, 630)
    page = read_page(f"{MATCHES}1/")
    assert read_meta(page, "og:image") == f"http://testserver{MATCHES}1/picture.png"
    monkeypatch.setattr(share, "share_picture", record_picture)
    read_page(f"{MATCHES}1/picture.png")
    hall.type_card(match, "20 11 02 20")
    match.sides.update(twenties=3)
    read_page(f"{MATCHES}1/picture.png")

    to_come = ["", "To be played · Westport Open", "A  Ann A", "B  Ben B"]
    played = ["", "Finished · Westport Open", "A  Ann A 5", "B  Ben B 3", "20s 3–3"]
    assert drawn == [(to_come, []), (played, [0, None, 1, 0])]


def test_rounds_are_discs_of_their_winners() -> None:
    row = share_picture.draw_discs((0, None, 1))

    a, b = ((0x1F, 0x4F, 0x93, 255), (0xE5, 0x9A, 0x1C, 255))
    at = [row.getpixel((x, 22)) for x in (22, 54 + 11, 54 + 33, 108 + 22)]
    assert at == [a, a, b, b]


def test_results_of_a_player_are_full_half_or_hollow_on_the_picture_as_on_the_page() -> None:
    row = share_picture.draw_discs((WonOrLost.WON, WonOrLost.TIED, WonOrLost.LOST))

    soft, paper = (ImageColor.getrgb(share_picture.COLOURS[n]) for n in ("ink-soft", "paper"))
    at = [row.convert("RGB").getpixel((x, 22)) for x in (22, 54 + 11, 54 + 33, 108 + 22)]
    assert at == [soft, soft, paper, paper]


def test_what_is_private_or_a_draft_has_no_picture(hall: DeskHall) -> None:
    round_ = hall.publish((1, 2))
    round_.state = "draft"
    round_.save()
    read_page(f"{MATCHES}1/picture.png", 404)
    round_.state = "published"
    round_.save()
    assert Match.objects.count() == 1
    Event.objects.update(visibility=Event.Visibility.PRIVATE)
    read_page(f"{MATCHES}1/picture.png", 404)
