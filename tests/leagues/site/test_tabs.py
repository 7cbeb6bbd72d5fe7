"""The bar of a page names where it belongs, below a tab's own page too."""

import re

import pytest

from leagues.models import Entry, League
from tests.cast import Cast, Page
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.test_ladder import open_ladder
from tests.leagues.leagues.unplayed import at_noon
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast)


@scene
def league(cast: Cast) -> League:
    return open_matches(cast)


def bar_of(cast: Cast, path: str) -> str:
    return bar_in(cast.browser_of("ann").get(path))


def bar_in(page: Page) -> str:
    """What a phone shows instead of the row of tabs."""
    assert page.status_code == 200
    [named] = re.findall(
        r'<nav class="tabs".*?<summary>(.*?)</summary>', page.content.decode(), re.S
    )
    return str(named).strip()


@pytest.mark.parametrize(
    ("path", "tab"),
    [
        ("change/", "Stages"),
        ("rehearsal/", "Stages"),
        ("rounds/{round}/cards/", "Paper"),
        ("log/", "Log"),
    ],
)
def test_pages_of_an_event_s_desk(cast: Cast, hall: DeskHall, path: str, tab: str) -> None:
    pairing_round = hall.publish((1, 2))
    path = path.format(round=pairing_round.pk)
    assert bar_of(cast, f"/desk/events/{hall.event.slug}/{path}") == tab


def test_an_entry_belongs_to_the_players_and_a_draw_to_what_an_event_is_about(
    cast: Cast, hall: DeskHall
) -> None:
    hall.publish((1, 2))
    top, entry = hall.event.get_absolute_url(), Entry.objects.filter(event=hall.event)[0]
    assert bar_of(cast, f"{top}entries/{entry.pk}/") == "Players"
    assert bar_of(cast, f"{top}draw/") == "About"


@pytest.mark.parametrize("page", ["venue", "leave"])
def test_what_is_done_for_a_member_belongs_to_the_people_of_a_league(
    cast: Cast, league: League, page: str
) -> None:
    top, entry = f"/desk/leagues/{league.slug}/", Entry.objects.filter(event=league.event)[0]
    assert bar_of(cast, f"{top}{page}/{entry.pk}/") == "People"


def test_a_challenge_belongs_to_the_first_page_of_its_ladder(cast: Cast) -> None:
    with at_noon(10, 1):
        ladder = open_ladder(cast)
    with at_noon(10, 6):
        assert bar_of(cast, f"/desk/leagues/{ladder.slug}/challenge/") == "League"


def test_writing_to_a_league_keeps_its_bar(cast: Cast, league: League) -> None:
    path = f"/desk/leagues/{league.slug}/write/"
    assert bar_of(cast, path) == "Write"
    sent = {"to": f"league-{league.pk}", "title": "Snow", "text": "No play.", "sends": "on"}
    preview = cast.browser_of("ann").post(path, {**sent, "step": "preview"})
    assert "<h2>Preview of the message</h2>" in preview.content.decode()
    assert bar_in(preview) == "Write"
