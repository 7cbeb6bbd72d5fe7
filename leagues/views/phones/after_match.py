"""The page after a match: what comes next for its players, on any phone with access."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.phone_passes import Pass, WayIn
from leagues.access.phone_roles import after_a_match
from leagues.models import Match, Player
from leagues.models.people import Surface
from leagues.reads.leagues.friendlies import fitting_leagues, may_still_agree
from leagues.reads.phones.my_day import my_day
from leagues.views.phones.entry_page import board_again
from leagues.views.phones.my_day import DayReader, day_alone


@after_a_match
@require_safe
def next_for_me(request: HttpRequest, match: Match, pass_: Pass) -> HttpResponse:
    """Show the day of a player of the match. If there are several players, ask which one."""
    people = players_of_side(match, pass_.seat)
    asked = request.GET.get("who", "")
    player = next((each for each in people if str(each.pk) == asked), None)
    if player is None and len(people) == 1:
        player = people[0]
    if player is None:
        return TemplateResponse(
            request,
            "phones/who.html",
            {"event": match.event, "people": people, "board_again": board_again(pass_)},
        )
    page = f"{request.path}?who={player.pk}"
    reader = reader_of(pass_, player, page)
    if "day" in request.GET:
        return day_alone(request, match.event, reader)
    now = timezone.now()
    return TemplateResponse(
        request,
        "phones/next.html",
        {
            "event": match.event,
            "player": player,
            "name": player.shown_on(Surface.WEB),
            "is_one_of_many": len(people) > 1,
            "may_be_rated": may_still_agree(match, now),
            "may_count_in": [fits.league for fits in fitting_leagues(match, now)],
            **reader.shown(my_day(match.event, player, now), now),
        },
    )


def reader_of(pass_: Pass, player: Player, page: str) -> DayReader:
    """Return the reader of the day.

    Only a personal link or an account gives access to the next match.
    """
    if pass_.way in (WayIn.LINK, WayIn.ACCOUNT):
        return DayReader(player, page, pass_.way, pass_.credential)
    return DayReader(player, page)


def players_of_side(match: Match, seat: int | None) -> list[Player]:
    """Return the players on this side of the match, or on all sides for None."""
    seats = match.sides.all() if seat is None else match.sides.filter(seat=seat)
    found = Player.objects.filter(side_players__side__in=seats)
    return list(found.order_by("side_players__side__seat", "side_players__number"))
