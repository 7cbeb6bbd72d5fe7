"""The calendars that tests read."""

from leagues.access.calendar_address import calendar_secret, open_address
from leagues.actions.events.events import create_event
from leagues.actions.people.calendar_address import offer_calendar
from leagues.models import Event, League, Player
from leagues.reads import Sheet
from tests.cast import Cast
from tests.leagues.leagues.calendars import ReadDate, calendar_at
from tests.leagues.leagues.match_leagues import player_named
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.unplayed import at_noon, link_holder
from tests.leagues.play.desk_hall import NOON


def mondays_at_the_mill(cast: Cast) -> Mondays:
    with at_noon(9, 1):
        made = Mondays.open(cast, "Ben", "Cat")
    League.objects.update(place="The Mill", zone="America/Toronto")
    made.league.refresh_from_db()
    return made


def open_event(cast: Cast, name: str) -> Event:
    return create_event(
        by=cast.who("ann"),
        club=cast.club,
        name=name,
        starts_at=NOON,
        place="Town hall",
        sheet=Sheet.named("tournament-singles"),
    )


def own_address(player: Player) -> str:
    address = open_address(player)
    assert address
    return f"/calendar/{player.pk}-{calendar_secret(address)}.ics"


def own_calendar(cast: Cast, name: str) -> list[ReadDate]:
    player = player_named(cast, name)
    offer_calendar(by=link_holder(cast, name), player=player)
    return calendar_at(own_address(player))
