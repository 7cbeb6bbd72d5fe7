"""Permissions for leagues: who may run a league or one of its nights, or keep its dues.

Organisers may run every league, a secretary may run their league, and a treasurer may keep its
dues. A host may run their night, from noon until six the next morning in the league's time zone,
until it is finished. These three use an account, or a browser that opened their personal link.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, TypeVar

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import Who, ask_to_sign_in, get_visitor
from leagues.models import Event, League, Night, PersonalLink, Player

V = TypeVar("V", bound=Callable[..., HttpResponseBase])
NIGHTS_HOSTED = "nights_hosted"
DESK_LINK = "desk_link"
BY_LINK = frozenset({NIGHTS_HOSTED, DESK_LINK})
"""Session keys of a host, secretary or treasurer without an account."""
NOT_NOW = 403
A_DAY = timedelta(days=1)


# --- Permissions ----------------------------------------------------------------------


def may_run_league(who: Who, league: League) -> bool:
    """True for organisers and for the league's secretary."""
    return who.is_organiser or is_same(who.player, league.secretary_id)


def may_keep_dues(who: Who, league: League) -> bool:
    """True for people who may read and record what members have paid."""
    return may_run_league(who, league) or is_same(who.player, league.treasurer_id)


def may_run_night(who: Who, night: Night, now: datetime, *, also_over: bool = False) -> bool:
    return may_run_league(who, night.league) or (
        is_host(who, night) and not why_not_now(night, now, also_over=also_over)
    )


def may_run_event(who: Who, event: Event, now: datetime) -> bool:
    """True for organisers, and for those who may now run the event's night."""
    if who.is_organiser or event.night is None:
        return who.is_organiser
    return may_run_night(who, event.night, now)


def may_see_minors(who: Who) -> bool:
    """True if a visitor may read where minors will be: people with a role and confirmed players."""
    is_known = who.player is not None and not who.player.is_unconfirmed
    return is_known or bool(who.roles)


def may_see_league(who: Who, league: League) -> bool:
    """True unless the league is private; then only for its organisers and members."""
    if league.visibility != Event.Visibility.PRIVATE or may_run_league(who, league):
        return True
    return who.player is not None and is_in_league(who.player, league)


def sees_league(request: HttpRequest, league: League) -> bool:
    """True if the visitor of a public page may see this league."""
    return may_see_league(visitor_of(request, league, may_see_league), league)


def is_in_league(player: Player, league: League) -> bool:
    """True if the player is or was a member or spare, or hosts one of its nights."""
    enrolled = league.enrolments.filter(player=player).exists()
    return enrolled or league.nights.filter(host=player).exists()


def is_host(who: Who, night: Night) -> bool:
    return is_same(who.player, night.host_id)


def is_same(player: Player | None, pk: int | None) -> bool:
    return player is not None and player.pk == pk


def why_not_now(night: Night, now: datetime, *, also_over: bool = False) -> str:
    """Return the reason why a host can't run their night now. Empty if they can.

    With ``also_over``, a finished night can still be looked at until the morning.
    """
    if night.is_cancelled:
        return _("This night is cancelled.")
    if now < night.hosted_from:
        return _("You can run this night from noon on its day.")
    if now >= night.hosted_until or (is_over(night) and not also_over):
        return _("This night is finished. The people who run the league can still change it.")
    return ""


def is_over(night: Night) -> bool:
    """True if the night has events and all are finished."""
    events = Event.objects.present().filter(night=night)
    return set(events.values_list("state", flat=True)) == {Event.State.FINISHED}


# --- Without an account -----------------------------------------------------------------


def open_desk(request: HttpRequest, link: PersonalLink) -> None:
    """Let this browser, which opened a secretary's or treasurer's link, use the desks of their
    leagues.
    """
    request.session.cycle_key()
    request.session[DESK_LINK] = link.pk


def visitor_of(request: HttpRequest, league: League, may: Callable[[Who, League], bool]) -> Who:
    """Return the visitor of a league's page. If the account isn't allowed by ``may``, this can be
    the secretary or treasurer whose open link this browser used.
    """
    visitor, pk = get_visitor(request), request.session.get(DESK_LINK)
    if pk is None or may(visitor, league):
        return visitor
    links = PersonalLink.objects.open().select_related("player")
    officers = (league.secretary_id, league.treasurer_id)
    link = links.filter(pk=pk, player__in=officers).first()
    return Who(player=link.player) if link else visitor


def host_by_link(request: HttpRequest, night: Night, link: PersonalLink) -> bool:
    """Let this browser run the night, if the link is its host's. False otherwise."""
    if link.player_id != night.host_id:
        return False
    known: Mapping[str, int] = request.session.get(NIGHTS_HOSTED, {})
    request.session[NIGHTS_HOSTED] = {**known, str(night.pk): link.pk}
    return True


def visitor_at(request: HttpRequest, night: Night) -> Who:
    """Return the visitor of a night's page: the host or a person who may run the league, by account
    or by an open link used in this browser; otherwise the account.
    """
    visitor = get_visitor(request)
    if is_host(visitor, night):
        return visitor
    secretary = visitor_of(request, night.league, may_run_league)
    if may_run_league(secretary, night.league):
        return secretary
    link = request.session.get(NIGHTS_HOSTED, {}).get(str(night.pk))
    open_links = PersonalLink.objects.open().filter(pk=link, player=night.host_id)
    if link is None or night.host is None or not open_links.exists():
        return visitor
    return Who(player=night.host)


# --- Decorators for views ----------------------------------------------------------------


def secretary_of_league(view: V) -> V:
    """Allow organisers and the secretary of the league in ``slug``.

    ``who(request)`` is then the secretary, signed in or not.
    """
    return _if_they_may(view, may_run_league, "secretary of the league")


def treasurer_of_league(view: V) -> V:
    """Allow organisers, and the secretary and treasurer of the league in ``slug``."""
    return _if_they_may(view, may_keep_dues, "treasurer of the league")


def _if_they_may(view: V, may: Callable[[Who, League], bool], who_may: str) -> V:
    @wraps(view)
    def guarded(request: HttpRequest, /, slug: str, **kwargs: Any) -> HttpResponseBase:
        league = League.objects.filter(slug=slug, club__is_home=True).first()
        visitor = visitor_of(request, league, may) if league else get_visitor(request)
        if not visitor.is_known:
            return ask_to_sign_in(request)
        if league is None or not may(visitor, league):
            raise Http404
        request._who = visitor  # type: ignore[attr-defined]
        return view(request, slug=slug, **kwargs)

    guarded.who_may = who_may  # type: ignore[attr-defined]
    return guarded  # type: ignore[return-value]


def host_of_night(view: V) -> V:
    """Allow people who may run the league, and the night's host while they may run it.

    ``who(request)`` is then the host, signed in or not.
    """
    return _hosts_only(view, also_over=False)


def host_that_evening(view: V) -> V:
    """Like ``host_of_night``, but also once the night is over, to see it or to end it again."""
    return _hosts_only(view, also_over=True)


def _hosts_only(view: V, *, also_over: bool) -> V:
    @wraps(view)
    def guarded(request: HttpRequest, /, slug: str, pk: int, **kwargs: Any) -> HttpResponseBase:
        refused = _refuse_visitor(request, night_at(slug, pk), also_over=also_over)
        return refused or view(request, slug=slug, pk=pk, **kwargs)

    guarded.who_may = "host of the night"  # type: ignore[attr-defined]
    return guarded  # type: ignore[return-value]


def scorers_of_event(view: V) -> V:
    """Allow scorers and those who may now run the event's night. In an own-time league, also allow
    the host of the current evening.
    """
    return _or_run_by(
        "scorers, or its host",
        view,
        lambda who: who.is_scorer,
        lambda slug: night_with(slug) or evening_with(slug, timezone.now()),
    )


def organisers_of_event(view: V) -> V:
    """Like ``scorers_of_event`` without scorers: for ending matches and for correcting them."""
    return _or_run_by("organisers, or its host", view, lambda who: who.is_organiser, night_with)


def _or_run_by(
    rule: str, view: V, allowed: Callable[[Who], bool], night_of: Callable[[str], Night | None]
) -> V:
    @wraps(view)
    def guarded(request: HttpRequest, /, slug: str, **kwargs: Any) -> HttpResponseBase:
        refused = (
            None if allowed(get_visitor(request)) else _refuse_visitor(request, night_of(slug))
        )
        return refused or view(request, slug=slug, **kwargs)

    guarded.who_may = rule  # type: ignore[attr-defined]
    return guarded  # type: ignore[return-value]


def _refuse_visitor(
    request: HttpRequest, night: Night | None, *, also_over: bool = False
) -> HttpResponseBase | None:
    """Return the response if the visitor may not run this night now. None if they may; then
    ``who(request)`` is this visitor.
    """
    visitor = visitor_at(request, night) if night else get_visitor(request)
    if not visitor.is_known:
        return ask_to_sign_in(request)
    if night is None:
        raise Http404
    if not may_run_night(visitor, night, timezone.now(), also_over=also_over):
        return _not_theirs(request, visitor, night)
    request._who = visitor  # type: ignore[attr-defined]
    return None


def night_with(slug: str) -> Night | None:
    """Return the night of the event with this slug. None if it has none."""
    nights = Night.objects.filter(
        events__slug=slug, events__binned_at=None, league__club__is_home=True
    )
    return nights.select_related("league__club", "host").first()


def evening_with(slug: str, now: datetime) -> Night | None:
    """Return the current evening of the own-time league whose event has this slug. None if none."""
    nights = Night.objects.filter(
        league__event__slug=slug,
        league__event__binned_at=None,
        league__kind=League.Kind.OWN_TIME,
        league__club__is_home=True,
        on__range=(now.date() - A_DAY, now.date() + A_DAY),
    ).select_related("league__club", "host")
    on_now = (night for night in nights if not why_not_now(night, now))
    return next(on_now, None)


def night_at(slug: str, pk: int) -> Night | None:
    """Return a night of a league of the club. None if there is none."""
    nights = Night.objects.filter(league__slug=slug, league__club__is_home=True)
    return nights.select_related("league__club", "host").filter(pk=pk).first()


def _not_theirs(request: HttpRequest, visitor: Who, night: Night) -> HttpResponseBase:
    """Answer the host with the reason why the night can't be run now, and others with 404."""
    if not is_host(visitor, night):
        raise Http404
    context = {"night": night, "why": why_not_now(night, timezone.now())}
    template = "public/leagues/not_now.html"
    return TemplateResponse(request, template, context, status=NOT_NOW)
