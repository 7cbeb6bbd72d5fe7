"""Pages of a closed season: it keeps its table with handicaps and offers no next night."""

from fractions import Fraction

import pytest

from leagues.actions.leagues.season.closing import close_league
from leagues.models import Event, FinalRow, League
from leagues.reads.leagues.table.season import season_of
from scoring.season import Handicap
from scoring.serialization import to_dict
from tests.cast import Cast
from tests.leagues.leagues import test_ladder
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene(made="2026-12-01T12:00-05:00", tick=False)
def mondays(cast: Cast) -> Mondays:
    """Bo has a handicap of five points in a game that he lost by two."""
    mondays = Mondays.open(cast, "Zoë", "Bo", "Al")
    event = mondays.play(1, ("Zoë", "Bo", 5, 3))
    event.handicaps = {mondays.player("Bo").pk: "5"}
    event.save(update_fields=["handicaps"])
    League.objects.update(handicap=to_dict(Handicap(base=Fraction(8))))
    mondays.league.refresh_from_db()
    return mondays


def with_handicaps(mondays: Mondays) -> str:
    browser = mondays.cast.browser_of("stranger")
    page: str = browser.get(f"{mondays.league.get_absolute_url()}?handicap=1").text
    return page[page.index("<main") :]


def close_season(mondays: Mondays) -> None:
    close_league(by=mondays.cast.who("ann"), league=mondays.league)


def test_the_table_with_handicaps_is_kept_as_it_was(mondays: Mondays) -> None:
    before = season_of(mondays.league).with_handicaps().rows
    assert before[0].player == mondays.player("Bo").pk
    close_season(mondays)

    event = mondays.night(1).events.get()
    event.handicaps = {}
    event.save(update_fields=["handicaps"])
    event.touch()
    League.objects.update(handicap=to_dict(Handicap(base=Fraction(1))))

    season = season_of(League.objects.get())
    assert season.has_handicaps
    assert season.with_handicaps().rows == before
    assert season.rows != before


def test_both_tables_of_a_closed_season_are_shown(mondays: Mondays) -> None:
    close_season(mondays)
    page = with_handicaps(mondays)

    assert "As played" in page
    assert page.index(">Bo<") < page.index(">Zoë<")


def test_a_season_closed_before_they_were_kept_shows_one_table(mondays: Mondays) -> None:
    close_season(mondays)
    for row in FinalRow.objects.all():
        row.facts.pop("handicap")
        FinalRow.objects.filter(pk=row.pk).update(facts=row.facts)

    assert "With handicap" not in with_handicaps(mondays)


def test_a_league_without_handicaps_keeps_none(mondays: Mondays) -> None:
    League.objects.update(handicap=None)
    mondays.league.refresh_from_db()
    close_season(mondays)

    assert not any("handicap" in row.facts for row in FinalRow.objects.all())


def test_the_home_of_a_closed_league_offers_no_night(mondays: Mondays) -> None:
    mondays.league.nights.update(on="2026-12-02")
    ann = mondays.cast.browser_of("ann")
    home = f"/desk/leagues/{mondays.league.slug}/"
    assert "Prepare Wed 2 Dec" in ann.get(home).text
    close_season(mondays)

    page = ann.get(home).text
    assert "Prepare Wed 2 Dec" not in page
    assert "This season is closed" in page


def test_the_matches_of_a_closed_league_are_on_no_longer(cast: Cast) -> None:
    league = test_ladder.open_ladder(cast)
    cat, stranger = cast.browser_of("cat"), cast.browser_of("stranger")
    mine = f"/me/{cast.cats_token}/"
    assert "Summer ladder" in cat.get(mine).text
    close_league(by=cast.who("ann"), league=league)

    own = cat.get(mine).text
    assert "On now" not in own
    assert "1 past event" in own
    assert league.event is not None
    for address in ("/", "/events/"):
        assert '"badge now"' not in stranger.get(address).text, address
    assert "</svg> Finished" in stranger.get(league.event.get_absolute_url()).text
    assert list(Event.objects.over()) == [league.event]
    assert '"badge now"' not in cast.browser_of("ann").get("/desk/events/").text
