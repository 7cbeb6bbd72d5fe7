"""Making a league private hides the events of its nights and its finals too."""

import pytest
from django.test import Client

from leagues.actions.leagues.settings import change_league
from leagues.actions.log.undo import undo
from leagues.models import Action, Event, SeasonFinals
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene


@scene
def mondays(cast: Cast) -> Mondays:
    """Two nights and the finals were played. An open event does not belong to the league."""
    mondays = Mondays.open(cast, "Zoë", "Bo")
    for number in (1, 2):
        mondays.play(number, ("Zoë", "Bo", 6, 2))
    finals = mondays.play(3, ("Zoë", "Bo", 6, 2))
    Event.objects.filter(pk=finals.pk).update(night=None)
    SeasonFinals.objects.create(league=mondays.league, event=finals)
    Event.objects.create(club=cast.club, name="Open", slug="open", starts_at=finals.starts_at)
    return mondays


def set_visibility(mondays: Mondays, visibility: str) -> None:
    ann = mondays.cast.who("ann")
    change_league(by=ann, league=mondays.league, facts={"visibility": visibility})


def visible_events() -> list[str]:
    """Slugs of the events that a stranger can open."""
    return [
        event.slug
        for event in Event.objects.order_by("pk")
        if Client().get(f"/events/{event.slug}/standings/").status_code == 200
    ]


def test_its_nights_and_finals_are_hidden_until_that_is_undone(mondays: Mondays) -> None:
    assert len(visible_events()) == 4
    set_visibility(mondays, "private")
    assert visible_events() == ["open"]
    assert "monday" not in Client().get("/api/v1/events/").text
    undo(by=mondays.cast.who("ann"), action=Action.objects.get(verb="change_league"))
    assert len(visible_events()) == 4


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_shown_again_its_events_stay_private(mondays: Mondays, visibility: str) -> None:
    """They may have been hidden one by one before."""
    set_visibility(mondays, "private")
    set_visibility(mondays, visibility)
    assert visible_events() == ["open"]


def test_its_events_are_unlisted_with_it(mondays: Mondays) -> None:
    set_visibility(mondays, "unlisted")
    assert len(visible_events()) == 4
    assert Event.objects.filter(visibility="unlisted").count() == 3


def test_an_event_that_the_desk_hid_stays_hidden(mondays: Mondays) -> None:
    Event.objects.filter(slug__startswith="monday-1").update(visibility="private")
    set_visibility(mondays, "unlisted")
    assert len(visible_events()) == 3


@pytest.mark.parametrize(
    ("hidden", "text"),
    [
        ("", "3 events of its nights and finals become private too"),
        ("monday-1", "2 events of its nights and finals become private too"),
    ],
)
def test_the_page_tells_how_many_follow(mondays: Mondays, hidden: str, text: str) -> None:
    if hidden:
        Event.objects.filter(slug__startswith=hidden).update(visibility="private")
    page = mondays.cast.browser_of("ann").get("/desk/leagues/mondays/settings/")
    assert text in page.text


def test_the_page_of_a_private_league_tells_that_they_stay_private(mondays: Mondays) -> None:
    set_visibility(mondays, "private")
    page = mondays.cast.browser_of("ann").get("/desk/leagues/mondays/settings/")
    assert "private events of its nights and finals stay private" in page.text
    assert "If you make it private" not in page.text
