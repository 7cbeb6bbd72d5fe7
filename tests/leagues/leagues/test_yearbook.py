"""The yearbooks of a year and of a closed season."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from pytest_django import DjangoAssertNumQueries

from leagues.models import Event, League, MatchSide, Player, Round, Surface
from leagues.reads.advance.podiums import podiums_of
from leagues.reads.leagues.end.yearbook import yearbook_of_year
from tests.cast import Cast, Page
from tests.leagues.leagues.test_honours import closed_season
from tests.leagues.play.desk_hall import finish_as_it_is, open_hall

pytestmark = pytest.mark.django_db


def page_text(cast: Cast, address: str) -> str:
    stranger: Page = cast.browser_of("stranger")
    page = stranger.get(address)
    assert page.status_code == 200
    main = page.text.split('id="main"')[1].split("</main>")[0]
    return unescape(" ".join(re.sub("<[^>]+>", " ", main).split()))


def play_tournament(cast: Cast, name: str, *names: str) -> Event:
    """Play a tournament of two; the first wins every round, with 20s."""
    hall = open_hall(cast, entries=2, names=names, name=name)
    hall.publish((1, 2))
    hall.type_card(hall.at(1), "20 3 1,20 5 0,20 2 2,20 0 1")
    finish_as_it_is(cast.who("ann"), hall.event)
    hall.event.refresh_from_db()
    return hall.event


def test_a_year_has_its_champions_podiums_and_20s(cast: Cast) -> None:
    closed_season(cast, ("Zoë", "Bo", 6, 2), ("Al", "Bo", 5, 3))
    League.objects.update(closed_at=datetime(2026, 12, 1, tzinfo=UTC))
    play_tournament(cast, "Westport Open", "Dan Ng", "Eve Oh")
    Player.objects.filter(name="Dan Ng").update(is_minor=True)

    text = page_text(cast, "/yearbook/2026/")

    assert "As of " in text
    assert "Players 5 20s 14 Tournaments 1" in text
    assert "Mondays 2026 Zoë Champion" in text
    assert "5 Oct 2026 3" in text  # who came, night by night
    assert re.search(r"Westport Open [^.]* 2026 1 Dan N\. 2 Eve Oh", text)
    assert "Most 20s Name 20s 20s a round Dan N. 10 2.50" in text
    assert "Most 20s in a round Dan N. Westport Open 5" in text
    assert "Dan Ng" not in text


def test_the_podiums_of_a_year_are_asked_for_at_once(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Podiums of three cached events take as many queries as that of one."""
    pairs = (("Dan", "Eve"), ("Fay", "Gil"), ("Hal", "Ida"))
    events = [play_tournament(cast, f"Open {a}", a, b) for a, b in pairs]
    podiums_of(events)  # keeps them

    for asked in (events[:1], events):
        with django_assert_num_queries(3):  # podiums, entries, their people
            found = podiums_of(asked)
        assert [
            [(p.place, p.entry.shown_on(Surface.WEB)) for p in found[each.pk].players]
            for each in asked
        ] == [[(1, a), (2, b)] for a, b in pairs[: len(asked)]]


def test_a_podium_that_is_kept_follows_a_correction(cast: Cast) -> None:
    event = play_tournament(cast, "Westport Open", "Dan Ng", "Eve Oh")
    assert [each.place for each in podiums_of([event])[event.pk].players] == [1, 2]

    event.matches.update(ending="totals", winner=None)
    MatchSide.objects.filter(match__event=event).update(points=4, twenties=9)
    Round.objects.filter(match__event=event).delete()
    event.touch()

    assert [each.place for each in podiums_of([event])[event.pk].players] == [1, 1]


def test_a_closed_season_has_a_book_of_its_own(cast: Cast) -> None:
    league = closed_season(cast, ("Zoë", "Bo", 6, 2))
    play_tournament(cast, "Westport Open", "Dan Ng", "Eve Oh")

    text = page_text(cast, f"/leagues/{league.slug}/yearbook/")

    assert "Yearbook: Mondays" in text
    assert "Champion" in text
    assert "Dan Ng" not in text


def test_private_leagues_and_events_are_in_no_book(cast: Cast) -> None:
    league = closed_season(cast, ("Zoë", "Bo", 6, 2))
    event = play_tournament(cast, "Westport Open", "Dan Ng", "Eve Oh")
    Event.objects.filter(pk=event.pk).update(visibility=Event.Visibility.PRIVATE)
    League.objects.update(
        visibility=Event.Visibility.PRIVATE, closed_at=datetime(2026, 12, 1, tzinfo=UTC)
    )

    text = page_text(cast, "/yearbook/2026/")

    assert "Mondays" not in text
    assert "Westport Open" not in text
    assert "Dan Ng" not in text
    stranger = cast.browser_of("stranger")
    assert stranger.get(f"/leagues/{league.slug}/yearbook/").status_code == 404


def test_a_year_in_which_nothing_began_has_no_book(cast: Cast) -> None:
    league = closed_season(cast, ("Zoë", "Bo", 6, 2))
    League.objects.update(closed_at=None)
    stranger = cast.browser_of("stranger")

    assert stranger.get("/yearbook/1999/").status_code == 404
    assert stranger.get("/yearbook/99999999/").status_code == 404
    assert stranger.get(f"/leagues/{league.slug}/yearbook/").status_code == 404
    assert 'href="/yearbook/2026/"' in stranger.get("/honours/").text


def test_a_year_ends_at_midnight_by_the_clubs_clock(cast: Cast) -> None:
    """Toronto is five hours behind UTC in winter."""
    event = play_tournament(cast, "Westport Open", "Dan Ng", "Eve Oh")
    for hour, year in ((4, 2026), (6, 2027)):
        Event.objects.filter(pk=event.pk).update(starts_at=datetime(2027, 1, 1, hour, tzinfo=UTC))
        found = {each: bool(yearbook_of_year(cast.club, each).events) for each in (2026, 2027)}
        assert found == {2026: year == 2026, 2027: year == 2027}


def test_before_a_season_is_closed_the_honours_begin_with_tournaments(cast: Cast) -> None:
    play_tournament(cast, "Westport Open", "Dan Ng", "Eve Oh")
    text = page_text(cast, "/honours/")

    assert "Westport Open" in text
    assert "No season is closed yet" not in text
