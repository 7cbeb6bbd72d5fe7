"""With thirty leagues the most visited pages need as many queries as with three."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Event, League, LeagueSummary, Night, Player
from leagues.reads.leagues.attendance.head_count import HeadCount, head_counts
from leagues.reads.leagues.pages import cards
from leagues.reads.leagues.pages.summaries import summary_at
from tests.cast import Cast, Page
from tests.leagues.leagues.match_leagues import matches_in_order, open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.test_ladder import open_ladder
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.site.test_public import finish_match
from tests.rows_read import rows_read
from tests.scenes import scene

pytestmark = [pytest.mark.django_db, pytest.mark.long]

KINDS, MANY = 3, 30
MOST = {"/": 40, "/leagues/": 13}
"""Query limits of the pages that list the leagues."""
A_LEAGUE = 7
"""Rows that a page reads of each league, such as the league, its event, next night and leaders."""


@dataclass(frozen=True)
class Club:
    cast: Cast
    pages: tuple[str, ...]


@scene(made="2026-10-12T12:00-04:00", tick=False)
def club(cast: Cast) -> Club:
    """Three leagues of different kinds, an event that is on, and one that is finished."""
    for name in ("Westport Open", "Old Open"):
        hall = open_hall(cast, name=name)
        for match in hall.publish((1, 2), (3, 4)).matches.all():
            finish_match(match, (6, 2))
    Event.objects.filter(name="Old Open").update(state=Event.State.FINISHED)
    nights, matches, _ladder = open_leagues(cast)
    player = Player.objects.filter(name="Player 1").latest("pk")
    return Club(
        cast,
        (
            *("/", "/leagues/", "/events/", "/players/", "/players/ratings/", "/news.atom"),
            *("/events/westport-open/", "/events/westport-open/standings/"),
            *(nights.get_absolute_url(), matches.get_absolute_url(), player.get_absolute_url()),
        ),
    )


def open_leagues(cast: Cast) -> list[League]:
    """A league of each kind, with results."""
    mondays = Mondays.open(cast, "Zoë", "Bo", "Cy")
    mondays.play(1, ("Zoë", "Bo", 6, 2))
    matches = open_matches(cast)
    for match in matches_in_order(matches)[:2]:
        finish_match(match, (6, 2))
    return [mondays.league, matches, open_ladder(cast)]


def queries_of(path: str) -> int:
    """The queries of a page that was asked for before."""
    assert Client().get(path).status_code == 200
    with CaptureQueriesContext(
        connection,
    ) as captured:
        Client().get(path)
    return len(captured)


def rows_of(path: str) -> int:
    return rows_read(lambda: Client().get(path))


def test_with_thirty_leagues_no_page_needs_more_queries_than_with_three(club: Club) -> None:
    few = {path: queries_of(path) for path in club.pages}
    rows = {path: rows_of(path) for path in club.pages}
    for _ in range(MANY // KINDS - 1):
        open_leagues(club.cast)
    many = {path: queries_of(path) for path in club.pages}
    more = {path: rows_of(path) - rows[path] for path in club.pages}

    assert League.objects.count() == MANY
    assert few == many
    assert {path: n for path, n in MOST.items() if many[path] > n} == {}
    each = {path: n / (MANY - KINDS) for path, n in more.items()}
    assert {path: n for path, n in each.items() if n > A_LEAGUE} == {}


def test_a_league_whose_leader_is_unknown_takes_down_no_page(club: Club) -> None:
    assert Client().get("/").status_code == 200  # which stores the summaries
    broken = League.objects.get(slug="mondays")
    LeagueSummary.objects.filter(league=broken).update(leaders=[["", [0]]])

    for path in MOST:
        page = Client().get(path)
        assert page.status_code == 200
        assert broken not in leagues_on(page)
        assert len(leagues_on(page)) == KINDS - 1


def test_a_night_whose_answers_cant_be_read_takes_down_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = League.objects.get(slug="mondays")
    Mondays.open(club.cast, "Dee", "Eve", "Fay")

    def fail_for_one(nights: Sequence[Night], now: datetime) -> dict[int, HeadCount]:
        if any(night.league == broken for night in nights):
            raise ValueError("an answer that can't be read")
        return head_counts(nights, now)

    monkeypatch.setattr(cards, "head_counts", fail_for_one)
    for path in MOST:
        shown = leagues_on(Client().get(path))
        assert broken not in shown
        assert len(shown) == KINDS


def leagues_on(page: Page) -> list[League]:
    """The leagues that have a card on the page."""
    shown = page.context["league_cards" if page.request["PATH_INFO"] == "/" else "cards"]
    return [card.league for card in shown]


def test_a_result_makes_only_its_own_league_rank_its_table(club: Club) -> None:
    unchanged = queries_of("/")
    league = League.objects.filter(kind=League.Kind.MATCHES).get()
    assert league.event is not None
    kept = {each.pk: each.mark for each in LeagueSummary.objects.all()}
    league.event.touch()
    summary_at.cache_clear()
    Client().get("/")

    now = {each.pk: each.mark for each in LeagueSummary.objects.all()}
    assert [pk for pk in kept if now[pk] != kept[pk]] == [league.pk]
    assert queries_of("/") == unchanged
