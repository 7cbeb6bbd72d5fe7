"""The club and its players, as JSON."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from leagues.models import Player
from leagues.reads.people.careers import read_career
from leagues.reads.people.stored_sums import sums_of
from leagues.views.api.pages import PageJson, PageNumber, page_of, some_of
from leagues.views.api.v1 import MISSING, PAGED, api
from leagues.views.api.values import FILE, ClubJson, PlayerDetailJson, PlayerJson
from leagues.views.public.calendars import site_of
from leagues.views.public.club import home_club
from leagues.views.public.player import seen_player


@api.get("/", response=ClubJson, url_name="api-club", summary="The club")
def get_club(request: HttpRequest) -> ClubJson:
    found, site = home_club(), site_of(request)
    return ClubJson(
        name=found.name,
        zone=found.zone,
        leagues=f"{site}{reverse('api-leagues')}",
        events=f"{site}{reverse('api-events')}",
        players=f"{site}{reverse('api-players')}",
        document=f"{site}{reverse('api-document')}",
        release=settings.RELEASE,
    )


@api.get(
    "/players/",
    response={200: PageJson[PlayerJson], **PAGED},
    url_name="api-players",
    summary="Players, in the order of the page that lists them",
)
def list_players(request: HttpRequest, page: PageNumber = 1) -> dict[str, Any]:
    found = Player.objects.filter(club=home_club()).seen().as_listed()
    part = some_of(request, found)
    return page_of(
        request, part, [facts_of_player(player, site_of(request)) for player in part.lines]
    )


@api.get(
    "/players/{int:pk}/",
    response={200: PlayerDetailJson, **MISSING},
    url_name="api-player",
    summary="A player, and how they have played",
)
def get_player(request: HttpRequest, pk: int) -> dict[str, Any]:
    """A merged player's ID returns the player they were merged into."""
    asked = seen_player(pk)
    found = asked.merged_into or asked
    played = read_career(found, sums_of(found.club))
    return facts_of_player(found, site_of(request)) | {
        "won": played.tally.won,
        "tied": played.tally.tied,
        "lost": played.tally.lost,
        "twenties_a_round": round(float(played.twenties.each), 2)
        if played.twenties.rounds
        else None,
    }


def facts_of_player(player: Player, site: str) -> dict[str, Any]:
    return {
        "id": player.pk,
        "name": player.shown_on(FILE),
        "is_guest": player.is_guest,
        "url": f"{site}{player.get_absolute_url()}",
    }
