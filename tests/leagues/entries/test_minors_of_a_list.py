"""Players marked as minors in a pasted list have no full name on any public page or file."""

import re
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile, is_zipfile

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.leagues.entries.people_in import check_list, confirm_list, make_event
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is, open_hall
from tests.scenes import scene

SURNAMES = ("Smallwood", "Tinyfield")
LINK = re.compile(r'(?:href|src|hx-get|action)="(/[^"#]*)')
MOST_PAGES = 250
API = ("/api/v1/events/", "/api/v1/players/")


NAMES = ("Tom Smallwood", "Eva Tinyfield", "Bo Fry", "Cy Orr")
LIST = "Name;Minor;E-mail\nTom Smallwood;yes;tom@example.org\nTinyfield, Eva;x;\nBo Fry;no;"


@scene
def hall(cast: Cast) -> DeskHall:
    """A finished event with a podium of Tom, Eva and Bo, none of them marked as a minor."""
    hall = open_hall(cast, names=NAMES)
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 11")
    hall.type_card(hall.at(2), "20 20 11 11")
    hall.publish((1, 3), (2, 4))
    hall.type_card(hall.at(1), "20 20 20 20")
    hall.type_card(hall.at(2), "20 20 20 20")
    finish_as_it_is(cast.who("ann"), hall.event)
    return hall


def public_pages(*begin: str) -> Iterator[tuple[str, str]]:
    """Every page and file that a stranger finds by following links."""
    stranger, waiting, seen = Client(), list(begin), set(begin)
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0)
        answer = stranger.get(path)
        if answer.status_code != 200:
            continue
        body = b"".join(answer) if answer.streaming else answer.content
        text = body.decode(errors="replace")
        if is_zipfile(BytesIO(body)):
            with ZipFile(BytesIO(body)) as packed:
                text = "".join(packed.read(n).decode() for n in packed.namelist())
        yield path, text
        for found in LINK.findall(text):
            link = found.replace("&amp;", "&")
            if link not in seen and not link.startswith("/static/"):
                seen.add(link)
                waiting.append(link)


@pytest.mark.long
def test_no_public_page_or_file_has_the_full_name_of_a_child_on_a_list(
    cast: Cast, hall: DeskHall, ann: Client
) -> None:
    slug = hall.event.slug
    begin = (f"/events/{slug}/", "/", f"/screen/{slug}/", *API)
    assert any("Smallwood" in text for _path, text in public_pages(*begin))
    make_event(cast)
    confirm_list(ann, check_list(ann, LIST))

    paths = set()
    for path, text in public_pages(*begin):
        paths.add(path)
        for surname in SURNAMES:
            assert surname not in text, path
    paper = ann.get(reverse("event_certificates", args=[slug])).text
    assert "Tom S." in paper
    assert "Smallwood" not in paper
    found = " ".join(paths)
    for kind in (".csv", ".xlsx", ".json", "/screen/", "/api/", "/embed/", "/players/"):
        assert kind in found, found
