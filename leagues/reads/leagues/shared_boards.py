"""Other nights and events that use the same boards on the same day."""

from collections.abc import Collection, Iterator
from datetime import date, timedelta

from django.db.models import Q
from django.utils.translation import gettext as _

from leagues.models import Club, Event, League, Night
from leagues.models.events import FRIENDLIES
from leagues.models.names import fold_name

A_DAY = timedelta(days=1)


def shared_boards(
    club: Club,
    days: Collection[date],
    boards: Collection[int],
    place: str = "",
    league: League | None = None,
) -> dict[date, list[str]]:
    """The names of other nights and events that use one of these boards, by day. Days without
    any are left out.

    Leagues of dated matches do not count, because their matches get a board when they are
    called. A league that names no boards uses all of the club's. Events at another venue share
    no boards.
    """
    if not days:
        return {}
    found: dict[date, list[str]] = {}
    used = set(boards)
    for day, name, numbers, where in (*_night_uses(club, days, league), *_event_uses(club, days)):
        is_elsewhere = place and where and fold_name(place) != fold_name(where)
        is_shared = not used or not numbers or used & numbers
        if day in days and is_shared and not is_elsewhere:
            found.setdefault(day, []).append(name)
    return found


def shared_boards_of(league: League, nights: Collection[Night]) -> dict[date, list[str]]:
    """The names of others that share boards with nights of a league, by day; empty for leagues
    of dated matches.
    """
    if league.has_dated_matches:
        return {}
    boards = league.boards.values_list("number", flat=True)
    return shared_boards(league.club, {night.on for night in nights}, boards, league.place, league)


Use = tuple[date, str, set[int], str]


def _night_uses(club: Club, days: Collection[date], league: League | None) -> Iterator[Use]:
    others = League.objects.of(club).filter(event=None, closed_at=None)
    if league is not None:
        others = others.exclude(pk=league.pk)
    nights = Night.objects.filter(
        league__in=others, is_cancelled=False, on__range=(min(days), max(days))
    )
    found = nights.select_related("league").prefetch_related("league__boards")
    for night in found.in_order():
        numbers = {board.number for board in night.league.boards.all()}
        yield night.on, _visible_name(night.league), numbers, night.where


def _event_uses(club: Club, days: Collection[date]) -> Iterator[Use]:
    events = Event.objects.present().filter(
        ~Q(kind__in=FRIENDLIES),
        ~Q(state=Event.State.FINISHED),
        club=club,
        night=None,
        league=None,
        starts_at__date__range=(min(days) - A_DAY, max(days) + A_DAY),
    )
    for event in events.prefetch_related("boards").order_by("starts_at", "pk"):
        numbers = {board.number for board in event.boards.all()}
        if numbers:
            day = event.starts_at.astimezone(event.tzinfo).date()
            yield day, _visible_name(event), numbers, event.place


def _visible_name(of: League | Event) -> str:
    """The name to show. A private one is hidden, because a secretary of one league may not know
    about the others.
    """
    if of.visibility != Event.Visibility.PRIVATE:
        return of.name
    return _("a private league") if isinstance(of, League) else _("a private event")
