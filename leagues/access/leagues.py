"""Who may run a league, and one night of it.

Organisers run every league, its secretary runs this one. The host of a night runs that night,
from noon until six in the morning after, by the league's clock, and no longer once it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import Who, ask_to_sign_in, who
from leagues.models import Event, League, Night, PersonalLink, Player

P = ParamSpec("P")
LeagueView = Callable[Concatenate[HttpRequest, str, P], HttpResponseBase]
NightView = Callable[Concatenate[HttpRequest, str, int, P], HttpResponseBase]
NIGHTS_HOSTED = "nights_hosted"
NOT_NOW = 403


# --- What somebody may ----------------------------------------------------------------


def may_run_league(who: Who, league: League) -> bool:
    """What organisers may do in every league, its secretary may do in this one."""
    return who.is_organiser or is_same(who.player, league.secretary_id)


def may_run_night(
    who: Who, night: Night, now: datetime, *, also_over: bool = False
) -> bool:
    return may_run_league(who, night.league) or (
        is_host(who, night) and not why_not_now(night, now, also_over=also_over)
    )


def may_see_league(who: Who, league: League) -> bool:
    """A private league is for whoever runs it and whoever is in it."""
    if league.visibility != Event.Visibility.PRIVATE or may_run_league(who, league):
        return True
    return who.player is not None and is_in_league(who.player, league)


def is_in_league(player: Player, league: League) -> bool:
    """Whether they are, or were, a member or a spare, or host a night of it."""
    enrolled = league.enrolments.filter(player=player).exists()
    return enrolled or league.nights.filter(host=player).exists()


def is_host(who: Who, night: Night) -> bool:
    return is_same(who.player, night.host_id)


def is_same(player: Player | None, pk: int | None) -> bool:
    return player is not None and player.pk == pk


def why_not_now(night: Night, now: datetime, *, also_over: bool = False) -> str:
    """Why a night is not its host's to run at this moment; nothing when it is.

    One that is over may still be looked at until the morning.
    """
    if night.is_cancelled:
        return _("This night is cancelled.")
    if now < night.hosted_from:
        return _("You can run this night from noon on its day.")
    if now >= night.hosted_until or (is_over(night) and not also_over):
        return _("This night is over. Whoever runs the league can still change it.")
    return ""


def is_over(night: Night) -> bool:
    """Whether something was played, and all of it is finished."""
    events = Event.objects.present().filter(night=night)
    return set(events.values_list("state", flat=True)) == {Event.State.FINISHED}


# --- The host without an account --------------------------------------------------------


def host_by_link(request: HttpRequest, night: Night, link: PersonalLink) -> bool:
    """Let the browser in which the host opened their own link run the night."""
    if link.player_id != night.host_id:
        return False
    known: Mapping[str, int] = request.session.get(NIGHTS_HOSTED, {})
    request.session[NIGHTS_HOSTED] = {**known, str(night.pk): link.pk}
    return True


def visitor_at(request: HttpRequest, night: Night) -> Who:
    """Who is in front of a page of this night: its host too, by a link that still opens."""
    visitor = who(request)
    if may_run_league(visitor, night.league) or is_host(visitor, night):
        return visitor
    link = request.session.get(NIGHTS_HOSTED, {}).get(str(night.pk))
    open_links = PersonalLink.objects.open().filter(pk=link, player=night.host_id)
    if link is None or night.host is None or not open_links.exists():
        return visitor
    return Who(player=night.host)


# --- The rules that views wear ----------------------------------------------------------


def secretary_of_league(view: LeagueView[P]) -> LeagueView[P]:
    """Organisers, and the secretary of the league whose slug the address begins with."""

    @wraps(view)
    def guarded(
        request: HttpRequest, /, slug: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        visitor = who(request)
        if not visitor.is_signed_in:
            return ask_to_sign_in(request)
        league = League.objects.filter(slug=slug, club__is_home=True).first()
        if league is None or not may_run_league(visitor, league):
            raise Http404
        return view(request, slug, *args, **kwargs)

    guarded.who_may = "secretary of the league"  # type: ignore[attr-defined]
    return guarded  # type: ignore[return-value]  # called with slug=…


def host_of_night(view: NightView[P]) -> NightView[P]:
    """The same, and the host of the night that the address names, while it is theirs to run.

    ``who(request)`` is the host then, signed in or not.
    """
    return _hosts_only(view, also_over=False)


def host_that_evening(view: NightView[P]) -> NightView[P]:
    """The same, and also once the night is over: to see what it came to, or to end it again."""
    return _hosts_only(view, also_over=True)


def _hosts_only(view: NightView[P], *, also_over: bool) -> NightView[P]:
    @wraps(view)
    def guarded(
        request: HttpRequest, /, slug: str, pk: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        night = night_at(slug, pk)
        visitor = visitor_at(request, night) if night else who(request)
        if not visitor.is_signed_in and visitor.player is None:
            return ask_to_sign_in(request)
        if night is None:
            raise Http404
        if not may_run_night(visitor, night, timezone.now(), also_over=also_over):
            return _not_theirs(request, visitor, night)
        request._who = visitor  # type: ignore[attr-defined]
        return view(request, slug, pk, *args, **kwargs)

    guarded.who_may = "host of the night"  # type: ignore[attr-defined]
    return guarded  # type: ignore[return-value]  # called with slug=…, pk=…


def night_at(slug: str, pk: int) -> Night | None:
    """The night with this address, in a league of the club."""
    nights = Night.objects.filter(league__slug=slug, league__club__is_home=True)
    return nights.select_related("league__club", "host").filter(pk=pk).first()


def _not_theirs(request: HttpRequest, visitor: Who, night: Night) -> HttpResponseBase:
    """A host is told why not now; to anybody else there is no such page."""
    if not is_host(visitor, night):
        raise Http404
    said = {"night": night, "why": why_not_now(night, timezone.now())}
    template = "public/leagues/not_now.html"
    return TemplateResponse(request, template, said, status=NOT_NOW)
